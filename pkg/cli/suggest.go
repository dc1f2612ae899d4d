package cli

import (
	"slices"
	"strings"

	"agentconnector/pkg/near"
)

// OneOf checks that every word is a known one. The error is a usage error that
// names the nearest known word, or all of them if none is near: a typo must
// never end in "nothing to do".
func OneOf(what string, words, known []string) error {
	for _, w := range words {
		if slices.Contains(known, w) {
			continue
		}
		if n := near.Word(w, known); n != "" {
			return Usagef("unknown %s %q\nhint: did you mean %s?", what, w, n)
		}
		return Usagef("unknown %s %q\nhint: known are %s", what, w, strings.Join(known, ", "))
	}
	return nil
}
