package plan

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// Read reads one whole plan and verifies its end. Errors name the line.
func Read(r io.Reader) (*Plan, error) {
	var p Plan
	hash := sha256.New()
	var end *wire.PlanEnd
	n, err := eachLine(r, func(n int, line []byte) error {
		switch {
		case end != nil:
			return after(line)
		case n == 1:
			hash.Write(line)
			return head(line, &p.Head)
		}
		e, err := p.body(line)
		if e != nil && err == nil {
			end = e
			return p.verify(e, n-2, hex.EncodeToString(hash.Sum(nil)))
		}
		hash.Write(line) // the end line itself is not part of the hash
		return err
	})
	switch {
	case err != nil && !strings.Contains(err.Error(), "\nhint: "):
		return nil, fmt.Errorf("%w\nhint: this must be what ac-render prints: ac-detect | ac-render CONNECTOR | ac-apply", err)
	case err != nil:
		return nil, err
	case n == 0:
		return nil, errors.New("no plan: the input is empty\nhint: ac-detect | ac-render CONNECTOR | ac-apply; if ac-render failed, its message stands above")
	case end == nil:
		return nil, fmt.Errorf("the plan was cut short: %d lines and no ac.plan.end/v1\nhint: render it again, or, if you removed the end on purpose, seal it with ac-render --seal", n)
	}
	return &p, nil
}

// Seal copies a plan that was edited and gives it a new end. Hashes of written
// files are renewed; nothing else changes.
func Seal(r io.Reader, out io.Writer) error {
	var p Plan
	var lines [][]byte
	ended := false
	n, err := eachLine(r, func(n int, line []byte) error {
		switch {
		case ended:
			return after(line)
		case n == 1:
			lines = append(lines, line)
			return head(line, &p.Head)
		}
		// before body, which refuses a value that is not what its hash says
		line = rehash(line)
		e, err := p.body(line)
		ended = e != nil
		if !ended {
			lines = append(lines, line)
		}
		return err
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("no plan to seal: the input is empty")
	}
	s := newSealer(out, p.Head.Plan)
	for _, l := range lines {
		if err := s.line(l); err != nil {
			return err
		}
	}
	return s.end()
}

// rehash puts the right hash into a write patch whose value was edited. A line
// that is no such patch stays as it is; body says what is wrong with it.
func rehash(line []byte) []byte {
	var p wire.Patch
	if json.Unmarshal(line, &p) != nil || p.Op != wire.OpWrite || p.SHA256 == "" {
		return line
	}
	b, err := Content(p.Value, p.Encoding)
	if err != nil {
		return line
	}
	return bytes.Replace(line, []byte(p.SHA256), []byte(Hash(b)), 1)
}

// head reads the first line.
func head(line []byte, h *wire.Plan) error {
	schema, err := jsonl.Peek(line)
	if err != nil {
		return fmt.Errorf("no record: %w", err)
	}
	if schema == wire.SchemaMachine || schema == wire.SchemaHost {
		return fmt.Errorf("found %s, expected %s\nhint: this is the output of ac-detect; put ac-render CONNECTOR between", schema, wire.SchemaPlan)
	}
	if err := wire.Check(schema, wire.SchemaPlan); err != nil {
		return err
	}
	if err := jsonl.Decode(line, h); err != nil {
		return err
	}
	for _, f := range []struct{ name, value string }{{"plan", h.Plan}, {"connector", h.Connector}, {"scope", h.Scope}, {"ac_home", h.ACHome}} {
		if f.value == "" {
			return fmt.Errorf("the plan has no %q", f.name)
		}
	}
	return nil
}

// body reads a line after the first; the end is returned. An unknown kind of
// record is refused: it may be an edit that we do not understand.
func (p *Plan) body(line []byte) (*wire.PlanEnd, error) {
	if patch, ok := plainPatch(line); ok {
		p.Patches = append(p.Patches, patch)
		return nil, check(&patch)
	}
	schema, err := jsonl.Peek(line)
	if err != nil {
		return nil, fmt.Errorf("no record: %w", err)
	}
	if schema == wire.SchemaPlan {
		return nil, errors.New("a second plan begins before the first has ended\nhint: apply one plan at a time")
	}
	for _, want := range []string{wire.SchemaPatch, wire.SchemaNotice, wire.SchemaPlanEnd} {
		if sameName(schema, want) {
			if err := wire.Check(schema, want); err != nil {
				return nil, err
			}
		}
	}
	switch schema {
	case wire.SchemaPatch:
		var t wire.Patch
		if err := jsonl.Decode(line, &t); err != nil {
			return nil, err
		}
		p.Patches = append(p.Patches, t)
		return nil, check(&t)
	case wire.SchemaNotice:
		var t wire.Notice
		err := jsonl.Decode(line, &t)
		p.Notices = append(p.Notices, t)
		return nil, err
	case wire.SchemaPlanEnd:
		var t wire.PlanEnd
		err := jsonl.Decode(line, &t)
		return &t, err
	}
	return nil, fmt.Errorf("a plan holds no %s: upgrade agent-connector, or remove the line and seal the plan with ac-render --seal", schema)
}

// plainPatch reads a line that begins as most of a plan do. Of any other body says
// what it is.
func plainPatch(line []byte) (p wire.Patch, ok bool) {
	if !bytes.HasPrefix(line, []byte(`{"schema":"`+wire.SchemaPatch+`",`)) {
		return p, false
	}
	return p, jsonl.Own(line, &p) == nil && p.Schema == wire.SchemaPatch
}

// sameName compares schema names without their major version.
func sameName(a, b string) bool {
	x, _, _ := bytes.Cut([]byte(a), []byte("/"))
	y, _, _ := bytes.Cut([]byte(b), []byte("/"))
	return bytes.Equal(x, y)
}

// verify holds the end against what came before it. The plan's id is compared
// too: the end of another plan may have the right count by chance.
func (p *Plan) verify(e *wire.PlanEnd, count int, sum string) error {
	const hint = "\nhint: if you edited the plan on purpose, seal it with ac-render --seal"
	switch {
	case e.Plan != p.Head.Plan:
		return fmt.Errorf("the end is that of plan %s, the beginning that of plan %s", e.Plan, p.Head.Plan)
	case e.Count != count:
		return fmt.Errorf("the plan has %d records, its end says %d%s", count, e.Count, hint)
	case e.SHA256 != sum:
		return fmt.Errorf("the plan is not what was sealed: its SHA-256 is %s, its end says %s%s", sum, e.SHA256, hint)
	}
	return nil
}

// after is any line behind the end.
func after(line []byte) error {
	if schema, err := jsonl.Peek(line); err == nil && sameName(schema, wire.SchemaPlan) {
		return errors.New("two plans in one input\nhint: apply one plan at a time")
	}
	return errors.New("something follows the end of the plan")
}

// eachLine calls f for every line, newline included. An incomplete last line is
// given too: what is missing will show.
func eachLine(r io.Reader, f func(n int, line []byte) error) (int, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(br)
		if err != nil && err != io.EOF {
			return n - 1, fmt.Errorf("line %d: %w", n, err)
		}
		if len(line) == 0 {
			return n - 1, nil
		}
		if n > MaxLines {
			return n - 1, fmt.Errorf("more than %d lines", MaxLines)
		}
		if ferr := f(n, line); ferr != nil {
			return n, fmt.Errorf("line %d: %w", n, ferr)
		}
		if err == io.EOF {
			return n, nil
		}
	}
}

// readLine is ReadBytes with a bound.
func readLine(br *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := br.ReadSlice('\n')
		if len(line)+len(part) > MaxLine {
			return nil, fmt.Errorf("longer than %d bytes", MaxLine)
		}
		line = append(line, part...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}
