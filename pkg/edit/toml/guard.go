package toml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
)

// sameBut says whether two trees mean the same everywhere but at the path. It
// is the last look at every edit: a line that slipped into another table by
// what was inserted or cut before it shows here.
func sameBut(a, b *node, at edit.Path) bool {
	return value.Equal(without(a.json(), at), without(b.json(), at))
}

// without leaves out the value at a path and the objects that are empty then:
// TOML tables come and go with what is in them.
func without(v value.Value, at edit.Path) value.Value {
	if len(at) == 0 {
		return value.Value{}
	}
	i := slices.Index(v.Keys, at[0])
	if v.Kind != value.Object || i < 0 {
		return v
	}
	kid := value.Value{Kind: value.Object}
	if len(at) > 1 {
		kid = without(v.Kids[i], at[1:])
	}
	out := v
	if kid.Kind == value.Object && len(kid.Kids) == 0 {
		out.Keys = slices.Delete(slices.Clone(v.Keys), i, i+1)
		out.Kids = slices.Delete(slices.Clone(v.Kids), i, i+1)
	} else {
		out.Kids = slices.Clone(v.Kids)
		out.Kids[i] = kid
	}
	return out
}

// othersSame says whether two arrays mean the same but for one element of each.
// The element that was made or cut is given as -1 where it is not.
func othersSame(a, b *node, i, j int) bool {
	rest := func(n *node, i int) value.Value {
		if n == nil {
			return value.Value{Kind: value.Array}
		}
		v := n.json()
		if i >= 0 {
			v.Kids = slices.Delete(v.Kids, i, i+1)
		}
		return v
	}
	return value.Equal(rest(a, i), rest(b, j))
}
