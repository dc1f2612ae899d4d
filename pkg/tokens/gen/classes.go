package main

import (
	"bytes"
	"fmt"
	"unicode"
)

// The classes that the splitter tells apart, as in pkg/tokens/class.go.
const (
	other = iota
	upper // Lu, Lt
	lower // Ll
	plain // Lm, Lo: letters without case
	mark
	number
	space
	newline // \r and \n
)

// since15 are the characters that Unicode 15.1 and 16.0 added, in our classes.
// The reference, npm tiktoken 1.0.22, holds 16.0 (its regex-syntax is 0.8.5);
// Go's own tables end with 15.0. Made from DerivedGeneralCategory.txt of 16.0.
var since15 = []struct {
	lo, hi rune
	class  byte
}{
	{0x897, 0x897, mark},
	{0x1c89, 0x1c89, upper},
	{0x1c8a, 0x1c8a, lower},
	{0xa7cb, 0xa7cc, upper},
	{0xa7cd, 0xa7cd, lower},
	{0xa7da, 0xa7da, upper},
	{0xa7db, 0xa7db, lower},
	{0xa7dc, 0xa7dc, upper},
	{0x105c0, 0x105f3, plain},
	{0x10d40, 0x10d49, number},
	{0x10d4a, 0x10d4f, plain},
	{0x10d50, 0x10d65, upper},
	{0x10d69, 0x10d6d, mark},
	{0x10d6f, 0x10d6f, plain},
	{0x10d70, 0x10d85, lower},
	{0x10ec2, 0x10ec4, plain},
	{0x10efc, 0x10efc, mark},
	{0x11380, 0x11389, plain},
	{0x1138b, 0x1138b, plain},
	{0x1138e, 0x1138e, plain},
	{0x11390, 0x113b5, plain},
	{0x113b7, 0x113b7, plain},
	{0x113b8, 0x113c0, mark},
	{0x113c2, 0x113c2, mark},
	{0x113c5, 0x113c5, mark},
	{0x113c7, 0x113ca, mark},
	{0x113cc, 0x113d0, mark},
	{0x113d1, 0x113d1, plain},
	{0x113d2, 0x113d2, mark},
	{0x113d3, 0x113d3, plain},
	{0x113e1, 0x113e2, mark},
	{0x116d0, 0x116e3, number},
	{0x11bc0, 0x11be0, plain},
	{0x11bf0, 0x11bf9, number},
	{0x11f5a, 0x11f5a, mark},
	{0x13460, 0x143fa, plain},
	{0x16100, 0x1611d, plain},
	{0x1611e, 0x1612f, mark},
	{0x16130, 0x16139, number},
	{0x16d40, 0x16d6c, plain},
	{0x16d70, 0x16d79, number},
	{0x18cff, 0x18cff, plain},
	{0x1ccf0, 0x1ccf9, number},
	{0x1e5d0, 0x1e5ed, plain},
	{0x1e5ee, 0x1e5ef, mark},
	{0x1e5f0, 0x1e5f0, plain},
	{0x1e5f1, 0x1e5fa, number},
	{0x2ebf0, 0x2ee5d, plain},
}

// classOf is the class of a character in Unicode 16.0.
func classOf(r rune) byte {
	switch {
	case r == '\r' || r == '\n':
		return newline
	case unicode.Is(unicode.White_Space, r):
		return space
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return upper
	case unicode.Is(unicode.Ll, r):
		return lower
	case unicode.In(r, unicode.Lm, unicode.Lo):
		return plain
	case unicode.Is(unicode.M, r):
		return mark
	case unicode.Is(unicode.N, r):
		return number
	}
	for _, a := range since15 {
		if a.lo <= r && r <= a.hi {
			return a.class
		}
	}
	return other
}

// classes is a table in two steps: for each 256 characters the number of their
// block, then the blocks, each once.
func classes() ([]byte, error) {
	if unicode.Version != "15.0.0" {
		return nil, fmt.Errorf("this Go holds Unicode %s: since15 in gen/classes.go was made for 15.0.0", unicode.Version)
	}
	index := make([]byte, (unicode.MaxRune+1)/256)
	var blocks [][]byte
	for i := range index {
		b := make([]byte, 256)
		for k := range b {
			b[k] = classOf(rune(i<<8 | k))
		}
		n := 0
		for n < len(blocks) && !bytes.Equal(blocks[n], b) {
			n++
		}
		if n == len(blocks) {
			blocks = append(blocks, b)
		}
		index[i] = byte(n)
	}
	if len(blocks) > 256 {
		return nil, fmt.Errorf("%d blocks do not fit a byte", len(blocks))
	}
	return append(index, bytes.Join(blocks, nil)...), nil
}
