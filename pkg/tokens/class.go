package tokens

import (
	_ "embed"
	"unicode/utf8"
)

// The classes of characters that the splitting patterns tell apart, of
// Unicode 16.0 as in the reference.
const (
	other   = iota
	upper   // Lu, Lt
	lower   // Ll
	plain   // Lm, Lo: letters without case
	mark    // M
	number  // N
	space   // White_Space, but
	newline // \r and \n
)

// classes holds, for each 256 characters, the number of their block, then the
// blocks.
//
//go:embed data/classes.bin
var classes string

const blocks = (utf8.MaxRune + 1) >> 8

// class is the class of the character that begins at i, and its length.
func class(s string, i int) (c byte, n int) {
	if b := s[i]; b < utf8.RuneSelf {
		return ascii[b] & classMask, 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return classes[blocks+int(classes[r>>8])<<8+int(r&0xff)], n
}

// ascii has, of each byte, the class and a bit that the fast paths test.
var ascii = [256]byte{
	// control characters, of which \t \n \v \f \r are white space
	bPunct, bPunct, bPunct, bPunct, bPunct, bPunct, bPunct, bPunct,
	bPunct, bSpace, bLine, bSpace, bSpace, bLine, bPunct, bPunct,
	bPunct, bPunct, bPunct, bPunct, bPunct, bPunct, bPunct, bPunct,
	bPunct, bPunct, bPunct, bPunct, bPunct, bPunct, bPunct, bPunct,
	' ': bSpace,
	'!': bPunct, '"': bPunct, '#': bPunct, '$': bPunct, '%': bPunct, '&': bPunct, '\'': bPunct, '(': bPunct,
	')': bPunct, '*': bPunct, '+': bPunct, ',': bPunct, '-': bPunct, '.': bPunct, '/': bPunct,
	'0': bDigit, '1': bDigit, '2': bDigit, '3': bDigit, '4': bDigit, '5': bDigit, '6': bDigit, '7': bDigit, '8': bDigit, '9': bDigit,
	':': bPunct, ';': bPunct, '<': bPunct, '=': bPunct, '>': bPunct, '?': bPunct, '@': bPunct,
	'A': bUpper, 'B': bUpper, 'C': bUpper, 'D': bUpper, 'E': bUpper, 'F': bUpper, 'G': bUpper, 'H': bUpper, 'I': bUpper,
	'J': bUpper, 'K': bUpper, 'L': bUpper, 'M': bUpper, 'N': bUpper, 'O': bUpper, 'P': bUpper, 'Q': bUpper, 'R': bUpper,
	'S': bUpper, 'T': bUpper, 'U': bUpper, 'V': bUpper, 'W': bUpper, 'X': bUpper, 'Y': bUpper, 'Z': bUpper,
	'[': bPunct, '\\': bPunct, ']': bPunct, '^': bPunct, '_': bPunct, '`': bPunct,
	'a': bLower, 'b': bLower, 'c': bLower, 'd': bLower, 'e': bLower, 'f': bLower, 'g': bLower, 'h': bLower, 'i': bLower,
	'j': bLower, 'k': bLower, 'l': bLower, 'm': bLower, 'n': bLower, 'o': bLower, 'p': bLower, 'q': bLower, 'r': bLower,
	's': bLower, 't': bLower, 'u': bLower, 'v': bLower, 'w': bLower, 'x': bLower, 'y': bLower, 'z': bLower,
	'{': bPunct, '|': bPunct, '}': bPunct, '~': bPunct, 0x7f: bPunct,
	// the rest, zero, is not ASCII
}

const (
	classMask = 7
	bPunct    = other | 1<<3
	bUpper    = upper | 1<<4
	bLower    = lower | 1<<5
	bSpace    = space | 1<<6
	bLine     = newline | 1<<6
	bDigit    = number | 1<<7

	isPunct  = 1 << 3
	isUpper  = 1 << 4
	isLower  = 1 << 5
	isLetter = isUpper | isLower
	isSpace  = 1 << 6
	isDigit  = 1 << 7
)
