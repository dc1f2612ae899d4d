package regex

import (
	"strings"
	"unicode/utf8"
)

// group reads what an open parenthesis begins. Flags without a group hold up to
// the end of the group that they stand in.
func (p *parser) group() *node {
	fold, dotAll, lines := p.fold, p.dotAll, p.lines
	switch {
	case p.skip("?P<"), p.skip("?<"):
		p.name()
	case p.skip("?"):
		if alone := p.flags(); alone {
			return nil
		}
	}
	n := p.alternatives()
	if !p.skip(")") {
		p.fail("missing closing )")
	}
	p.fold, p.dotAll, p.lines = fold, dotAll, lines
	return n
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
