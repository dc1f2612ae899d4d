package connector

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong, and where.
type Problem struct {
	File      string
	Line, Col int    // from 1, the column in characters; 0 if it concerns the file as a whole
	Path      string // JSON path, such as hooks.PreToolUse[0].matcher; empty for the root
	Found     string
	Want      string
	Hint      string // what to do next; may be empty
}

// String gives the problem on one line: place, path, what was found, what
// would be right, what to do.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Col)
	}
	if p.Path != "" {
		b.WriteString(": " + p.Path)
	}
	b.WriteString(": found " + p.Found)
	if p.Want != "" {
		b.WriteString(", expected " + p.Want)
	}
	if p.Hint != "" {
		b.WriteString("; " + p.Hint)
	}
	// an expression that a hint repeats may hold anything
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, b.String())
}

// Errors are all problems of a connector, in order of place.
type Errors []Problem

// Error gives one problem a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, p := range e {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// inOrder sorts problems by place and drops what was said twice.
func inOrder(ps []Problem) []Problem {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return slices.Compact(ps)
}

// trouble makes the error for a file that cannot be read at all.
func trouble(file, found, want, hint string) Errors {
	return Errors{{File: file, Found: found, Want: want, Hint: hint}}
}
