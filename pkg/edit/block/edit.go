package block

import (
	"bytes"
	"encoding/json"
	"slices"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// Set writes the block whose id is the path; the value is its content, a JSON
// string.
func (d *doc) Set(at edit.Path, v wire.Raw) (edit.Edit, error) {
	id, err := idOf(at)
	if err != nil {
		return edit.Edit{}, err
	}
	content, err := fromJSON(v)
	if err != nil {
		return edit.Edit{}, err
	}
	if err := d.strays(id); err != nil {
		return edit.Edit{}, err
	}
	e := edit.Edit{At: at}
	all := d.of(id)
	if len(all) == 0 {
		return d.add(e, render(id, content, newline(d.b)))
	}
	want := hashOf(inner(id, content))
	for _, f := range all {
		if err := d.mine(f, want); err != nil {
			return edit.Edit{}, err
		}
	}
	if len(all) == 1 && all[0].hash == want && !d.edited(all[0]) {
		return e, nil
	}
	e.Old = toJSON(contentOf(d.inner(all[0])))
	return d.over(e, all, render(id, content, newline(d.b)))
}

// add appends a block after one blank line.
func (d *doc) add(e edit.Edit, text []byte) (edit.Edit, error) {
	nl, lead := newline(d.b), ""
	if n := len(d.lines); n > 0 {
		last := d.lines[n-1]
		if len(bytes.TrimSpace(last.text(d.b))) > 0 {
			lead += nl
		}
		if last.end == last.next { // no final line end
			lead += nl
		}
	}
	e.Ins = slices.Concat([]byte(lead), text, []byte(nl))
	e.Key, e.Changed = len(lead), true
	return e, d.settle(e.At[0], 1, slices.Concat(d.b, e.Ins))
}

// over writes a block over the first of those that are there and takes out the
// others. The edit is one range, which ends with the last of them; what stands
// between is in both Ins and Del.
func (d *doc) over(e edit.Edit, all []found, text []byte) (edit.Edit, error) {
	from, to := d.span(all[0])
	e.Ins = text
	for _, f := range all[1:] {
		start, end := d.whole(f, unknown)
		e.Ins = slices.Concat(e.Ins, d.b[to:start])
		to = end
	}
	e.Del, e.Changed = slices.Clone(d.b[from:to]), true
	return e, d.settle(e.At[0], 1, slices.Concat(d.b[:from], e.Ins, d.b[to:]))
}

// settle makes b the text, if it then holds the block as often as wanted and
// all others as before. Odd markers and fences can find other partners when
// the lines between them change: then the text stays, and is the user's to mend.
func (d *doc) settle(id string, want int, b []byte) error {
	before, others := d.b, len(d.found)-len(d.of(id))
	at := 0
	if all := d.of(id); len(all) > 0 {
		at = d.lines[all[0].first].start
	}
	if err := d.put(b); err != nil {
		return err
	}
	if len(d.of(id)) == want && len(d.found)-len(d.of(id)) == others && d.strays(id) == nil {
		return nil
	}
	if err := d.put(before); err != nil {
		return err
	}
	return edit.At(before, at, edit.Hard,
		"remove the markers that have no partner, and the code fences between them, by hand",
		"other markers would pair differently without the block %s here", id)
}

// unknown is the number of line ends before a block of which nobody knows how
// it came there.
const unknown = -1

// lead counts the line ends that an edit put before its block.
func lead(e edit.Edit) int {
	if len(e.Ins) == 0 {
		return unknown
	}
	return bytes.Count(e.Ins[:min(e.Key, len(e.Ins))], []byte("\n"))
}

// whole returns the lines of a block and the blank line that came with it: the
// one before it, if there was one, or, if nobody knows, at the top of the text
// the one behind. The line end that a last line without one got from us stays:
// somebody may have written that line since.
func (d *doc) whole(f found, lead int) (from, to int) {
	from, to = d.lines[f.first].start, d.lines[f.last].next
	blank := func(n int) bool { return len(bytes.TrimSpace(d.lines[n].text(d.b))) == 0 }
	switch {
	case lead == 0:
	case f.first > 0 && blank(f.first-1):
		from = d.lines[f.first-1].start
	case lead == unknown && f.first == 0 && f.last+1 < len(d.lines) && blank(f.last+1):
		to = d.lines[f.last+1].next
	}
	return from, to
}

// Remove takes out every block with that id.
func (d *doc) Remove(at edit.Path) error { return d.takeOut(at, unknown) }

func (d *doc) takeOut(at edit.Path, lead int) error {
	id, err := idOf(at)
	if err != nil {
		return err
	}
	if err := d.strays(id); err != nil {
		return err
	}
	all := d.of(id)
	for _, f := range all {
		if err := d.mine(f, ""); err != nil {
			return err
		}
	}
	var out []byte
	i := 0
	for _, f := range all {
		from, to := d.whole(f, lead)
		out = append(out, d.b[i:max(i, from)]...) // two blocks can share a blank line
		i = to
	}
	if i == 0 {
		return nil
	}
	return d.settle(id, 0, append(out, d.b[i:]...))
}

// Revert takes an edit back. If its bytes stand as they were written they go,
// and what they took the place of comes back. Else a block that is intact is
// ours, only newer: it is removed, or the former one is put in its place. An
// edited one is refused as by Remove.
func (d *doc) Revert(e edit.Edit) error {
	if !e.Changed {
		return nil
	}
	id, err := idOf(e.At)
	if err != nil {
		return err
	}
	for _, form := range []edit.Edit{e, turned(e, "\n"), turned(e, "\r\n")} {
		if b := d.without(form, id); b != nil {
			return d.put(b)
		}
	}
	if e.Old == nil {
		return d.takeOut(e.At, lead(e))
	}
	all := d.of(id)
	if err := d.strays(id); err != nil || len(all) == 0 {
		return err
	}
	if err := d.mine(all[0], ""); err != nil {
		return err
	}
	from, to := d.span(all[0])
	return d.put(slices.Concat(d.b[:from], d.former(e, id), d.b[to:]))
}

// turned is an edit in a text whose line ends somebody has turned since.
func turned(e edit.Edit, nl string) edit.Edit {
	turn := func(b []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte(nl))
	}
	e.Key = len(turn(e.Ins[:min(e.Key, len(e.Ins))]))
	e.Ins, e.Del = turn(e.Ins), turn(e.Del)
	return e
}

// without returns the text without the edit's bytes, if they stand in one
// piece. They are looked for at the block, and, should the user have put a
// code fence around it since, anywhere if they are there only once.
func (d *doc) without(e edit.Edit, id string) []byte {
	if len(e.Ins) == 0 {
		return nil
	}
	for _, f := range d.of(id) {
		from := d.lines[f.first].start - e.Key
		if from >= d.top && bytes.HasPrefix(d.b[from:], e.Ins) && !(d.b[from] == '\n' && from > 0 && d.b[from-1] == '\r') {
			return d.cut(e, from)
		}
	}
	if len(d.of(id)) == 0 && bytes.Count(d.b, e.Ins) == 1 {
		return d.cut(e, bytes.Index(d.b, e.Ins))
	}
	return nil
}

// cut puts Del in the place of Ins. Where that would join two lines of the user
// the line end at the front of Ins stays.
func (d *doc) cut(e edit.Edit, from int) []byte {
	before, after := d.b[:from], d.b[from+len(e.Ins):]
	back := e.Del
	open := from > d.top && before[from-1] != '\n'
	if len(back) == 0 && open && len(after) > 0 && after[0] != '\n' && after[0] != '\r' {
		back = e.Ins[:bytes.IndexByte(e.Ins, '\n')+1]
	}
	return slices.Concat(before, back, after)
}

// former is the block that an edit wrote over. If it took out others as well,
// Del has text between them that is still there.
func (d *doc) former(e edit.Edit, id string) []byte {
	ls := lines(e.Del, 0)
	if n := len(ls); n > 0 {
		m, ok := readMarker(ls[n-1].text(e.Del))
		one := bytes.Count(e.Del, []byte(beginMark)) == 1
		if ok && one && !m.begin && m.id == id {
			return e.Del
		}
	}
	var content string
	if json.Unmarshal(e.Old, &content) != nil {
		return nil
	}
	return render(id, Tidy(content), newline(d.b))
}
