package toml

import (
	"slices"

	"agentconnector/pkg/edit/value"
)

// put makes the value at a way be v with as few splices as that takes.
func (d *doc) put(at []step, v value.Value) error {
	n := d.find(at)
	switch {
	case n == nil:
		return d.insert(at, v)
	case value.Equal(n.json(), v):
		return nil
	case n.val != nil: // it has one place, and keeps it
		d.splice(n.val.start, n.val.end-n.val.start, inlineText(v))
		return d.rescan()
	case n.kind == table && v.Kind == value.Object:
		return d.merge(at, v)
	case n.kind == tables && isTables(v):
		return d.mergeElems(at, v)
	}
	if err := d.cut(at); err != nil {
		return err
	}
	return d.insert(at, v)
}

// merge makes a table that has definitions of its own equal to v, key by key.
// What is gone goes last: the table must not vanish on the way.
func (d *doc) merge(at []step, v value.Value) error {
	old := d.find(at).json().Keys
	for i, k := range v.Keys {
		if err := d.put(append(slices.Clip(at), step{k, -1}), v.Kids[i]); err != nil {
			return err
		}
	}
	for _, k := range old {
		if !slices.Contains(v.Keys, k) {
			if err := d.cut(append(slices.Clip(at), step{k, -1})); err != nil {
				return err
			}
		}
	}
	if d.find(at) == nil { // it was only the way to what is gone
		return d.insert(at, v)
	}
	return nil
}

// mergeElems does the same for an array of tables, by position.
func (d *doc) mergeElems(at []step, v value.Value) error {
	for i := len(d.find(at).kids) - 1; i >= len(v.Kids); i-- {
		if err := d.cut(append(slices.Clip(at), step{"", i})); err != nil {
			return err
		}
	}
	for i, kid := range v.Kids {
		var err error
		if n := d.find(at); i < len(n.kids) {
			err = d.put(append(slices.Clip(at), step{"", i}), kid)
		} else {
			err = d.addBlock(n, elemText(n.path(), kid))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
