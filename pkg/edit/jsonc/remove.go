package jsonc

import (
	"errors"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// A removal takes the entry, one comma and, if nothing else stands there, the
// line. Comments stay: those above an entry may speak of the next one, and one
// behind it may not be ours. A container that is left with nothing but white
// space closes up to {} or [].

// cut is a range of bytes to take out.
type cut struct{ from, to int }

// drop applies cuts, which are in order and do not overlap.
func drop(b []byte, cuts []cut) []byte {
	out := make([]byte, 0, len(b))
	i := 0
	for _, c := range cuts {
		out = append(out, b[i:c.from]...)
		i = c.to
	}
	return append(out, b[i:]...)
}

// drop makes the document one without some cuts.
func (d *doc) drop(cuts []cut) error {
	return d.putInside(drop(d.b, cuts), cuts[0].from, cuts[len(cuts)-1].to)
}

// removal returns the cuts that take out the marked entry.
func removal(b []byte, c *body) []cut {
	e := c.hit
	if c.n == 1 && onlySpace(b, c.open+1, e.key) && onlySpace(b, e.end, e.comma) && onlySpace(b, max(e.end, e.comma+1), c.close) {
		return []cut{{c.open + 1, c.close}}
	}
	var cuts []cut
	if e.comma < 0 && c.index > 0 { // the last: the comma before it has to go
		cuts = append(cuts, cut{c.before.comma, c.before.comma + 1})
	}
	end := e.end
	switch {
	case e.comma < 0:
	case onlySpace(b, e.end, e.comma):
		end = e.comma + 1
	default: // a comment stands before the comma, and stays
		return append(cuts, cut{e.key, e.end}, cut{e.comma, e.comma + 1})
	}
	from, to := around(b, c, end)
	return append(cuts, cut{from, to})
}

// onlySpace says whether b[i:end] has nothing but white space; it holds for an
// end that is not there (-1).
func onlySpace(b []byte, i, end int) bool {
	for i < end {
		n := spaceLen(b, i)
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// around widens the range of the marked entry, which ends at end, by the white
// space that belonged to it.
func around(b []byte, c *body, end int) (from, to int) {
	key := c.hit.key
	to = end + len(blanks(b, end))
	if !startsLine(b, key) {
		return aroundInline(b, c, end, to)
	}
	start := lineStart(b, key)
	if n := eol(b, to); n > 0 {
		return start, to + n // the whole line
	}
	if to == c.close && !afterLineComment(b, c, key) {
		// The bracket stood on the entry's line: it moves up one.
		return start - eolBefore(b, start), end
	}
	return key, to // what follows takes its place
}

// aroundInline is around for an entry that has something before it on its line.
func aroundInline(b []byte, c *body, end, to int) (int, int) {
	key := c.hit.key
	if c.index > 0 || to == c.close {
		for b[key-1] == ' ' || b[key-1] == '\t' {
			key--
		}
		return key, end // the blanks behind it belong to what follows
	}
	for next := to; next < c.close; {
		switch b[next] {
		case ' ', '\t', '\r', '\n':
			next++
			continue
		case '/':
			return key, to
		}
		return key, next // the next entry takes the place of the first
	}
	return key, to
}

// eol returns the length of the line end at i, 0 if there is none.
func eol(b []byte, i int) int {
	switch {
	case i < len(b) && b[i] == '\n':
		return 1
	case i+1 < len(b) && b[i] == '\r' && b[i+1] == '\n':
		return 2
	}
	return 0
}

// eolBefore returns the length of the line end before i.
func eolBefore(b []byte, i int) int {
	switch {
	case i > 1 && b[i-1] == '\n' && b[i-2] == '\r':
		return 2
	case i > 0 && b[i-1] == '\n':
		return 1
	}
	return 0
}

// afterLineComment says whether the line before the marked entry, which begins
// its line, ends in a line comment, so that nothing may move up to it.
func afterLineComment(b []byte, c *body, key int) bool {
	i := c.open + 1
	if c.index > 0 {
		i = c.before.comma + 1
	}
	for i < key {
		if b[i] != '/' {
			i++
			continue
		}
		line := isLineComment(b, i)
		if i = skipComment(b, i); line && onlySpace(b, i, key) {
			return true
		}
	}
	return false
}

// Remove takes out the value at the path. What cannot be there, because
// something on the way is no object, is not there either.
func (d *doc) Remove(at edit.Path) error {
	if d.root < 0 || len(at) == 0 {
		return nil
	}
	p, err := d.find(at)
	if err != nil || !p.found {
		return unlessShape(err)
	}
	return d.drop(removal(d.b, p.in()))
}

// RemoveElem takes out the element that id names.
func (d *doc) RemoveElem(at edit.Path, id wire.Identity) error {
	if d.root < 0 {
		return nil
	}
	p, open, err := d.array(at)
	if err != nil || !p.found {
		return unlessShape(err)
	}
	trail := elem(d.b, open, id, nil)
	if trail == nil {
		return nil
	}
	return d.drop(removal(d.b, innermost(trail)))
}

// innermost returns the array to remove from: the last one in which something
// else is left, or the outermost.
func innermost(trail []body) *body {
	n := len(trail) - 1
	for n > 0 && trail[n].n == 1 {
		n--
	}
	return &trail[n]
}

func unlessShape(err error) error {
	if e := (*edit.Error)(nil); errors.As(err, &e) && e.Kind == edit.Shape {
		return nil
	}
	return err
}
