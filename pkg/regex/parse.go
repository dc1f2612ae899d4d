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

// parser reads an expression from the left.
type parser struct {
	expr  string
	i     int
	depth int
	err   string

	fold, dotAll, lines bool // flags i, s and m

	// What it makes, in one piece of memory with the parser: ac-hook pays two page
	// faults for the first piece of each size. It is of the size of what a call has
	// (hook.call), at most 1792 bytes.
	nodes []node
	sets  []set
	some  [20]node
	few   [4]set
	regex Regex
}

// node makes one.
func (p *parser) node(o op) *node {
	if len(p.nodes) == 0 {
		p.nodes = make([]node, len(p.some))
	}
	n := &p.nodes[0]
	p.nodes, n.op = p.nodes[1:], o
	return n
}

// setNode makes a node for one of a set of characters.
func (p *parser) setNode(s set) *node {
	if len(p.sets) == 0 {
		p.sets = make([]set, len(p.few))
	}
	n := p.node(opSet)
	n.set, p.sets = &p.sets[0], p.sets[1:]
	*n.set = s
	return n
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
	n := p.node(opAlternate)
	end := &n.kids
	for more := true; more; more = p.skip("|") {
		*end = p.sequence()
		end = &(*end).next
	}
	p.depth--
	return n.only()
}

func (p *parser) sequence() *node {
	n := p.node(opConcat)
	last, end := (**node)(nil), &n.kids // where the last part hangs, and where the next will
	repeated := false                   // what was read last was a repetition
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		at := p.i
		if lo, hi, ok := p.repetition(); ok {
			switch {
			case last == nil:
				p.fail("missing argument to repetition operator: " + p.expr[at:p.i])
				return n
			case repeated:
				p.fail("invalid nested repetition operator: " + p.expr[at:p.i])
			case lo > maxRepeat || hi > maxRepeat || hi >= 0 && lo > hi:
				p.fail("invalid repeat count: " + p.expr[at:p.i])
			}
			r := p.node(opRepeat)
			r.min, r.max, r.kids = lo, hi, *last
			*last, end = r, &r.next
			repeated = true
			continue
		}
		repeated = false
		for k := p.atom(); k != nil; k = k.next {
			*end, last, end = k, end, &k.next
		}
	}
	return n.only()
}

// repetition reads an operator, with the mark of laziness, which is all the
// same here. A brace that is none stands for itself.
func (p *parser) repetition() (lo, hi int32, ok bool) {
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
func (p *parser) count() (n int32, ok bool) {
	from := p.i
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		n = min(n*10+int32(c-'0'), maxRepeat+1)
		p.i++
	}
	digits := p.expr[from:p.i]
	return n, digits != "" && (digits == "0" || digits[0] != '0')
}

// atom reads one part; flags are none, and a quotation may be any number.
func (p *parser) atom() *node {
	var o op
	switch c := p.char(); {
	case c == '(':
		return p.group()
	case c == '[':
		return p.setNode(p.class())
	case c == '\\':
		return p.escaped()
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
		return p.literal(c)
	}
	return p.node(o)
}

func (p *parser) literal(r rune) *node {
	n := p.node(opChar)
	n.r, n.fold = r, p.fold
	return n
}
