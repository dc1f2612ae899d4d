package main

import (
	"container/heap"
	"math"
	"slices"
)

// A unit of the trie, a double array, holds the byte that leads to it, in nine
// bits, and either where its children are or, if it has none, its token. The
// child for byte b stands at base^b; a token of a unit that has children, at
// base^256. No two units share a base, so a unit's byte says whose child it is.
const (
	noByte   = 511 // the byte of an unused unit
	valueBit = 1 << 9
	leafBit  = 1 << 10
	payload  = 11 // from this bit on: base or token
)

// node is a unit before it has a place.
type node struct {
	children map[byte]*node
	id       int // the token that ends here, or -1
	least    int // the lowest id that lies below
	at       int // its unit
}

func newNode() *node { return &node{children: map[byte]*node{}, id: -1, least: math.MaxInt} }

// trie places the nodes, those of low rank first: these are the frequent ones,
// and shall share pages.
func trie(words []string) []uint32 {
	root := newNode()
	for id, w := range words {
		n := root
		for i := range len(w) {
			n.least = min(n.least, id)
			if n.children[w[i]] == nil {
				n.children[w[i]] = newNode()
			}
			n = n.children[w[i]]
		}
		n.id, n.least = id, min(n.least, id)
	}
	p := &places{}
	p.take(0, noByte)
	for todo := (queue{root}); len(todo) > 0; {
		n := heap.Pop(&todo).(*node)
		for _, c := range p.place(n) {
			heap.Push(&todo, c)
		}
	}
	return p.units
}

// places is the array while it fills.
type places struct {
	units []uint32
	used  []bool
	base  []bool
	from  [258]int // by number of children: where to look first
}

// place finds room for a node's children and says who they are, by byte.
func (p *places) place(n *node) (children []*node) {
	if len(n.children) == 0 {
		p.units[n.at] |= leafBit | uint32(n.id)<<payload
		return nil
	}
	var labels []int
	for b := range n.children {
		labels = append(labels, int(b))
	}
	slices.Sort(labels)
	if n.id >= 0 {
		labels = append(labels, 256)
		p.units[n.at] |= valueBit
	}
	base := p.room(labels)
	p.base[base] = true
	p.units[n.at] |= uint32(base) << payload
	for _, l := range labels {
		p.take(base^l, l)
		if l == 256 {
			p.units[base^l] |= uint32(n.id) << payload
			continue
		}
		c := n.children[byte(l)]
		c.at = base ^ l
		children = append(children, c)
	}
	return children
}

// room is the first base at which all labels are free.
func (p *places) room(labels []int) int {
	start := &p.from[len(labels)]
	for at := *start; ; at++ {
		p.grow(at)
		if p.used[at] {
			continue
		}
		base := at ^ labels[0]
		if p.base[base] || slices.ContainsFunc(labels, func(l int) bool { return p.used[base^l] }) {
			continue
		}
		*start = at
		if len(labels) > 1 { // a little back: others of the size may fit there
			*start = max(0, at-64)
		}
		return base
	}
}

func (p *places) take(at, label int) {
	p.grow(at)
	p.used[at] = true
	p.units[at] = uint32(label)
}

// grow adds whole blocks, so that a base and all labels stay within.
func (p *places) grow(at int) {
	for at >= len(p.units) {
		for range 512 {
			p.units = append(p.units, noByte)
		}
		p.used = append(p.used, make([]bool, 512)...)
		p.base = append(p.base, make([]bool, 512)...)
	}
}

// queue is a heap of nodes, the lowest id first. No two nodes that wait have
// the same: each lies in another branch.
type queue []*node

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].least < q[j].least }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(*node)) }
func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}
