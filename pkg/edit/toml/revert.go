package toml

import (
	"bytes"
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
)

// Revert takes an edit back.
//
// Where e.Ins still stands around the value that it set, exactly those bytes
// go, wherever in the file they are by now. Else the value goes, or becomes
// e.Old again. What a host has stored inside a table that we made goes with
// the table, since half an entry can keep a host from starting.
func (d *doc) Revert(e edit.Edit) error {
	if !e.Changed {
		return nil
	}
	if err := checkPath(e.At); err != nil {
		return err
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
	return d.change(func() error {
		at := steps(e.At)
		var starts []int
		if n := d.find(at); n != nil {
			starts = d.anchors(n)
		}
		d.exact(e, starts, func(try *doc) bool {
			return sameBut(d.root, try.root, e.At) && (e.Old == nil || try.holds(at, old))
		})
		return d.settle(e, at, old)
	}, func() bool { return sameBut(before.root, d.root, e.At) })
}

// settle does by value what the exact bytes did not do.
func (d *doc) settle(e edit.Edit, at []step, old value.Value) error {
	var err error
	switch {
	case d.find(at) == nil: // gone, by us or by somebody else: nothing to restore
	case e.Old == nil:
		err = d.cut(at)
	default:
		err = d.put(at, old)
	}
	if err != nil {
		return err
	}
	return d.prune(e.Made)
}

// exact replaces e.Ins by e.Del at the first place where it stands around one of
// the offsets, and ok likes what comes out.
func (d *doc) exact(e edit.Edit, starts []int, ok func(*doc) bool) bool {
	if len(e.Ins)+len(e.Del) == 0 {
		return false
	}
	for _, start := range starts {
		p := start - e.Key
		if p < 0 || p > len(d.b) || !bytes.HasPrefix(d.b[p:], e.Ins) || !e.WholeLines(d.b, p) {
			continue
		}
		try := *d
		try.splice(p, len(e.Ins), string(e.Del))
		if try.check() == nil && ok(&try) {
			*d = try
			return true
		}
	}
	return false
}

func (d *doc) holds(at []step, v value.Value) bool {
	n := d.find(at)
	return n != nil && value.Equal(n.json(), v)
}

// prune removes the parents that an edit made, if they are empty by now. Of one
// that holds tables of somebody else only the header goes: it still is there
// through them, as it was before.
func (d *doc) prune(made []edit.Path) error {
	for _, at := range slices.Backward(made) {
		n := d.find(steps(at))
		if n == nil || n == d.root {
			continue
		}
		var err error
		switch h := n.header; {
		case n.array() && len(n.val.elems) == 0:
			err = d.cut(steps(at))
		case n.kind != table:
		case h >= 0 && d.sectionLast(h) == h:
			x := d.withSeparator(extent{edit.LineStart(d.b, d.ex[h].start), edit.LineEnd(d.b, d.ex[h].end), true})
			d.splice(x.start, x.end-x.start, "")
			err = d.rescan()
		case h < 0 && len(n.kids) == 0:
			err = d.cut(steps(at))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
