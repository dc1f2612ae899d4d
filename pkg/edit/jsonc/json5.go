package jsonc

import (
	"bytes"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What JSON5 (json5.org) has beyond JSON with comments: bare keys, strings in
// single quotes, more escapes, more numbers, more white space. This file knows
// its alphabet and turns its tokens into JSON; check.go and scalar.go judge.

// maxHex bounds the digits of a hexadecimal number, which we convert: the cost
// of that grows faster than its length.
const maxHex = 4096

// spaceLen returns the length of the white space character at i, 0 if there is
// none. In an accepted text nothing but white space is below the blank.
func spaceLen(b []byte, i int) int {
	switch c := b[i]; {
	case c <= ' ':
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	if r, n := utf8.DecodeRune(b[i:]); isSpace(r) {
		return n
	}
	return 0
}

// blankLen is spaceLen for what does not end a line.
func blankLen(b []byte, i int) int {
	if b[i] == ' ' || b[i] == '\t' {
		return 1
	}
	if b[i] >= utf8.RuneSelf && lineEndLen(b, i) == 0 {
		return spaceLen(b, i)
	}
	return 0
}

// isSpace says whether JSON5 takes a character beyond ASCII for white space.
func isSpace(r rune) bool {
	return r == 0xFEFF || r == 0x2028 || r == 0x2029 || r > ' ' && unicode.Is(unicode.Zs, r)
}

// lineEndLen returns the length of the line end at i, as JSON5 knows them: LF,
// CR, CRLF, U+2028 and U+2029. 0 if there is none.
func lineEndLen(b []byte, i int) int {
	switch {
	case i >= len(b):
		return 0
	case b[i] == '\r' && eol(b, i) == 0:
		return 1
	case b[i] == 0xE2:
		if r, n := utf8.DecodeRune(b[i:]); r == 0x2028 || r == 0x2029 {
			return n
		}
	}
	return eol(b, i)
}

// isIDStart and isIDPart are the alphabet of bare keys.
func isIDStart(r rune) bool {
	return r == '$' || r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r)
}

func isIDPart(r rune) bool {
	return isIDStart(r) || r == 0x200C || r == 0x200D || // zero width (non-)joiner
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc)
}

// validName says whether a token is an identifier, escapes included.
func validName(tok []byte) bool {
	for i := 0; i < len(tok); {
		r, n := utf8.DecodeRune(tok[i:])
		switch {
		case r == '\\' && i+1 < len(tok) && tok[i+1] == 'u' && hexRun(tok[i+2:]) >= 4:
			r, n = hex4(tok[i+2:]), 6
		case r == '\\' || r == utf8.RuneError && n == 1:
			return false
		}
		if i == 0 && !isIDStart(r) || !isIDPart(r) {
			return false
		}
		i += n
	}
	return len(tok) > 0
}

// plainName says whether we may write a key without quotes. Which letters
// beyond ASCII are letters depends on a reader's edition of Unicode.
func plainName(s []byte) bool {
	for _, c := range s {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return validName(s) && bytes.IndexByte(s, '\\') < 0
}

// hexRun counts the hexadecimal digits at the front.
func hexRun(s []byte) int {
	for n, h := range s {
		if !('0' <= h && h <= '9' || 'a' <= h && h <= 'f' || 'A' <= h && h <= 'F') {
			return n
		}
	}
	return len(s)
}

// validNumber5 holds a token against the numbers of JSON5.
func validNumber5(s string) bool {
	s, _ = unsigned(s)
	if s == "Infinity" || s == "NaN" {
		return true
	}
	if hex, ok := isHex(s); ok {
		return hex != "" && hexRun([]byte(hex)) == len(hex)
	}
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		return false
	}
	return validNumber(decimal(s))
}

func unsigned(s string) (rest, minus string) {
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		return rest, "-"
	}
	return strings.TrimPrefix(s, "+"), ""
}

func isHex(s string) (digits string, ok bool) {
	if len(s) < 2 || s[0] != '0' || s[1]|0x20 != 'x' {
		return "", false
	}
	return s[2:], true
}

// decimal completes a number that lacks the digits on one side of its point.
// On the side where they would be invented for nothing it stays as it is.
func decimal(s string) string {
	whole := digits(s)
	if whole == len(s) || s[whole] != '.' {
		return s
	}
	frac := digits(s[whole+1:])
	switch rest := s[whole+1+frac:]; {
	case whole == 0 && frac > 0:
		return "0" + s
	case whole > 0 && frac == 0:
		return s[:whole] + rest
	}
	return s
}

// jsonToken appends a token as JSON; exact is false for numbers that JSON does
// not have, for which null stands, as JSON.stringify would write. A token that
// is JSON already keeps its spelling.
func jsonToken(out, tok []byte, key bool) (all []byte, exact bool) {
	switch {
	case tok[0] == '"' || tok[0] == '\'':
		return jsonString(out, tok), true
	case key:
		return append(append(append(out, '"'), tok...), '"'), true
	}
	switch tok[0] {
	case '{', '}', '[', ']', ',', ':', 't', 'f', 'n':
		return append(out, tok...), true
	}
	s, minus := unsigned(string(tok))
	if s == "Infinity" || s == "NaN" {
		return append(out, "null"...), false
	}
	if hex, ok := isHex(s); ok {
		n, _ := new(big.Int).SetString(hex, 16)
		s = n.String()
	}
	return append(append(out, minus...), decimal(s)...), true
}

// jsonString appends a string token in JSON's spelling: what JSON has too is
// copied, the rest is written as an escape or as itself.
func jsonString(out, tok []byte) []byte {
	if tok[0] == '"' && !fiveOnly(tok) {
		return append(out, tok...)
	}
	out = append(out, '"')
	for s := tok[1 : len(tok)-1]; len(s) > 0; {
		if s[0] != '\\' {
			out = jsonByte(out, s[0])
			s = s[1:]
			continue
		}
		if n := escapeLen(s); bytes.IndexByte([]byte(`"\/bfnrtu`), s[1]) >= 0 {
			out, s = append(out, s[:n]...), s[n:]
		} else {
			for _, c := range unescape(s[:n]) {
				out = jsonByte(out, c)
			}
			s = s[n:]
		}
	}
	return append(out, '"')
}

// fiveOnly says whether a string in double quotes has what JSON does not have.
func fiveOnly(tok []byte) bool {
	for i := 1; i < len(tok)-1; i++ {
		if tok[i] < ' ' {
			return true
		}
		if tok[i] == '\\' {
			if i++; bytes.IndexByte([]byte(`"\/bfnrtu`), tok[i]) < 0 {
				return true
			}
		}
	}
	return false
}

// jsonByte appends one byte of a string, as quote does.
func jsonByte(out []byte, c byte) []byte {
	if c >= ' ' && c != '"' && c != '\\' {
		return append(out, c)
	}
	q := quote(string(c))
	return append(out, q[1:len(q)-1]...)
}
