package jsonc

import "strings"

// str reads a string. Bytes that are not UTF-8 pass: they are the user's.
func (c *checker) str() error {
	start := c.i
	for c.i++; c.i < len(c.b); c.i++ {
		switch ch := c.b[c.i]; {
		case ch == '"':
			c.i++
			return nil
		case ch == '\\':
			if !validEscape(c.b[c.i:]) {
				return c.fail("write \\\\ for a backslash", "found a backslash that begins no escape")
			}
			c.i++
		case ch < ' ':
			if ch == '\n' || ch == '\r' {
				c.i = start
				return c.fail("", "found a string that is not closed on its line")
			}
			return c.fail("", "found %s inside a string, expected an escape such as \\t", c.found())
		}
	}
	c.i = start
	return c.fail("", "found a string that is never closed")
}

func validEscape(s []byte) bool {
	if len(s) < 2 {
		return false
	}
	if s[1] != 'u' {
		return strings.IndexByte(`"\/bfnrt`, s[1]) >= 0
	}
	if len(s) < 6 {
		return false
	}
	for _, h := range s[2:6] {
		if !('0' <= h && h <= '9' || 'a' <= h && h <= 'f' || 'A' <= h && h <= 'F') {
			return false
		}
	}
	return true
}

// scalar reads a string, a number or a word.
func (c *checker) scalar() error {
	if c.at() == '"' {
		return c.str()
	}
	end := skipScalar(c.b, c.i)
	tok := string(c.b[c.i:end])
	if tok != "true" && tok != "false" && tok != "null" && !validNumber(tok) {
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
