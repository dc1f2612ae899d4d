package toml

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

func skipIndent(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t') {
		at++
	}
	return at
}

// skipTrivia passes everything that may stand between two values of an array
// or two members of an inline table.
func skipTrivia(b []byte, at int) int {
	for at < len(b) {
		switch b[at] {
		case ' ', '\t', '\r', '\n', ',':
			at++
		case '#':
			at = lineEnd(b, at)
		default:
			return at
		}
	}
	return at
}

func blank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// blankAt says whether the line that begins at is there and empty.
func blankAt(b []byte, at int) bool { return at < len(b) && blank(b[at:lineEnd(b, at)]) }

// blankBefore says whether the line that ends at is there and empty.
func blankBefore(b []byte, at int) bool { return at > 0 && blank(b[lineStart(b, at-1):at]) }

func commentAt(b []byte, at int) bool {
	i := skipIndent(b, at)
	return i < len(b) && b[i] == '#'
}

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
func (d *doc) addLines(at int, text string) error {
	nl := d.newline(at)
	if openEnd(d.b, at) {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	d.splice(at, 0, strings.ReplaceAll(text, "\n", nl))
	return d.rescan()
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

// gap is what separates a new block at this place from what is before it.
func (d *doc) gap(at int) string {
	switch {
	case blank(d.b[:at]):
		return ""
	case blankAt(d.b, at):
		return "\n"
	case at == len(d.b) && d.airy():
		return "\n"
	}
	return ""
}

// airy says whether the file has empty lines between its blocks.
func (d *doc) airy() bool {
	loose, tight := 0, 0
	for _, e := range d.ex[min(1, len(d.ex)):] {
		if e.node.val != nil {
			continue
		}
		if blankBefore(d.b, d.aboveComments(lineStart(d.b, e.start))) {
			loose++
		} else {
			tight++
		}
	}
	return loose >= tight
}

// aboveComments goes from the start of a line up over the comments that stand
// directly above it, which belong to it.
func (d *doc) aboveComments(at int) int {
	for at > 0 && commentAt(d.b, lineStart(d.b, at-1)) {
		at = lineStart(d.b, at-1)
	}
	return at
}

// belowComments goes down over comments that stand directly below a block, and
// so belong to it, unless they run into the next one and belong to that.
func (d *doc) belowComments(at int) int {
	end := at
	for end < len(d.b) && !openEnd(d.b, end) && commentAt(d.b, end) {
		end = lineEnd(d.b, end)
	}
	if end == len(d.b) || blankAt(d.b, end) {
		return end
	}
	return at
}
