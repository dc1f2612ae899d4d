package tokens

import (
	"unicode"
	"unicode/utf8"
)

// Sizes of the pieces that a text is counted in.
const (
	pieceMin = 2 << 10  // from here on, cut at the first safe place
	pieceMax = 32 << 10 // cut here if there was none
	spaceMax = 512      // cut here within a run of white space: the library is quadratic in it
)

// cut gives the length of the next piece of a text. It is clean if each of
// the encodings starts a new token there anyway, so that counting piece by
// piece changes nothing.
func cut(text string) (n int, clean bool) {
	run := 0 // length of the run of white space that ends here
	prev := other
	for i, r := range text {
		now := classOf(r)
		switch {
		case i >= pieceMin && safe(prev, now):
			return i, true
		case i >= pieceMax || run >= spaceMax:
			return i, false
		}
		if now == space {
			run += utf8.RuneLen(r)
		} else {
			run = 0
		}
		prev = now
	}
	return len(text), true
}

type class uint8

const (
	other class = iota
	letter
	number
	space
	joiner // marks and apostrophes, which may belong to the word before
)

func classOf(r rune) class {
	switch {
	case r == '\'' || unicode.IsMark(r):
		return joiner
	case unicode.IsLetter(r):
		return letter
	case unicode.IsNumber(r):
		return number
	case unicode.IsSpace(r):
		return space
	}
	return other
}

// safe says whether a token always starts between two characters. In all five
// encodings a word is a run of letters with at most one character before it
// and an English ending ('s, 're …) after it, and a number is a run of digits;
// so where a run of letters or of digits ends and no mark or apostrophe
// follows, a match of the splitting expression ends too.
func safe(prev, next class) bool {
	return (prev == letter || prev == number) && next != prev && next != joiner
}
