package connector

import (
	"fmt"
	"strings"
)

// didYouMean is a hint with the nearest of the words that would be right, or
// empty if none is near.
func didYouMean(word string, right []string) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, r := range right {
		d := distance(fold(word), fold(r))
		if d < least {
			best, least = r, d
		}
	}
	if best == "" || best == word {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", best)
}

// fold makes Pre_tool-use and preToolUse equal.
func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
}

const maxWord = 64 // longer words are no typing errors; bounds the table below

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

// oneOf lists the words of an enumeration.
func oneOf(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = fmt.Sprintf("%q", w)
	}
	if len(q) < 2 {
		return strings.Join(q, "")
	}
	return strings.Join(q[:len(q)-1], ", ") + " or " + q[len(q)-1]
}
