// Package plan writes and reads plans: what ac-render hands to ac-apply.
//
// A plan is NDJSON with a beginning and an end:
//
//	ac.plan/v1      bounds: connector, scope, hosts, surfaces
//	ac.patch/v1 …   the edits
//	ac.notice/v1 …  what could not be done, or what the user must do
//	ac.plan.end/v1  count and SHA-256 of everything before
//
// Read gives a plan only when all of it came and is what was sealed: a pipe
// that broke, a file cut short, two plans glued together or a record of a
// version that we do not know is an error, and then nothing may be applied.
package plan

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// Bounds of a plan. A file that a plan carries must fit in a line.
const (
	MaxLine  = 32 << 20
	MaxLines = 100_000
)

// Plan is a whole plan.
type Plan struct {
	Head    wire.Plan
	Patches []wire.Patch
	Notices []wire.Notice
}

// Write writes a plan with its end.
func Write(out io.Writer, p *Plan) error {
	s := newSealer(out, p.Head.Plan)
	if err := s.record(&p.Head); err != nil {
		return err
	}
	for i := range p.Patches {
		if err := s.record(&p.Patches[i]); err != nil {
			return err
		}
	}
	for i := range p.Notices {
		if err := s.record(&p.Notices[i]); err != nil {
			return err
		}
	}
	return s.end()
}

// sealer counts and hashes what it writes.
type sealer struct {
	out    io.Writer
	plan   string
	count  int
	hash   hash.Hash
	hashed io.Writer // out and hash
	lines  jsonl.Lines
}

func newSealer(out io.Writer, plan string) *sealer {
	h := sha256.New() // never fails
	return &sealer{out: out, plan: plan, hash: h, hashed: io.MultiWriter(h, out)}
}

func (s *sealer) record(v any) error {
	s.count++
	if err := s.lines.Add(v); err != nil {
		return err
	}
	return s.lines.Spill(s.hashed)
}

func (s *sealer) line(b []byte) error {
	s.count++
	s.lines.AddLine(b)
	return s.lines.Spill(s.hashed)
}

func (s *sealer) end() error {
	if err := s.lines.Flush(s.hashed); err != nil {
		return err
	}
	err := s.lines.Add(&wire.PlanEnd{Schema: wire.SchemaPlanEnd, Plan: s.plan, Count: s.count - 1, SHA256: hex.EncodeToString(s.hash.Sum(nil))})
	if err != nil {
		return err
	}
	return s.lines.Flush(s.out)
}

// Content is what a write puts into its file.
func Content(value wire.Raw, encoding string) ([]byte, error) {
	var s string
	if err := jsonl.Decode(value, &s); err != nil {
		return nil, fmt.Errorf("the value of a write must be a string: %w", err)
	}
	if encoding == "base64" {
		return base64.StdEncoding.DecodeString(s)
	}
	return []byte(s), nil
}

var (
	ops = []string{wire.OpSet, wire.OpUpsert, wire.OpRemove, wire.OpBlock, wire.OpWrite, wire.OpDelete, wire.OpRun}
	ifs = []string{"", wire.IfAbsent, wire.IfOurs, wire.IfAny}
)

// check says what is wrong with a patch that could be read.
func check(p *wire.Patch) error {
	switch {
	case !slices.Contains(ops, p.Op):
		return fmt.Errorf("unknown op %q", p.Op)
	case !slices.Contains(ifs, p.If):
		return fmt.Errorf("unknown if %q", p.If)
	case p.Path == "" && p.Op != wire.OpRun:
		return fmt.Errorf("no path")
	case p.Op == wire.OpUpsert && p.Identity == nil:
		return fmt.Errorf("an upsert needs an identity")
	case p.Op != wire.OpWrite || p.SHA256 == "":
		return nil
	}
	b, err := Content(p.Value, p.Encoding)
	if err != nil {
		return err
	}
	if got := Hash(b); got != p.SHA256 {
		return fmt.Errorf("the value of %s has SHA-256 %s, the patch says %s\nhint: ac-render --seal seals a plan that was edited on purpose", p.Path, got, p.SHA256)
	}
	return nil
}

// Hash is the SHA-256 of some bytes in hex, as the records hold it.
func Hash(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
