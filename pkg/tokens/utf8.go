package tokens

import (
	"strings"
	"unicode/utf8"
)

// wellFormed is a text as a program reads it that decodes UTF-8 before it
// counts, as all that use the reference do: what is not UTF-8 becomes U+FFFD,
// one for each longest part that begins like a character, as the WHATWG and
// the Unicode standard (3.9, "maximal subparts") have it.
func wellFormed(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	from := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r != utf8.RuneError || n > 1 {
			i += n
			continue
		}
		b.WriteString(text[from:i])
		b.WriteRune(utf8.RuneError)
		i += broken(text[i:])
		from = i
	}
	b.WriteString(text[from:])
	return b.String()
}

// broken is the length of the part of a character that s, which begins with no
// whole one, begins with: the lead and what rightly follows it.
func broken(s string) int {
	size, lo, hi := 1, byte(0x80), byte(0xBF) // of the second byte; the others have the whole range
	switch c := s[0]; {
	case c >= 0xC2 && c <= 0xDF:
		size = 2
	case c >= 0xE0 && c <= 0xEF:
		size = 3
		if c == 0xE0 {
			lo = 0xA0 // else it were overlong
		} else if c == 0xED {
			hi = 0x9F // else a surrogate
		}
	case c >= 0xF0 && c <= 0xF4:
		size = 4
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F // else beyond U+10FFFF
		}
	}
	n := 1
	for n < size && n < len(s) && s[n] >= lo && s[n] <= hi {
		lo, hi = 0x80, 0xBF
		n++
	}
	return n
}
