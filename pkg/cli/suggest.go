package cli

import (
	"slices"
	"strings"
)

// OneOf checks that every word is a known one. The error is a usage error that
// names the nearest known word, or all of them if none is near: a typo must
// never end in "nothing to do".
func OneOf(what string, words, known []string) error {
	for _, w := range words {
		if slices.Contains(known, w) {
			continue
		}
		if near := Nearest(w, known); near != "" {
			return Usagef("unknown %s %q\nhint: did you mean %s?", what, w, near)
		}
		return Usagef("unknown %s %q\nhint: known are %s", what, w, strings.Join(known, ", "))
	}
	return nil
}

// Nearest is the known word that takes the fewest edits to reach, or "" if
// more than a third of the word would have to change.
func Nearest(word string, known []string) string {
	best, least := "", max(1, len(word)/3)+1
	for _, k := range known {
		d := distance(strings.ToLower(word), strings.ToLower(k))
		if len(word) >= 3 && strings.HasPrefix(k, strings.ToLower(word)) {
			d = 1 // claude for claude-code
		}
		if d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two short words, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost = 1 + min(diag, row[j], row[j+1])
			}
			diag, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
