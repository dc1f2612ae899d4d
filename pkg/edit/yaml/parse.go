package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/edit"

	yamllib "go.yaml.in/yaml/v4"
)

// repair is the hint for a file that does not parse.
const repair = "correct the file by hand, then run again; nothing was written"

// check parses the bytes and builds the tree anew. Every step of a transaction
// leaves a valid document, so it also stands between two steps.
func (d *doc) check() error {
	if len(d.b) > edit.MaxFile {
		return edit.TooLarge()
	}
	for i := 0; i < len(d.b); {
		r, n := utf8.DecodeRune(d.b[i:])
		if r == utf8.RuneError && n == 1 || !allowed(r) {
			return edit.At(d.b, i, edit.Syntax, repair, "found the byte 0x%02X, which no YAML file may hold", d.b[i])
		}
		i += n
	}
	top, err := d.load()
	if err != nil {
		return err
	}
	return d.grow(top)
}

// allowed says whether a character may stand in YAML at all. A second byte
// order mark is refused too: readers disagree on what it is.
func allowed(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r' || r == 0x85:
		return true
	case r < ' ' || r >= 0x7F && r < 0xA0:
		return false
	}
	return r != 0xFEFF && r != 0xFFFE && r != 0xFFFF
}

// load has the parser judge the document. It returns the root, nil if there
// is none.
func (d *doc) load() (top *yamllib.Node, err error) {
	// A panic of the parser must not end the program that only wanted to look.
	defer func() {
		if p := recover(); p != nil {
			top, err = nil, &edit.Error{Line: 1, Col: 1, Kind: edit.Syntax, Msg: fmt.Sprint("the parser failed: ", p), Hint: repair}
		}
	}()
	l, err := yamllib.NewLoader(bytes.NewReader(directives(d.b)))
	if err != nil {
		return nil, err
	}
	for n := 0; ; n++ {
		var one yamllib.Node
		err := l.Load(&one)
		switch {
		case errors.Is(err, io.EOF):
			return top, nil
		case err != nil:
			return nil, d.syntax(err)
		case n > 0:
			line := one.Line
			return nil, &edit.Error{Line: line, Col: 1, Kind: edit.Hard, Hint: "edit it by hand",
				Msg: "the file holds several documents, and which one is meant is not known"}
		}
		top = one.Content[0]
	}
}

// directives writes the version 1.2 as 1.1, the only one that the parser lets
// pass; it reads both alike. No offset changes.
func directives(b []byte) []byte {
	for i := 0; i < len(b) && b[i] == '%'; i = edit.LineEnd(b, i) {
		if v := []byte("%YAML 1.2"); bytes.HasPrefix(b[i:], v) {
			b = bytes.Clone(b)
			b[i+len(v)-1] = '1'
		}
	}
	return b
}

// syntax turns an error of the parser into ours.
func (d *doc) syntax(err error) error {
	e := &edit.Error{Line: 1, Col: 1, Kind: edit.Syntax, Msg: strings.TrimPrefix(err.Error(), "yaml: "), Hint: repair}
	var bad *yamllib.LoadError
	if !errors.As(err, &bad) {
		return e
	}
	e.Msg = bad.Message
	if bad.ContextMsg != "" {
		e.Msg += " (" + bad.ContextMsg + ")"
	}
	if strings.Contains(bad.Message, "max depth") {
		e.Kind, e.Hint = edit.Limit, "edit the file by hand"
	}
	m := bad.Mark
	if m.Line == 0 {
		m = bad.ContextMark
	}
	if m.Line > 0 {
		off := newOffsets(d.b).at(m.Line, m.Column)
		if i := indentTab(d.b, off); i >= 0 {
			off, e.Msg, e.Hint = i, "found a tab in the indentation, expected spaces", "replace the tab by spaces, then run again; nothing was written"
		}
		e.Line, e.Col = edit.LineCol(d.b, off)
	}
	return e
}

// indentTab finds a tab in the indentation of a line, or -1.
func indentTab(b []byte, at int) int {
	for i := edit.LineStart(b, at); i < len(b) && (b[i] == ' ' || b[i] == '\t'); i++ {
		if b[i] == '\t' {
			return i
		}
	}
	return -1
}

// offsets turns the parser's lines and columns into byte offsets. Its lines
// also end at a lone CR and at the line ends of YAML 1.1, and its columns count
// characters.
type offsets struct {
	b     []byte
	lines []int
}

func newOffsets(b []byte) *offsets {
	o := &offsets{b: b, lines: []int{0}}
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '\n', b[i] == '\r' && (i+1 == len(b) || b[i+1] != '\n'):
			o.lines = append(o.lines, i+1)
		case b[i] == 0xC2 && b[i+1] == 0x85:
			o.lines = append(o.lines, i+2)
		case b[i] == 0xE2 && b[i+1] == 0x80 && (b[i+2] == 0xA8 || b[i+2] == 0xA9):
			o.lines = append(o.lines, i+3)
		}
	}
	return o
}

func (o *offsets) at(line, col int) int {
	if line > len(o.lines) {
		return len(o.b)
	}
	i := o.lines[line-1]
	for ; col > 1 && i < len(o.b); col-- {
		_, n := utf8.DecodeRune(o.b[i:])
		i += n
	}
	return i
}
