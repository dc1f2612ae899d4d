package toml

import (
	"slices"

	"agentconnector/pkg/wire"
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
