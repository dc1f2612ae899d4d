package hook

import "fmt"

// A scan goes over JSON text once, from the left, and holds it to the grammar
// as encoding/json does: what that takes or refuses, this takes or refuses, the
// limit of depth and invalid UTF-8 in strings included. Nothing is decoded; what
// is looked for comes out as spans of the text. It is here because linking
// encoding/json into ac-hook, and reflection over what it decodes, costs a
// quarter of the time that starting an empty program takes.
type scan struct {
	b     []byte
	i     int // next byte
	depth int
	want  string // what should have stood at i, once the text is no JSON
}

// whole scans a text that is one value and nothing else.
func (s *scan) whole() bool { return s.value() && s.end() }

func (s *scan) end() bool {
	if s.peek(); s.i < len(s.b) {
		return s.fail("nothing after the value")
	}
	return true
}

func (s *scan) fail(want string) bool {
	s.want = want
	return false
}

// err says where the text is no JSON, and why.
func (s *scan) err() error {
	if s.i >= len(s.b) {
		return fmt.Errorf("%s: found the end, expected %s", place(s.b, s.i), s.want)
	}
	return fmt.Errorf("%s: found %q, expected %s", place(s.b, s.i), s.b[s.i], s.want)
}

// peek is the next byte that is no white space; 0, which can begin nothing, at
// the end.
func (s *scan) peek() byte {
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// next is the next byte, or 0.
func (s *scan) next() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *scan) value() bool {
	switch c := s.peek(); c {
	case '"':
		return s.str()
	case '{':
		return s.object(nil)
	case '[':
		return s.array(nil)
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

// object scans an object and shows its members, if somebody wants to see them.
func (s *scan) object(see func(key string, v raw)) bool {
	if s.depth++; s.depth > maxDepth {
		return s.fail("no deeper nesting")
	}
	s.i++
	for more := s.peek() != '}'; more; {
		if s.peek() != '"' {
			return s.fail("a key in quotes")
		}
		key := s.i
		if !s.str() {
			return false
		}
		keyEnd := s.i
		if s.peek() != ':' {
			return s.fail("a colon")
		}
		s.i++
		s.peek()
		at := s.i
		if !s.value() {
			return false
		}
		if see != nil {
			k, _ := text(s.b[key:keyEnd:keyEnd])
			see(k, s.b[at:s.i:s.i])
		}
		if more = s.peek() == ','; more {
			s.i++
		}
	}
	return s.closed('}', "a comma or }")
}

// array scans an array and shows its elements, if somebody wants to see them.
func (s *scan) array(see func(v raw)) bool {
	if s.depth++; s.depth > maxDepth {
		return s.fail("no deeper nesting")
	}
	s.i++
	for more := s.peek() != ']'; more; {
		s.peek()
		at := s.i
		if !s.value() {
			return false
		}
		if see != nil {
			see(s.b[at:s.i:s.i])
		}
		if more = s.peek() == ','; more {
			s.i++
		}
	}
	return s.closed(']', "a comma or ]")
}

func (s *scan) closed(c byte, want string) bool {
	if s.next() != c {
		return s.fail(want)
	}
	s.i++
	s.depth--
	return true
}

func (s *scan) word(w string) bool {
	for i := range len(w) {
		if s.next() != w[i] {
			return s.fail(w)
		}
		s.i++
	}
	return true
}

func (s *scan) number() bool {
	if s.next() == '-' {
		s.i++
	}
	if s.next() == '0' {
		s.i++
	} else if !s.digits() {
		return false
	}
	if s.next() == '.' {
		s.i++
		if !s.digits() {
			return false
		}
	}
	if c := s.next(); c == 'e' || c == 'E' {
		s.i++
		if c := s.next(); c == '+' || c == '-' {
			s.i++
		}
		return s.digits()
	}
	return true
}

// digits scans one digit at least.
func (s *scan) digits() bool {
	at := s.i
	for c := s.next(); '0' <= c && c <= '9'; c = s.next() {
		s.i++
	}
	return s.i > at || s.fail("a digit")
}

// str scans a string.
func (s *scan) str() bool {
	for s.i++; ; {
		s.i += plain(s.b[s.i:])
		switch c := s.next(); {
		case c == '"':
			s.i++
			return true
		case s.i >= len(s.b):
			return s.fail("a closing quote")
		case c != '\\':
			return s.fail("an escape for a control character")
		case !s.escape():
			return false
		}
	}
}

// escape scans what a backslash begins.
func (s *scan) escape() bool {
	s.i++
	switch s.next() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i++
		return true
	case 'u':
		for range 4 {
			s.i++
			if hexValue(s.next()) < 0 {
				return s.fail("a hexadecimal digit")
			}
		}
		s.i++
		return true
	}
	return s.fail(`one of "\/bfnrtu after a backslash`)
}
