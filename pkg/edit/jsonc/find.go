package jsonc

import (
	"bytes"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// entry is one member of an object or one element of an array: the spans that
// an edit needs. An element has no key, so key == keyEnd == val.
type entry struct {
	key, keyEnd int // the key with its quotes
	val, end    int // the value
	comma       int // the comma after it, or -1
}

// body is an object or array after one walk over its entries. Only the entries
// beside which something can happen are kept.
type body struct {
	open, close int // the brackets
	n           int // number of entries
	first, last entry
	hit         entry // the entry that was looked for
	index       int   // its number, or -1
	before      entry // the entry before it, if index > 0
	again       int   // key of a second entry that fits, or -1
}

func (c *body) object(b []byte) bool { return b[c.open] == '{' }

// scan walks over the entries of the container at open, and marks the first
// that fits.
func scan(b []byte, open int, fits func(entry) bool) body {
	c := body{open: open, index: -1, again: -1}
	for i := open + 1; ; {
		i = skipSpace(b, i)
		if b[i] == '}' || b[i] == ']' {
			c.close = i
			return c
		}
		e := readEntry(b, i, b[open] == '{')
		c.add(e, fits)
		i = e.end
		if e.comma >= 0 {
			i = e.comma + 1
		}
	}
}

func readEntry(b []byte, i int, object bool) entry {
	e := entry{key: i, keyEnd: i, comma: -1}
	if object {
		e.keyEnd = skipToken(b, i)
		i = skipSpace(b, skipSpace(b, e.keyEnd)+1)
	}
	e.val, e.end = i, skipValue(b, i)
	if i = skipSpace(b, e.end); b[i] == ',' {
		e.comma = i
	}
	return e
}

func (c *body) add(e entry, fits func(entry) bool) {
	if c.n == 0 {
		c.first = e
	}
	if fits != nil && fits(e) {
		if c.index < 0 {
			c.hit, c.index, c.before = e, c.n, c.last
		} else if c.again < 0 {
			c.again = e.key
		}
	}
	c.last = e
	c.n++
}

// hitLast moves the mark to the last entry that fits.
func (c *body) hitLast(b []byte, fits func(entry) bool) {
	var prev entry
	n := 0
	scan(b, c.open, func(e entry) bool {
		if fits(e) {
			c.hit, c.index, c.before = e, n, prev
		}
		prev = e
		n++
		return false
	})
	c.again = -1
}

// keyIs compares after unescaping, so "\u006d" is "m".
func keyIs(b []byte, e entry, key string) bool {
	return string(unquote(b[e.key:e.keyEnd])) == key
}

// place is where a path leads: the containers from the root on, each marked
// with the entry that leads further.
type place struct {
	trail []body
	found bool // the whole path is there: the last mark is its entry
}

// in returns the innermost container that is there.
func (p *place) in() *body { return &p.trail[len(p.trail)-1] }

// find walks down the path. It refuses a key that appears twice on the way,
// because readers differ in which one they take.
func (d *doc) find(at edit.Path) (place, error) {
	var p place
	open := d.root
	for n, key := range at {
		if n == 0 && d.b[open] != '{' {
			return p, d.otherRoot("an object")
		}
		if d.b[open] != '{' {
			return p, edit.At(d.b, open, edit.Shape, "make it an object by hand ({} if it is to be empty), or remove it, then run again", "%s is %s, expected an object", strings.Join(at[:n], "."), kindOf(d.b, open))
		}
		c, err := d.scanFor(key, open)
		if err != nil {
			return p, err
		}
		p.trail = append(p.trail, c)
		if c.index < 0 {
			return p, nil
		}
		open = c.hit.val
	}
	p.found = true
	return p, nil
}

// otherRoot refuses a root that is a container of the other kind.
func (d *doc) otherRoot(want string) error {
	return edit.At(d.b, d.root, edit.Root, "make it "+want+", or move the file away", "root is %s, expected %s", kindOf(d.b, d.root), want)
}

// scanFor scans an object for a key.
func (d *doc) scanFor(key string, open int) (body, error) {
	if open == d.root && d.seen.holds(key) {
		return d.seen.body, nil
	}
	fits := func(e entry) bool { return keyIs(d.b, e, key) }
	c := scan(d.b, open, fits)
	if c.again >= 0 {
		if !d.opt.LastWins {
			return c, d.duplicate(key, c)
		}
		c.hitLast(d.b, fits)
	}
	if open == d.root {
		d.seen = seen{key, c}
	}
	return c, nil
}

func (d *doc) duplicate(key string, c body) error {
	l1, _ := edit.LineCol(d.b, c.hit.key)
	l2, _ := edit.LineCol(d.b, c.again)
	return edit.At(d.b, c.again, edit.Duplicate, "make them one by hand: programs differ in which of them they read; --last-wins edits the last",
		"key %q appears twice, lines %d and %d", key, l1, l2)
}

// array returns the body of the array at the path; found is false if there is
// nothing at the path.
func (d *doc) array(at edit.Path) (p place, open int, err error) {
	p, err = d.find(at)
	switch {
	case err != nil || !p.found:
		return p, 0, err
	case len(at) == 0:
		if open = d.root; d.b[open] != '[' {
			err = d.otherRoot("an array")
		}
		return p, open, err
	}
	open = p.in().hit.val
	if d.b[open] != '[' {
		err = edit.At(d.b, open, edit.Shape, "make it an array by hand ([] if it is to be empty), or remove it, then run again", "%s is %s, expected an array", strings.Join(at, "."), kindOf(d.b, open))
	}
	return p, open, err
}

// elem looks in the array at open for the element that id names. It returns
// one body per array on the way, the innermost last, each marked; nil if there
// is none. If ok is given, an element counts only if ok holds for one of its
// marks.
func elem(b []byte, open int, id wire.Identity, ok func(entry) bool) []body {
	var inner []body
	c := scan(b, open, func(e entry) bool {
		if inner != nil {
			return false
		}
		way, hit := walk(b, e.val, id.Path, id.Value)
		if !hit || ok != nil && !ok(e) && !anyHit(way, ok) {
			return false
		}
		inner = append([]body{{}}, way...)
		return true
	})
	if c.index < 0 {
		return nil
	}
	inner[0] = c
	return inner
}

func anyHit(way []body, ok func(entry) bool) bool {
	for _, c := range way {
		if ok(c.hit) {
			return true
		}
	}
	return false
}

// walk follows an identity's path from the value at i to a string that equals
// want, and returns the arrays that a "*" crossed. The depth of the calls is
// the length of the path.
func walk(b []byte, i int, path []string, want string) (way []body, ok bool) {
	if len(path) == 0 {
		return nil, isQuote(b[i]) && bytes.Equal(unquote(b[i:skipString(b, i)]), []byte(want))
	}
	key, rest := path[0], path[1:]
	if star := key == "*"; star && b[i] != '[' || !star && b[i] != '{' {
		return nil, false
	}
	c := scan(b, i, func(e entry) bool {
		if ok || key != "*" && !keyIs(b, e, key) {
			return false
		}
		way, ok = walk(b, e.val, rest, want)
		return ok
	})
	if ok && key == "*" {
		way = append([]body{c}, way...)
	}
	return way, ok
}
