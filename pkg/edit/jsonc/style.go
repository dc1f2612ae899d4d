package jsonc

import (
	"bytes"
	"strings"
)

// style is how a text of ours is to look at one place of a file. It is read
// off what stands around that place, nearest first:
//
//   - line end: that of the line before the place;
//   - indent unit: the step from the container's line to its entries, else a
//     step inside the sibling, else of the containers around, else the first
//     indented key of the file, else two spaces;
//   - colon, and the spaces inside one-line containers: those of the sibling;
//   - arrays of scalars: on one line if the nearest sibling's are. Without one
//     to copy they go over several lines, as JSON.stringify(v, null, n) and so
//     Claude Code and Cursor write them;
//   - objects: over several lines, unless the container that gets them is all
//     on one line;
//   - trailing commas inside what we write: if the sibling has one.
type style struct {
	nl, unit string
	colon    string
	sep, pad string // in one-line containers: after a comma, inside the braces
	trailing bool

	arrayInline       bool
	arraySep, arrayIn string

	habits // of JSON5
}

// styleAt reads the style for something in the innermost container of the
// trail. The sibling is the entry whose look is copied; it may be absent.
func (d *doc) styleAt(trail []body, sibling *entry, off int) style {
	b, c := d.b, trail[len(trail)-1]
	s := style{nl: newlineAt(b, off), unit: d.unitAt(trail, sibling), colon: d.colonAt(trail, sibling)}
	s.sep = sepAt(b, c, s.colon)
	s.pad = d.padAt(trail, sibling)
	s.arrayIn, s.arraySep = "", s.sep
	if sibling != nil && multiline(b, sibling.val, sibling.end) {
		if in, ok := inside(b, sibling.val); ok && in.n > 0 {
			s.trailing = in.last.comma >= 0
		}
	}
	s.arrays(b, c, sibling)
	if d.opt.JSON5 {
		s.habits = d.habitsAt(trail, sibling)
	}
	return s
}

// arrays looks for an array of scalars to copy, in the sibling first.
func (s *style) arrays(b []byte, c body, sibling *entry) {
	a, ok := body{}, false
	if sibling != nil {
		a, ok = lastScalars(b, sibling.val, sibling.end)
	}
	if !ok {
		a, ok = lastScalars(b, c.open, c.close)
	}
	if !ok || multiline(b, a.open, a.close) {
		return
	}
	s.arrayInline = true
	s.arrayIn = blanks(b, a.open+1)
	if s.arraySep = " "; a.n > 1 {
		s.arraySep = blanks(b, a.first.comma+1)
	}
}

// lastScalars finds the last array of scalars, not empty, in b[i:end].
func lastScalars(b []byte, i, end int) (a body, ok bool) {
	open := -1 // the array that has held nothing but scalars so far
	for i < end {
		switch b[i] {
		case '"', '\'':
			i = skipString(b, i)
			continue
		case '/':
			i = skipComment(b, i)
			continue
		case '[':
			open = i
		case '{', '}':
			open = -1
		case ']':
			if open >= 0 && skipSpace(b, open+1) < i {
				a, ok = body{open: open, close: i}, true
			}
			open = -1
		}
		i++
	}
	if ok {
		a = scan(b, a.open, nil)
	}
	return a, ok
}

// inside returns the body of the value at i, if it is a container.
func inside(b []byte, i int) (c body, ok bool) {
	if b[i] != '{' && b[i] != '[' {
		return c, false
	}
	return scan(b, i, nil), true
}

// unitAt returns one step of indentation.
func (d *doc) unitAt(trail []body, sibling *entry) string {
	if u := unitOf(d.b, trail[len(trail)-1]); u != "" {
		return u
	}
	if sibling != nil {
		if in, ok := inside(d.b, sibling.val); ok {
			if u := unitOf(d.b, in); u != "" {
				return u
			}
		}
	}
	for n := len(trail) - 2; n >= 0; n-- {
		if u := unitOf(d.b, trail[n]); u != "" {
			return u
		}
	}
	return unitOfFile(d.b, d.opt.JSON5)
}

// unitOf returns the step from the line of a container's bracket to its last
// entry, or to its first; "" if neither begins its line.
func unitOf(b []byte, c body) string {
	outer := lineIndent(b, c.open)
	for _, e := range []entry{c.last, c.first} {
		if c.n > 0 && startsLine(b, e.key) {
			if in, ok := strings.CutPrefix(lineIndent(b, e.key), outer); ok && in != "" {
				return in
			}
		}
	}
	return ""
}

// unitOfFile returns the indentation of the first line that begins with a key
// or string and is indented at all.
func unitOfFile(b []byte, names bool) string {
	for i := 0; ; {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return "  "
		}
		i += n + 1
		in := blanks(b, i)
		if in == "" || i+len(in) == len(b) {
			continue
		}
		if rest := b[i+len(in):]; isQuote(rest[0]) || names && validName(rest[:skipWord(rest, 0)]) {
			return in
		}
	}
}

// colonAt copies what stands between a key and its value.
func (d *doc) colonAt(trail []body, sibling *entry) string {
	if sibling != nil {
		if s, ok := colonOf(d.b, *sibling); ok {
			return s
		}
		if in, ok := inside(d.b, sibling.val); ok && in.n > 0 {
			if s, ok := colonOf(d.b, in.last); ok {
				return s
			}
		}
	}
	for n := len(trail) - 2; n >= 0; n-- {
		if s, ok := colonOf(d.b, trail[n].hit); ok {
			return s
		}
	}
	return ": "
}

// colonOf returns the colon of a member with the blanks around it.
func colonOf(b []byte, e entry) (string, bool) {
	s := string(b[e.keyEnd:e.val])
	return s, strings.Trim(s, " \t") == ":"
}

// sepAt returns what follows a comma on one line.
func sepAt(b []byte, c body, colon string) string {
	if c.n > 1 && c.first.comma >= 0 && !multiline(b, c.open, c.close) {
		return blanks(b, c.first.comma+1)
	}
	if strings.HasSuffix(colon, ":") {
		return ""
	}
	return " "
}

// padAt returns the blanks inside the braces of a one-line object.
func (d *doc) padAt(trail []body, sibling *entry) string {
	if sibling != nil && d.b[sibling.val] == '{' && !multiline(d.b, sibling.val, sibling.end) {
		if skipSpace(d.b, sibling.val+1) < sibling.end-1 {
			return blanks(d.b, sibling.val+1)
		}
	}
	for n := len(trail) - 1; n >= 0; n-- {
		if c := trail[n]; c.n > 0 && c.object(d.b) && !multiline(d.b, c.open, c.close) {
			return blanks(d.b, c.open+1)
		}
	}
	return ""
}
