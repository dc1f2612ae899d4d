package tokens

import "math/bits"

// Most text is ASCII. These find the end of a piece that is, with one look at
// each byte; they give 0 where a character matters that is not, and at the end
// of the text.

// ascii200 knows the pieces of o200k_base.
func ascii200(s string, i int) int {
	j := i + 1
	if j == len(s) {
		return 0
	}
	c, d := ascii[s[i]], ascii[s[j]]
	switch {
	case c&isLetter != 0:
		return camel(s, i)
	case d&isLetter != 0 && (c&isPunct != 0 || c&classMask == space):
		return camel(s, j)
	case c&isPunct != 0, s[i] == ' ' && d&isPunct != 0:
		j = run(s, j, isPunct)
		for j < len(s) && (s[j] == '\n' || s[j] == '\r' || s[j] == '/') {
			j++
		}
		return known(s, j)
	case c&isSpace != 0:
		return blanks(s, i)
	case c&isDigit != 0:
		return known(s, run(s[:min(i+3, len(s))], j, isDigit))
	}
	return 0
}

// ascii100 knows the pieces of cl100k_base.
func ascii100(s string, i int) int {
	j := i + 1
	if j == len(s) {
		return 0
	}
	c, d := ascii[s[i]], ascii[s[j]]
	switch {
	case c&isLetter != 0:
		return known(s, anyCase(s, j))
	case d&isLetter != 0 && (c&isPunct != 0 || c&classMask == space):
		if k := ending(s, i); k > i {
			return k
		}
		return known(s, anyCase(s, j))
	case s[i] == '\'' && d == 0: // perhaps the long s
		return 0
	case c&isPunct != 0, s[i] == ' ' && d&isPunct != 0:
		j = run(s, j, isPunct)
		for j < len(s) && (s[j] == '\n' || s[j] == '\r') {
			j++
		}
		return known(s, j)
	case c&isSpace != 0:
		return blanks(s, i)
	case c&isDigit != 0:
		return known(s, run(s[:min(i+3, len(s))], j, isDigit))
	}
	return 0
}

// run is the end of the bytes of some kind from j on.
func run(s string, j int, kind byte) int {
	for j < len(s) && ascii[s[j]]&kind != 0 {
		j++
	}
	return j
}

// known is j, or 0 if what stands there is not ASCII and may belong to it.
func known(s string, j int) int {
	if j < len(s) && ascii[s[j]] == 0 {
		return 0
	}
	return j
}

// Words are most of a text, and where each ends is nothing that a processor can
// guess. So eight bytes are looked at in one go.
const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
)

// small has the top bit of each of eight bytes that is a small letter.
func small(x uint64) uint64 {
	low := x &^ tops // so that no sum runs over into the next byte
	return (low + (0x80-'a')*ones) &^ (low + (0x7F-'z')*ones) &^ x & tops
}

// lowerCase is the end of [a-z]* from j on.
func lowerCase(s string, j int) int {
	for j+8 <= len(s) {
		n := bits.TrailingZeros64(^small(load64(s, j))&tops) >> 3
		if j += n; n < 8 {
			return j
		}
	}
	return run(s, j, isLower)
}

// anyCase is the end of [A-Za-z]* from j on.
func anyCase(s string, j int) int {
	for j+8 <= len(s) {
		n := bits.TrailingZeros64(^small(load64(s, j)|0x20*ones)&tops) >> 3
		if j += n; n < 8 {
			return j
		}
	}
	return run(s, j, isLetter)
}

// camel is the end of [A-Z]*[a-z]* and an ending.
func camel(s string, j int) int {
	j = lowerCase(s, run(s, j, isUpper))
	if j < len(s) && s[j] == '\'' {
		return ending(s, j)
	}
	return known(s, j)
}

// blanks is the end of a piece of white space, as in spaces.
func blanks(s string, i int) int {
	j := run(s, i, isSpace)
	if known(s, j) == 0 {
		return 0
	}
	for k := j; k > i; k-- {
		if s[k-1] == '\n' || s[k-1] == '\r' {
			return k
		}
	}
	if j == len(s) || j == i+1 {
		return j
	}
	return j - 1
}
