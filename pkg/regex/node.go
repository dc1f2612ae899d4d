package regex

// op is what a node, or an instruction, does.
type op uint8

const (
	opEmpty   op = iota
	opChar       // r
	opAny        // any character
	opNotLine    // any but a newline
	opSet        // one of set
	opBegin      // of the text
	opEnd
	opLineBegin
	opLineEnd
	opWord    // \b
	opNotWord // \B
	opConcat
	opAlternate
	opRepeat // of kids[0]
	opSplit  // instructions only: go on at x and at y
	opMatch
)

// node is a part of an expression.
type node struct {
	op       op
	fold     bool // r in either case
	r        rune
	min, max int32 // opRepeat; max is -1 for no limit
	set      *set
	kids     *node // the first part of it
	next     *node // the part after it
}

// size is how many instructions it will have.
func (n *node) size() int {
	size := 1
	for k := n.kids; k != nil; k = k.next {
		size = min(size+1+k.size(), maxSize+1)
	}
	if n.op == opRepeat {
		size = min(size*int(max(n.min+1, n.max, 1)), maxSize+1)
	}
	return size
}

// only is the node, or the one part that it has.
func (n *node) only() *node {
	if n.kids != nil && n.kids.next == nil {
		return n.kids
	}
	return n
}
