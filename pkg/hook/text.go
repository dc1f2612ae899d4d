package hook

import (
	"unicode/utf8"
	"unsafe"

	"agentconnector/pkg/scan"
)

// The strings of JSON, read and written.

// text decodes a JSON string.
func text(v raw) (string, bool) { return scan.Text(v) }

// view is the bytes as a string, for bytes that nobody changes any more.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string. Only what JSON asks for is escaped, and the
// two separators that are line ends to JavaScript.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' {
				i++
				continue
			}
			out = escape(append(out, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			out = append(append(out, s[start:i]...), `\ufffd`...)
		case r == '\u2028' || r == '\u2029':
			out = append(append(out, s[start:i]...), `\u202`...)
			out = append(out, hexDigits[r&0xF])
		default:
			i += n
			continue
		}
		i += n
		start = i
	}
	return append(append(out, s[start:]...), '"')
}

func escape(out []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(out, '\\', c)
	case '\n':
		return append(out, `\n`...)
	case '\r':
		return append(out, `\r`...)
	case '\t':
		return append(out, `\t`...)
	case '\b':
		return append(out, `\b`...)
	case '\f':
		return append(out, `\f`...)
	}
	return append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
}
