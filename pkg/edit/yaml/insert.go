package yaml

import (
	"bytes"
	"slices"
	"strings"

	yamllib "go.yaml.in/yaml/v4"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
)

// around puts a value into an object or array in which a step leads to it.
func (s step) around(v value.Value) value.Value {
	if s.index != isKey {
		return value.Value{Kind: value.Array, Kids: []value.Value{v}}
	}
	return value.Wrap([]string{s.key}, v)
}

// otherType is the hint where the file has something else than is needed.
const otherType = "rename or remove it by hand, then run again"

// insert writes a value where there is none, in the nearest parent.
func (d *doc) insert(way []step, v value.Value) error {
	p, k := d.deepest(way)
	one := v
	for _, s := range slices.Backward(way[k:]) {
		one = s.around(one)
	}
	want := mapping
	if one.Kind == value.Array {
		want = sequence
	}
	switch {
	case p == nil:
		return d.first(one)
	case p.null() && p.marked():
		return d.hardAt(p, "%s bears an anchor or a tag, and has no value", show(p.path()))
	case p.null():
		return d.replace(p, one)
	case p.kind != want:
		what := map[nodeKind]string{mapping: "a mapping", sequence: "a list"}[want]
		return edit.At(d.b, p.entryStart(), edit.Shape, otherType, "%s is %s, not %s", show(p.path()), p.describe(), what)
	case p.hollow() && !p.marked() && d.opensUp(p):
		return d.replace(p, one)
	case p.flow:
		return d.addInline(p, one)
	}
	return d.addEntry(p, one)
}

// marked says whether a node bears an anchor or a tag, which must not go with
// what it stands before.
func (n *node) marked() bool {
	return n.y.Anchor != "" || n.y.Style&yamllib.TaggedStyle != 0
}

// opensUp says whether an empty {} or [] may become a block: it stands behind
// a key or dash of a block collection, or as the root alone on its line, and
// has no comment inside.
func (d *doc) opensUp(n *node) bool {
	if !edit.Blank(bytes.Trim(d.b[n.body:n.end], "[]{}")) {
		return false
	}
	if n.parent == nil {
		return n.start == n.body && ownLine(d.b, n.start) && edit.Blank(d.b[n.end:edit.LineEnd(d.b, n.end)])
	}
	return n.block() && n.slot >= 0
}

// first writes the first entry of a file without any, behind its comments.
func (d *doc) first(v value.Value) error {
	at := 0
	for i := 0; i < len(d.b); i = edit.LineEnd(d.b, i) {
		if !edit.BlankAt(d.b, i) && !bytes.HasPrefix(d.b[i:], []byte("...")) {
			at = edit.LineEnd(d.b, i)
		}
	}
	d.addLines(at, plainStyle.entries(0, v))
	return d.check()
}

// addEntry adds the one entry of v at the end of a block collection.
func (d *doc) addEntry(p *node, v value.Value) error {
	s := d.styleAt(p)
	text := ""
	if p.kind == mapping {
		text = s.entries(p.col, v)
	} else {
		text = s.elements(p.col, v)
	}
	if d.airy(p) {
		text = "\n" + text
	}
	d.addLines(d.belowComments(edit.LineEnd(d.b, p.end), p.col), text)
	return d.check()
}

// addInline adds the one entry of v at the end of a flow collection.
func (d *doc) addInline(p *node, v value.Value) error {
	if p.body == p.end || d.b[p.end-1] != ']' && d.b[p.end-1] != '}' {
		return d.hardAt(p, "%s is a pair without braces: nothing can be added to it", show(p.path()))
	}
	text := d.styleAt(p).flow(v, false)
	text = text[1 : len(text)-1]
	n := len(p.kids)
	if n == 0 {
		d.splice(p.body+1, 0, text)
		return d.check()
	}
	end, start := p.kids[n-1].end, p.kids[n-1].entryStart()
	sep := " "
	switch {
	case ownLine(d.b, start):
		return d.addBelow(end, string(d.b[edit.LineStart(d.b, start):start])+text)
	case n > 1 && string(d.b[p.kids[n-2].end:start]) == ",":
		sep = ""
	}
	d.splice(end, 0, ","+sep+text)
	return d.check()
}

// addBelow adds a line to a flow collection that has a line for each entry. A
// comment behind the last entry stays with that.
func (d *doc) addBelow(end int, line string) error {
	at, sep := end, ","
	if next := edit.SkipBlanks(d.b, end); next < len(d.b) && d.b[next] == ',' {
		at, sep = next+1, ""
		line += ","
	}
	if rest := edit.LineEnd(d.b, at); edit.CommentAt(d.b, at) && !edit.OpenEnd(d.b, rest) {
		at = rest
		line += "\n"
	} else {
		line = "\n" + line
	}
	d.splice(at, 0, strings.ReplaceAll(line, "\n", edit.Newline(d.b, end)))
	d.splice(end, 0, sep)
	return d.check()
}

// replace writes a value in the place of another.
func (d *doc) replace(n *node, v value.Value) error {
	s := d.styleAt(n)
	inline := v.Empty() || v.Kind > value.Array
	switch {
	case n.parent == nil: // an empty root: the only one that is replaced
		text := s.entries(0, v)
		d.splice(n.start, n.end-n.start, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", edit.Newline(d.b, n.end)))
		return d.check()
	case n.parent.flow:
		return d.replaceInline(n, s.flow(v, true))
	case n.slot < 0:
		return d.hardAt(n, "%s has a key that is written with a question mark", show(n.path()))
	case inline && n.end > n.start && (n.kind > sequence || n.flow):
		d.splice(n.start, n.end-n.start, s.flow(v, false))
		return d.check()
	}
	way := n.way()
	d.clear(n)
	if err := d.check(); err != nil {
		return err
	}
	d.write(d.find(way), v, s, inline)
	return d.check()
}

// replaceInline writes a value in the place of another in a flow collection.
func (d *doc) replaceInline(n *node, text string) error {
	switch {
	case n.end > n.start:
	case n.slot >= 0:
		text = " " + text
	default: // a key alone, as in {a}
		text = ": " + text
	}
	d.splice(n.start, n.end-n.start, text)
	return d.check()
}

// clear makes a value null and unspelled. What stands behind it on the line of
// its key stays.
func (d *doc) clear(n *node) {
	if n.kind > sequence || n.flow || !ownLine(d.b, n.kids[0].entryStart()) {
		d.splice(n.slot, n.end-n.slot, "")
		return
	}
	from := edit.LineStart(d.b, n.kids[0].entryStart())
	d.splice(from, d.extent(n)-from, "")
	if _, last := properties(d.b, n.start); last > n.start && last < from {
		d.splice(n.slot, last-n.slot, "")
	}
}

// write gives a value to a null that is not spelled.
func (d *doc) write(n *node, v value.Value, s style, inline bool) {
	line := edit.LineEnd(d.b, n.end)
	switch {
	case inline:
		d.splice(n.end, 0, " "+s.flow(v, false))
	case n.key != nil:
		text := s.after(n.parent.col, v)[1:]
		d.addLines(d.belowComments(line, n.parent.col+1), text)
	default:
		first, rest, _ := strings.Cut(s.afterDash(n.parent.col, v), "\n")
		if rest != "" {
			d.addLines(line, rest)
		}
		d.splice(n.end, 0, first)
	}
}
