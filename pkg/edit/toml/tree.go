package toml

import (
	"slices"
	"strings"

	"agentconnector/pkg/edit"

	"github.com/pelletier/go-toml/v2/unstable"
)

// nodeKind is what a node is to somebody who only knows the data.
type nodeKind int

const (
	table  nodeKind = iota // a table, however it is spelled
	tables                 // an array of tables; its kids are the elements
	leaf                   // any other value
)

// node is one value of the document, over all the places that define it.
type node struct {
	parent *node
	key    string
	kind   nodeKind
	kids   []*node // in file order
	index  map[string]*node
	header int   // expression of its own header, -1 if it has none
	dotted bool  // a table made by dotted keys
	elem   bool  // an element of an array of tables
	val    *span // of a leaf, and of an inline table
	holder *span // the inline table in which it is defined, if any
}

// step is one step of a way down the tree: a key, or an index if key is "".
type step struct {
	key   string
	index int // -1 for a key
}

func steps(at edit.Path) []step {
	out := make([]step, len(at))
	for i, k := range at {
		out[i] = step{key: k, index: -1}
	}
	return out
}

// grow builds the tree. It trusts that the document is valid; if it is not, it
// says so instead of guessing.
func grow(b []byte, ex []expr) (*node, error) {
	root := &node{header: -1}
	cur := root
	for i := range ex {
		e := &ex[i]
		var ok bool
		if e.kind == unstable.KeyValue {
			ok = cur.define(e, nil)
		} else {
			cur, ok = root.open(e, i)
		}
		if !ok {
			return nil, edit.At(b, e.start, edit.Duplicate, repair, "%s is already defined as something else", e.keys[len(e.keys)-1].name)
		}
	}
	return root, nil
}

// open finds or makes the table of a header.
func (n *node) open(e *expr, i int) (*node, bool) {
	last := len(e.keys) - 1
	for _, k := range e.keys[:last] {
		n = n.child(k.name, table)
		if n.kind == tables && len(n.kids) > 0 {
			n = n.kids[len(n.kids)-1]
		}
		if n.kind != table || n.val != nil {
			return nil, false
		}
	}
	if e.kind == unstable.Table {
		n = n.child(e.keys[last].name, table)
		if n.kind != table || n.val != nil || n.header >= 0 {
			return nil, false
		}
	} else {
		n = n.child(e.keys[last].name, tables)
		if n.kind != tables {
			return nil, false
		}
		elem := &node{parent: n, elem: true}
		n.kids = append(n.kids, elem)
		n = elem
	}
	n.header, e.node = i, n
	return n, true
}

// define adds a key-value to a table, at the top level or in an inline table.
func (n *node) define(e *expr, holder *span) bool {
	last := len(e.keys) - 1
	for _, k := range e.keys[:last] {
		n = n.child(k.name, table)
		if n.kind != table || n.val != nil {
			return false
		}
		n.dotted, n.holder = true, holder
	}
	if n.index[e.keys[last].name] != nil {
		return false
	}
	n = n.child(e.keys[last].name, leaf)
	n.val, n.holder, e.node = &e.val, holder, n
	if e.val.kind == unstable.InlineTable {
		n.kind = table
		saved := n.val
		n.val = nil // its own members may define into it
		for i := range saved.members {
			if !n.define(&saved.members[i], saved) {
				return false
			}
		}
		n.val = saved
	}
	return true
}

// child returns the kid of that key; it is made if it is not there.
func (n *node) child(name string, kind nodeKind) *node {
	if c := n.index[name]; c != nil {
		return c
	}
	c := &node{parent: n, key: name, kind: kind, header: -1}
	if n.index == nil {
		n.index = map[string]*node{}
	}
	n.index[name] = c
	n.kids = append(n.kids, c)
	return c
}

// find returns the node at the end of a way, or nil.
func (d *doc) find(at []step) *node {
	n, k := d.deepest(at)
	if k < len(at) {
		return nil
	}
	return n
}

// deepest goes down a way as far as it exists and says how many steps it took.
func (d *doc) deepest(at []step) (*node, int) {
	n := d.root
	for i, s := range at {
		var next *node
		switch {
		case s.index < 0 && n.kind == table:
			next = n.index[s.key]
		case s.index >= 0 && n.kind == tables && s.index < len(n.kids):
			next = n.kids[s.index]
		}
		if next == nil {
			return n, i
		}
		n = next
	}
	return n, len(at)
}

// way is the inverse of find.
func (n *node) way() (at []step) {
	for ; n.parent != nil; n = n.parent {
		s := step{key: n.key, index: -1}
		if n.elem {
			s.index = slices.Index(n.parent.kids, n)
		}
		at = append(at, s)
	}
	slices.Reverse(at)
	return at
}

// path is the way as a header spells it, without the indexes.
func (n *node) path() (at edit.Path) {
	for _, s := range n.way() {
		if s.index < 0 {
			at = append(at, s.key)
		}
	}
	return at
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

// below counts the keys from p down to n.
func (n *node) below(p *node) (keys int) {
	for ; n != p; n = n.parent {
		keys++
	}
	return keys
}

// anchors are the offsets at which definitions of n begin, in file order.
func (d *doc) anchors(n *node) (at []int) {
	ex := d.ex
	if n.holder != nil {
		ex = n.holder.members
	}
	if n == d.root {
		return []int{0}
	}
	for _, e := range ex {
		if e.node.under(n) {
			at = append(at, e.start)
		}
	}
	return at
}

// start is where n begins.
func (d *doc) start(n *node) int { return d.anchors(n)[0] }

// show spells a path for a message.
func show(at edit.Path) string {
	if len(at) == 0 {
		return "the root"
	}
	out := make([]string, len(at))
	for i, k := range at {
		out[i] = keyText(k)
	}
	return strings.Join(out, ".")
}
