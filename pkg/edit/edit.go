// Package edit is the one interface behind which every file format is edited.
//
// An editor works on byte ranges. It parses to find offsets and never
// re-serialises: bytes outside an edit stay what they were, and what it inserts
// follows the file's own style. What it cannot do without touching somebody
// else's bytes it refuses with an Error.
//
// The invariants, which every editor's tests state and fuzz:
//
//	Open(b).Bytes() == b                     identity of the no-op
//	Set(p, v); Set(p, v) changes nothing      idempotence
//	e := Set(p, v); Revert(e) == before       undo, for Upsert too
//	Get(p) after Set(p, v) == v               and an independent parser agrees
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"agentconnector/pkg/wire"
)

// Path is a way from the root of a document: object keys (table names).
type Path = []string

// A Doc is one open document. Its methods change it in memory; Bytes gives it
// back. After an error the document is as it was before the call.
type Doc interface {
	// Get returns the value at the path as JSON; ok is false if there is none.
	Get(at Path) (v wire.Raw, ok bool, err error)

	// Set inserts or replaces the value at the path and makes missing parents.
	// A replaced value keeps its place; a value equal to the present one is no
	// change at all. Keys keep the order that they have in v.
	Set(at Path, v wire.Raw) (Edit, error)

	// Upsert inserts or replaces the element of the array at the path that id
	// names. If id points into an inner array that holds more than the named
	// element, only that inner element is replaced.
	Upsert(at Path, id wire.Identity, v wire.Raw) (Edit, error)

	// Remove takes out the value at the path with the separator and the line
	// that belong to it. Nothing there is no error. Parents stay.
	Remove(at Path) error

	// RemoveElem takes out the element that id names: the innermost one, or the
	// outer one when nothing else is left in it.
	RemoveElem(at Path, id wire.Identity) error

	// Revert takes an edit back: its exact bytes if they still stand together,
	// else the value that it set. Parents in e.Made go if they are empty.
	Revert(e Edit) error

	// Bytes returns the document.
	Bytes() []byte
}

// Edit says what one Set or Upsert did, so that it can be kept and reverted
// later, in a document that others have changed meanwhile.
type Edit struct {
	At       Path           `json:"at"`
	Identity *wire.Identity `json:"identity,omitempty"` // of an upsert
	Made     []Path         `json:"made,omitempty"`     // parents it had to make, outermost first
	Ins      []byte         `json:"ins,omitempty"`      // the bytes it inserted, if it was a pure insertion
	Key      int            `json:"key,omitempty"`      // offset in Ins at which the node itself begins
	Del      []byte         `json:"del,omitempty"`      // the bytes that Ins took the place of
	Old      []byte         `json:"old,omitempty"`      // the JSON value that was replaced
	Changed  bool           `json:"changed"`            // the bytes of the document changed
}

// Then joins an edit with a later one of the same place, so that one Revert
// takes both back: an entry that was inserted and later updated goes as a whole.
func (e Edit) Then(next Edit) Edit {
	switch {
	case !next.Changed:
		return e
	case !e.Changed:
		return next
	case next.Old == nil: // ours had gone, and was inserted anew
		next.Made = union(e.Made, next.Made)
		return next
	}
	node := e.Ins[min(e.Key, len(e.Ins)):]
	switch {
	case next.Key == 0 && len(next.Del) > 0 && bytes.HasPrefix(node, next.Del):
		e.Ins = slices.Concat(e.Ins[:e.Key], next.Ins, node[len(next.Del):])
	case e.Old == nil: // others changed our bytes in between: only the value is sure
		e.Ins, e.Del, e.Key = nil, nil, 0
	default:
		e.Ins, e.Key = next.Ins, next.Key
	}
	return e
}

// union returns the paths of a, then those of b that are not in a.
func union(a, b []Path) []Path {
	a = slices.Clone(a)
	for _, p := range b {
		if !slices.ContainsFunc(a, func(q Path) bool { return slices.Equal(p, q) }) {
			a = append(a, p)
		}
	}
	return a
}

// WholeLines guards against taking somebody else's newline for ours: lines that
// were inserted with their ends stand at the beginning of a line. It says
// whether the bytes of an edit may be those at an offset.
func (e Edit) WholeLines(b []byte, at int) bool {
	lines := len(e.Del) == 0 && e.Ins[len(e.Ins)-1] == '\n'
	return !lines || at == 0 || b[at-1] == '\n'
}

// Error is a refusal: where, what was found, and what would be right.
type Error struct {
	Line, Col int    // 1-based; 0 if the place is the whole file
	Msg       string // what was found and what was expected
	Hint      string // what to do next
	Kind      Kind
}

// Kind lets a caller tell refusals apart.
type Kind int

const (
	Syntax    Kind = iota // the document does not parse
	Root                  // the root is not what the format expects
	Duplicate             // a key on the way appears twice
	Shape                 // something on the way is not an object or array
	Limit                 // over a named limit
	Hard                  // it can only be done by touching foreign bytes
)

func (e *Error) Error() string {
	s := e.Msg
	if e.Line > 0 {
		s = fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg)
	}
	return s
}

// In puts the path of the file in front of an editor's error, and its hint on
// a line of its own.
func In(path string, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", path, err)
	}
	sep := ": "
	if e.Line > 0 {
		sep = ":"
	}
	if e.Hint != "" {
		return fmt.Errorf("%s%s%w\nhint: %s", path, sep, err, e.Hint)
	}
	return fmt.Errorf("%s%s%w", path, sep, err)
}

// The limits of every editor.
const (
	MaxFile  = 256 << 20 // bytes of a document
	MaxDepth = 10_000    // nesting
	MaxKey   = 64 << 10  // bytes of one key
)

// LineCol turns an offset into a 1-based line and column (in bytes).
func LineCol(b []byte, off int) (line, col int) {
	line, col = 1, 1
	for _, c := range b[:min(off, len(b))] {
		if c == '\n' {
			line, col = line+1, 1
		} else {
			col++
		}
	}
	return line, col
}

// At makes an Error for an offset of a document.
func At(b []byte, off int, kind Kind, hint, format string, args ...any) *Error {
	l, c := LineCol(b, off)
	return &Error{Line: l, Col: c, Kind: kind, Msg: fmt.Sprintf(format, args...), Hint: hint}
}

// TooLarge refuses a document that is larger than MaxFile.
func TooLarge() error {
	return &Error{Kind: Limit, Msg: "the file is larger than the limit of 256 MiB", Hint: "edit it by hand"}
}

// NoWay refuses an edit that would come out wrong.
func NoWay(why string) error {
	return &Error{Kind: Hard, Msg: "no edit in place is possible: " + why, Hint: "edit this place by hand"}
}

// BOM is the byte order mark, with which a file may begin.
const BOM = "\xEF\xBB\xBF"

// CutBOM parts the byte order mark of a file, if it has one, from the rest.
func CutBOM(b []byte) (bom, rest []byte) {
	if bytes.HasPrefix(b, []byte(BOM)) {
		return b[:len(BOM)], b[len(BOM):]
	}
	return nil, b
}
