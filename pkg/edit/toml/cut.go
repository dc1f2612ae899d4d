package toml

import (
	"bytes"
	"slices"

	"agentconnector/pkg/edit"

	"github.com/pelletier/go-toml/v2/unstable"
)

// extent is a stretch of whole lines to be cut.
type extent struct {
	start, end int
	header     bool // it begins with a header
}

// cut takes out every definition at and under a way. Parents stay as far as
// they are written down: a table that exists only through what is cut goes.
func (d *doc) cut(at []step) error {
	n := d.find(at)
	if n == nil {
		return nil
	}
	if n.holder != nil {
		return d.cutMembers(at)
	}
	for _, x := range slices.Backward(d.extents(n)) {
		x = d.withSeparator(x)
		d.splice(x.start, x.end-x.start, "")
	}
	return d.rescan()
}

// extents lists the lines that define n. Two with nothing of somebody else
// between them are one.
func (d *doc) extents(n *node) (out []extent) {
	for i := 0; i < len(d.ex); i++ {
		e := d.ex[i]
		if !e.node.under(n) {
			continue
		}
		x := extent{start: edit.LineStart(d.b, e.start), header: e.kind != unstable.KeyValue}
		if x.header {
			i = d.sectionLast(i)
		}
		x.end = edit.LineEnd(d.b, d.ex[i].end)
		if k := len(out) - 1; k >= 0 && d.inside(out[k].end, x.start) {
			out[k].end = x.end
			continue
		}
		out = append(out, x)
	}
	return out
}

// inside says whether what stands between two extents belongs to them: empty
// lines, and comments directly below the one or above the other. A comment that
// stands alone stays.
func (d *doc) inside(from, to int) bool {
	for from < to && edit.CommentAt(d.b, from) {
		from = edit.LineEnd(d.b, from)
	}
	return from >= to || edit.Blank(d.b[from:max(from, edit.AboveComments(d.b, to))])
}

// withSeparator adds to an extent the empty line that Set puts in front of a
// block, if it separates nothing any more, and keeps a file without a final
// newline without one.
func (d *doc) withSeparator(x extent) extent {
	last := x.end == len(d.b)
	open := edit.OpenEnd(d.b, x.end)
	if x.header && edit.BlankBefore(d.b, x.start) && (last || edit.BlankAt(d.b, x.end)) {
		x.start = edit.LineStart(d.b, x.start-1)
	}
	if open && x.start > 0 {
		x.start -= len("\n")
		if x.start > 0 && d.b[x.start-1] == '\r' {
			x.start--
		}
	}
	return x
}

// cutMembers takes a value out of an inline table. A table that dotted keys
// make there has several members, so it goes on until nothing is left.
func (d *doc) cutMembers(at []step) error {
	for n := d.find(at); n != nil && n.holder != nil; n = d.find(at) {
		i := slices.IndexFunc(n.holder.members, func(m expr) bool { return m.node.under(n) })
		d.cutMember(n.holder, i)
		if err := d.rescan(); err != nil {
			return err
		}
	}
	return nil
}

// cutMember takes out a member.
func (d *doc) cutMember(in *span, i int) {
	parts := make([]extent, len(in.members))
	for k, m := range in.members {
		parts[k] = extent{start: m.start, end: m.end}
	}
	d.cutPart(parts, i, true)
}

// cutPart takes out a part of an inline table or array, and the comma that goes
// with it, or, of the only member of a table, the spaces that addMember puts around
// it. Comments, which TOML allows in an array and since 1.1 in a table, stay.
func (d *doc) cutPart(parts []extent, i int, padded bool) {
	start, end := parts[i].start, parts[i].end
	plain := func(from, to int) bool { return bytes.IndexByte(d.b[from:to], '#') < 0 }
	switch {
	case i > 0 && plain(parts[i-1].end, start):
		start = parts[i-1].end
	case i+1 < len(parts) && plain(end, parts[i+1].start):
		end = parts[i+1].start
	default:
		if comma := d.commaAfter(end); comma >= 0 {
			d.splice(comma, 1, "")
		}
		if padded && len(parts) == 1 && d.b[start-1] == ' ' && d.b[end] == ' ' {
			start, end = start-1, end+1
		}
	}
	d.splice(start, end-start, "")
}

// commaAfter finds the comma that follows a member, or -1.
func (d *doc) commaAfter(at int) int {
	for {
		switch d.b[at] {
		case ' ', '\t', '\r', '\n':
			at++
		case '#':
			at = edit.LineEnd(d.b, at)
		case ',':
			return at
		default:
			return -1
		}
	}
}
