package yaml

import (
	"slices"
	"strings"

	"agentconnector/pkg/edit"
)

// skipTrivia passes white space and comments.
func skipTrivia(b []byte, at int) int {
	for at < len(b) {
		switch c := b[at]; {
		case c <= ' ':
			at++
		case c == '#' && (at == 0 || b[at-1] <= ' '):
			at = edit.LineEnd(b, at)
		default:
			return at
		}
	}
	return at
}

// skipSeparators passes everything that may stand between the last entry of a
// flow collection and its bracket.
func skipSeparators(b []byte, at int) int {
	for {
		at = skipTrivia(b, at)
		if at == len(b) || b[at] != ',' {
			return at
		}
		at++
	}
}

// indentOf is the indentation of the line that begins at.
func indentOf(b []byte, at int) int {
	i := at
	for i < len(b) && b[i] == ' ' {
		i++
	}
	return i - at
}

// ownLine says whether only blanks stand before at on its line.
func ownLine(b []byte, at int) bool { return edit.SkipBlanks(b, edit.LineStart(b, at)) >= at }

// splice replaces n bytes and notes what the transaction has touched.
func (d *doc) splice(at, n int, ins string) {
	d.lo = min(d.lo, at)
	d.tail = min(d.tail, len(d.b)-at-n)
	d.b = slices.Concat(d.b[:at], []byte(ins), d.b[at+n:])
}

// addLines inserts whole lines, with the line ends of the place. In a file
// without a final newline they go behind the last line and have none either.
func (d *doc) addLines(at int, text string) {
	nl := edit.Newline(d.b, at)
	if edit.OpenEnd(d.b, at) {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	d.splice(at, 0, strings.ReplaceAll(text, "\n", nl))
}

// belowComments goes down over the comment lines directly below a place that
// are indented by col or more. If they run into a line that is not indented
// less than they are, they belong to that line, and it goes nowhere.
func (d *doc) belowComments(at, col int) int {
	if edit.OpenEnd(d.b, at) || !edit.CommentAt(d.b, at) {
		return at
	}
	end, first := at, indentOf(d.b, at)
	for end < len(d.b) && !edit.OpenEnd(d.b, end) && edit.CommentAt(d.b, end) && indentOf(d.b, end) >= col {
		end = edit.LineEnd(d.b, end)
	}
	if end == len(d.b) || edit.BlankAt(d.b, end) || edit.CommentAt(d.b, end) || indentOf(d.b, end) < first {
		return end
	}
	return at
}
