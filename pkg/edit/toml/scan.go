package toml

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/edit"

	"github.com/pelletier/go-toml/v2/unstable"
)

// expr is one top-level expression: a header or a key-value. Each stands on
// lines of its own, which is why cutting and inserting can work by lines.
type expr struct {
	kind       unstable.Kind // Table, ArrayTable or KeyValue
	keys       []key
	start, end int  // without indentation and what follows on the line
	val        span // of a key-value
	node       *node
}

// key is one part of a dotted key.
type key struct {
	name       string
	start, end int // with its quotes
}

// span is a value in the file.
type span struct {
	kind       unstable.Kind
	start, end int
	text       string // a scalar: the text of a string, else its spelling
	elems      []span // of an array
	members    []expr // of an inline table
}

// scanner turns go-toml's nodes into offsets. The parser gives no ranges for
// headers, arrays and the ends of inline tables: those follow from the ranges
// of what is in them.
type scanner struct {
	b   []byte
	err error // the first limit that was passed
}

// rescan parses the bytes and builds the tree anew. It does not judge the
// meaning: between two steps of a transaction there is no need to.
func (d *doc) rescan() (err error) {
	if d.ex, err = scan(d.b); err == nil {
		d.root, err = grow(d.b, d.ex)
	}
	return err
}

func scan(b []byte) ([]expr, error) {
	b = b[:len(b):len(b)]
	s := scanner{b: b}
	var p unstable.Parser
	p.Reset(b)
	var out []expr
	depth := 0
	for p.NextExpression() && s.err == nil {
		n := p.Expression()
		e := expr{kind: n.Kind, keys: s.keys(n.Key())}
		first, last := e.keys[0].start, e.keys[len(e.keys)-1].end
		if n.Kind == unstable.KeyValue {
			e.start, e.end = int(n.Raw.Offset), int(n.Raw.Offset+n.Raw.Length)
			e.val = s.value(n.Value(), s.afterEquals(last), depth+len(e.keys))
		} else {
			depth = len(e.keys)
			e.start = edit.SkipBlanks(b, edit.LineStart(b, first))
			e.end = edit.SkipBlanks(b, last) + 1
			if n.Kind == unstable.ArrayTable {
				e.end++
			}
		}
		s.limit(first, depth+len(e.keys), "")
		out = append(out, e)
	}
	var bad *unstable.ParserError
	switch {
	case s.err != nil:
		return nil, s.err
	case errors.As(p.Error(), &bad):
		return nil, refusal(b, cap(b)-cap(bad.Highlight), bad.Message)
	}
	return out, p.Error()
}

// refusal is the parser's error at an offset. The parser names bytes, so a
// typographic quote would be an â; and its own limit of nesting is a limit.
func refusal(b []byte, at int, msg string) error {
	if r, n := utf8.DecodeRune(b[min(at, len(b)):]); n > 1 {
		msg = strings.Replace(msg, fmt.Sprintf("%U '%c'", b[at], b[at]), fmt.Sprintf("%U '%c'", r, r), 1)
	}
	kind := edit.Syntax
	if strings.Contains(msg, "levels deep") {
		kind = edit.Limit
	}
	return edit.At(b, at, kind, repair, "%s", msg)
}

// limit notes a value that is nested too deeply or a key that is too long.
func (s *scanner) limit(at, depth int, name string) {
	switch {
	case s.err != nil:
	case depth > edit.MaxDepth:
		s.err = edit.At(s.b, at, edit.Limit, "edit the file by hand", "nested deeper than the limit of %d", edit.MaxDepth)
	case len(name) > edit.MaxKey:
		s.err = edit.At(s.b, at, edit.Limit, "edit the file by hand", "a key of %d bytes is over the limit of %d", len(name), edit.MaxKey)
	}
}

func (s *scanner) keys(it unstable.Iterator) (keys []key) {
	for it.Next() {
		n := it.Node()
		k := key{name: string(n.Data), start: int(n.Raw.Offset), end: int(n.Raw.Offset + n.Raw.Length)}
		s.limit(k.start, 0, k.name)
		keys = append(keys, k)
	}
	return keys
}

// value converts the node of a value that begins at start.
func (s *scanner) value(n *unstable.Node, start, depth int) span {
	v := span{kind: n.Kind, start: start}
	if s.limit(start, depth, ""); s.err != nil {
		return v
	}
	at := start + 1
	switch n.Kind {
	case unstable.Array:
		for it := n.Children(); it.Next(); {
			v.elems = append(v.elems, s.value(it.Node(), skipTrivia(s.b, at), depth+1))
			at = v.elems[len(v.elems)-1].end
		}
		v.end = skipTrivia(s.b, at) + 1
	case unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			v.members = append(v.members, s.member(it.Node(), depth))
			at = v.members[len(v.members)-1].end
		}
		v.end = skipTrivia(s.b, at) + 1
	default:
		v.start, v.end = int(n.Raw.Offset), int(n.Raw.Offset+n.Raw.Length)
		v.text = string(n.Data)
	}
	return v
}

func (s *scanner) member(n *unstable.Node, depth int) expr {
	m := expr{kind: n.Kind, keys: s.keys(n.Key()), start: int(n.Raw.Offset), end: int(n.Raw.Offset + n.Raw.Length)}
	m.val = s.value(n.Value(), s.afterEquals(m.keys[len(m.keys)-1].end), depth+len(m.keys))
	return m
}

// afterEquals goes from the end of a key to its value.
func (s *scanner) afterEquals(at int) int {
	return edit.SkipBlanks(s.b, edit.SkipBlanks(s.b, at)+1)
}
