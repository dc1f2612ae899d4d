// Package block edits managed blocks: stretches of a text file that we own,
// between marker lines, in a file that is otherwise somebody else's.
//
//	<!-- agent-connector:begin CONNECTOR/NAME hash=0123456789ab -->
//	<!-- managed by agent-connector … -->
//	content
//	<!-- agent-connector:end CONNECTOR/NAME -->
//
// The rules of the room:
//
//   - Markers count at column 0 only, and not inside a closed code fence. A
//     fence that is never closed hides nothing, and a fence inside a block
//     neither opens nor closes one outside.
//   - The hash says what we wrote. A block that does not fit its hash was
//     edited by the user: Set, Remove and Revert refuse it, unless forced.
//   - A new block goes to the end, after one blank line; nothing that is there
//     is taken away, so that its removal restores every byte.
//   - Of several blocks with one id the first is kept; Set takes out the
//     others, which are our own bytes. A marker without its partner is an
//     error that names the line: what belonged to it only the user can tell.
//   - The node that Edit.Key speaks of is the begin marker.
package block

import (
	"bytes"
	"fmt"
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

var bom = []byte("\xef\xbb\xbf")

type doc struct {
	b     []byte
	force bool
	top   int // where the text begins, after a BOM
	lines []line
	found []found  // the blocks that count, in order
	stray []marker // the markers without partner that count
}

// found is one block in the text.
type found struct {
	id          string
	hash        string // on the marker
	first, last int    // lines of the markers
}

// Open reads a text. With force, blocks that the user has edited may be
// written over and removed.
func Open(b []byte, force bool) (edit.Doc, error) {
	d := &doc{force: force}
	if err := d.put(b); err != nil {
		return nil, err
	}
	return d, nil
}

// put makes b the text of the document and finds the blocks in it.
func (d *doc) put(b []byte) error {
	if err := sized(len(b)); err != nil {
		return err
	}
	d.b, d.top, d.found, d.stray = b, 0, nil, nil
	if bytes.HasPrefix(b, bom) {
		d.top = len(bom)
	}
	d.lines = lines(b, d.top)
	var marks []marker
	for n, l := range d.lines {
		if m, ok := readMarker(l.text(b)); ok {
			m.line = n
			marks = append(marks, m)
		}
	}
	if len(marks) > 0 {
		d.sort(marks)
	}
	return nil
}

func sized(n int) error {
	if n > edit.MaxFile {
		return &edit.Error{Kind: edit.Limit, Msg: "the file is larger than 256 MiB", Hint: "edit it by hand"}
	}
	return nil
}

func (d *doc) sort(marks []marker) {
	joined, strays := pairs(marks)
	var opaque [][2]int
	for _, p := range joined {
		opaque = append(opaque, [2]int{marks[p[0]].line, marks[p[1]].line})
	}
	hide := hidden(d.b, d.lines, opaque)
	for i, p := range joined {
		if m := marks[p[0]]; !hide[m.line] {
			d.found = append(d.found, found{id: m.id, hash: m.hash, first: opaque[i][0], last: opaque[i][1]})
		}
	}
	for _, i := range strays {
		if !hide[marks[i].line] {
			d.stray = append(d.stray, marks[i])
		}
	}
}

// Bytes returns the text.
func (d *doc) Bytes() []byte { return d.b }

// of returns the blocks with that id.
func (d *doc) of(id string) (all []found) {
	for _, f := range d.found {
		if f.id == id {
			all = append(all, f)
		}
	}
	return all
}

// span returns where the block stands, without the line end behind it.
func (d *doc) span(f found) (from, to int) { return d.lines[f.first].start, d.lines[f.last].end }

func (d *doc) inner(f found) []byte { return d.b[d.lines[f.first].next:d.lines[f.last].start] }

func (d *doc) edited(f found) bool { return hashOf(string(d.inner(f))) != f.hash }

// strays refuses what an odd marker of that id makes uncertain.
func (d *doc) strays(id string) error {
	for _, m := range d.stray {
		if m.id == id {
			what, other := "begin", "end"
			if !m.begin {
				what, other = other, what
			}
			return edit.At(d.b, d.lines[m.line].start, edit.Hard, fmt.Sprintf("delete line %d by hand, and with it what is left of the block", m.line+1),
				"found the %s of block %s, expected its %s too", what, id, other)
		}
	}
	return nil
}

// mine refuses to go on with a block that the user has edited, unless its text
// is already the one to write.
func (d *doc) mine(f found, want string) error {
	if d.force || !d.edited(f) || want != "" && hashOf(string(d.inner(f))) == want {
		return nil
	}
	return edit.At(d.b, d.lines[f.first].start, edit.Hard,
		fmt.Sprintf("keep your text elsewhere and delete lines %d to %d, or run again with --force", f.first+1, f.last+1),
		"block %s has been edited: its text does not fit its hash", f.id)
}

// Info is one block of a text.
type Info struct {
	ID     string
	Line   int  // of its begin marker
	Edited bool // the user has changed it
}

// List returns the blocks of a document that Open gave.
func List(d edit.Doc) (all []Info) {
	if d, ok := d.(*doc); ok {
		for _, f := range d.found {
			all = append(all, Info{ID: f.id, Line: f.first + 1, Edited: d.edited(f)})
		}
	}
	return all
}

// Edited says whether the user has changed the block with that id.
func Edited(d edit.Doc, id string) bool {
	return slices.ContainsFunc(List(d), func(i Info) bool { return i.ID == id && i.Edited })
}

// Get returns the content of the block as a JSON string.
func (d *doc) Get(at edit.Path) (wire.Raw, bool, error) {
	id, err := idOf(at)
	if err != nil {
		return nil, false, err
	}
	all := d.of(id)
	if len(all) == 0 {
		return nil, false, nil
	}
	return toJSON(contentOf(d.inner(all[0]))), true, nil
}

// Upsert is for arrays, which a text does not have.
func (d *doc) Upsert(edit.Path, wire.Identity, wire.Raw) (edit.Edit, error) {
	return edit.Edit{}, errNoArray
}

// RemoveElem is for arrays, which a text does not have.
func (d *doc) RemoveElem(edit.Path, wire.Identity) error { return errNoArray }

var errNoArray = &edit.Error{Kind: edit.Shape, Msg: "a text has blocks, no arrays"}
