// Package toml edits TOML files without re-serialising them.
//
// go-toml parses and says what is valid; this package keeps only the offsets
// it learns from that and splices text. The rules of the room:
//
//   - Every edit runs as a transaction: splices, then the result must parse,
//     hold the wanted value, and mean the same everywhere else. If not, the
//     document is put back and the edit is refused with edit.Hard.
//   - A new object becomes a [table] of its own and its inner objects become
//     sub-tables behind its plain keys, since TOML has no other order. Inside
//     an inline table, and inside arrays, everything is written inline.
//   - A table that exists is merged key by key, so that comments in lines that
//     stay are kept; keys that the new value does not have are removed.
//   - Only TOML 1.0 is written, though 1.1 is read.
//   - Dates and times are JSON strings, spelled as in the file. A value is
//     equal to the present one if its JSON is: 30 and 30.0 are, and key order
//     does not count.
package toml

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"

	tomllib "github.com/pelletier/go-toml/v2"
)

// doc is one state of a document; a transaction keeps a copy to go back to,
// so nothing that a field points at is ever changed in place.
type doc struct {
	bom  []byte // the byte order mark, if the file has one
	b    []byte // the file behind it; all offsets count from here
	ex   []expr
	root *node

	// What the running transaction has touched: everything but the first lo
	// and the last tail bytes.
	lo, tail int
	blocks   bool // write arrays of objects as [[blocks]], not inline
}

// Open parses a document and checks that it is valid as a whole.
func Open(b []byte) (edit.Doc, error) {
	if len(b) > edit.MaxFile {
		return nil, edit.TooLarge()
	}
	d := new(doc)
	d.bom, d.b = edit.CutBOM(slices.Clone(b))
	if err := d.check(); err != nil {
		return nil, err
	}
	return d, nil
}

// Bytes returns the document.
func (d *doc) Bytes() []byte { return slices.Concat(d.bom, d.b) }

// Get returns the value at the path as JSON.
func (d *doc) Get(at edit.Path) (wire.Raw, bool, error) {
	n := d.find(steps(at))
	if n == nil {
		return nil, false, nil
	}
	raw, err := d.marshal(n)
	return raw, err == nil, err
}

// Set inserts or replaces the value at the path.
func (d *doc) Set(at edit.Path, raw wire.Raw) (edit.Edit, error) {
	e := edit.Edit{At: slices.Clone(at)}
	if err := checkPath(at); err != nil {
		return e, err
	}
	v, err := rules.Parse(raw, len(at))
	if err != nil {
		return e, err
	}
	if len(at) == 0 && v.Kind != value.Object {
		return e, &edit.Error{Kind: edit.Root, Msg: "the root of a TOML file is a table, not " + v.Kind.String()}
	}
	if n := d.find(steps(at)); n != nil {
		if value.Equal(n.json(), v) {
			return e, nil
		}
		if e.Old, err = d.marshal(n); err != nil {
			return e, err
		}
	}
	old := *d
	err = d.change(func() error { return d.put(steps(at), v) }, func() bool {
		n := d.find(steps(at))
		return n != nil && value.Equal(n.json(), v) && sameBut(old.root, d.root, at)
	})
	if err != nil {
		return edit.Edit{At: e.At}, d.byHand(err, at, v)
	}
	e.Made = d.made(&old, at, len(at)-1)
	d.fill(&e, &old, d.start(d.find(steps(at))))
	return e, nil
}

// Remove takes out every definition at and under the path.
func (d *doc) Remove(at edit.Path) error {
	n := d.find(steps(at))
	if n == nil {
		return nil
	}
	if len(at) == 0 {
		return &edit.Error{Kind: edit.Root, Msg: "the root of a file cannot be removed", Hint: "remove the file"}
	}
	old := *d
	return d.change(func() error { return d.cut(steps(at)) }, func() bool {
		return d.find(steps(at)) == nil && sameBut(old.root, d.root, at)
	})
}

// change runs one transaction: do edits, good judges what came out.
func (d *doc) change(do func() error, good func() bool) error {
	old := *d
	d.lo, d.tail = len(d.b), len(d.b)
	err := do()
	if err == nil {
		err = d.check()
	}
	bad := new(edit.Error)
	switch {
	case err == nil && !good():
		err = edit.NoWay("it would change other values of the file")
	case errors.As(err, &bad) && (bad.Kind == edit.Syntax || bad.Kind == edit.Duplicate):
		err = edit.NoWay(bad.Msg) // the file was valid before, so this is our own failure
	}
	if err != nil {
		*d = old
	}
	return err
}

// check parses the bytes and has go-toml judge the document as a whole.
func (d *doc) check() error {
	if len(d.b) > edit.MaxFile {
		return edit.TooLarge()
	}
	// The parser's own limits come first: go-toml recurses without one.
	ex, err := scan(d.b)
	if err != nil {
		return err
	}
	var all map[string]any
	err = tomllib.Unmarshal(d.b, &all)
	var bad *tomllib.DecodeError
	switch {
	case err == nil:
		d.ex = ex
		d.root, err = grow(d.b, d.ex)
		return err
	case !errors.As(err, &bad):
		return &edit.Error{Kind: edit.Syntax, Msg: err.Error(), Hint: repair}
	}
	line, col := bad.Position()
	e := &edit.Error{Line: line, Col: col, Kind: edit.Syntax, Msg: strings.TrimPrefix(bad.Error(), "toml: "), Hint: repair}
	if len(bad.Key()) > 0 { // only a clash of two definitions names a key
		e.Kind, e.Hint = edit.Duplicate, "keep one of the two definitions, then run again"
	}
	return e
}

// fill notes in e what the transaction did, as one stretch of bytes that holds
// the beginning of a value, so that Revert can find it again wherever that is then.
func (d *doc) fill(e *edit.Edit, old *doc, start int) {
	lo := min(d.lo, start)
	hi := max(len(d.b)-d.tail, start)
	if lo == hi { // something was only taken out: the value's line is the mark
		hi = edit.LineEnd(d.b, start)
	}
	e.Ins = slices.Clone(d.b[lo:hi])
	e.Del = slices.Clone(old.b[lo : len(old.b)-(len(d.b)-hi)])
	if len(e.Del) == 0 {
		e.Del = nil
	}
	e.Key, e.Changed = start-lo, true
}

// made lists the parents, up to at[:n], that d has and old has not: as tables,
// or as headers of tables that were there only through their sub-tables.
func (d *doc) made(old *doc, at edit.Path, n int) (made []edit.Path) {
	for i := 1; i <= n; i++ {
		was, is := old.find(steps(at[:i])), d.find(steps(at[:i]))
		if was == nil || is != nil && was.header < 0 && is.header >= 0 {
			made = append(made, slices.Clone(at[:i]))
		}
	}
	return made
}

// marshal gives the JSON of a node; inf and nan have none.
func (d *doc) marshal(n *node) (wire.Raw, error) {
	out, err := n.json().Marshal(nil)
	if err != nil {
		return nil, edit.At(d.b, d.start(n), edit.Shape, "write a number", "%s: %v", show(n.path()), err)
	}
	return out, nil
}

// byHand adds to a refusal the text that a user can write himself.
func (d *doc) byHand(err error, at edit.Path, v value.Value) error {
	bad := new(edit.Error)
	if !errors.As(err, &bad) || bad.Kind != edit.Hard || len(at) == 0 {
		return err
	}
	if v.Kind != value.Object {
		at, v = at[:len(at)-1], value.Wrap(at[len(at)-1:], v)
	}
	n, _ := d.deepest(steps(at))
	bad.Line, bad.Col = edit.LineCol(d.b, d.start(n))
	bad.Hint = "write this by hand:\n" + strings.TrimSuffix(blockText(at, v, false), "\n")
	return bad
}

// repair is the hint for a file that does not parse.
const repair = "correct the file by hand, then run again; nothing was written"

// checkPath refuses keys that no TOML file can hold.
func checkPath(at edit.Path) error {
	if len(at) > edit.MaxDepth {
		return &edit.Error{Kind: edit.Limit, Msg: "the path is deeper than the limit of 10000"}
	}
	for _, k := range at {
		if len(k) > edit.MaxKey {
			return &edit.Error{Kind: edit.Limit, Msg: "a key is longer than the limit of 64 KiB"}
		}
		if !utf8.ValidString(k) {
			return &edit.Error{Kind: edit.Shape, Msg: "a key is not valid UTF-8"}
		}
	}
	return nil
}
