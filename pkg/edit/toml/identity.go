package toml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"

	"github.com/pelletier/go-toml/v2/unstable"
)

// anyIndex stands in the path of an identity for every index of an inner array.
const anyIndex = "*"

// holds says whether the string at the path of an identity is there.
func (v value) holds(path []string, want string) bool {
	switch {
	case len(path) == 0:
		return v.kind == text && v.text == want
	case path[0] == anyIndex && v.kind == array:
		return slices.ContainsFunc(v.kids, func(k value) bool { return k.holds(path[1:], want) })
	case v.kind == object:
		i := slices.Index(v.keys, path[0])
		return i >= 0 && v.kids[i].holds(path[1:], want)
	}
	return false
}

// inner goes from a whole element to what takes the place of a unit that many
// steps below it.
func (v value) inner(id wire.Identity, depth int) value {
	path := id.Path
	for ; depth > 0; depth-- {
		i := 0
		if path[0] == anyIndex && v.kind == array {
			i = slices.IndexFunc(v.kids, func(k value) bool { return k.holds(path[1:], id.Value) })
		} else {
			i = slices.Index(v.keys, path[0])
		}
		v, path = v.kids[i], path[1:]
	}
	return v
}

// innermost is the innermost block that holds the string of an identity.
func (d *doc) innermost(n *node, id wire.Identity) *node {
	path := append([]string{anyIndex}, id.Path...)
	var hit *node
	for len(path) > 0 {
		var next *node
		switch {
		case path[0] == anyIndex && n.kind == tables:
			if i := slices.IndexFunc(n.kids, func(k *node) bool { return k.json().holds(path[1:], id.Value) }); i >= 0 {
				next = n.kids[i]
				hit = next
			}
		case n.kind == table:
			next = n.index[path[0]]
		}
		if next == nil {
			break
		}
		n, path = next, path[1:]
	}
	return hit
}

// unit is what an edit by identity replaces or removes: the innermost element,
// or the one around it as long as it is alone in its array.
func (d *doc) unit(n *node, id wire.Identity) (*node, error) {
	if n == nil || n.kind != tables {
		return nil, nil
	}
	unit := d.innermost(n, id)
	if unit == nil {
		return nil, nil
	}
	if s := sharedInline(unit, id, unit.below(n)-1); s != nil {
		return nil, edit.At(d.b, s.start, edit.Hard, "edit this array by hand",
			"%s is in an array that is written inline, and its elements cannot be edited one by one", stringText(id.Value))
	}
	for unit.parent != n && len(unit.parent.kids) == 1 {
		for unit = unit.parent; !unit.elem; {
			unit = unit.parent
		}
	}
	return unit, nil
}

// sharedInline finds an inline array of several elements between a block and
// the string of the identity, of which the first done keys lead to the block.
func sharedInline(n *node, id wire.Identity, done int) *span {
	for _, k := range id.Path[done:] {
		if k == anyIndex && n.kind == leaf {
			if n.val.kind == unstable.Array && len(n.val.elems) > 1 {
				return n.val
			}
			return nil
		}
		if n = n.index[k]; n == nil {
			return nil
		}
	}
	return nil
}
