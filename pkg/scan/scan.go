// Package scan goes over JSON text without decoding it: payloads in ac-hook, which
// does not link encoding/json, and the lines of the logs, of which there are
// millions.
package scan

import (
	"bytes"
	"fmt"

	"agentconnector/pkg/wire"
)

// MaxDepth of nesting, the same as encoding/json's own.
const MaxDepth = 10_000

// JSON goes over JSON text once, from the left, and holds it to the grammar
// as encoding/json does: what that takes or refuses, this takes or refuses, the
// limit of depth and invalid UTF-8 in strings included. Nothing is decoded; what
// is looked for comes out as spans of the text. It is here because linking
// encoding/json into ac-hook, and reflection over what it decodes, costs a
// quarter of the time that starting an empty program takes.
type JSON struct {
	b     []byte
	i     int // next byte
	depth int
	bare  bool   // the last string stands for itself
	want  string // what should have stood at i, once the text is no JSON

	// Spaced says that there was white space between the parts of the text.
	Spaced bool
}

// New begins a scan.
func New(b []byte) JSON { return JSON{b: b} }

// Valid says whether a text is one JSON value.
func Valid(b []byte) bool {
	s := New(b)
	return s.Whole()
}

// Whole scans a text that is one value and nothing else.
func (s *JSON) Whole() bool { return s.value() && s.End() }

// End says whether nothing follows.
func (s *JSON) End() bool {
	if s.Peek(); s.i < len(s.b) {
		return s.fail("nothing after the value")
	}
	return true
}

func (s *JSON) fail(want string) bool {
	s.want = want
	return false
}

// Err says where the text is no JSON, and why.
func (s *JSON) Err() error {
	if s.i >= len(s.b) {
		return fmt.Errorf("%s: found the end, expected %s", Place(s.b, s.i), s.want)
	}
	return fmt.Errorf("%s: found %q, expected %s", Place(s.b, s.i), s.b[s.i], s.want)
}

// Peek is the next byte that is no white space; 0, which can begin nothing, at
// the end.
func (s *JSON) Peek() byte {
	if s.i < len(s.b) && s.b[s.i] > ' ' {
		return s.b[s.i]
	}
	return s.pass()
}

// pass is Peek where there may be white space.
func (s *JSON) pass() byte {
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\r', '\n':
			s.Spaced = true
		default:
			return c
		}
	}
	return 0
}

// next is the next byte, or 0.
func (s *JSON) next() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *JSON) value() bool {
	switch c := s.Peek(); c {
	case '"':
		return s.str()
	case '{':
		return s.Object(nil)
	case '[':
		return s.Array(nil)
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number()
	}
	return s.fail("a value")
}

// Object scans an object and shows its members, if somebody wants to see them.
func (s *JSON) Object(see func(key string, v wire.Raw)) bool {
	if see == nil {
		return s.Each(nil)
	}
	return s.Each(func(key wire.Raw) bool {
		v, ok := s.Take()
		if ok {
			k, _ := Text(key)
			see(k, v)
		}
		return ok
	})
}

// Array scans an array and shows its elements, if somebody wants to see them.
func (s *JSON) Array(see func(v wire.Raw)) bool {
	if see == nil {
		return s.Each(nil)
	}
	return s.Each(func(wire.Raw) bool {
		v, ok := s.Take()
		if ok {
			see(v)
		}
		return ok
	})
}

// Take scans a value and gives it.
func (s *JSON) Take() (wire.Raw, bool) {
	s.Peek()
	at := s.i
	ok := s.value()
	return s.b[at:s.i:s.i], ok
}

// Each scans an object or array whose values somebody else scans, if not nil: it is
// called before each, with the key, of an array with none.
func (s *JSON) Each(value func(key wire.Raw) bool) bool {
	if s.depth++; s.depth > MaxDepth {
		return s.fail("no deeper nesting")
	}
	end, want := byte(']'), "a comma or ]"
	if s.next() == '{' {
		end, want = '}', "a comma or }"
	}
	s.i++
	for more := s.Peek() != end; more; {
		var key wire.Raw
		if end == '}' {
			if key = s.key(); key == nil {
				return false
			}
		}
		if value == nil && !s.value() || value != nil && !value(key) {
			return false
		}
		if more = s.Peek() == ','; more {
			s.i++
		}
	}
	return s.closed(end, want)
}

// key scans the key of a member, and the colon.
func (s *JSON) key() wire.Raw {
	if s.Peek() != '"' {
		s.fail("a key in quotes")
		return nil
	}
	at := s.i
	if !s.str() {
		return nil
	}
	key := s.b[at:s.i:s.i]
	if s.Peek() != ':' {
		s.fail("a colon")
		return nil
	}
	s.i++
	return key
}

func (s *JSON) closed(c byte, want string) bool {
	if s.next() != c {
		return s.fail(want)
	}
	s.i++
	s.depth--
	return true
}

// Place is the line and column of an offset.
func Place(b []byte, offset int) string {
	before := b[:min(offset, len(b))]
	return fmt.Sprintf("%d:%d", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}
