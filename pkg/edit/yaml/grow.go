package yaml

import (
	yamllib "go.yaml.in/yaml/v4"

	"agentconnector/pkg/edit"
)

// grower turns the parser's nodes into nodes with offsets. The parser says
// where a node begins; where it ends follows from how it is written, and every
// derived place is checked against what must stand there.
type grower struct {
	b    []byte
	off  *offsets
	tree *tree
	err  error // the first node that could not be located
}

// grow builds the tree of a document.
func (d *doc) grow(top *yamllib.Node) error {
	g := grower{b: d.b, off: newOffsets(d.b), tree: &tree{anchors: map[*yamllib.Node]*node{}}}
	d.root, d.tree = nil, g.tree
	if top == nil || top.Kind == yamllib.ScalarNode && top.Value == "" && top.Tag == "!!null" && top.Anchor == "" {
		return nil
	}
	if top.Kind != yamllib.MappingNode {
		at := g.off.at(top.Line, top.Column)
		return edit.At(d.b, at, edit.Root, "make it a mapping, or move the file away", "the root is not a mapping")
	}
	root := g.node(top, nil, -1, 0)
	for _, a := range g.tree.aliases {
		if a.aliased = g.tree.anchors[a.y.Alias]; a.aliased == nil {
			g.lost(a, 0)
		}
	}
	if g.err != nil {
		return g.err
	}
	d.root = root
	return nil
}

// lost notes a node that is not where it was expected.
func (g *grower) lost(n *node, at int) {
	if g.err == nil {
		at = min(max(at, n.start), len(g.b))
		g.err = edit.At(g.b, at, edit.Hard, "edit the file by hand", "this place is written in a form that cannot be edited")
	}
}

// node locates a node. indent is that of the block collection around it, from
// is the end of what stands before it.
func (g *grower) node(y *yamllib.Node, parent *node, indent, from int) *node {
	n := &node{y: y, parent: parent, slot: -1, dash: -1, start: g.off.at(y.Line, y.Column)}
	if n.start < from { // a null has no place of its own
		n.start = from
	}
	n.body, n.end = n.start, n.start
	if g.err != nil {
		return n
	}
	if y.Anchor != "" && y.Kind != yamllib.AliasNode {
		g.tree.anchors[y] = n
	}
	switch y.Kind {
	case yamllib.AliasNode:
		n.kind, n.end = alias, n.start+1+len(y.Value)
		g.tree.aliases = append(g.tree.aliases, n)
		return n
	case yamllib.ScalarNode:
		n.kind = scalar
		g.scalar(n, indent, parent != nil && parent.flow)
		return n
	case yamllib.SequenceNode:
		n.kind = sequence
	}
	n.body, _ = properties(g.b, n.start)
	n.flow = y.Style&yamllib.FlowStyle != 0
	switch {
	case n.flow:
		g.flow(n)
	case n.kind == sequence:
		g.blockSequence(n)
	default:
		g.blockMapping(n)
	}
	return n
}

func (g *grower) scalar(n *node, indent int, flow bool) {
	var last int
	n.body, last = properties(g.b, n.start)
	y := n.y
	switch {
	case y.Style&yamllib.DoubleQuotedStyle != 0:
		n.end = doubleEnd(g.b, n.body)
	case y.Style&yamllib.SingleQuotedStyle != 0:
		n.end = singleEnd(g.b, n.body)
	case n.literal():
		n.end = literalEnd(g.b, n.body, indent)
	case y.Value == "":
		n.body, n.end = last, last
	default:
		n.end = plainEnd(g.b, n.body, indent, flow)
		if !sameText(g.b[n.body:n.end], y.Value) {
			g.lost(n, n.body)
		}
	}
	if n.end < n.body {
		g.lost(n, n.body)
		n.end = n.body
	}
}

func (g *grower) blockSequence(n *node) {
	at := n.body
	for i, y := range n.y.Content {
		dash := skipTrivia(g.b, at)
		if dash >= len(g.b) || g.b[dash] != '-' {
			g.lost(n, dash)
			return
		}
		if i == 0 {
			n.col = dash - edit.LineStart(g.b, dash)
		}
		kid := g.node(y, n, n.col, dash+1)
		kid.index, kid.dash, kid.slot = i, dash, dash+1
		n.kids = append(n.kids, kid)
		at = kid.end
	}
	n.end = at
}

func (g *grower) blockMapping(n *node) {
	at := n.body
	for i := 0; i+1 < len(n.y.Content); i += 2 {
		key := g.node(n.y.Content[i], n, -1, at)
		if i == 0 {
			n.col = key.start - edit.LineStart(g.b, key.start)
		}
		colon := edit.SkipBlanks(g.b, key.end)
		plain := !explicit(g.b, key.start) && colon < len(g.b) && g.b[colon] == ':'
		from := key.end
		if plain {
			from = colon + 1
		}
		kid := g.node(n.y.Content[i+1], n, n.col, from)
		kid.index, kid.key, key.parent = i/2, key, kid
		if plain {
			kid.slot = from
		}
		n.kids = append(n.kids, kid)
		at = kid.end
	}
	n.end = at
}

// explicit says whether a key is written behind a question mark.
func explicit(b []byte, key int) bool {
	for key--; key >= 0 && (b[key] == ' ' || b[key] == '\t'); key-- {
	}
	return key >= 0 && b[key] == '?'
}

// flow locates a flow collection. A pair in a flow sequence is a mapping
// without braces: it has no room for another entry.
func (g *grower) flow(n *node) {
	open, pair := "[{"[b2i(n.kind == mapping)], false
	if n.body >= len(g.b) || g.b[n.body] != open {
		pair = n.kind == mapping
		if !pair {
			g.lost(n, n.body)
			return
		}
	}
	at := n.body + b2i(!pair)
	for i := 0; i < len(n.y.Content); i++ {
		kid := n.y.Content[i]
		if n.kind == sequence {
			k := g.node(kid, n, -1, at)
			k.index = i
			n.kids, at = append(n.kids, k), k.end
			continue
		}
		key := g.node(kid, n, -1, at)
		from, slot := key.end, -1
		if colon := skipTrivia(g.b, key.end); !explicit(g.b, key.start) && colon < len(g.b) && g.b[colon] == ':' {
			from, slot = colon+1, colon+1
		}
		i++
		k := g.node(n.y.Content[i], n, -1, from)
		if k.null() && k.y.Value == "" && k.y.Anchor == "" {
			k.start, k.body, k.end = from, from, from
		}
		k.index, k.key, k.slot, key.parent = i/2, key, slot, k
		n.kids, at = append(n.kids, k), k.end
	}
	if n.end = at; pair {
		n.slot = -1
		return
	}
	shut := skipSeparators(g.b, at)
	if shut >= len(g.b) || g.b[shut] != open+2 {
		g.lost(n, shut)
		return
	}
	n.end = shut + 1
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
