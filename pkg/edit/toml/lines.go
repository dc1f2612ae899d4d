package toml

import (
	"slices"
	"strings"

	"agentconnector/pkg/edit"
)

// skipTrivia passes everything that may stand between two values of an array
// or two members of an inline table.
func skipTrivia(b []byte, at int) int {
	for at < len(b) {
		switch b[at] {
		case ' ', '\t', '\r', '\n', ',':
			at++
		case '#':
			at = edit.LineEnd(b, at)
		default:
			return at
		}
	}
	return at
}

// splice replaces n bytes and notes what the transaction has touched.
func (d *doc) splice(at, n int, ins string) {
	d.lo = min(d.lo, at)
	d.tail = min(d.tail, len(d.b)-at-n)
	d.b = slices.Concat(d.b[:at], []byte(ins), d.b[at+n:])
}

// addLines inserts whole lines, with the line ends of the place. In a file
// without a final newline they go behind the last line and have none either.
func (d *doc) addLines(at int, text string) error {
	nl := edit.Newline(d.b, at)
	if edit.OpenEnd(d.b, at) {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	d.splice(at, 0, strings.ReplaceAll(text, "\n", nl))
	return d.rescan()
}

// gap is what separates a new block at this place from what is before it.
func (d *doc) gap(at int) string {
	switch {
	case edit.Blank(d.b[:at]):
		return ""
	case edit.BlankAt(d.b, at):
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
		if edit.BlankBefore(d.b, edit.AboveComments(d.b, edit.LineStart(d.b, e.start))) {
			loose++
		} else {
			tight++
		}
	}
	return loose >= tight
}

// belowComments goes down over comments that stand directly below a block, and
// so belong to it, unless they run into the next one and belong to that.
func (d *doc) belowComments(at int) int {
	end := at
	for end < len(d.b) && !edit.OpenEnd(d.b, end) && edit.CommentAt(d.b, end) {
		end = edit.LineEnd(d.b, end)
	}
	if end == len(d.b) || edit.BlankAt(d.b, end) {
		return end
	}
	return at
}
