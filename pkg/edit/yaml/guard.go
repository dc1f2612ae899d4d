package yaml

// sameBut says whether two trees are the same everywhere but at a way in each:
// it is the last look at every edit. Entries are compared in their order, as
// they are written, aliases by name. A parent that is empty on both sides, or
// null, or not there, is the same: it came or went with the edit.
func sameBut(a, b *node, wa, wb []step) bool {
	if len(wa) == 0 || len(wb) == 0 || a.hollow() && b.hollow() {
		return true
	}
	ka, ra := split(a, wa[0])
	kb, rb := split(b, wb[0])
	if !sameAll(ra, rb) || !a.hollow() && !b.hollow() && !samePlace(a, b) {
		return false
	}
	return sameBut(ka, kb, wa[1:], wb[1:])
}

// split gives the child at a step, and the other entries.
func split(n *node, s step) (kid *node, rest []*node) {
	if n.hollow() {
		return nil, nil
	}
	if n.kind > sequence {
		return nil, []*node{n}
	}
	kid = n.child(s)
	for _, k := range n.kids {
		if k != kid {
			rest = append(rest, k)
		}
	}
	return kid, rest
}

func sameAll(a, b []*node) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}

// same compares two nodes with all that is in them.
func same(a, b *node) bool {
	if !samePlace(a, b) || a.y.Value != b.y.Value || !sameAll(a.kids, b.kids) {
		return false
	}
	return (a.key == nil) == (b.key == nil) && (a.key == nil || same(a.key, b.key))
}

func samePlace(a, b *node) bool {
	return a.kind == b.kind && a.y.Tag == b.y.Tag && a.y.Anchor == b.y.Anchor
}
