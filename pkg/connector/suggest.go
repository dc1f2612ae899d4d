package connector

import (
	"fmt"
	"strings"

	"agentconnector/pkg/near"
)

// didYouMean is a hint with the nearest of the words that would be right, or
// empty if none is near.
func didYouMean(word string, right []string) string {
	if best := near.Word(word, right); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return ""
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
