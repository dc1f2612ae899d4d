package toml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
	"agentconnector/pkg/wire"

	"github.com/pelletier/go-toml/v2/unstable"
)

// unit is an element of an array, as an edit by identity replaces it or takes it
// out: a block, or a table in an array that is written inline.
type unit struct {
	block *node // nil: it is inline,
	of    *node // in the value of this node,
	in    *span // in this array there,
	i     int   // at this place
	depth int   // steps of the identity's path from the outermost element down to it
	outer int   // place of the outermost element in its array
	alone bool  // nothing else is in its array
}

// units are the elements that hold the string of an identity, outermost first.
// Blocks come before inline ones: below a value there are no headers.
func (d *doc) units(n *node, id wire.Identity) (all []unit) {
	path := append([]string{value.AnyIndex}, id.Path...)
	for depth := 0; n != nil && depth < len(path); depth++ {
		rest := path[depth+1:]
		switch {
		case path[depth] != value.AnyIndex && n.kind == table:
			n = n.index[path[depth]]
		case path[depth] != value.AnyIndex:
			return all
		case n.kind == tables:
			i := slices.IndexFunc(n.kids, func(k *node) bool { return k.json().Holds(rest, id.Value) })
			if i < 0 {
				return all
			}
			u := unit{alone: len(n.kids) == 1, depth: depth, outer: i}
			n = n.kids[i]
			u.block = n
			all = append(all, u.below(all))
		case n.array():
			return inlineUnits(all, n, path[depth:], depth, id.Value)
		default:
			return all
		}
	}
	return all
}

// inlineUnits goes on from a node whose value is an array. What is in it has no
// nodes: a small tree is grown for each element on the way.
func inlineUnits(all []unit, of *node, path []string, depth int, want string) []unit {
	in := of.val
	for {
		i := slices.IndexFunc(in.elems, func(s span) bool { return s.json().Holds(path[1:], want) })
		if i < 0 {
			return all
		}
		u := unit{of: of, in: in, i: i, depth: depth, outer: i, alone: len(in.elems) == 1}
		all = append(all, u.below(all))
		n := in.elems[i].tree()
		for path, depth = path[1:], depth+1; len(path) > 0 && path[0] != value.AnyIndex && n != nil; path, depth = path[1:], depth+1 {
			n = n.index[path[0]]
		}
		if len(path) == 0 || n == nil || !n.array() {
			return all
		}
		in = n.val
	}
}

// below notes which outermost element a unit is in.
func (u unit) below(all []unit) unit {
	if len(all) > 0 {
		u.outer = all[0].outer
	}
	return u
}

// array says whether the value of a node is an array that is written inline.
func (n *node) array() bool {
	return n != nil && n.kind == leaf && n.val.kind == unstable.Array
}

// unit is what an edit by identity replaces or removes: the innermost element,
// or the one around it as long as it is alone in its array.
func (d *doc) unit(n *node, id wire.Identity) *unit {
	all := d.units(n, id)
	i := len(all) - 1
	for ; i > 0 && all[i].alone; i-- {
	}
	if i < 0 {
		return nil
	}
	return &all[i]
}

// at is the unit again, after an edit that has left its array where it was.
func (d *doc) again(at edit.Path, id wire.Identity, depth int) *unit {
	for _, u := range d.units(d.find(steps(at)), id) {
		if u.depth == depth {
			return &u
		}
	}
	return nil
}

// json is the value of the unit.
func (u *unit) json() value.Value {
	if u.block != nil {
		return u.block.json()
	}
	return u.in.elems[u.i].json()
}

// starts are the offsets at which the unit begins: a block may be in several places.
func (d *doc) starts(u *unit) []int {
	if u.block != nil {
		return d.anchors(u.block)
	}
	return []int{u.in.elems[u.i].start}
}

// putUnit replaces the unit by a value. An inline one keeps its place.
func (d *doc) putUnit(u *unit, v value.Value) error {
	if u.block != nil {
		return d.put(u.block.way(), v)
	}
	s := u.in.elems[u.i]
	d.splice(s.start, s.end-s.start, inlineText(v))
	return d.rescan()
}

// cutUnit takes the unit out.
func (d *doc) cutUnit(u *unit) error {
	if u.block != nil {
		return d.cut(u.block.way())
	}
	parts := make([]extent, len(u.in.elems))
	for i, s := range u.in.elems {
		parts[i] = extent{start: s.start, end: s.end}
	}
	d.cutPart(parts, u.i, false)
	return d.rescan()
}
