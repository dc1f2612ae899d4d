package toml

import (
	"slices"

	"agentconnector/pkg/edit"
)

// sameBut says whether two trees mean the same everywhere but at the path. It
// is the last look at every edit: a line that slipped into another table by
// what was inserted or cut before it shows here.
func sameBut(a, b *node, at edit.Path) bool {
	return equal(a.json().without(at), b.json().without(at))
}

// without leaves out the value at a path and the objects that are empty then:
// TOML tables come and go with what is in them.
func (v value) without(at edit.Path) value {
	if len(at) == 0 {
		return value{}
	}
	i := slices.Index(v.keys, at[0])
	if v.kind != object || i < 0 {
		return v
	}
	kid := value{kind: object}
	if len(at) > 1 {
		kid = v.kids[i].without(at[1:])
	}
	out := v
	if kid.kind == object && len(kid.kids) == 0 {
		out.keys = slices.Delete(slices.Clone(v.keys), i, i+1)
		out.kids = slices.Delete(slices.Clone(v.kids), i, i+1)
	} else {
		out.kids = slices.Clone(v.kids)
		out.kids[i] = kid
	}
	return out
}

// othersSame says whether two arrays mean the same but for one element of each.
// The element that was made or cut is given as -1 where it is not.
func othersSame(a, b *node, i, j int) bool {
	rest := func(n *node, i int) value {
		if n == nil {
			return value{kind: array}
		}
		v := n.json()
		if i >= 0 {
			v.kids = slices.Delete(v.kids, i, i+1)
		}
		return v
	}
	return equal(rest(a, i), rest(b, j))
}
