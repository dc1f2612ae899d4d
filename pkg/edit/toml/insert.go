package toml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"

	"github.com/pelletier/go-toml/v2/unstable"
)

// insert writes a value where there is none, in the form that the nearest
// parent allows.
func (d *doc) insert(at []step, v value.Value) error {
	p, k := d.deepest(at)
	rest := make(edit.Path, 0, len(at)-k)
	for _, s := range at[k:] {
		rest = append(rest, s.key)
	}
	last := len(rest) - 1
	switch path := append(p.path(), rest...); {
	case p.kind != table:
		return edit.At(d.b, d.start(p), edit.Shape, otherType, "%s is %s, not a table", show(p.path()), p.describe())
	case p.val != nil || p.holder != nil:
		return d.addMember(p, rest, v)
	case v.Kind == value.Object:
		return d.addBlock(p, blockText(path, v, d.blocks))
	case d.blocks && isTables(v):
		w := writer{blocks: true}
		for _, e := range v.Kids {
			w.table(path, e, true)
		}
		return d.addBlock(p, w.String())
	case last == 0 && p.dotted:
		return d.addDotted(p, rest[0], v)
	case last == 0 && (p.header >= 0 || p == d.root):
		return d.addLine(p, rest[0], v)
	default: // the parent needs a header first
		return d.addBlock(p, blockText(path[:len(path)-1], value.Wrap(rest[last:], v), d.blocks))
	}
}

// otherType is the hint where the file has something else than is needed.
const otherType = "rename or remove it by hand, then run again"

func (n *node) describe() string {
	if n.kind == tables {
		return "an array of tables"
	}
	return n.json().Kind.String()
}

// addBlock inserts a table behind the last block that is under p, else behind
// everything.
func (d *doc) addBlock(p *node, text string) error {
	at := len(d.b)
	for edit.BlankBefore(d.b, at) { // empty lines at the end stay there
		at = edit.LineStart(d.b, at-1)
	}
	for p != d.root {
		if i := d.lastHeader(p); i >= 0 {
			at = d.belowComments(d.sectionEnd(i))
			break
		}
		// Without a header of its own it may stand anywhere in what it is in:
		// the element of an array of tables, else the file.
		for p = p.parent; p != d.root && !p.elem; {
			p = p.parent
		}
	}
	return d.addLines(at, d.gap(at)+text)
}

// lastHeader is the last header that belongs to n, or -1.
func (d *doc) lastHeader(n *node) int {
	for i, e := range slices.Backward(d.ex) {
		if e.kind != unstable.KeyValue && e.node.under(n) {
			return i
		}
	}
	return -1
}

// sectionLast is the last expression under a header; -1 stands for the root.
func (d *doc) sectionLast(i int) int {
	for i+1 < len(d.ex) && d.ex[i+1].kind == unstable.KeyValue {
		i++
	}
	return i
}

func (d *doc) sectionEnd(i int) int { return edit.LineEnd(d.b, d.ex[d.sectionLast(i)].end) }

// addLine inserts a key at the end of a table's own keys.
func (d *doc) addLine(p *node, k string, v value.Value) error {
	head := p.header
	if p == d.root {
		head = -1
	}
	last := d.sectionLast(head)
	if last < 0 {
		return d.addLines(d.top(), keyText(k)+" = "+inlineText(v)+"\n")
	}
	return d.addBehind(last, keyText(k), v)
}

// top is the place for the first key of the root: before the first header, with
// the comments that belong to it.
func (d *doc) top() int {
	if len(d.ex) == 0 {
		return len(d.b)
	}
	at := edit.AboveComments(d.b, edit.LineStart(d.b, d.ex[0].start))
	for edit.BlankBefore(d.b, at) {
		at = edit.LineStart(d.b, at-1)
	}
	return at
}

// addBehind inserts a line behind an expression, indented and spaced like it.
func (d *doc) addBehind(i int, k string, v value.Value) error {
	e := d.ex[i]
	indent := string(d.b[edit.LineStart(d.b, e.start):e.start])
	return d.addLines(edit.LineEnd(d.b, e.end), indent+k+d.equals(e)+inlineText(v)+"\n")
}

// equals is how a key-value spells its equals sign. Alignment is not copied:
// it depends on the length of the key.
func (d *doc) equals(e expr) string {
	if e.kind == unstable.KeyValue && string(d.b[e.keys[len(e.keys)-1].end:e.val.start]) == "=" {
		return "="
	}
	return " = "
}

// addDotted inserts a key into a table that only dotted keys make: such a
// table must not be given a header, so it gets one more dotted key.
func (d *doc) addDotted(p *node, k string, v value.Value) error {
	found, sect, head := -1, d.root, d.root
	for i, e := range d.ex {
		switch {
		case e.kind != unstable.KeyValue:
			head = e.node
		case e.node.under(p) && !head.under(p):
			found, sect = i, head
		}
	}
	e := d.ex[found]
	return d.addBehind(found, d.prefix(e, p.below(sect))+keyText(k), v)
}

// prefix is the text of the first keys of a dotted key, with the dot.
func (d *doc) prefix(e expr, keys int) string {
	if keys == 0 {
		return ""
	}
	return string(d.b[e.start:e.keys[keys-1].end]) + "."
}

// addMember extends an inline table, or a table that dotted keys make in one.
func (d *doc) addMember(p *node, rest edit.Path, v value.Value) error {
	in, owner := p.val, p
	if in == nil {
		for in = p.holder; owner.val != in; {
			owner = owner.parent
		}
	}
	after := -1
	for i, m := range in.members {
		if m.node.under(p) {
			after = i
		}
	}
	text := keyText(rest[0])
	v = value.Wrap(rest[1:], v)
	if after < 0 {
		d.splice(in.end-1, 0, " "+text+" = "+inlineText(v)+" ")
		return d.rescan()
	}
	m := in.members[after]
	d.splice(m.end, 0, d.comma(in)+d.prefix(m, p.below(owner))+text+d.equals(m)+inlineText(v))
	return d.rescan()
}

// comma is how an inline table separates its members.
func (d *doc) comma(in *span) string {
	if n := len(in.members); n > 1 && string(d.b[in.members[n-2].end:in.members[n-1].start]) == "," {
		return ","
	}
	return ", "
}

// addElem adds an element behind the last one of an array that is written inline,
// on a line of its own if that one is. It goes before a comma that may stand there
// already, and before a comment, which speaks of the last one.
func (d *doc) addElem(in *span, v value.Value) error {
	if len(in.elems) == 0 {
		d.splice(in.start+1, 0, inlineText(v))
		return d.rescan()
	}
	last := in.elems[len(in.elems)-1]
	sep := ", "
	if at := edit.LineStart(d.b, last.start); edit.SkipBlanks(d.b, at) == last.start && !d.commentBehind(last.end) {
		sep = "," + edit.Newline(d.b, at) + string(d.b[at:last.start])
	}
	d.splice(last.end, 0, sep+inlineText(v))
	return d.rescan()
}

// commentBehind says whether a comment follows on the line, perhaps behind a comma.
func (d *doc) commentBehind(at int) bool {
	if at = edit.SkipBlanks(d.b, at); at < len(d.b) && d.b[at] == ',' {
		at = edit.SkipBlanks(d.b, at+1)
	}
	return at < len(d.b) && d.b[at] == '#'
}
