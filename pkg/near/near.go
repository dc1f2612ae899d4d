// Package near finds the word that somebody meant, for "did you mean" hints.
package near

import "strings"

const maxWord = 64 // longer words are no typing errors; bounds the table below

// Word is the known word that takes the fewest edits to reach, or "" if more
// than a third of the word would have to change. Case, hyphens and underscores
// do not count, and the beginning of a word stands for it: claude is near
// claude-code.
func Word(word string, known []string) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, k := range known {
		d := distance(fold(word), fold(k))
		if len(word) >= 3 && d > 1 && strings.HasPrefix(k, strings.ToLower(word)) {
			d = 1
		}
		if d < least {
			best, least = k, d
		}
	}
	if best == word {
		return ""
	}
	return best
}

// fold makes Pre_tool-use and preToolUse equal.
func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b.
func distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return maxWord
	}
	var d [maxWord + 1][maxWord + 1]int
	for i := range len(a) + 1 {
		d[i][0] = i
	}
	for j := range len(b) + 1 {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
