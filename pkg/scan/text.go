package scan

import (
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// Text decodes a JSON string. What stands for itself is not copied.
func Text(v wire.Raw) (string, bool) {
	if len(v) < 2 || v[0] != '"' {
		return "", false
	}
	in := v[1 : len(v)-1]
	if n := Plain(in); n == len(in) && v[len(v)-1] == '"' && utf8.Valid(in) {
		return view(in), true
	}
	if !Valid(v) {
		return "", false
	}
	return unescape(in), true
}

// view is the bytes as a string, for bytes that nobody changes any more.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// unescape decodes the inside of a string that is known to be one. What is no
// character becomes U+FFFD: invalid UTF-8, and half a surrogate pair.
func unescape(in []byte) string {
	out := world.Bytes(len(in))
	for len(in) > 0 {
		if in[0] != '\\' {
			r, n := utf8.DecodeRune(in)
			out, in = utf8.AppendRune(out, r), in[n:]
			continue
		}
		if in[1] != 'u' {
			out, in = append(out, unescaped(in[1])), in[2:]
			continue
		}
		r := escaped(in)
		in = in[6:]
		if utf16.IsSurrogate(r) {
			pair := utf16.DecodeRune(r, escaped(in))
			if r = pair; pair != utf8.RuneError {
				in = in[6:]
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return view(out)
}

// escaped is the code of the \uXXXX that b begins with, -1 if with none.
func escaped(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	return hexValue(b[2])<<12 | hexValue(b[3])<<8 | hexValue(b[4])<<4 | hexValue(b[5])
}

func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

func hexValue(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// Plain is how many bytes b begins with that stand for themselves in a string:
// no quote, no backslash, no control character. Eight at a time: contents of
// files are most of what a payload holds.
func Plain(b []byte) int {
	n, _ := plain(b)
	return n
}

// plain also says whether there may be other characters than ASCII among them.
func plain(b []byte) (n int, wide bool) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	high := uint64(0)
	for ; len(b)-n >= 8; n += 8 {
		w := b[n : n+8 : n+8]
		x := uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
			uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
		quote, slash := x^ones*'"', x^ones*'\\'
		// The top bit of a byte is set where it is below 0x20, or has become 0;
		// of the bytes after the first such one it may be set for nothing.
		if m := ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & tops; m != 0 {
			first := bits.TrailingZeros64(m) &^ 7
			return n + first/8, (high|x<<(64-first))&tops != 0
		}
		high |= x
	}
	for n < len(b) && b[n] >= 0x20 && b[n] != '"' && b[n] != '\\' {
		high |= uint64(b[n])
		n++
	}
	return n, high&tops != 0
}
