package yaml

import (
	"bytes"
	"slices"
	"strings"
)

// lineStart is the offset at which the line of at begins.
func lineStart(b []byte, at int) int { return bytes.LastIndexByte(b[:at], '\n') + 1 }

// lineEnd is the offset past the newline of the line of at.
func lineEnd(b []byte, at int) int {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(b)
}

func skipBlanks(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t') {
		at++
	}
	return at
}

// skipTrivia passes white space and comments.
func skipTrivia(b []byte, at int) int {
	for at < len(b) {
		switch c := b[at]; {
		case c <= ' ':
			at++
		case c == '#' && (at == 0 || b[at-1] <= ' '):
			at = lineEnd(b, at)
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

func blank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// blankAt says whether the line that begins at is there and empty.
func blankAt(b []byte, at int) bool { return at < len(b) && blank(b[at:lineEnd(b, at)]) }

// blankBefore says whether the line that ends at is there and empty.
func blankBefore(b []byte, at int) bool { return at > 0 && blank(b[lineStart(b, at-1):at]) }

// indentOf is the indentation of the line that begins at.
func indentOf(b []byte, at int) int {
	i := at
	for i < len(b) && b[i] == ' ' {
		i++
	}
	return i - at
}

func commentAt(b []byte, at int) bool {
	i := skipBlanks(b, at)
	return i < len(b) && b[i] == '#'
}

// ownLine says whether only blanks stand before at on its line.
func ownLine(b []byte, at int) bool { return skipBlanks(b, lineStart(b, at)) >= at }

// openEnd says that at is the end of a file that has no final newline.
func openEnd(b []byte, at int) bool { return at == len(b) && at > 0 && b[at-1] != '\n' }

// splice replaces n bytes and notes what the transaction has touched.
func (d *doc) splice(at, n int, ins string) {
	d.lo = min(d.lo, at)
	d.tail = min(d.tail, len(d.b)-at-n)
	d.b = slices.Concat(d.b[:at], []byte(ins), d.b[at+n:])
}

// addLines inserts whole lines, with the line ends of the place. In a file
// without a final newline they go behind the last line and have none either.
func (d *doc) addLines(at int, text string) {
	nl := d.newline(at)
	if openEnd(d.b, at) {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	d.splice(at, 0, strings.ReplaceAll(text, "\n", nl))
}

// newline is the line end used in front of at, else behind it.
func (d *doc) newline(at int) string {
	i := bytes.LastIndexByte(d.b[:at], '\n')
	if i < 0 {
		i = bytes.IndexByte(d.b, '\n')
	}
	if i > 0 && d.b[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// belowComments goes down over the comment lines directly below a place that
// are indented by col or more. If they run into a line that is not indented
// less than they are, they belong to that line, and it goes nowhere.
func (d *doc) belowComments(at, col int) int {
	if openEnd(d.b, at) || !commentAt(d.b, at) {
		return at
	}
	end, first := at, indentOf(d.b, at)
	for end < len(d.b) && !openEnd(d.b, end) && commentAt(d.b, end) && indentOf(d.b, end) >= col {
		end = lineEnd(d.b, end)
	}
	if end == len(d.b) || blankAt(d.b, end) || commentAt(d.b, end) || indentOf(d.b, end) < first {
		return end
	}
	return at
}

// aboveComments goes from the start of a line up over the comments that stand
// directly above it, which belong to it.
func (d *doc) aboveComments(at int) int {
	for at > 0 && commentAt(d.b, lineStart(d.b, at-1)) {
		at = lineStart(d.b, at-1)
	}
	return at
}
