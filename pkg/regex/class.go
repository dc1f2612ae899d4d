package regex

import (
	"strings"
	"unicode"
)

// set is a set of characters: those in any of its items, or all the others.
type set struct {
	first item
	more  []item
	neg   bool
}

// item are ranges, first and last in turn.
type item struct {
	ranges string // of characters, as UTF-8
	pair   [2]rune
	neg    bool
	fold   bool
}

func (s *set) has(c rune) bool {
	in := s.first.has(c)
	for i := 0; i < len(s.more) && !in; i++ {
		in = s.more[i].has(c)
	}
	return in != s.neg
}

func (it *item) has(c rune) bool {
	if it.in(c) {
		return !it.neg
	}
	if it.fold {
		for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
			if it.in(f) {
				return !it.neg
			}
		}
	}
	return it.neg
}

func (it *item) in(c rune) bool {
	if it.ranges == "" {
		return it.pair[0] <= c && c <= it.pair[1]
	}
	for i := 0; i < len(it.ranges); i += 2 { // they are ASCII
		if rune(it.ranges[i]) <= c && c <= rune(it.ranges[i+1]) {
			return true
		}
	}
	return false
}

// sameFold says whether two characters are the same but for their case.
func sameFold(a, b rune) bool {
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return a == b
}

func isWord(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
}

const (
	digitRanges = "09"
	spaceRanges = "\t\n\f\r  "
	wordRanges  = "09AZ__az"
)

// named are the classes of [[:name:]].
func named(name string) string {
	switch name {
	case "alnum":
		return "09AZaz"
	case "alpha":
		return "AZaz"
	case "ascii":
		return "\x00\x7f"
	case "blank":
		return "\t\t  "
	case "cntrl":
		return "\x00\x1f\x7f\x7f"
	case "digit":
		return digitRanges
	case "graph":
		return "!~"
	case "lower":
		return "az"
	case "print":
		return " ~"
	case "punct":
		return "!/:@[`{~"
	case "space":
		return "\t\r  "
	case "upper":
		return "AZ"
	case "word":
		return wordRanges
	case "xdigit":
		return "09AFaf"
	}
	return ""
}

// perlClass reads the letter of \d and its like.
func (p *parser) perlClass() (it item, ok bool) {
	c := p.peek()
	switch c | 0x20 {
	case 'd':
		it.ranges = digitRanges
	case 's':
		it.ranges = spaceRanges
	case 'w':
		it.ranges = wordRanges
	default:
		return it, false
	}
	p.i++
	it.neg, it.fold = c < 'a', p.fold
	return it, true
}

// class reads what [ begins. A ] right after it stands for itself.
func (p *parser) class() (s set) {
	s.neg = p.skip("^")
	for first := true; first || p.peek() != ']'; first = false {
		if !p.more() {
			p.fail("missing closing ]")
			return s
		}
		if it := p.item(); first {
			s.first = it
		} else {
			s.more = append(s.more, it)
		}
	}
	p.i++
	return s
}

func (p *parser) item() item {
	if it, ok := p.posixClass(); ok {
		return it
	}
	if p.skip(`\`) {
		if it, ok := p.perlClass(); ok {
			return it
		}
		p.i--
	}
	it := item{fold: p.fold}
	it.pair[0] = p.classChar()
	it.pair[1] = it.pair[0]
	if rest := p.expr[p.i:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
		p.i++
		if it.pair[1] = p.classChar(); it.pair[1] < it.pair[0] {
			p.fail("invalid character class range")
		}
	}
	return it
}

// posixClass reads [:name:] or [:^name:].
func (p *parser) posixClass() (it item, ok bool) {
	rest, ok := strings.CutPrefix(p.expr[p.i:], "[:")
	if !ok {
		return it, false
	}
	name, _, ok := strings.Cut(rest, ":]")
	if !ok {
		return it, false
	}
	p.i += len(name) + 4
	name, it.neg = strings.CutPrefix(name, "^")
	if it.ranges, it.fold = named(name), p.fold; it.ranges == "" {
		p.fail("invalid character class range: [:" + name + ":]")
	}
	return it, true
}

func (p *parser) classChar() rune {
	if !p.more() {
		p.fail("missing closing ]")
		return 0
	}
	if p.skip(`\`) {
		return p.escape()
	}
	return p.char()
}
