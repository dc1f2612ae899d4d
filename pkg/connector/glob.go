package connector

import "strings"

// glob says whether a path with slashes matches a pattern: * and ? stand for
// letters of one name, ** as a whole name for any number of folders. As in a
// shell, a name that begins with a dot is matched only by a pattern that
// begins with one, so that ** takes no .git along.
func glob(pattern, path string) bool {
	return globNames(strings.Split(pattern, "/"), strings.Split(path, "/"))
}

// globNames fills a row for each name of the pattern: row[i] says whether the
// pattern so far matches the first i names. Work is len(pat)·len(names).
func globNames(pat, names []string) bool {
	row := make([]bool, len(names)+1)
	row[0] = true
	for _, p := range pat {
		next := make([]bool, len(names)+1)
		for i := range next {
			switch {
			case p == "**":
				next[i] = row[i] || i > 0 && next[i-1] && !strings.HasPrefix(names[i-1], ".")
			case i > 0 && row[i-1]:
				next[i] = globName(p, names[i-1])
			}
		}
		row = next
	}
	return row[len(names)]
}

func globName(p, s string) bool {
	if strings.HasPrefix(s, ".") && !strings.HasPrefix(p, ".") {
		return false
	}
	return wildcard([]rune(p), []rune(s))
}

// wildcard goes back only to the last star, which is enough.
func wildcard(p, s []rune) bool {
	star, mark, i, j := -1, 0, 0, 0
	for j < len(s) {
		switch {
		case i < len(p) && p[i] == '*':
			star, mark = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == s[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
