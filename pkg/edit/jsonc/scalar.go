package jsonc

import (
	"strings"

	"agentconnector/pkg/edit"
)

// str reads a string. Bytes that are not UTF-8 pass: they are the user's.
func (c *checker) str() error {
	start, quote := c.i, c.b[c.i]
	for c.i++; c.i < len(c.b); c.i++ {
		if c.i = inString(c.b, c.i, quote); c.i == len(c.b) {
			break
		}
		switch ch := c.b[c.i]; {
		case ch == quote:
			c.i++
			return nil
		case ch == '\\':
			if commonEscape(c.b, c.i) {
				c.i++
				continue
			}
			if !c.validEscape() {
				return c.fail("write \\\\ for a backslash", "found a backslash that begins no escape")
			}
			c.i += escapeLen(c.b[c.i:]) - 1
		case ch == '\n' || ch == '\r':
			c.i = start
			return c.fail("", "found a string that is not closed on its line")
		case ch < ' ' && c.d&five == 0:
			return c.fail("", "found %s inside a string, expected an escape such as \\t", c.found())
		}
	}
	c.i = start
	return c.fail("", "found a string that is never closed")
}

// commonEscape says whether an escape of one character, which every dialect
// has, begins at i.
func commonEscape(b []byte, i int) bool {
	if i+1 == len(b) {
		return false
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	}
	return false
}

// validEscape says whether an escape begins at the current offset. JSON5 lets a
// backslash stand before any character but a digit; before a line end it makes
// the string go on on the next line.
func (c *checker) validEscape() bool {
	s := c.b[c.i:]
	if len(s) < 2 {
		return false
	}
	switch ch := s[1]; {
	case ch == 'u':
		return hexRun(s[2:min(6, len(s))]) == 4
	case c.d&five == 0:
		return strings.IndexByte(`"\/bfnrt`, ch) >= 0
	case ch == 'x':
		return hexRun(s[2:min(4, len(s))]) == 2
	case ch == '0':
		return len(s) > 2 && (s[2] < '0' || s[2] > '9')
	}
	return s[1] < '1' || s[1] > '9'
}

// scalar reads a string, a number or a word.
func (c *checker) scalar() error {
	if c.at() == '"' || c.at() == '\'' && c.d&five != 0 {
		return c.str()
	}
	end := skipWord(c.b, c.i)
	tok := string(c.b[c.i:end])
	number := validNumber(tok) // called by name: a string that goes through a variable is allocated
	if c.d&five != 0 {
		number = validNumber5(tok)
		if hex, _ := isHex(strings.TrimLeft(tok, "+-")); len(hex) > maxHex {
			return edit.At(c.b, c.i, edit.Limit, "edit the file by hand", "a hexadecimal number of more than %d digits", maxHex)
		}
	}
	if tok != "true" && tok != "false" && tok != "null" && !number {
		return c.want("a value")
	}
	c.i = end
	return nil
}

// validNumber holds a token against the grammar of RFC 8259, section 6.
func validNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	n := digits(s)
	if n == 0 || s[0] == '0' && n > 1 {
		return false
	}
	if s = s[n:]; s != "" && s[0] == '.' {
		if n = digits(s[1:]); n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if n = digits(s); n == 0 {
			return false
		}
		s = s[n:]
	}
	return s == ""
}

// digits counts the decimal digits at the front.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
