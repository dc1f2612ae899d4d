package block

import (
	"bytes"
	"slices"
)

// fence is a line that opens or closes a code block.
type fence struct {
	char   byte // 0 if the line is none
	length int
	bare   bool // nothing follows, so it can close
}

// readFence reads a code fence as CommonMark has it: up to three spaces, then
// at least three backticks or tildes; no backtick may follow backticks.
func readFence(text []byte) (f fence) {
	rest := bytes.TrimLeft(text, " ")
	if len(text)-len(rest) > 3 || len(rest) < 3 || rest[0] != '`' && rest[0] != '~' {
		return f
	}
	tail := bytes.TrimLeft(rest, string(rest[:1]))
	n := len(rest) - len(tail)
	if n < 3 || rest[0] == '`' && bytes.IndexByte(tail, '`') >= 0 {
		return f
	}
	return fence{char: rest[0], length: n, bare: len(bytes.TrimSpace(tail)) == 0}
}

// kind is 0 for backticks and 1 for tildes.
func (f fence) kind() int {
	if f.char == '~' {
		return 1
	}
	return 0
}

func (f fence) closedBy(g fence) bool { return g.char == f.char && g.length >= f.length && g.bare }

// hidden tells for every line whether it is inside a closed code block, where
// a marker is an example and not ours. A fence that is never closed hides
// nothing: its author forgot it, and what we appended must be found again. A
// block of ours is opaque, so a fence inside it neither opens nor closes one
// outside.
func hidden(b []byte, all []line, opaque [][2]int) []bool {
	hide := make([]bool, len(all))
	skip := make([]int, len(all)) // line → line after the block that begins there
	for _, p := range opaque {
		skip[p[0]] = p[1] + 1
	}
	fences := make([]fence, len(all))
	for i := 0; i < len(all); i++ {
		if skip[i] > 0 {
			i = skip[i] - 1
			continue
		}
		fences[i] = readFence(all[i].text(b))
	}
	longest := closers(fences)
	for i := 0; i < len(all); i++ {
		f := fences[i]
		if f.char == 0 || longest[i+1][f.kind()] < f.length {
			continue
		}
		open := i
		for i++; !f.closedBy(fences[i]); i++ {
		}
		for n := open; n <= i; n++ {
			hide[n] = true
		}
	}
	return hide
}

// closers gives for every line the longest fence from there on that can close
// one, by kind. Without it a text of openings alone would take quadratic time.
func closers(fences []fence) [][2]int {
	longest := make([][2]int, len(fences)+1)
	for i, f := range slices.Backward(fences) {
		longest[i] = longest[i+1]
		if f.bare {
			longest[i][f.kind()] = max(longest[i][f.kind()], f.length)
		}
	}
	return longest
}
