package tokens

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
		return known(s, run(s, j, isLetter))
	case d&isLetter != 0 && (c&isPunct != 0 || c&classMask == space):
		if k := ending(s, i); k > i {
			return k
		}
		return known(s, run(s, j, isLetter))
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

// camel is the end of [A-Z]*[a-z]* and an ending.
func camel(s string, j int) int {
	j = run(s, run(s, j, isUpper), isLower)
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
