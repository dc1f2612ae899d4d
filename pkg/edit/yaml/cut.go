package yaml

import (
	"bytes"

	"agentconnector/pkg/edit"
)

// cut takes out the value at a way with its key or dash. Comments above it
// stay: they may speak of what comes next.
func (d *doc) cut(way []step) error {
	n := d.find(way)
	if n == nil {
		return nil
	}
	return d.drop(n)
}

// drop is cut for a node.
func (d *doc) drop(n *node) error {
	p := n.parent
	switch {
	case p.flow:
		return d.dropInline(n)
	case n.slot < 0:
		return d.hardAt(n, "%s has a key that is written with a question mark", show(n.path()))
	case !ownLine(d.b, n.entryStart()):
		return d.dropShared(n)
	}
	from, to := d.separated(n, edit.LineStart(d.b, n.entryStart()), d.extent(n))
	d.splice(from, to-from, "")
	if len(p.kids) > 1 || p.parent == nil {
		return d.check()
	}
	// The parent must not turn into null: to the host that is another type.
	if p.slot < 0 {
		return d.hardAt(n, "it is the only entry of a collection that cannot be edited")
	}
	_, at := properties(d.b, p.start)
	if p.start == p.body {
		at = p.slot
	}
	d.splice(at, 0, " "+hollowText(p))
	return d.check()
}

func hollowText(p *node) string {
	if p.kind == mapping {
		return "{}"
	}
	return "[]"
}

// dropShared takes out the first entry of a collection whose line begins with
// the dash of an outer one: the next entry takes its place.
func (d *doc) dropShared(n *node) error {
	p, start := n.parent, n.entryStart()
	if len(p.kids) == 1 {
		d.splice(start, n.end-start, hollowText(p))
		return d.check()
	}
	next := p.kids[1].entryStart()
	if n.index > 0 || next-edit.LineStart(d.b, next) != p.col || bytes.IndexByte(d.b[n.end:next], '#') >= 0 {
		return d.hardAt(n, "its line has something else on it")
	}
	d.splice(start, next-start, "")
	return d.check()
}

// extent is the end of the lines of an entry, or of a collection in one:
// comments below that are indented more than the entry are inside it.
func (d *doc) extent(n *node) int {
	end := edit.LineEnd(d.b, n.end)
	for end < len(d.b) && edit.CommentAt(d.b, end) && indentOf(d.b, end) > n.parent.col {
		end = edit.LineEnd(d.b, end)
	}
	return end
}

// separated adds to the lines of an entry the empty line above them, if it
// separates nothing any more, and keeps a file without a final newline without
// one.
func (d *doc) separated(n *node, from, to int) (int, int) {
	open := edit.OpenEnd(d.b, to)
	if d.gapAbove(n, from) && (to == len(d.b) || edit.BlankAt(d.b, to)) {
		from = edit.LineStart(d.b, from-1)
	}
	if open && from > 0 {
		from--
		if from > 0 && d.b[from-1] == '\r' {
			from--
		}
	}
	return from, to
}

// dropInline takes an entry out of a flow collection with the comma that goes
// with it. Comments stay.
func (d *doc) dropInline(n *node) error {
	kids, i := n.parent.kids, n.index
	from, to := n.entryStart(), max(n.end, n.entryStart())
	plain := func(from, to int) bool { return bytes.IndexByte(d.b[from:to], '#') < 0 }
	switch {
	case i > 0 && plain(kids[i-1].end, from):
		from = kids[i-1].end
	case i+1 < len(kids) && plain(to, kids[i+1].entryStart()):
		to = kids[i+1].entryStart()
	case len(kids) == 1 && plain(n.parent.body, n.parent.end):
		from, to = n.parent.body+1, n.parent.end-1
	case i > 0 && i+1 == len(kids):
		return d.dropLine(from, to, kids[i-1].end)
	default:
		return d.hardAt(n, "comments stand around it")
	}
	d.splice(from, to-from, "")
	return d.check()
}

// dropLine takes out the line of the last entry of a flow collection, and the
// comma behind the entry before it.
func (d *doc) dropLine(from, to, before int) error {
	next := edit.SkipBlanks(d.b, to)
	comma := next < len(d.b) && d.b[next] == ','
	if comma {
		next++
	}
	if !ownLine(d.b, from) || !edit.Blank(d.b[next:edit.LineEnd(d.b, next)]) {
		return edit.At(d.b, from, edit.Hard, "edit this place by hand", "comments stand around it")
	}
	from = edit.LineStart(d.b, from)
	d.splice(from, edit.LineEnd(d.b, next)-from, "")
	if at := edit.SkipBlanks(d.b, before); !comma && d.b[at] == ',' {
		d.splice(at, 1, "")
	}
	return d.check()
}
