// Package jsonc edits JSON, JSON with comments and JSON5 byte by byte.
//
// The rules of the room:
//
//   - Open validates the whole text once, iteratively. Every edit then walks to
//     its place again and keeps only the spans beside it; no tree is built.
//   - An edit is one splice. What it inserts follows the style around it
//     (style.go); what it removes is an entry, its comma and its line
//     (remove.go), so that one undoes the other.
//   - The root is an object, or an array, whose elements the empty path of an
//     upsert means. Which of them it has to be, the edit says.
//   - A document without a value (empty, white space, a BOM, in JSONC also
//     comments) counts as an empty object or array. Set and Upsert write it and
//     say so with the empty path in Edit.Made.
//   - The node that Edit.Key speaks of is the value, or the array element.
//   - An array element is known by its identity; of several that fit, the first
//     is meant.
//   - In JSON5 what we write has the quotes that the file has around it, and
//     what we read is given as JSON. Infinity and NaN are no JSON: who asks for
//     one is refused, in a larger value null stands for it.
package jsonc

import (
	"slices"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// Options say how a document is read.
type Options struct {
	Strict   bool // JSON: comments and trailing commas are errors
	JSON5    bool // all that json5.org allows; Strict does not count then
	LastWins bool // of a key that appears twice on the way, the last is meant
	NullRoot bool // a root that is null counts as no root: Set replaces it
}

type doc struct {
	b    []byte
	opt  Options
	root int // offset of the root, an object or an array, or -1
	null int // offset of a root null that may be replaced, or -1
	seen seen
}

// Open reads a document: strict for JSON, else JSON with comments.
func Open(b []byte, strict bool) (edit.Doc, error) { return OpenWith(b, Options{Strict: strict}) }

// OpenWith reads a document with options. It keeps b and does not change it.
func OpenWith(b []byte, o Options) (edit.Doc, error) {
	if err := sized(len(b)); err != nil {
		return nil, err
	}
	d := &doc{opt: o}
	root, _, err := check(b, d.dialect())
	if err != nil {
		return nil, err
	}
	d.b = b
	d.locate(root)
	if root >= 0 && d.root < 0 && d.null < 0 {
		return nil, edit.At(b, root, edit.Root, "make it an object, or move the file away", "root is %s, expected an object", kindOf(b, root))
	}
	return d, nil
}

// Fork returns a document of its own with the text of another, which need not
// be checked again; nil if the other is not of this package.
func Fork(other edit.Doc, lastWins, nullRoot bool) edit.Doc {
	o, ok := other.(*doc)
	if !ok {
		return nil
	}
	d := *o
	d.opt.LastWins, d.opt.NullRoot, d.seen = lastWins, nullRoot, seen{}
	return &d
}

func sized(n int) error {
	if n > edit.MaxFile {
		return &edit.Error{Kind: edit.Limit, Msg: "the file is larger than 256 MiB", Hint: "edit it by hand"}
	}
	return nil
}

// locate notes where the root is.
func (d *doc) locate(root int) {
	d.root, d.null = -1, -1
	switch {
	case root < 0 || root == len(d.b):
	case d.b[root] == '{' || d.b[root] == '[':
		d.root = root
	case d.b[root] == 'n' && d.opt.NullRoot:
		d.null = root
	}
}

// put makes b the text of the document.
func (d *doc) put(b []byte) error {
	if err := sized(len(b)); err != nil {
		return err
	}
	d.b, d.seen = b, seen{}
	d.locate(skipSpace(b, afterBOM(b)))
	return nil
}

// Bytes returns the document.
func (d *doc) Bytes() []byte { return d.b }

// Get returns the value at the path as compact JSON.
func (d *doc) Get(at edit.Path) (wire.Raw, bool, error) {
	if d.root < 0 {
		return nil, false, nil
	}
	if len(at) == 0 {
		v, _ := compact(d.b[d.root:skipValue(d.b, d.root)])
		return v, true, nil
	}
	p, err := d.find(at)
	if err != nil || !p.found {
		return nil, false, err
	}
	e := p.in().hit
	v, exact := compact(d.value(e))
	if c := d.b[e.val]; !exact && c != '{' && c != '[' {
		return nil, true, edit.At(d.b, e.val, edit.Shape, "write a number", "%s is %s, which JSON does not have", strings.Join(at, "."), d.value(e))
	}
	return v, true, nil
}

func (d *doc) value(e entry) []byte { return d.b[e.val:e.end] }

// Set inserts or replaces the value at the path.
func (d *doc) Set(at edit.Path, v wire.Raw) (edit.Edit, error) {
	if len(at) == 0 {
		return edit.Edit{}, &edit.Error{Kind: edit.Shape, Msg: "the path is empty: the root itself cannot be set"}
	}
	if err := usable(at, v); err != nil {
		return edit.Edit{}, err
	}
	n := given(v)
	if d.root < 0 {
		return d.first(at, at, n)
	}
	p, err := d.find(at)
	if err != nil {
		return edit.Edit{}, err
	}
	if p.found {
		return d.over(edit.Edit{At: at}, p.trail, n)
	}
	return d.add(edit.Edit{At: at}, p.trail, n)
}

// Upsert inserts or replaces the element that id names.
func (d *doc) Upsert(at edit.Path, id wire.Identity, v wire.Raw) (edit.Edit, error) {
	if err := usable(at, v); err != nil {
		return edit.Edit{}, err
	}
	n := given(v)
	way, ok := walk(n.json, 0, id.Path, id.Value)
	if !ok {
		return edit.Edit{}, &edit.Error{Kind: edit.Shape, Msg: "the element to write does not have its own identity " + id.Value}
	}
	e := edit.Edit{At: at, Identity: &id}
	if d.root < 0 {
		e, err := d.first(at, append(slices.Clone(at), ""), n.element())
		e.Identity = &id
		return e, err
	}
	p, open, err := d.array(at)
	switch {
	case err != nil:
		return edit.Edit{}, err
	case !p.found:
		e.Made = append(e.Made, at)
		return d.add(e, p.trail, n.element())
	}
	if trail := elem(d.b, open, id, nil); trail != nil {
		return d.overElem(e, append(p.trail, trail...), len(p.trail), way, n)
	}
	return d.commit(e, d.insert(append(p.trail, scan(d.b, open, nil)), nil, n))
}

// usable refuses paths and values that cannot be written.
func usable(at edit.Path, v wire.Raw) error {
	for _, k := range at {
		if !utf8.ValidString(k) {
			return &edit.Error{Kind: edit.Syntax, Msg: "the path is not valid UTF-8"}
		}
		if len(quote(k))-2 > edit.MaxKey {
			return &edit.Error{Kind: edit.Limit, Msg: "a key of the path is larger than 64 KiB"}
		}
	}
	if !utf8.Valid(v) {
		return &edit.Error{Kind: edit.Syntax, Msg: "the value to write is not valid UTF-8"}
	}
	return validate(v, len(at)+1) // one more for the array of an upsert
}

// first writes the root of the document with the path in it. keys is
// the path, and one more for an array whose element the value is.
func (d *doc) first(at, keys edit.Path, n node) (edit.Edit, error) {
	e := edit.Edit{At: at, Made: missing(keys, 0)}
	return d.commit(e, d.insertRoot(n.wrap(at)))
}

// add inserts a value below the last key of the path that is there.
func (d *doc) add(e edit.Edit, trail []body, n node) (edit.Edit, error) {
	have := len(trail)
	e.Made = append(missing(e.At, have), e.Made...)
	return d.commit(e, d.insert(trail, quote(e.At[have-1]), n.wrap(e.At[have:])))
}

// over replaces the value at the trail's last mark, unless it says the same.
func (d *doc) over(e edit.Edit, trail []body, n node) (edit.Edit, error) {
	old := d.value(trail[len(trail)-1].hit)
	if means(old, n.json) {
		return e, nil
	}
	e.Old, _ = compact(old)
	return d.commit(e, d.replace(trail, n))
}

// overElem replaces an element; if an array inside it holds more than the
// element that is named, only that inner element. outer is the index in the
// trail of the array at the edit's path.
func (d *doc) overElem(e edit.Edit, trail []body, outer int, way []body, n node) (edit.Edit, error) {
	last := len(trail) - 1
	for last > outer && trail[last].n == 1 {
		last--
	}
	if last == outer || means(d.value(trail[outer].hit), n.json) {
		return d.over(e, trail[:outer+1], n)
	}
	in := way[last-outer-1].hit
	return d.over(e, trail[:last+1], node{json: n.json[in.val:in.end]})
}

// commit makes a splice the document's text and notes it in the edit.
func (d *doc) commit(e edit.Edit, s splice) (edit.Edit, error) {
	e.Ins, e.Key, e.Changed = s.text, s.key, true
	e.Del = slices.Clone(d.b[s.from:s.to])
	if err := d.putInside(s.apply(d.b), s.from, s.to); err != nil {
		return edit.Edit{}, err
	}
	return e, nil
}
