package toml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Upsert inserts or replaces the element that id names in an array of tables.
// An array of inline tables is refused: its elements share their lines.
func (d *doc) Upsert(at edit.Path, id wire.Identity, raw wire.Raw) (edit.Edit, error) {
	e := edit.Edit{At: slices.Clone(at), Identity: &id}
	if err := checkPath(at); err != nil {
		return e, err
	}
	v, err := parseJSON(raw, len(at)+1)
	if err != nil {
		return e, err
	}
	if v.kind != object || !v.holds(id.Path, id.Value) {
		return e, &edit.Error{Kind: edit.Shape, Msg: "the value is not an object that holds the string of its identity"}
	}
	n, err := d.array(at, v)
	if err != nil {
		return e, err
	}
	unit, err := d.unit(n, id)
	if err != nil {
		return e, err
	}
	if unit != nil {
		v = v.inner(id, unit.below(n)-1)
		if equal(unit.json(), v) {
			return e, nil
		}
		if e.Old, err = d.marshal(unit); err != nil {
			return e, err
		}
	}
	old := *d
	if err := d.change(func() error { return d.putElem(at, unit, v) }, d.elemGuard(&old, at, id, unit)); err != nil {
		return edit.Edit{At: e.At, Identity: &id}, err
	}
	e.Made = d.made(&old, at, len(at))
	d.fill(&e, &old, d.written(at, unit))
	return e, nil
}

// putElem replaces an element, or adds a block for it.
func (d *doc) putElem(at edit.Path, unit *node, v value) error {
	d.blocks = true
	defer func() { d.blocks = false }()
	if unit != nil {
		return d.put(unit.way(), v)
	}
	n, _ := d.deepest(steps(at))
	return d.addBlock(n, elemText(at, v))
}

// written is the element that an upsert has just written. A new one is the last:
// an identity that stood in the file already would have been replaced.
func (d *doc) written(at edit.Path, unit *node) *node {
	if unit != nil {
		return d.find(unit.way())
	}
	n := d.find(steps(at))
	return n.kids[len(n.kids)-1]
}

// elemGuard judges an upsert: the element is there, the others are as before.
func (d *doc) elemGuard(old *doc, at edit.Path, id wire.Identity, unit *node) func() bool {
	return func() bool {
		n := d.find(steps(at))
		if n == nil || n.kind != tables || !sameBut(old.root, d.root, at) {
			return false
		}
		i, j := -1, len(n.kids)-1
		if unit != nil {
			i = unit.way()[len(at)].index
			j = i
		}
		return n.kids[j].json().holds(id.Path, id.Value) && othersSame(old.find(steps(at)), n, i, j)
	}
}

// RemoveElem takes out the element that id names.
func (d *doc) RemoveElem(at edit.Path, id wire.Identity) error {
	n := d.find(steps(at))
	if n == nil {
		return nil
	}
	if n.kind != tables {
		if n.json().holds(append([]string{"*"}, id.Path...), id.Value) {
			return d.inlineArray(n, at, nil)
		}
		return nil
	}
	unit, err := d.unit(n, id)
	if unit == nil || err != nil {
		return err
	}
	old := *d
	return d.change(func() error { return d.cut(unit.way()) }, d.cutGuard(&old, at, unit))
}

// cutGuard judges a removal: everything but the element is as before.
func (d *doc) cutGuard(old *doc, at edit.Path, unit *node) func() bool {
	i := unit.way()[len(at)].index
	j := i
	if len(unit.way()) == len(at)+1 {
		j = -1 // it is not in an inner array
	}
	return func() bool {
		return sameBut(old.root, d.root, at) && othersSame(old.find(steps(at)), d.find(steps(at)), i, j)
	}
}

// revertElem is Revert for an upsert.
func (d *doc) revertElem(e edit.Edit, old value) error {
	n := d.find(steps(e.At))
	unit, err := d.unit(n, *e.Identity)
	if err != nil {
		return err
	}
	if unit == nil { // it is gone, but perhaps not what was made for it
		before := *d
		return d.change(func() error { return d.prune(e.Made) }, func() bool { return sameBut(before.root, d.root, e.At) })
	}
	if e.Old != nil && !old.holds(e.Identity.Path, e.Identity.Value) {
		unit = d.innermost(n, *e.Identity) // the edit replaced an inner element
	}
	before := *d
	at := unit.way()
	guard := d.cutGuard(&before, e.At, unit)
	if e.Old != nil {
		guard = d.elemGuard(&before, e.At, *e.Identity, unit)
	}
	return d.change(func() error {
		d.blocks = true
		defer func() { d.blocks = false }()
		done := d.exact(e, at, func(try *doc) bool {
			now := *d
			*d = *try
			fine := guard()
			*d = now
			return fine
		})
		if done {
			return d.prune(e.Made)
		}
		return d.settle(e, at, old)
	}, guard)
}

// array finds the array of tables at the path; nil if there is none yet.
func (d *doc) array(at edit.Path, v value) (*node, error) {
	n, k := d.deepest(steps(at))
	switch {
	case len(at) == 0:
		return nil, &edit.Error{Kind: edit.Root, Msg: "the root of a TOML file is a table, not an array"}
	case k == len(at) && n.kind == tables:
		return n, nil
	case k < len(at) && n.kind == table && n.val == nil && n.holder == nil:
		return nil, nil
	case k == len(at) && n.kind == leaf && n.val.kind == unstable.Array, k < len(at) && n.kind == table:
		return nil, d.inlineArray(n, at, &v)
	}
	return nil, edit.At(d.b, d.start(n), edit.Shape, otherType, "%s is %s, not an array of tables", show(n.path()), n.describe())
}

// inlineArray refuses an edit of an array that is spelled inline.
func (d *doc) inlineArray(n *node, at edit.Path, v *value) error {
	hint := "remove the element by hand"
	if v != nil {
		hint = "add this element to it by hand: " + inlineText(*v)
		if n.val != nil && n.val.kind == unstable.Array && len(n.val.elems) == 0 {
			hint = "take the empty array out and run again, or " + hint
		}
	}
	return edit.At(d.b, d.start(n), edit.Hard, hint, "%s is written inline, and its elements cannot be edited one by one", show(n.path()))
}
