// Package lazy is for what a program may need and mostly does not: the tools of a
// pipe start for some milliseconds, and twenty expressions compiled at the start
// are one of them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is an expression that is compiled when it is first asked for. It must be
// right, as for regexp.MustCompile.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
