package yaml

import (
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"

	yamllib "go.yaml.in/yaml/v4"
)

type nodeKind int

const (
	mapping nodeKind = iota
	sequence
	scalar
	alias
)

// node is one value of the document with the bytes it stands in.
type node struct {
	y      *yamllib.Node
	kind   nodeKind
	parent *node
	index  int   // which kid of the parent it is
	key    *node // its key, if the parent is a mapping

	start, end int  // with anchor and tag; the end is on its last line
	body       int  // behind anchor and tag
	slot       int  // behind the ":" or "-" that it follows, -1 if that is not plain to see
	dash       int  // of an element of a block sequence, its "-"
	flow       bool // a flow collection
	col        int  // indentation of the entries of a block collection
	kids       []*node
	aliased    *node // of an alias, what it stands for
}

// tree is what a document has beside its nodes.
type tree struct {
	anchors map[*yamllib.Node]*node
	aliases []*node
}

// step is one step of a way down the tree: a key, or an index if it is >= 0.
type step struct {
	key   string
	index int // isKey for a key, absent for an element that is not there
}

const (
	isKey  = -1
	absent = -2
)

func steps(at edit.Path) []step {
	out := make([]step, len(at))
	for i, k := range at {
		out[i] = step{k, isKey}
	}
	return out
}

// find returns the node at the end of a way, or nil. It follows no aliases.
func (d *doc) find(way []step) *node {
	n, k := d.deepest(way)
	if k < len(way) {
		return nil
	}
	return n
}

// deepest goes down a way as far as it exists and says how many steps it took.
func (d *doc) deepest(way []step) (*node, int) {
	n := d.root
	for i, s := range way {
		next := n.child(s)
		if next == nil {
			return n, i
		}
		n = next
	}
	return n, len(way)
}

// child is one step down, nil if there is nothing.
func (n *node) child(s step) *node {
	if n == nil {
		return nil
	}
	for i, k := range n.kids {
		if n.kind == mapping && s.index == isKey && k.named(s.key) || n.kind == sequence && s.index == i {
			return k
		}
	}
	return nil
}

// named says whether a value stands under a key; keys that are no strings go
// by their text, and a merge key by none.
func (n *node) named(key string) bool {
	k := n.key.target()
	return k.kind == scalar && k.y.Value == key && !n.merges()
}

// merges says whether a value is what a merge key brings in.
func (n *node) merges() bool {
	return n.key != nil && n.key.y.Tag == "!!merge"
}

// target follows aliases to what they stand for.
func (n *node) target() *node {
	for n.kind == alias {
		n = n.aliased
	}
	return n
}

// way is the inverse of find.
func (n *node) way() (way []step) {
	for ; n.parent != nil; n = n.parent {
		s := step{"", n.index}
		if n.parent.kind == mapping {
			s = step{n.key.target().y.Value, isKey}
		}
		way = append(way, s)
	}
	slices.Reverse(way)
	return way
}

// path is the way for a message.
func (n *node) path() (at edit.Path) {
	for _, s := range n.way() {
		if s.index == isKey {
			at = append(at, s.key)
		}
	}
	return at
}

// null says whether a node is null, spelled or not.
func (n *node) null() bool { return n != nil && n.kind == scalar && n.json().Kind == value.Null }

// hollow says whether there is nothing in a node that could hold something.
func (n *node) hollow() bool {
	return n == nil || n.null() || n.kind <= sequence && len(n.kids) == 0
}

// under says whether n is p or is somewhere inside it.
func (n *node) under(p *node) bool {
	for ; n != nil; n = n.parent {
		if n == p {
			return true
		}
	}
	return false
}

// entryStart is where the entry of a value begins: its key or dash.
func (n *node) entryStart() int {
	switch {
	case n == nil:
		return 0
	case n.key != nil:
		return n.key.start
	case n.dash >= 0:
		return n.dash
	}
	return n.start
}

// block says whether n is an entry of a block collection.
func (n *node) block() bool { return n.parent != nil && !n.parent.flow }

// leaf is the last node inside n, on whose last line n ends.
func (n *node) leaf() *node {
	for len(n.kids) > 0 {
		n = n.kids[len(n.kids)-1]
	}
	return n
}

func (n *node) literal() bool {
	return n.y.Style&(yamllib.LiteralStyle|yamllib.FoldedStyle) != 0
}

// describe names what a node is, for a message.
func (n *node) describe() string {
	switch n.kind {
	case alias:
		return "an alias"
	case mapping:
		return "a mapping"
	case sequence:
		return "a list"
	}
	return n.json().Kind.String()
}

// show spells a path for a message.
func show(at edit.Path) string {
	if len(at) == 0 {
		return "the root"
	}
	out := make([]string, len(at))
	for i, k := range at {
		out[i] = plainStyle.text(k, false)
	}
	return strings.Join(out, ".")
}

// free refuses an edit at the end of a way that an alias or an anchor shares
// with another place of the file, and keys that appear twice on the way.
func (d *doc) free(way []step) error {
	n, k := d.deepest(way)
	for p, i := n, k; p != nil; p, i = p.parent, i-1 {
		if i < len(way) {
			if err := d.unique(p, way[i]); err != nil {
				return err
			}
		}
	}
	if k < len(way) && n != nil && n.kind == alias {
		return d.hardAt(n, "%s is an alias: an edit inside it would change *%s everywhere", show(n.path()), n.y.Value)
	}
	if k < len(way)-1 && n != nil && n.lookup(way[k].key, 0) != nil {
		return d.hardAt(n, "%s comes from a merge key: what is written here would hide it", show(append(n.path(), way[k].key)))
	}
	for _, a := range d.tree.aliases {
		t := a.aliased
		inside := k == len(way) && t.under(n) // it would go, or be another
		if inside && !a.under(n) || !inside && n.under(t) {
			return d.hardAt(t, "&%s is used by the alias in line %d: an edit here would change that place too", a.y.Value, a.y.Line)
		}
	}
	return nil
}

// unique refuses a key that a mapping has twice.
func (d *doc) unique(n *node, s step) error {
	seen := false
	for _, k := range n.kids {
		if n.kind != mapping || s.index != isKey || !k.named(s.key) {
			continue
		}
		if seen {
			return edit.At(d.b, k.key.start, edit.Duplicate, "keep one of the two, then run again", "the key %s appears twice", show(edit.Path{s.key}))
		}
		seen = true
	}
	return nil
}
