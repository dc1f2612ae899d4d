package jsonc

import (
	"bytes"
	"slices"
)

// splice is one change: text takes the place of b[from:to]. The node that the
// edit is about begins at text[key].
type splice struct {
	from, to int
	text     []byte
	key      int
}

func (s splice) apply(b []byte) []byte {
	out := make([]byte, 0, len(b)-(s.to-s.from)+len(s.text))
	out = append(append(out, b[:s.from]...), s.text...)
	return append(out, b[s.to:]...)
}

// gives says whether the splice makes one text of another, without making it.
func (s splice) gives(of, b []byte) bool {
	head, rest := of[:s.from], of[s.to:]
	return len(b) == len(head)+len(s.text)+len(rest) && bytes.HasPrefix(b, head) &&
		bytes.HasPrefix(b[s.from:], s.text) && bytes.HasSuffix(b, rest)
}

// writer puts one entry into text form, at one place of the document.
type writer struct {
	renderer
	keyTok []byte // as JSON; nil for an element
}

func (w *writer) str(s string) { w.out = append(w.out, s...) }

func (w *writer) entry(n node) {
	if w.keyTok != nil {
		w.out = append(append(w.out, w.key(w.keyTok)...), w.colon...)
	}
	w.render(n)
}

func (w *writer) splice(from, to int) splice {
	return splice{from: from, to: to, text: w.out, key: w.mark}
}

// insert adds an entry at the end of the innermost container of the trail:
// a member if key is a key token, else an element.
func (d *doc) insert(trail []body, key []byte, n node) splice {
	c := trail[len(trail)-1]
	if c.n == 0 {
		return d.insertFirst(trail, key, n)
	}
	return d.insertLast(trail, key, n)
}

// insertLast adds an entry after the last one. A comment on that one's line
// stays with it: the comma goes before the comment, the new entry on the line
// after it.
func (d *doc) insertLast(trail []body, key []byte, n node) splice {
	b, c := d.b, trail[len(trail)-1]
	end := c.last.end
	if c.last.comma >= 0 {
		end = c.last.comma + 1
	}
	from, lineComment := afterComments(b, end)
	w := writer{keyTok: key}
	w.style = d.styleAt(trail, &c.last, c.last.key)
	w.inline = !multiline(b, c.open, c.close)
	w.base = lineIndent(b, c.last.key)
	lead := w.nl + w.base
	switch {
	case w.inline && !lineComment: // in JSON5 not only LF ends a line comment
		lead = w.sep
	case !startsLine(b, c.last.key) && !lineComment:
		lead = " " // as in [{ … }, { … }]
	}
	if c.last.comma >= 0 { // the file ends its lists with a comma: so do we
		w.str(lead)
		w.entry(n)
		w.str(",")
		return w.splice(from, from)
	}
	w.str(",")
	w.out = append(w.out, b[end:from]...)
	w.str(lead)
	w.entry(n)
	return w.splice(end, from)
}

// afterComments returns the end of the comments that follow at i on the same
// line, or i, and whether the last of them is a line comment.
func afterComments(b []byte, i int) (end int, line bool) {
	for end = i; i < len(b); {
		switch b[i] {
		case '/':
			line = isLineComment(b, i)
			i = skipComment(b, i)
			end = i
		default:
			n := blankLen(b, i)
			if n == 0 {
				return end, line
			}
			i += n
		}
	}
	return end, line
}

// insertFirst adds an entry to an empty container, after the comments in it.
func (d *doc) insertFirst(trail []body, key []byte, n node) splice {
	b, c := d.b, trail[len(trail)-1]
	w := writer{keyTok: key}
	w.style = d.styleAt(trail, nil, c.open)
	from, own := lastComment(b, c)
	if root := trail[0]; root.n > 0 && !multiline(b, root.open, root.close) && (own < 0 || !isLineComment(b, own)) {
		w.inline = true
		return d.firstInline(&w, c, n)
	}
	outer := lineIndent(b, c.open)
	w.base = outer + w.unit
	if own >= 0 && startsLine(b, own) {
		w.base = lineIndent(b, own)
	}
	w.str(w.nl + w.base)
	w.entry(n)
	if len(trail) > 1 && trail[len(trail)-2].last.comma >= 0 {
		w.str(",") // the habit shows in the container around
	}
	if own >= 0 && multiline(b, from, c.close) {
		return w.splice(from, from) // the bracket has its own line already
	}
	w.str(w.nl + outer)
	return w.splice(from, c.close)
}

func (d *doc) firstInline(w *writer, c body, n node) splice {
	from, _ := lastComment(d.b, c)
	pad := ""
	if c.object(d.b) {
		pad = w.pad
	}
	if from > c.open+1 && pad == "" {
		w.str(" ")
	}
	w.str(pad)
	w.entry(n)
	w.str(pad)
	return w.splice(from, c.close)
}

// lastComment returns the end and the beginning of the last comment in an
// empty container; without one, the end of the bracket and -1.
func lastComment(b []byte, c body) (end, start int) {
	end, start = c.open+1, -1
	for i := end; i < c.close; {
		if b[i] != '/' {
			i++
			continue
		}
		start = i
		i = skipComment(b, i)
		end = i
	}
	return end, start
}

// insertRoot writes the root of a document that has none. It goes
// before the white space of an empty file, and after the comments.
func (d *doc) insertRoot(n node) splice {
	w := writer{}
	w.style = style{nl: newlineAt(d.b, 0), unit: "  ", colon: ": ", sep: " ", arraySep: " "}
	if d.null >= 0 { // only with Options.NullRoot
		w.entry(n)
		return w.splice(d.null, d.null+len("null"))
	}
	from := d.topComments()
	if from > afterBOM(d.b) && d.b[from-1] != '\n' {
		w.str(w.nl)
	}
	w.entry(n)
	if rest := d.b[from:]; len(rest) == 0 || rest[0] != '\n' && rest[0] != '\r' {
		w.str(w.nl)
	}
	return w.splice(from, from)
}

// topComments returns the offset after the comments of a document without a
// value, and after the line end of the last of them.
func (d *doc) topComments() int {
	end, _ := lastComment(d.b, body{open: afterBOM(d.b) - 1, close: len(d.b)})
	if end > afterBOM(d.b) {
		if i := end + len(blanks(d.b, end)); i < len(d.b) && d.b[i] == '\r' || i < len(d.b) && d.b[i] == '\n' {
			end = i + 1
			if d.b[i] == '\r' && end < len(d.b) && d.b[end] == '\n' {
				end++
			}
		}
	}
	return end
}

// replace writes a value over the one at the trail's last mark. What was on one
// line stays on one line.
func (d *doc) replace(trail []body, n node) splice {
	b, c := d.b, trail[len(trail)-1]
	old := c.hit
	w := writer{}
	w.style = d.styleAt(trail, &old, old.key)
	if in, ok := inside(b, old.val); ok && in.n > 0 {
		w.inline = !multiline(b, old.val, old.end)
	}
	w.inline = w.inline || !multiline(b, c.open, c.close)
	w.base = lineIndent(b, old.key)
	w.render(n)
	return w.splice(old.val, old.end)
}

// missing lists the parents that an edit has to make: those below the first n
// keys of the path that were found, outermost first.
func missing(at []string, n int) (made [][]string) {
	for i := n; i < len(at); i++ {
		made = append(made, slices.Clone(at[:i]))
	}
	return made
}
