package toml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
	"agentconnector/pkg/wire"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Upsert inserts or replaces the element that id names in an array of tables.
// In an array that is written inline it is an inline table, too.
func (d *doc) Upsert(at edit.Path, id wire.Identity, raw wire.Raw) (edit.Edit, error) {
	e := edit.Edit{At: slices.Clone(at), Identity: &id}
	if err := checkPath(at); err != nil {
		return e, err
	}
	v, err := rules.Parse(raw, len(at)+1)
	if err != nil {
		return e, err
	}
	if v.Kind != value.Object || !v.Holds(id.Path, id.Value) {
		return e, &edit.Error{Kind: edit.Shape, Msg: "the value is not an object that holds the string of its identity"}
	}
	n, err := d.array(at)
	if err != nil {
		return e, err
	}
	u, depth := d.unit(n, id), 0
	if u != nil {
		depth = u.depth
		v = v.Inner(id, depth)
		if value.Equal(u.json(), v) {
			return e, nil
		}
		if e.Old, err = u.json().Marshal(nil); err != nil {
			return e, edit.At(d.b, d.starts(u)[0], edit.Shape, "write a number", "%s: %v", show(at), err)
		}
	}
	old := *d
	if err := d.change(func() error { return d.putElem(at, u, v) }, d.elemGuard(&old, at, id, u)); err != nil {
		return edit.Edit{At: e.At, Identity: &id}, err
	}
	e.Made = d.made(&old, at, len(at))
	d.fill(&e, &old, d.starts(d.again(at, id, depth))[0])
	return e, nil
}

// putElem replaces an element, or adds one as the file has its neighbours.
func (d *doc) putElem(at edit.Path, u *unit, v value.Value) error {
	d.blocks = true
	defer func() { d.blocks = false }()
	if u != nil {
		return d.putUnit(u, v)
	}
	switch n, _ := d.deepest(steps(at)); {
	case n.array():
		return d.addElem(n.val, v)
	case n.kind == table && (n.val != nil || n.holder != nil): // below it there are no headers
		return d.insert(steps(at), value.Value{Kind: value.Array, Kids: []value.Value{v}})
	default:
		return d.addBlock(n, elemText(at, v))
	}
}

// elemGuard judges an upsert: the element is there, the others are as before.
func (d *doc) elemGuard(old *doc, at edit.Path, id wire.Identity, u *unit) func() bool {
	return func() bool {
		n := d.find(steps(at))
		if n == nil || !n.array() && n.kind != tables || !sameBut(old.root, d.root, at) {
			return false
		}
		kids := n.json().Kids
		i, j := -1, len(kids)-1
		if u != nil {
			i = u.outer
			j = i
		}
		return kids[j].Holds(id.Path, id.Value) && othersSame(old.find(steps(at)), n, i, j)
	}
}

// RemoveElem takes out the element that id names.
func (d *doc) RemoveElem(at edit.Path, id wire.Identity) error {
	u := d.unit(d.find(steps(at)), id)
	if u == nil {
		return nil
	}
	old := *d
	return d.change(func() error { return d.cutUnit(u) }, d.cutGuard(&old, at, u))
}

// cutGuard judges a removal: everything but the element is as before.
func (d *doc) cutGuard(old *doc, at edit.Path, u *unit) func() bool {
	i := u.outer
	j := i
	if u.depth == 0 {
		j = -1 // it is not in an inner array
	}
	return func() bool {
		return sameBut(old.root, d.root, at) && othersSame(old.find(steps(at)), d.find(steps(at)), i, j)
	}
}

// revertElem is Revert for an upsert.
func (d *doc) revertElem(e edit.Edit, old value.Value) error {
	n := d.find(steps(e.At))
	u := d.unit(n, *e.Identity)
	before := *d
	if u == nil { // it is gone, but perhaps not what was made for it
		return d.change(func() error { return d.prune(e.Made) }, func() bool { return sameBut(before.root, d.root, e.At) })
	}
	if e.Old != nil && !old.Holds(e.Identity.Path, e.Identity.Value) { // the edit replaced an inner element
		all := d.units(n, *e.Identity)
		u = &all[len(all)-1]
	}
	guard := d.cutGuard(&before, e.At, u)
	if e.Old != nil {
		guard = d.elemGuard(&before, e.At, *e.Identity, u)
	}
	return d.change(func() error {
		d.blocks = true
		defer func() { d.blocks = false }()
		starts := d.starts(u)
		if u.block == nil && !u.alone && len(e.Del) == 0 && e.Key == 0 {
			starts = nil // it was the only one: its bytes do not have the comma of by now
		}
		done := d.exact(e, starts, func(try *doc) bool {
			now := *d
			*d = *try
			fine := guard()
			*d = now
			return fine
		})
		if err := d.settleElem(e, u, old, done); err != nil {
			return err
		}
		return d.prune(e.Made)
	}, guard)
}

// settleElem does by value what the exact bytes have not done.
func (d *doc) settleElem(e edit.Edit, u *unit, old value.Value, done bool) error {
	switch {
	case done:
		return nil
	case e.Old == nil:
		return d.cutUnit(u)
	}
	return d.putUnit(u, old)
}

// array finds the array at the path; nil if there is none yet.
func (d *doc) array(at edit.Path) (*node, error) {
	n, k := d.deepest(steps(at))
	switch {
	case len(at) == 0:
		return nil, &edit.Error{Kind: edit.Root, Msg: "the root of a TOML file is a table, not an array"}
	case k < len(at) && n.kind == table:
		return nil, nil
	case k == len(at) && n.kind == tables, k == len(at) && n.array() && n.val.tablesOnly():
		return n, nil
	}
	return nil, edit.At(d.b, d.start(n), edit.Shape, otherType, "%s is %s, not an array of tables", show(n.path()), n.describe())
}

// tablesOnly says whether all elements of an array are tables.
func (s *span) tablesOnly() bool {
	return !slices.ContainsFunc(s.elems, func(e span) bool { return e.kind != unstable.InlineTable })
}
