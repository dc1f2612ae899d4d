package tokens

// A text is split into pieces before anything is merged. The two patterns are
// regular expressions in the reference; here they are code. Both read, in
// order, where the first that matches wins:
//
//	o200k_base                                       cl100k_base
//	                                                 'ENDING
//	[^\r\n\p{L}\p{N}]? U* L+ ('ENDING)?              [^\r\n\p{L}\p{N}]? \p{L}+
//	[^\r\n\p{L}\p{N}]? U+ L* ('ENDING)?
//	\p{N}{1,3}                                       \p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+ [\r\n/]*                       ?[^\s\p{L}\p{N}]+ [\r\n]*
//	\s*[\r\n]+                                       \s*[\r\n]+
//	\s+(?!\S)                                        \s+(?!\S)
//	\s+                                              \s+
//
// U are letters that are not lower case and marks, L letters that are not
// upper or title case and marks, ENDING is s, t, re, ve, m, ll or d in any case.

// next200 is the end of the o200k piece that begins at i.
func next200(s string, i int) int {
	if j := ascii200(s, i); j > 0 {
		return j
	}
	c, n := class(s, i)
	switch c {
	case number:
		return digits(s, i)
	case newline:
		return spaces(s, i)
	case upper, lower, plain:
		return ending(s, word(s, i))
	}
	// Anything else can stand before a word; a mark can also begin one.
	if j := word(s, i+n); j > 0 {
		return ending(s, j)
	}
	if c == mark {
		return ending(s, word(s, i))
	}
	if k := signs(s, i, c); k > 0 {
		for k < len(s) && (s[k] == '\r' || s[k] == '\n' || s[k] == '/') {
			k++
		}
		return k
	}
	return spaces(s, i)
}

// word is the end of U* L+, else of U+ L*, from i on, or 0. Where a run of U
// meets lower case, the word goes on to the end of L. Where it does not, U*
// gives back as much as L+ needs, which is all after the last letter without
// case, or mark; if there is none, all are upper case, and U+ takes them.
func word(s string, i int) int {
	back, j := 0, i
	for j < len(s) {
		c, n := class(s, j)
		switch c {
		case lower:
			return lowers(s, j+n)
		case plain, mark:
			back = j + n
		case upper:
		default:
			return uppers(i, j, back)
		}
		j += n
	}
	return uppers(i, j, back)
}

func uppers(i, j, back int) int {
	switch {
	case back > 0:
		return back
	case j > i:
		return j
	}
	return 0
}

// lowers is the end of L* from j on.
func lowers(s string, j int) int {
	for j < len(s) {
		c, n := class(s, j)
		if c != lower && c != plain && c != mark {
			break
		}
		j += n
	}
	return j
}

// ending is the end of 'ENDING at i, or i if there is none. In any case also
// means U+017F, the long s.
func ending(s string, i int) int {
	if i+1 >= len(s) || s[i] != '\'' {
		return i
	}
	two := byte(0)
	switch s[i+1] | 0x20 {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v':
		two = 'e'
	case 'l':
		two = 'l'
	}
	if i+2 < len(s) {
		if two != 0 && s[i+2]|0x20 == two {
			return i + 3
		}
		if s[i+1:i+3] == "\u017f" {
			return i + 3
		}
	}
	return i
}

// digits is the end of one to three numbers.
func digits(s string, i int) int {
	for n := 0; n < 3 && i < len(s); n++ {
		c, size := class(s, i)
		if c != number {
			break
		}
		i += size
	}
	return i
}

// signs is the end of ?[^\s\p{L}\p{N}]+ at i, where a character of class c
// stands, or 0.
func signs(s string, i int, c byte) int {
	from := i
	if c == space {
		if s[i] != ' ' {
			return 0
		}
		from++
	}
	j := from
	for j < len(s) {
		c, n := class(s, j)
		if c != other && c != mark {
			break
		}
		j += n
	}
	if j == from {
		return 0
	}
	return j
}

// spaces is the end of a piece of white space: after the last line break of
// the run; if it has none, all but the last character, which may belong to
// what follows; and all if nothing follows or if it is the only one.
func spaces(s string, i int) int {
	line, last, j := 0, i, i
	for j < len(s) {
		c, n := class(s, j)
		if c != space && c != newline {
			break
		}
		last = j
		j += n
		if c == newline {
			line = j
		}
	}
	switch {
	case line > 0:
		return line
	case j == len(s) || last == i:
		return j
	}
	return last
}

// next100 is the end of the cl100k piece that begins at i.
func next100(s string, i int) int {
	if j := ascii100(s, i); j > 0 {
		return j
	}
	if j := ending(s, i); j > i {
		return j
	}
	c, n := class(s, i)
	switch c {
	case number:
		return digits(s, i)
	case newline:
		return spaces(s, i)
	case upper, lower, plain:
		return letters(s, i+n)
	}
	if j := letters(s, i+n); j > i+n {
		return j
	}
	if k := signs(s, i, c); k > 0 {
		for k < len(s) && (s[k] == '\r' || s[k] == '\n') {
			k++
		}
		return k
	}
	return spaces(s, i)
}

// letters is the end of \p{L}* from j on.
func letters(s string, j int) int {
	for j < len(s) {
		c, n := class(s, j)
		if c != upper && c != lower && c != plain {
			break
		}
		j += n
	}
	return j
}
