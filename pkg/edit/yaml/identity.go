package yaml

import (
	"slices"

	"agentconnector/pkg/wire"
)

// anyIndex stands in the path of an identity for every index of an inner list.
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

// innermost is the innermost element that holds the string of an identity.
func (n *node) innermost(id wire.Identity) *node {
	path := append([]string{anyIndex}, id.Path...)
	var hit *node
	for n != nil && len(path) > 0 {
		var next *node
		if path[0] == anyIndex && n.kind == sequence {
			i := slices.IndexFunc(n.kids, func(k *node) bool { return k.json().holds(path[1:], id.Value) })
			if i >= 0 {
				next = n.kids[i]
				hit = next
			}
		} else {
			next = n.child(step{path[0], isKey})
		}
		n, path = next, path[1:]
	}
	return hit
}

// unit is what an edit by identity replaces or removes: the innermost element,
// or the one around it as long as it is alone in its list.
func (n *node) unit(id wire.Identity) *node {
	if n == nil || n.kind != sequence {
		return nil
	}
	unit := n.innermost(id)
	for unit != nil && unit.parent != n && len(unit.parent.kids) == 1 {
		for unit = unit.parent; unit.parent.kind != sequence; {
			unit = unit.parent
		}
	}
	return unit
}
