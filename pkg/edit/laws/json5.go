// Package laws holds what the tests of the editors are held against: readers
// that share no code with them. No tool links it.
package laws

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// reader5 reads JSON5 as the grammar of json5.org says it, by recursion.
type reader5 struct {
	s []rune
	i int
}

// Odd is a number that JSON does not have: Infinity, NaN, with their sign.
type Odd string

// What a text can be instead of JSON5. A key twice is JSON5, but a tree of Go
// values cannot hold it.
var (
	ErrJSON5 = errors.New("not JSON5")
	ErrTwice = fmt.Errorf("%w: a key twice", ErrJSON5)
)

// None is the value of a text without one.
type None struct{}

// ReadJSON5 reads a text into Go values: maps, slices, strings, booleans, nil,
// json.Number, Odd; None if there is nothing to read.
func ReadJSON5(b []byte) (v any, err error) {
	if !utf8.Valid(b) {
		return nil, ErrJSON5
	}
	r := &reader5{s: []rune(string(b))}
	defer func() {
		if p := recover(); p != nil {
			if v, err = nil, p.(error); !errors.Is(err, ErrJSON5) {
				panic(p)
			}
		}
	}()
	r.space()
	if r.i == len(r.s) {
		return None{}, nil
	}
	v = r.value()
	r.space()
	if r.i < len(r.s) {
		r.fail("something after the value")
	}
	return v, nil
}

func (r *reader5) fail(why string) { panic(fmt.Errorf("%w: %s at %d", ErrJSON5, why, r.i)) }

// peek returns the rune at the current place, -1 at the end.
func (r *reader5) peek() rune {
	if r.i == len(r.s) {
		return -1
	}
	return r.s[r.i]
}

func (r *reader5) next() rune {
	c := r.peek()
	if c < 0 {
		r.fail("the end")
	}
	r.i++
	return c
}

func (r *reader5) take(s string) bool {
	if strings.HasPrefix(string(r.s[r.i:min(len(r.s), r.i+len(s))]), s) {
		r.i += len(s)
		return true
	}
	return false
}

const (
	lineEnds5 = "\n\r\u2028\u2029"
	spaces5   = lineEnds5 + "\t\v\f \u00a0\ufeff\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)

func (r *reader5) space() {
	for {
		switch {
		case r.take("//"):
			for r.i < len(r.s) && !strings.ContainsRune(lineEnds5, r.peek()) {
				r.i++
			}
		case r.take("/*"):
			for !r.take("*/") {
				r.next()
			}
		case r.i < len(r.s) && strings.ContainsRune(spaces5, r.peek()):
			r.i++
		default:
			return
		}
	}
}

func (r *reader5) value() any {
	switch c := r.peek(); {
	case c == '{':
		return r.object()
	case c == '[':
		return r.array()
	case c == '"' || c == '\'':
		return r.str()
	}
	start := r.i
	for r.i < len(r.s) && !strings.ContainsRune(`{}[],:/"'`+spaces5, r.peek()) {
		r.i++
	}
	return r.word(string(r.s[start:r.i]))
}

var (
	hex5     = regexp.MustCompile(`^[+-]?0[xX][0-9a-fA-F]+$`)
	decimal5 = regexp.MustCompile(`^[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	odd5     = regexp.MustCompile(`^[+-]?(Infinity|NaN)$`)
	name5    = regexp.MustCompile(`^[\pL\p{Nl}$_]([\pL\p{Nl}$_\p{Mn}\p{Mc}\p{Nd}\p{Pc}\x{200c}\x{200d}])*$`)
)

func (r *reader5) word(s string) any {
	switch {
	case s == "true" || s == "false":
		return s == "true"
	case s == "null":
		return nil
	case odd5.MatchString(s):
		return Odd(strings.TrimPrefix(s, "+"))
	case hex5.MatchString(s):
		n, _ := new(big.Int).SetString(strings.TrimPrefix(s, "+"), 0)
		return json.Number(n.String())
	case !decimal5.MatchString(s):
		r.fail("the word " + s)
	}
	mant, exp, cut := strings.Cut(strings.ToLower(strings.TrimPrefix(s, "+")), "e")
	whole, frac, _ := strings.Cut(mant, ".")
	if strings.TrimPrefix(whole, "-") == "" {
		whole += "0"
	}
	n := whole + "." + frac + "0"
	if cut {
		n += "e" + exp
	}
	return json.Number(n)
}

func (r *reader5) object() any {
	m := map[string]any{}
	for r.i++; ; {
		if r.space(); r.take("}") {
			return m
		}
		k := r.key()
		if r.space(); !r.take(":") {
			r.fail("no colon")
		}
		if _, twice := m[k]; twice {
			panic(ErrTwice)
		}
		r.space()
		m[k] = r.value()
		if r.space(); r.take("}") {
			return m
		} else if !r.take(",") {
			r.fail("no comma")
		}
	}
}

func (r *reader5) array() any {
	list := []any{}
	for r.i++; ; {
		if r.space(); r.take("]") {
			return list
		}
		list = append(list, r.value())
		if r.space(); r.take("]") {
			return list
		} else if !r.take(",") {
			r.fail("no comma")
		}
	}
}

func (r *reader5) key() string {
	if c := r.peek(); c == '"' || c == '\'' {
		return r.str()
	}
	var name []rune
	for r.i < len(r.s) {
		c := r.peek()
		if slices.Contains([]rune(`:/{}[],"'`+spaces5), c) {
			break
		}
		if r.i++; c == '\\' {
			if r.next() != 'u' {
				r.fail("an escape in a name")
			}
			c = rune(r.hex(4))
		}
		name = append(name, c)
	}
	if !name5.MatchString(string(name)) {
		r.fail("no key")
	}
	return string(name)
}

func (r *reader5) hex(n int) uint16 {
	s := ""
	for range n {
		s += string(r.next())
	}
	c, err := strconv.ParseUint(s, 16, 16)
	if err != nil {
		r.fail("hex digits")
	}
	return uint16(c)
}

func (r *reader5) str() string {
	var out []uint16 // a string is UTF-16: two escapes may make one character
	for q := r.next(); ; {
		switch c := r.next(); {
		case c == q:
			return string(utf16.Decode(out))
		case c == '\n' || c == '\r':
			r.fail("a line end in a string")
		case c == '\\':
			out = append(out, r.escape()...)
		default:
			out = utf16.AppendRune(out, c)
		}
	}
}

func (r *reader5) escape() []uint16 {
	c := r.next()
	switch {
	case c == '\r':
		r.take("\n")
		return nil
	case strings.ContainsRune(lineEnds5, c):
		return nil
	case c == 'x':
		return []uint16{r.hex(2)}
	case c == 'u':
		return []uint16{r.hex(4)}
	case c == '0' && (r.peek() < '0' || r.peek() > '9'):
		return []uint16{0}
	case '0' <= c && c <= '9':
		r.fail("a digit after a backslash")
	}
	if i := strings.IndexRune("bfnrtv", c); i >= 0 {
		return []uint16{uint16("\b\f\n\r\t\v"[i])}
	}
	return utf16.AppendRune(nil, c)
}
