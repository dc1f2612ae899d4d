package yaml

import (
	"slices"

	"agentconnector/pkg/edit/value"
	"agentconnector/pkg/wire"
)

// innermost is the innermost element that holds the string of an identity.
func (n *node) innermost(id wire.Identity) *node {
	path := append([]string{value.AnyIndex}, id.Path...)
	var hit *node
	for n != nil && len(path) > 0 {
		var next *node
		if path[0] == value.AnyIndex && n.kind == sequence {
			i := slices.IndexFunc(n.kids, func(k *node) bool { return k.json().Holds(path[1:], id.Value) })
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
