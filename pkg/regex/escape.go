package regex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a backslash begins.

// escaped reads what stands after a backslash.
func (p *parser) escaped() *node {
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
		return p.quotation()
	default:
		if it, ok := p.perlClass(); ok {
			return p.setNode(set{first: it})
		}
		return p.literal(p.escape())
	}
	p.i++
	return p.node(o)
}

// quotation reads what stands after \Q.
func (p *parser) quotation() (first *node) {
	quoted, _, _ := strings.Cut(p.expr[p.i:], `\E`)
	p.i += len(quoted)
	p.skip(`\E`)
	end := &first
	for _, r := range quoted {
		*end = p.literal(r)
		end = &(*end).next
	}
	return first
}

// escape reads the character that stands after a backslash.
func (p *parser) escape() rune {
	if !p.more() {
		p.fail(`trailing backslash`)
		return 0
	}
	switch c := p.char(); c {
	case 'a':
		return '\a'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'x':
		return p.hex()
	case 'p', 'P':
		p.fail(`\p is not known here; an install writes its characters out`)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return p.octal(c)
	default:
		if c < utf8.RuneSelf && (!isWord(c) || c == '_') {
			return c
		}
	}
	p.fail("invalid escape sequence")
	return 0
}

// octal reads \012. One digit alone, but 0, would mean a group, which RE2 has
// not.
func (p *parser) octal(c rune) rune {
	isOctal := func() bool { return '0' <= p.peek() && p.peek() <= '7' }
	if c != '0' && !isOctal() {
		p.fail("invalid escape sequence")
	}
	r := c - '0'
	for i := 0; i < 2 && isOctal(); i++ {
		r = r<<3 | rune(p.peek()-'0')
		p.i++
	}
	return r
}

// hex reads \x7F or \x{10FFFF}.
func (p *parser) hex() rune {
	digits := ""
	if p.skip("{") {
		var ok bool
		if digits, _, ok = strings.Cut(p.expr[p.i:], "}"); !ok {
			digits = ""
		}
		p.i += len(digits) + 1
	} else if p.i+2 <= len(p.expr) {
		digits = p.expr[p.i : p.i+2]
		p.i += 2
	}
	r := rune(0)
	for i := range len(digits) {
		v := strings.IndexByte("0123456789abcdef", digits[i]|0x20)
		if r = r<<4 | rune(v); v < 0 || r > unicode.MaxRune || digits[i] < '0' {
			digits = ""
			break
		}
	}
	if digits == "" {
		p.fail("invalid escape sequence")
	}
	return r
}
