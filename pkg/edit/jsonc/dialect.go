package jsonc

import (
	"bytes"
	"unicode/utf8"
)

// dialect is the set of liberties that a file may take with JSON.
type dialect uint8

const (
	comments       dialect = 1 << iota // line comments and block comments
	trailingCommas                     // one comma after the last member
	five                               // the tokens and the white space of JSON5

	strictJSON dialect = 0
	jsonC              = comments | trailingCommas
	json5              = comments | trailingCommas | five
)

func (d *doc) dialect() dialect {
	switch {
	case d.opt.JSON5:
		return json5
	case d.opt.Strict:
		return strictJSON
	}
	return jsonC
}

// space skips white space and, where the dialect has them, comments.
func (c *checker) space() error {
	for c.i < len(c.b) {
		switch c.b[c.i] {
		case ' ', '\t', '\r', '\n':
			c.i++
		case '/':
			if err := c.comment(); err != nil {
				return err
			}
		default:
			n := c.oddSpace()
			if n == 0 {
				return nil
			}
			c.i += n
		}
	}
	return nil
}

// oddSpace returns the length of white space that only JSON5 has.
func (c *checker) oddSpace() int {
	ch := c.b[c.i]
	if c.d&five != 0 && (ch == '\v' || ch == '\f' || ch >= utf8.RuneSelf) {
		return spaceLen(c.b, c.i)
	}
	return 0
}

func (c *checker) comment() error {
	rest := c.b[c.i:]
	line, block := bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*"))
	switch {
	case !line && !block:
		return c.want("a comment or a value")
	case c.d&comments == 0:
		return c.fail("remove the comment: the program that owns this file reads strict JSON", "found a comment, which strict JSON does not have")
	case block && !bytes.Contains(rest[2:], []byte("*/")):
		return c.fail("", "found a comment that is never closed, expected */")
	}
	c.i = skipComment(c.b, c.i)
	if line && c.d&five == 0 && c.i < len(c.b) && eol(c.b, c.i) == 0 {
		// A lone CR, U+2028 or U+2029. Readers of JSONC disagree whether these
		// end the comment, that is, on what is commented out. Nothing we could
		// write would be sure to be read.
		return c.fail("put an ordinary line end there", "found %s inside a line comment: programs disagree on where the comment ends", c.found())
	}
	return nil
}
