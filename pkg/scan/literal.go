package scan

// Values that hold no others: words, numbers and strings.

func (s *JSON) word(w string) bool {
	for i := range len(w) {
		if s.next() != w[i] {
			return s.fail(w)
		}
		s.i++
	}
	return true
}

func (s *JSON) number() bool {
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
func (s *JSON) digits() bool {
	at := s.i
	for c := s.next(); '0' <= c && c <= '9'; c = s.next() {
		s.i++
	}
	return s.i > at || s.fail("a digit")
}

// String is the length of the string that a text begins with.
func String(b []byte) int {
	s := New(b)
	s.str()
	return s.i
}

// Bare says whether the string that was scanned last stands for itself: no
// escapes in it, and nothing but ASCII. That is the key before its value is scanned,
// and then the value, if it is a string.
func (s *JSON) Bare() bool { return s.bare }

// str scans a string.
func (s *JSON) str() bool {
	s.i++
	n, wide := plain(s.b[s.i:])
	s.i += n
	if s.next() == '"' {
		s.i++
		s.bare = !wide
		return true
	}
	for s.bare = false; ; {
		s.i += Plain(s.b[s.i:])
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
func (s *JSON) escape() bool {
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
