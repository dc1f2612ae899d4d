package regex

import (
	"strings"
	"unicode/utf8"
)

// Limits of an expression. Those of the package regexp are lower.
const (
	maxRepeat = 1000    // of {n,m}
	maxDepth  = 2000    // of groups
	maxSize   = 1 << 20 // instructions
)

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
	r        rune
	fold     bool // r in either case
	set      *set
	kids     []*node
	min, max int // opRepeat; max is -1 for no limit
}

// size is how many instructions it will have.
func (n *node) size() int {
	size := 1
	for _, k := range n.kids {
		size = min(size+1+k.size(), maxSize+1)
	}
	if n.op == opRepeat {
		size = min(size*max(n.min+1, n.max, 1), maxSize+1)
	}
	return size
}

// parser reads an expression from the left.
type parser struct {
	expr  string
	i     int
	depth int
	err   string

	fold, dotAll, lines bool // flags i, s and m
}

func (p *parser) more() bool { return p.i < len(p.expr) }

// fail keeps the first fault and ends the reading.
func (p *parser) fail(why string) {
	if p.err == "" {
		p.err = why
	}
	p.i = len(p.expr)
}

// peek is the next byte; 0 at the end.
func (p *parser) peek() byte {
	if p.more() {
		return p.expr[p.i]
	}
	return 0
}

// skip passes a text over, if it is what comes next.
func (p *parser) skip(s string) bool {
	ok := strings.HasPrefix(p.expr[p.i:], s)
	if ok {
		p.i += len(s)
	}
	return ok
}

// char takes the next character.
func (p *parser) char() rune {
	r, n := utf8.DecodeRuneInString(p.expr[p.i:])
	p.i += n
	return r
}

// alternatives reads up to the end or the parenthesis that closes.
func (p *parser) alternatives() *node {
	if p.depth++; p.depth > maxDepth {
		p.fail("groups nested too deeply")
	}
	n := &node{op: opAlternate}
	for more := true; more; more = p.skip("|") {
		n.kids = append(n.kids, p.sequence())
	}
	p.depth--
	if len(n.kids) == 1 {
		return n.kids[0]
	}
	return n
}

func (p *parser) sequence() *node {
	n := &node{op: opConcat}
	repeated := false // what was read last was a repetition
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		at := p.i
		if lo, hi, ok := p.repetition(); ok {
			switch {
			case len(n.kids) == 0:
				p.fail("missing argument to repetition operator: " + p.expr[at:p.i])
				return n
			case repeated:
				p.fail("invalid nested repetition operator: " + p.expr[at:p.i])
			case lo > maxRepeat || hi > maxRepeat || hi >= 0 && lo > hi:
				p.fail("invalid repeat count: " + p.expr[at:p.i])
			}
			last := &n.kids[len(n.kids)-1]
			*last = &node{op: opRepeat, kids: []*node{*last}, min: lo, max: hi}
			repeated = true
			continue
		}
		repeated = false
		n.kids = p.atom(n.kids)
	}
	if len(n.kids) == 1 {
		return n.kids[0]
	}
	return n
}

// repetition reads an operator, with the mark of laziness, which is all the
// same here. A brace that is none stands for itself.
func (p *parser) repetition() (lo, hi int, ok bool) {
	hi = -1
	switch p.peek() {
	case '*':
		p.i++
	case '+':
		p.i++
		lo = 1
	case '?':
		p.i++
		hi = 1
	case '{':
		from := p.i
		p.i++
		if lo, ok = p.count(); !ok {
			p.i = from
			return 0, 0, false
		}
		if hi = lo; p.skip(",") {
			if hi, ok = p.count(); !ok {
				hi = -1
			}
		}
		if !p.skip("}") {
			p.i = from
			return 0, 0, false
		}
	default:
		return 0, 0, false
	}
	p.skip("?")
	return lo, hi, true
}

// count reads a number without leading zeros.
func (p *parser) count() (n int, ok bool) {
	from := p.i
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		n = min(n*10+int(c-'0'), maxRepeat+1)
		p.i++
	}
	digits := p.expr[from:p.i]
	return n, digits != "" && (digits == "0" || digits[0] != '0')
}

// atom reads one part and appends it; flags and an empty quotation are none.
func (p *parser) atom(to []*node) []*node {
	var o op
	switch c := p.char(); {
	case c == '(':
		return p.group(to)
	case c == '[':
		return append(to, &node{op: opSet, set: p.class()})
	case c == '\\':
		return p.escaped(to)
	case c == '.' && p.dotAll:
		o = opAny
	case c == '.':
		o = opNotLine
	case c == '^' && p.lines:
		o = opLineBegin
	case c == '^':
		o = opBegin
	case c == '$' && p.lines:
		o = opLineEnd
	case c == '$':
		o = opEnd
	default:
		return append(to, p.literal(c))
	}
	return append(to, &node{op: o})
}

func (p *parser) literal(r rune) *node { return &node{op: opChar, r: r, fold: p.fold} }

// escaped reads what stands after a backslash.
func (p *parser) escaped(to []*node) []*node {
	var o op
	switch p.peek() {
	case 'A':
		o = opBegin
	case 'z':
		o = opEnd
	case 'b':
		o = opWord
	case 'B':
		o = opNotWord
	case 'Q':
		p.i++
		quoted, _, _ := strings.Cut(p.expr[p.i:], `\E`)
		p.i += len(quoted)
		p.skip(`\E`)
		for _, r := range quoted {
			to = append(to, p.literal(r))
		}
		return to
	default:
		if it, ok := p.perlClass(); ok {
			return append(to, &node{op: opSet, set: &set{items: []item{it}}})
		}
		return append(to, p.literal(p.escape()))
	}
	p.i++
	return append(to, &node{op: o})
}

// group reads what an open parenthesis begins. Flags without a group hold up to
// the end of the group that they stand in.
func (p *parser) group(to []*node) []*node {
	before := *p
	switch {
	case p.skip("?P<"), p.skip("?<"):
		p.name()
	case p.skip("?"):
		if alone := p.flags(); alone {
			return to
		}
	}
	n := p.alternatives()
	if !p.skip(")") {
		p.fail("missing closing )")
	}
	p.fold, p.dotAll, p.lines = before.fold, before.dotAll, before.lines
	return append(to, n)
}

// name reads the name of a group, which nobody asks for.
func (p *parser) name() {
	name, _, ok := strings.Cut(p.expr[p.i:], ">")
	p.i += len(name) + 1
	word := func(r rune) bool { return r < utf8.RuneSelf && isWord(r) }
	if !ok || name == "" || strings.TrimFunc(name, word) != "" {
		p.fail("invalid group name")
	}
}

// flags reads "i-s:" or "i)" and says whether no group follows.
func (p *parser) flags() (alone bool) {
	on, seen, minus := true, false, false
	for p.more() {
		c := p.char()
		switch c {
		case 'i':
			p.fold = on
		case 'm':
			p.lines = on
		case 's':
			p.dotAll = on
		case 'U': // turns laziness around
		case '-':
			if minus {
				p.fail("invalid flags")
			}
			on, minus, seen = false, true, false
			continue
		case ':', ')':
			if minus && !seen {
				p.fail("invalid flags")
			}
			return c == ')'
		default:
			p.fail("invalid flags; RE2 has no lookahead or lookbehind")
		}
		seen = true
	}
	p.fail("missing closing )")
	return true
}
