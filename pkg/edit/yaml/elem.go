package yaml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
	"agentconnector/pkg/wire"
)

// Upsert inserts or replaces the element that id names in a list.
func (d *doc) Upsert(at edit.Path, id wire.Identity, raw wire.Raw) (edit.Edit, error) {
	none := edit.Edit{At: slices.Clone(at), Identity: &id}
	e := none
	v, err := usable(at, raw, len(at)+1)
	if err != nil {
		return none, err
	}
	if v.Kind != value.Object || !v.Holds(id.Path, id.Value) {
		return none, &edit.Error{Kind: edit.Shape, Msg: "the value is not an object that holds the string of its identity"}
	}
	way := steps(at)
	n, err := d.list(way)
	if err != nil {
		return none, d.byHand(err, at, value.Value{Kind: value.Array, Kids: []value.Value{v}})
	}
	unit, whole := n.unit(id), v
	was := extend(way, step{"", absent})
	if unit != nil {
		was = unit.way()
		v = v.Inner(id, len(was)-len(way)-1)
		r := reader{d: d}
		is := r.read(unit, 0)
		if r.err != nil {
			return none, r.err
		}
		if value.Equal(is, v) {
			return none, nil
		}
		if e.Old, err = is.Marshal(nil); err != nil {
			return none, err
		}
	}
	if err := d.free(was); err != nil {
		return none, d.byHand(err, at, value.Value{Kind: value.Array, Kids: []value.Value{whole}})
	}
	to := was
	if unit == nil {
		to = extend(way, step{"", 0})
		if n != nil && n.kind == sequence {
			to[len(way)].index = len(n.kids)
		}
	}
	old := *d
	err = d.change(func() error { return d.put(to, v) }, func() bool {
		n := d.find(to)
		return n != nil && value.Equal(n.json(), v) && sameBut(old.root, d.root, was, to)
	})
	if err != nil {
		return none, d.byHand(err, at, value.Value{Kind: value.Array, Kids: []value.Value{whole}})
	}
	e.Made = old.missing(at, len(at))
	d.fill(&e, &old, to)
	return e, nil
}

// list finds the list at a way; nil if it is not there yet.
func (d *doc) list(way []step) (*node, error) {
	n, k := d.deepest(way)
	if n == nil || k < len(way) || n.null() || n.kind == sequence {
		return d.find(way), nil
	}
	if n.kind == alias {
		return nil, d.hardAt(n, "%s is an alias: an edit inside it would change *%s everywhere", show(n.path()), n.y.Value)
	}
	return nil, edit.At(d.b, n.entryStart(), edit.Shape, otherType, "%s is %s, not a list", show(n.path()), n.describe())
}

// RemoveElem takes out the element that id names.
func (d *doc) RemoveElem(at edit.Path, id wire.Identity) error {
	n := d.find(steps(at))
	if n == nil {
		return nil
	}
	unit := n.unit(id)
	if unit == nil {
		if n.kind == alias && n.json().Holds(append([]string{value.AnyIndex}, id.Path...), id.Value) {
			return d.hardAt(n, "%s is an alias: an edit inside it would change *%s everywhere", show(at), n.y.Value)
		}
		return nil
	}
	way := unit.way()
	if err := d.free(way); err != nil {
		return err
	}
	before := *d
	return d.change(func() error { return d.drop(unit) }, func() bool {
		return sameBut(before.root, d.root, way, extend(way[:len(way)-1], step{"", absent}))
	})
}

// revertElem is Revert for an upsert.
func (d *doc) revertElem(e edit.Edit, old value.Value) error {
	before := *d
	n := d.find(steps(e.At))
	unit := n.unit(*e.Identity)
	if unit == nil { // it is gone, but perhaps not what was made for it
		way := steps(e.At)
		return d.change(func() error { return d.prune(e.Made) }, func() bool { return sameBut(before.root, d.root, way, way) })
	}
	if e.Old != nil && !old.Holds(e.Identity.Path, e.Identity.Value) {
		unit = n.innermost(*e.Identity) // the edit replaced an inner element
	}
	way := unit.way()
	to := way
	if e.Old == nil {
		to = extend(way[:len(way)-1], step{"", absent})
	}
	return d.change(func() error { return d.takeBack(e, way, old) },
		func() bool { return sameBut(before.root, d.root, way, to) })
}
