package yaml

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"

	yamllib "go.yaml.in/yaml/v4"
)

// style is how new text is to look at one place of a file. It is read off what
// stands around that place, nearest first, else off the whole file.
type style struct {
	unit   int  // a mapping under a key is indented by this much
	list   int  // a list under a key too; 0 puts its dashes below the key
	gap    int  // blanks behind a dash
	single bool // quotes are single where they can be
	quoted bool // strings are quoted although they need not be
	depth  int  // levels written so far
}

// plainStyle is for text that stands in no file yet.
var plainStyle = style{unit: 2, list: 2, gap: 1}

// styleAt reads the style for something new in n, or in place of n.
func (d *doc) styleAt(n *node) style {
	around := []*node{n, d.root}
	if n != nil && n.parent != nil {
		around = []*node{n, n.parent, d.root}
	}
	s := style{unit: 2}
	unit := search(around, mapping, (*node).step, 0)
	s.list = search(around, sequence, (*node).step, -1)
	switch {
	case unit > 0:
		s.unit = unit
	case s.list > 0:
		s.unit = s.list
	}
	if s.list < 0 {
		s.list = s.unit
	}
	s.gap = search(around, mapping, (*node).behindDash, 1)
	s.quotes(around)
	return s
}

// step is how much a collection under a key is indented, -1 if it is elsewhere.
func (n *node) step() int {
	if n.key == nil {
		return -1
	}
	return n.col - n.parent.col
}

// behindDash is how many blanks stand between a dash and a mapping, or -1.
func (n *node) behindDash() int {
	if n.dash < 0 || n.body > n.start {
		return -1
	}
	return n.start - n.dash - 1
}

// search looks for the last block collection that can be measured, in the
// first of the nodes that has one.
func search(in []*node, kind nodeKind, measure func(*node) int, none int) int {
	for _, n := range in {
		if m := last(n, kind, measure); m >= 0 {
			return m
		}
	}
	return none
}

func last(n *node, kind nodeKind, measure func(*node) int) int {
	if n == nil || n.flow {
		return -1
	}
	for _, k := range slices.Backward(n.kids) {
		if m := last(k, kind, measure); m >= 0 {
			return m
		}
		if k.kind == kind && !k.flow {
			if m := measure(k); m >= 0 {
				return m
			}
		}
	}
	return -1
}

// quotes looks which quotes strings have, in the first of the nodes that has
// any. Quotes that a string needs say nothing about a habit of quoting all.
func (s *style) quotes(in []*node) {
	for _, n := range in {
		c := map[yamllib.Style]int{}
		spare := 0
		count(n, c, &spare)
		single, double := c[yamllib.SingleQuotedStyle], c[yamllib.DoubleQuotedStyle]
		if single+double == 0 {
			continue
		}
		s.single = single > double
		s.quoted = c[0] == 0 && spare >= 2
		return
	}
}

// count counts the strings of each style, and those that are quoted without need.
func count(n *node, c map[yamllib.Style]int, spare *int) {
	if n == nil {
		return
	}
	if n.kind == scalar && !n.literal() && plainValue(n.y).Kind == value.Text {
		quotes := n.y.Style & (yamllib.SingleQuotedStyle | yamllib.DoubleQuotedStyle)
		if c[quotes]++; quotes != 0 && isPlain(n.y.Value, false) {
			*spare++
		}
	}
	for _, k := range n.kids {
		count(k, c, spare)
	}
}

// airy says whether a collection has empty lines between its entries, as far
// as its last entry shows.
func (d *doc) airy(p *node) bool {
	if len(p.kids) < 2 || p.leaf().literal() {
		return false
	}
	n := p.kids[len(p.kids)-1]
	return ownLine(d.b, n.entryStart()) && d.gapAbove(n, edit.AboveComments(d.b, edit.LineStart(d.b, n.entryStart())))
}

// gapAbove says whether the line above a place between an entry and the one
// before it is empty, and not the end of a block scalar.
func (d *doc) gapAbove(n *node, at int) bool {
	return n.index > 0 && edit.BlankBefore(d.b, at) && edit.LineStart(d.b, at-1) >= edit.LineEnd(d.b, n.parent.kids[n.index-1].end)
}
