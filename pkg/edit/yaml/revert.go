package yaml

import (
	"bytes"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
)

// Revert takes an edit back.
//
// Where e.Ins still stands around the value that it set, exactly those bytes
// go, wherever in the file they are by now. Else the entry goes, or becomes
// e.Old again; a replaced value that somebody has changed since is theirs and
// stays.
func (d *doc) Revert(e edit.Edit) error {
	if !e.Changed {
		return nil
	}
	var old value.Value
	if e.Old != nil {
		var err error
		if old, err = rules.Parse(e.Old, len(e.At)); err != nil {
			return err
		}
	}
	if e.Identity != nil {
		return d.revertElem(e, old)
	}
	before := *d
	way := steps(e.At)
	return d.change(func() error { return d.takeBack(e, way, old) },
		func() bool { return sameBut(before.root, d.root, way, way) })
}

// takeBack reverts an edit of the value at a way.
func (d *doc) takeBack(e edit.Edit, way []step, old value.Value) error {
	if d.exact(e, way, old) {
		return d.prune(e.Made)
	}
	n := d.find(way)
	var err error
	switch {
	case n == nil: // gone, by us or by somebody else: nothing to restore
	case e.Old == nil:
		if err = d.free(way); err == nil {
			err = d.cut(way)
		}
	case value.Equal(n.json(), d.wrote(e, n)):
		if err = d.free(way); err == nil {
			err = d.put(way, old)
		}
	}
	if err != nil {
		return err
	}
	return d.prune(e.Made)
}

// wrote is the value that a replacement set, read from its bytes.
func (d *doc) wrote(e edit.Edit, n *node) value.Value {
	start := n.entryStart()
	pad := strings.Repeat(" ", start-edit.LineStart(d.b, start))
	is := doc{b: slices.Concat([]byte(pad), e.Ins[min(e.Key, len(e.Ins)):])}
	if n.key == nil {
		is.b = slices.Concat([]byte("k:\n"), is.b) // only a mapping can be a root
	}
	if is.check() != nil || is.root.hollow() {
		return value.Value{Kind: value.Special}
	}
	v := is.root.kids[0]
	if n.key == nil {
		if v.hollow() || v.kind != sequence {
			return value.Value{Kind: value.Special}
		}
		v = v.kids[0]
	}
	return v.json()
}

// exact replaces e.Ins by e.Del if it stands around the entry and what comes
// out is the document without the edit.
func (d *doc) exact(e edit.Edit, way []step, old value.Value) bool {
	n := d.find(way)
	if n == nil || len(e.Ins) == 0 {
		return false
	}
	p := n.entryStart() - e.Key
	if p < 0 || !bytes.HasPrefix(d.b[p:], e.Ins) || !e.WholeLines(d.b, p) {
		return false
	}
	try := *d
	try.splice(p, len(e.Ins), string(e.Del))
	if try.check() != nil {
		return false
	}
	was := way
	is := way
	if last := way[len(way)-1]; e.Old == nil && last.index >= 0 {
		is = extend(way[:len(way)-1], step{"", absent})
	}
	if !sameBut(d.root, try.root, was, is) || !try.agrees(e, way, old) {
		return false
	}
	*d = try
	return true
}

// agrees says whether a document without an edit has what was there before it.
func (d *doc) agrees(e edit.Edit, way []step, old value.Value) bool {
	n := d.find(way)
	if e.Old != nil {
		return n != nil && value.Equal(n.json(), old)
	}
	if way[len(way)-1].index == isKey && n != nil {
		return false
	}
	// A collection that we did not make must not turn into null with its last
	// entry; if it was null, e.Del says so.
	p := d.find(way[:len(way)-1])
	return !p.null() || len(e.Del) > 0 || slices.ContainsFunc(e.Made, func(m edit.Path) bool { return slices.Equal(steps(m), p.way()) })
}

// prune removes the parents that an edit made, if there is nothing in them by
// now, not even a comment.
func (d *doc) prune(made []edit.Path) error {
	for _, at := range slices.Backward(made) {
		n := d.find(steps(at))
		if n == nil || !n.hollow() || n.parent == nil || n.block() && d.extent(n) > edit.LineEnd(d.b, n.end) {
			continue
		}
		if err := d.cut(steps(at)); err != nil {
			return err
		}
	}
	return nil
}
