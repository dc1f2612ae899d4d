package jsonc

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// The functions of this file walk bytes that check has already accepted, so
// they look for ends and do not judge. Another dialect (JSON5: single quotes,
// bare keys) changes skipString and skipScalar, and their twins in check.go.

var bom = []byte("\xef\xbb\xbf")

// afterBOM returns the offset at which the text begins.
func afterBOM(b []byte) int {
	if bytes.HasPrefix(b, bom) {
		return len(bom)
	}
	return 0
}

// skipSpace returns the offset of the next token, past white space and comments.
func skipSpace(b []byte, i int) int {
	for i < len(b) {
		switch c := b[i]; {
		case c <= ' ':
			i++
		case c == '/':
			i = skipComment(b, i)
		default:
			return i
		}
	}
	return i
}

// skipComment returns the end of the comment at i; a line comment ends before
// its line end, which may be CRLF.
func skipComment(b []byte, i int) int {
	if b[i+1] == '*' {
		return i + 2 + bytes.Index(b[i+2:], []byte("*/")) + 2
	}
	n := bytes.IndexByte(b[i:], '\n')
	switch {
	case n < 0:
		return len(b)
	case b[i+n-1] == '\r':
		return i + n - 1
	}
	return i + n
}

// isLineComment says whether the comment at i reaches to the end of its line.
func isLineComment(b []byte, i int) bool { return b[i+1] == '/' }

// skipString returns the end of the string at i.
func skipString(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skipScalar returns the end of the number or word at i.
func skipScalar(b []byte, i int) int {
	for i < len(b) && isWord(b[i]) {
		i++
	}
	return i
}

// isWord says whether c can stand inside a number, true, false or null.
func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.'
}

// skipValue returns the end of the value at i, however deep it is.
func skipValue(b []byte, i int) int {
	for depth := 0; ; {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case '/':
			i = skipComment(b, i)
			continue
		case ',', ':', ' ', '\t', '\r', '\n':
			i++
			continue
		default:
			i = skipScalar(b, i)
		}
		if depth == 0 {
			return i
		}
	}
}

// kindOf names the kind of the value at i, for messages.
func kindOf(b []byte, i int) string {
	switch c := b[i]; c {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return string(b[i:skipScalar(b, i)])
	case 'n':
		return "null"
	}
	return "a number"
}

// unquote returns the text of a string token. Bytes that are not UTF-8 stay
// what they are; half a surrogate pair becomes U+FFFD.
func unquote(tok []byte) []byte {
	s := tok[1 : len(tok)-1]
	if bytes.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			out = append(out, s[i])
			i++
			continue
		}
		if s[i+1] != 'u' {
			out = append(out, unescape(s[i+1]))
			i += 2
			continue
		}
		r, n := hex4(s[i+2:]), 6
		if utf16.IsSurrogate(r) {
			low := rune(-1)
			if bytes.HasPrefix(s[i+6:], []byte(`\u`)) {
				low = hex4(s[i+8:])
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				n = 12
			}
		}
		out = utf8.AppendRune(out, r)
		i += n
	}
	return out
}

func unescape(c byte) byte {
	if i := bytes.IndexByte([]byte("bfnrt"), c); i >= 0 {
		return "\b\f\n\r\t"[i]
	}
	return c // quote, backslash, slash
}

func hex4(s []byte) (r rune) {
	for _, c := range s[:4] {
		switch {
		case c <= '9':
			c -= '0'
		default:
			c = c&^0x20 - 'A' + 10
		}
		r = r<<4 | rune(c)
	}
	return r
}
