package jsonc

import (
	"bytes"
	"slices"

	"agentconnector/pkg/edit"
)

// Revert takes an edit back. There are two ways:
//
//   - by bytes: the inserted bytes still stand around the node in one piece.
//     They go, and the bytes whose place they took come back;
//   - by structure: the entry that was inserted goes as Remove would take it,
//     and a value that was replaced comes back if the one that the edit set is
//     still there. A value that somebody has changed since is theirs and stays.
//
// Others may have written beside our bytes, or even between them and the end
// of a comment, so the first way counts only if its result says the same as
// that of the second. Then parents that the edit made go, if they are empty.
func (d *doc) Revert(e edit.Edit) error {
	if !e.Changed {
		return nil
	}
	old := *d
	err := d.revert(e)
	if err != nil {
		*d = old
	}
	return err
}

func (d *doc) revert(e edit.Edit) error {
	var exact *splice
	was := d.b
	hit, err := d.target(e, &exact)
	if err != nil {
		return err
	}
	if hit != nil && e.Old != nil {
		return d.restore(e, hit.hit, exact)
	}
	if hit != nil {
		if err := d.drop(removal(d.b, hit)); err != nil {
			return err
		}
	}
	for _, at := range slices.Backward(e.Made) {
		if err := d.removeEmpty(at); err != nil {
			return err
		}
	}
	if exact == nil || exact.gives(was, d.b) {
		return nil // mostly both ways lead to the same bytes, and nothing is left to judge
	}
	if b := exact.apply(was); d.says(b) {
		return d.put(b)
	}
	return nil
}

// target finds the entry that a revert is about, marked in its container; nil
// if it is gone. If the edit's bytes stand around it, exact is the splice that
// takes them out.
func (d *doc) target(e edit.Edit, exact **splice) (*body, error) {
	if d.root < 0 || len(e.At) == 0 && e.Identity == nil {
		return nil, nil
	}
	stands := func(n entry) bool {
		if *exact == nil {
			*exact = d.uncut(e, n)
		}
		return *exact != nil
	}
	if e.Identity == nil {
		p, err := d.find(e.At)
		if err != nil || !p.found {
			return nil, unlessShape(err)
		}
		stands(p.in().hit)
		return p.in(), nil
	}
	p, open, err := d.array(e.At)
	if err != nil || !p.found {
		return nil, unlessShape(err)
	}
	trail := elem(d.b, open, *e.Identity, stands)
	if trail == nil {
		if trail = elem(d.b, open, *e.Identity, nil); trail == nil {
			return nil, nil
		}
	}
	return innermost(trail), nil
}

// uncut returns the splice that takes out the bytes of the edit, if the entry is
// the node in them; else nil.
func (d *doc) uncut(e edit.Edit, n entry) *splice {
	from := n.val - e.Key
	if from < 0 || len(e.Ins) == 0 || !bytes.HasPrefix(d.b[from:], e.Ins) {
		return nil
	}
	to := from + len(e.Ins)
	if e.Old != nil && n.end != to {
		return nil // the same beginning, but the value goes on; of an insertion, says would notice
	}
	if next := to + len(blanks(d.b, to)); e.Old == nil && next < len(d.b) && d.b[next] == '/' && eolBefore(d.b, to) == 0 {
		return nil // a comment that somebody put behind ours must not slip behind the entry before
	}
	return &splice{from: from, to: to, text: e.Del}
}

// says tells whether another text is valid and says the same as the document.
func (d *doc) says(b []byte) bool {
	root, _, err := check(b, d.dialect())
	if err != nil {
		return false
	}
	if d.opt.NullRoot && root >= 0 && b[root] == 'n' {
		return d.root < 0 // Set took the null for an empty document
	}
	return sameTokens(b, d.b)
}

// restore puts a replaced value back, if the one that the edit set is there.
func (d *doc) restore(e edit.Edit, n entry, exact *splice) error {
	if exact == nil {
		if _, _, err := check(e.Ins, d.dialect()); err != nil {
			return nil
		}
		if set, _ := compact(e.Ins); !means(d.value(n), set) {
			return nil
		}
		exact = &splice{from: n.val, to: n.end, text: e.Del}
	}
	b := exact.apply(d.b)
	if _, _, err := check(b, d.dialect()); err != nil {
		return err
	}
	return d.put(b)
}

// removeEmpty takes out the container at the path if nothing is in it, not
// even a comment. The empty path is the root.
func (d *doc) removeEmpty(at edit.Path) error {
	if d.root < 0 {
		return nil
	}
	if len(at) == 0 {
		c := scan(d.b, d.root, nil)
		if !onlySpace(d.b, c.open+1, c.close) {
			return nil
		}
		to := c.close + 1
		return d.put(drop(d.b, []cut{{c.open, to + eol(d.b, to)}}))
	}
	p, err := d.find(at)
	if err != nil || !p.found {
		return unlessShape(err)
	}
	c, ok := inside(d.b, p.in().hit.val)
	if !ok || !onlySpace(d.b, c.open+1, c.close) {
		return nil
	}
	return d.drop(removal(d.b, p.in()))
}
