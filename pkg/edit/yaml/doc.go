// Package yaml edits YAML files without re-serialising them.
//
// go.yaml.in/yaml parses, says what is valid and on which line and column each
// node begins; this package derives the ends and splices text. The rules of
// the room:
//
//   - Every edit runs as a transaction: splices, then the result must parse,
//     hold the wanted value, and mean the same everywhere else. If not, the
//     document is put back and the edit is refused with edit.Hard.
//   - New text is block style, in the indentation and quoting of the place; in
//     a flow collection that holds something it is flow style. An empty {}, []
//     or null becomes block style; Revert writes it as it was, and a collection
//     that otherwise loses its last entry becomes {} or [].
//   - A collection that exists is merged entry by entry, so that comments in
//     lines that stay are kept.
//   - An anchor that an alias uses is part of the alias: nothing is edited
//     inside or taken out with it. Get follows aliases and merge keys.
//   - Strings are plain only if readers of YAML 1.1 and of 1.2 take them for
//     strings. What stands in the file is read as YAML 1.2 core.
//   - A file of several documents, and keys written with "?", are not edited.
package yaml

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
)

// doc is one state of a document; a transaction keeps a copy to go back to,
// so nothing that a field points at is ever changed in place.
type doc struct {
	bom  []byte // the byte order mark, if the file has one
	b    []byte // the file behind it
	root *node  // nil if there is nothing but comments
	tree *tree

	// What the running transaction has touched: everything but the first lo
	// and the last tail bytes.
	lo, tail int
}

// Open parses a document.
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

// Get returns the value at the path as JSON; it follows aliases and merge keys.
func (d *doc) Get(at edit.Path) (wire.Raw, bool, error) {
	v, ok, err := d.value(at)
	if err != nil || !ok {
		return nil, false, err
	}
	raw, err := v.Marshal(nil)
	return raw, err == nil, err
}

// Set inserts or replaces the value at the path.
func (d *doc) Set(at edit.Path, raw wire.Raw) (edit.Edit, error) {
	e := edit.Edit{At: slices.Clone(at)}
	v, err := usable(at, raw, len(at))
	if err != nil {
		return e, err
	}
	way := steps(at)
	was, ok, err := d.value(at)
	if err != nil {
		return e, err
	}
	if ok && value.Equal(was, v) {
		return e, nil
	}
	if err := d.free(way); err != nil {
		return e, d.byHand(err, at, v)
	}
	if d.find(way) != nil {
		if e.Old, err = was.Marshal(nil); err != nil {
			return e, err
		}
	}
	old := *d
	err = d.change(func() error { return d.put(way, v) }, func() bool {
		is, ok, err := d.value(at)
		return err == nil && ok && value.Equal(is, v) && sameBut(old.root, d.root, way, way)
	})
	if err != nil {
		return edit.Edit{At: e.At}, d.byHand(err, at, v)
	}
	e.Made = old.missing(at, len(at)-1)
	d.fill(&e, &old, way)
	return e, nil
}

// Remove takes out the value at the path.
func (d *doc) Remove(at edit.Path) error {
	if len(at) == 0 {
		return &edit.Error{Kind: edit.Root, Msg: "the root of a file cannot be removed", Hint: "remove the file"}
	}
	way := steps(at)
	if _, ok, err := d.value(at); err == nil && !ok {
		return nil
	}
	if err := d.free(way); err != nil {
		return err
	}
	if d.find(way) == nil {
		return d.hardAt(d.root, "%s comes from a merge key", show(at))
	}
	old := *d
	return d.change(func() error { return d.cut(way) }, func() bool {
		return d.find(way) == nil && sameBut(old.root, d.root, way, way)
	})
}

// change runs one transaction: do edits, good judges what came out.
func (d *doc) change(do func() error, good func() bool) error {
	old := *d
	d.lo, d.tail = len(d.b), len(d.b)
	err := do()
	bad := new(edit.Error)
	switch {
	case err == nil && !good():
		err = edit.NoWay("it would change other values of the file")
	case errors.As(err, &bad) && (bad.Kind == edit.Syntax || bad.Kind == edit.Root):
		err = edit.NoWay("it would give: " + bad.Error()) // the file was valid before, so this is our own failure
	}
	if err != nil {
		*d = old
	}
	return err
}

func (d *doc) hardAt(n *node, format string, args ...any) error {
	start := 0
	if n != nil {
		start = n.entryStart()
	}
	return edit.At(d.b, start, edit.Hard, "edit this place by hand", format, args...)
}

// fill notes in e what the transaction did, as one stretch of bytes that holds
// the beginning of the entry, so that Revert can find it again wherever the
// entry is then. Of an entry that was replaced it is the whole entry.
func (d *doc) fill(e *edit.Edit, old *doc, way []step) {
	n := d.find(way)
	start := n.entryStart()
	lo, hi := min(d.lo, start), max(len(d.b)-d.tail, start)
	if e.Old != nil {
		hi = max(hi, n.end)
	}
	if p, k := old.deepest(way); k > 0 && k < len(way) && p.null() {
		lo = min(lo, p.entryStart()) // the null is what it replaced, though no byte says so
	}
	e.Ins = slices.Clone(d.b[lo:hi])
	e.Del = slices.Clone(old.b[lo : len(old.b)-(len(d.b)-hi)])
	if len(e.Del) == 0 {
		e.Del = nil
	}
	e.Key, e.Changed = start-lo, true
}

// missing lists the parents, up to at[:n], that are not there.
func (d *doc) missing(at edit.Path, n int) (made []edit.Path) {
	for i := 1; i <= n; i++ {
		if d.find(steps(at[:i])) == nil {
			made = append(made, slices.Clone(at[:i]))
		}
	}
	return made
}

// byHand adds to a refusal the text that a user can write himself.
func (d *doc) byHand(err error, at edit.Path, v value.Value) error {
	bad := new(edit.Error)
	if !errors.As(err, &bad) || bad.Kind != edit.Hard {
		return err
	}
	out := *bad
	if out.Line == 0 {
		if n, _ := d.deepest(steps(at)); n != nil {
			out.Line, out.Col = edit.LineCol(d.b, n.entryStart())
		}
	}
	out.Hint = "write this by hand:\n" + strings.TrimSuffix(plainStyle.entries(0, value.Wrap(at, v)), "\n")
	return &out
}

// maxLineKey bounds a key that we write: readers look for its colon only within
// 1024 characters, so of the format's limits this one comes first.
const maxLineKey = 1000

func fits(key string) error {
	if len(key) > maxLineKey || len(double(key)) > maxLineKey+len(`""`) {
		return &edit.Error{Kind: edit.Limit, Msg: fmt.Sprintf("a key of %d bytes is over the limit of %d, escapes counted", len(key), maxLineKey)}
	}
	return nil
}

// rules refuse long keys, and floats that no reader can hold: they would turn
// into inf.
var rules = value.Rules{
	Key: fits,
	Scalar: func(v value.Value) error {
		if v.Kind == value.Number && !value.Whole(v.Text) {
			if _, err := strconv.ParseFloat(v.Text, 64); err != nil {
				return &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the number %.40s does not fit 64 bits", v.Text)}
			}
		}
		return nil
	},
}

// usable refuses paths and values that no YAML file can hold.
func usable(at edit.Path, raw wire.Raw, depth int) (value.Value, error) {
	if len(at) == 0 {
		return value.Value{}, &edit.Error{Kind: edit.Root, Msg: "the path is empty: the root itself cannot be set"}
	}
	if len(at) > edit.MaxDepth {
		return value.Value{}, &edit.Error{Kind: edit.Limit, Msg: "the path is deeper than the limit of 10000"}
	}
	for _, k := range at {
		if err := fits(k); err != nil {
			return value.Value{}, err
		}
		if !utf8.ValidString(k) {
			return value.Value{}, &edit.Error{Kind: edit.Shape, Msg: "a key is not valid UTF-8"}
		}
	}
	return rules.Parse(raw, depth)
}
