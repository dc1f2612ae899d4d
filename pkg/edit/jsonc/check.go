package jsonc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"agentconnector/pkg/edit"
)

// checker validates a text in one pass. It keeps the open brackets on a stack
// of its own, so that nesting costs no goroutine stack.
type checker struct {
	b    []byte
	d    dialect
	i    int
	open []int // offsets of the brackets that are open
	deep int   // the most that were open at once
}

// check validates a whole text. It returns the offset of the root value, or
// -1 if there is none, and the depth of the nesting.
func check(b []byte, d dialect) (root, depth int, err error) {
	c := checker{b: b, d: d, i: afterBOM(b)}
	if err := c.space(); err != nil {
		return 0, 0, err
	}
	if c.i == len(b) {
		return -1, 0, nil
	}
	root = c.i
	if err := c.value(); err != nil {
		return 0, 0, err
	}
	if err := c.space(); err != nil {
		return 0, 0, err
	}
	if c.i < len(b) {
		return 0, 0, c.fail("delete what follows, or put it inside", "found %s after the end of the document", c.found())
	}
	return root, c.deep, nil
}

func (c *checker) fail(hint, format string, args ...any) error {
	return edit.At(c.b, c.i, edit.Syntax, hint, format, args...)
}

// want is the error for a token that should have been another.
func (c *checker) want(what string) error {
	if c.i == len(c.b) && len(c.open) > 0 {
		o := c.open[len(c.open)-1]
		line, _ := edit.LineCol(c.b, o)
		return c.fail("", "found the end of the file, expected %s: the %c of line %d is not closed", what, c.b[o], line)
	}
	return c.fail("", "found %s, expected %s", c.found(), what)
}

// found names what stands at the current offset.
func (c *checker) found() string {
	if c.i == len(c.b) {
		return "the end of the file"
	}
	r, n := utf8.DecodeRune(c.b[c.i:])
	word := skipWord(c.b[:min(len(c.b), c.i+maxFound)], c.i)
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("the byte 0x%02X", c.b[c.i])
	case r >= utf8.RuneSelf && !unicode.IsLetter(r) && unicode.IsPrint(r):
		return fmt.Sprintf("%c (U+%04X)", r, r) // as a quotation mark that an editor made typographic
	case r < utf8.RuneSelf && word > c.i+1:
		return strings.ToValidUTF8(string(c.b[c.i:word]), "")
	case unicode.IsPrint(r) && r != ' ':
		return string(r)
	default:
		return fmt.Sprintf("the character U+%04X", r)
	}
}

// maxFound bounds how much of a file a message shows.
const maxFound = 20

// at returns the current byte, 0 at the end; a NUL in the text is no token
// either.
func (c *checker) at() byte {
	if c.i == len(c.b) {
		return 0
	}
	return c.b[c.i]
}

// value validates the value at the current offset with all that is in it.
func (c *checker) value() error {
	for {
		opened, err := c.begin()
		if err != nil {
			return err
		}
		if opened {
			continue // to the first value inside
		}
		more, err := c.after()
		if !more || err != nil {
			return err
		}
	}
}

// begin reads a scalar, an empty container, or the opening of a container up
// to its first value; then opened is true.
func (c *checker) begin() (opened bool, err error) {
	if c.at() != '{' && c.at() != '[' {
		return false, c.scalar()
	}
	if len(c.open) == edit.MaxDepth {
		return false, edit.At(c.b, c.i, edit.Limit, "edit the file by hand", "more than %d levels of nesting", edit.MaxDepth)
	}
	c.open = append(c.open, c.i)
	c.deep = max(c.deep, len(c.open))
	c.i++
	if err := c.space(); err != nil {
		return false, err
	}
	if c.closes() {
		return false, nil
	}
	return true, c.key()
}

// closes reads the closing bracket of the innermost container, if that is
// what comes next.
func (c *checker) closes() bool {
	last := len(c.open) - 1
	if c.at() != c.b[c.open[last]]+2 { // in ASCII, } is { + 2 and ] is [ + 2
		return false
	}
	c.open = c.open[:last]
	c.i++
	return true
}

// after reads what follows a value: closing brackets, then a comma and the way
// to the next value. more is false at the end of the outermost value.
func (c *checker) after() (more bool, err error) {
	for len(c.open) > 0 {
		if err := c.space(); err != nil {
			return false, err
		}
		if c.closes() {
			continue
		}
		if c.at() != ',' {
			return false, c.want(fmt.Sprintf(", or %c", c.b[c.open[len(c.open)-1]]+2))
		}
		comma := c.i
		c.i++
		if err := c.space(); err != nil {
			return false, err
		}
		if c.at() != c.b[c.open[len(c.open)-1]]+2 {
			return true, c.key()
		}
		if c.d&trailingCommas == 0 {
			line, _ := edit.LineCol(c.b, comma)
			return false, c.fail(fmt.Sprintf("remove the comma at the end of line %d", line), "found %c after a comma, expected one more entry", c.at())
		}
		c.closes()
	}
	return false, nil
}

// key reads a key and its colon, if the innermost container is an object, and
// stands before the value.
func (c *checker) key() error {
	if c.b[c.open[len(c.open)-1]] != '{' {
		return nil
	}
	start, quotes := c.i, 2
	switch ch := c.at(); {
	case ch == '"' || ch == '\'' && c.d&five != 0:
		if err := c.str(); err != nil {
			return err
		}
	case c.d&five == 0:
		return c.want("a key in double quotes")
	default:
		quotes = 0
		if c.i = skipWord(c.b, start); !validName(c.b[start:c.i]) {
			c.i = start
			return c.want("a key: a name or a string")
		}
	}
	if c.i-start-quotes > edit.MaxKey {
		c.i = start
		return edit.At(c.b, start, edit.Limit, "edit the file by hand", "a key of more than %d bytes", edit.MaxKey)
	}
	if err := c.space(); err != nil {
		return err
	}
	if c.at() != ':' {
		return c.want(": after the key")
	}
	c.i++
	return c.space()
}
