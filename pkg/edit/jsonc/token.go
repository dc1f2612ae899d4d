package jsonc

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The functions of this file walk bytes that check has already accepted, so
// they look for ends and do not judge. They read JSON5 and need not be told the
// dialect: what only JSON5 has (single quotes, bare keys, odd white space)
// cannot stand outside the strings of an accepted text of the others.

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
		case c >= utf8.RuneSelf && spaceLen(b, i) > 0:
			i += spaceLen(b, i)
		default:
			return i
		}
	}
	return i
}

// skipComment returns the end of the comment at i; a line comment ends before
// its line end.
func skipComment(b []byte, i int) int {
	if b[i+1] == '*' {
		return i + 2 + bytes.Index(b[i+2:], []byte("*/")) + 2
	}
	for ; i < len(b); i++ {
		if c := b[i]; (c == '\n' || c == '\r' || c == 0xE2) && lineEndLen(b, i) > 0 {
			break
		}
	}
	return i
}

// isLineComment says whether the comment at i reaches to the end of its line.
func isLineComment(b []byte, i int) bool { return b[i+1] == '/' }

// isQuote says whether a string begins with c.
func isQuote(c byte) bool { return c == '"' || c == '\'' }

// skipString returns the end of the string at i.
func skipString(b []byte, i int) int {
	q := b[i]
	for i = inString(b, i+1, q); b[i] != q; i = inString(b, i+1, q) {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// inString returns the offset of the first byte from i on that may mean something
// inside a string: the quote, a backslash or a control character. It takes
// eight bytes at a time, because the strings of large files are long.
func inString(b []byte, i int, quote byte) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	quotes := uint64(quote) * each
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		q, s := w^quotes, w^'\\'*each
		// The high bit of a byte is set where q or s is 0 or w is below the blank.
		// A borrow can set it wrongly too, but only above a byte that is right.
		if hit := ((q-each)&^q | (s-each)&^s | (w-' '*each)&^w) & high; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for i < len(b) && b[i] != quote && b[i] != '\\' && b[i] >= ' ' {
		i++
	}
	return i
}

// skipWord returns the end of the number, word or bare key at i.
func skipWord(b []byte, i int) int {
	for i < len(b) && !ends[b[i]] && (b[i] < utf8.RuneSelf || spaceLen(b, i) == 0) {
		i++
	}
	return i
}

// ends are the bytes that end a word.
var ends = [256]bool{'{': true, '}': true, '[': true, ']': true, ',': true, ':': true, '/': true, '"': true, '\'': true,
	' ': true, '\t': true, '\n': true, '\r': true, '\v': true, '\f': true}

// skipToken returns the end of the string, number, word or bare key at i.
func skipToken(b []byte, i int) int {
	if isQuote(b[i]) {
		return skipString(b, i)
	}
	return skipWord(b, i)
}

// skipValue returns the end of the value at i, however deep it is.
func skipValue(b []byte, i int) int {
	for depth := 0; ; {
		switch c := b[i]; {
		case c == '"':
			i = skipString(b, i)
		case c == '{' || c == '[':
			depth++
			i++
		case c == '}' || c == ']':
			depth--
			i++
		case c == ',' || c == ':':
			i++
			continue
		case c <= ' ' || c == '/' || c >= utf8.RuneSelf && spaceLen(b, i) > 0:
			i = skipSpace(b, i)
			continue
		default:
			i = skipToken(b, i)
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
	case '"', '\'':
		return "a string"
	case 't', 'f':
		return string(b[i:skipWord(b, i)])
	case 'n':
		return "null"
	}
	return "a number"
}

// unquote returns the text of a string token or a bare key. Bytes that are not
// UTF-8 stay what they are; half a surrogate pair becomes U+FFFD.
func unquote(tok []byte) []byte {
	s := tok
	if isQuote(tok[0]) {
		s = tok[1 : len(tok)-1]
	}
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
		n := escapeLen(s[i:])
		if s[i+1] != 'u' {
			out = append(out, unescape(s[i:i+n])...)
			i += n
			continue
		}
		r := hex4(s[i+2:])
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

// escapeLen returns the length of the escape at the front, which is valid.
func escapeLen(s []byte) int {
	switch s[1] {
	case 'u':
		return 6
	case 'x':
		return 4
	}
	if n := lineEndLen(s, 1); n > 0 {
		return 1 + n
	}
	_, n := utf8.DecodeRune(s[1:])
	return 1 + n
}

// unescape returns what an escape other than \u stands for. A line end after
// the backslash stands for nothing.
func unescape(esc []byte) []byte {
	c := esc[1]
	if i := strings.IndexByte("bfnrtv0", c); i >= 0 {
		return []byte{"\b\f\n\r\t\v\x00"[i]}
	}
	switch {
	case c == 'x':
		return utf8.AppendRune(nil, hexOf(esc[2:]))
	case lineEndLen(esc, 1) > 0:
		return nil
	}
	return esc[1:] // quote, backslash, slash; in JSON5 any other character
}

func hex4(s []byte) rune { return hexOf(s[:4]) }

func hexOf(s []byte) (r rune) {
	for _, c := range s {
		if c <= '9' {
			c -= '0'
		} else {
			c = c&^0x20 - 'A' + 10
		}
		r = r<<4 | rune(c)
	}
	return r
}
