package jsonc

import (
	"bytes"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// node is a value to write: JSON text, and the offset in it of the part that
// the edit is about. Missing parents are wrapped around that part.
type node struct {
	json []byte
	mark int
}

// given is a value as a caller gives it.
func given(v wire.Raw) node {
	v, _ = compact(v)
	return node{json: v}
}

// wrap puts the parents that are missing around a value: objects with the
// given keys, outermost first.
func (n node) wrap(keys []string) node {
	for i := len(keys) - 1; i >= 0; i-- {
		front := append(append([]byte{'{'}, quote(keys[i])...), ':')
		n.json = append(append(front, n.json...), '}')
		n.mark += len(front)
	}
	return n
}

// element puts the array that is missing around a value.
func (n node) element() node {
	return node{append(append([]byte{'['}, n.json...), ']'), n.mark + 1}
}

// renderer writes a value in a style.
type renderer struct {
	style
	base   string // indentation of the line on which the value begins
	inline bool   // all on one line
	out    []byte
	mark   int // offset in out at which the node's marked part begins

	open []level
}

// level is a container that is open while it is written.
type level struct {
	inline, array bool
}

// render appends the value to the output, token by token: like check it takes
// any depth.
func (r *renderer) render(n node) {
	in := n.json
	for i := 0; i < len(in); {
		if c := in[i]; c <= ' ' {
			i++
			continue
		}
		if i == n.mark {
			r.mark = len(r.out)
		}
		i = r.token(in, i)
	}
}

func (r *renderer) token(in []byte, i int) int {
	switch in[i] {
	case '{', '[':
		if j := skipSpace(in, i+1); in[j] == in[i]+2 {
			r.out = append(r.out, in[i], in[j])
			return j + 1
		}
		r.begin(in, i)
	case '}', ']':
		r.end(in[i])
	case ',':
		r.comma()
	case ':':
		r.out = append(r.out, r.colon...)
	case '"':
		end := skipString(in, i)
		tok := plain(in[i:end])
		if j := skipSpace(in, end); j < len(in) && in[j] == ':' {
			r.out = append(r.out, r.key(tok)...)
		} else {
			r.out = append(r.out, r.habits.str(tok)...)
		}
		return end
	default:
		end := skipWord(in, i)
		r.out = append(r.out, in[i:end]...)
		return end
	}
	return i + 1
}

func (r *renderer) begin(in []byte, i int) {
	l := level{array: in[i] == '[', inline: r.inline || len(r.open) > 0 && r.open[len(r.open)-1].inline}
	if l.array && !l.inline && r.arrayInline {
		l.inline = scalars(in, i)
	}
	r.out = append(r.out, in[i])
	r.open = append(r.open, l)
	if l.inline {
		r.out = append(r.out, r.inner(l)...)
	} else {
		r.newline()
	}
}

func (r *renderer) end(c byte) {
	l := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if l.inline {
		r.out = append(append(r.out, r.inner(l)...), c)
		return
	}
	if r.trailing {
		r.out = append(r.out, ',')
	}
	r.newline()
	r.out = append(r.out, c)
}

func (r *renderer) comma() {
	r.out = append(r.out, ',')
	switch l := r.open[len(r.open)-1]; {
	case !l.inline:
		r.newline()
	case l.array:
		r.out = append(r.out, r.arraySep...)
	default:
		r.out = append(r.out, r.sep...)
	}
}

// inner returns the blanks inside the brackets of a one-line container.
func (r *renderer) inner(l level) string {
	if l.array {
		return r.arrayIn
	}
	return r.pad
}

func (r *renderer) newline() {
	r.out = append(append(r.out, r.nl...), r.base...)
	for range r.open {
		r.out = append(r.out, r.unit...)
	}
}

// scalars says whether the array at i holds nothing but scalars.
func scalars(b []byte, i int) bool {
	for i++; ; {
		switch b[i] {
		case '"':
			i = skipString(b, i)
			continue
		case '{', '[':
			return false
		case ']':
			return true
		}
		i++
	}
}

// quote writes a key: only what JSON demands is escaped.
func quote(s string) []byte {
	const hex = "0123456789abcdef"
	out := []byte{'"'}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c < ' ':
			if n := bytes.IndexByte([]byte("\b\f\n\r\t"), c); n >= 0 {
				out = append(out, '\\', "bfnrt"[n])
			} else {
				out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}

// plain takes the HTML escaping out of a string token, which encoding/json
// puts in unasked (& as \u0026). Every other escape stays.
func plain(tok []byte) []byte {
	if !bytes.Contains(tok, []byte(`\u00`)) {
		return tok
	}
	out := make([]byte, 0, len(tok))
	for i := 0; i < len(tok); i++ {
		if tok[i] != '\\' {
			out = append(out, tok[i])
			continue
		}
		if tok[i+1] == 'u' {
			if c := byte(hex4(tok[i+2:])); string(tok[i+2:i+4]) == "00" && (c == '<' || c == '>' || c == '&') {
				out = append(out, c)
				i += 5
				continue
			}
		}
		out = append(out, tok[i], tok[i+1])
		i++
	}
	return out
}

// validate holds a value that a caller gives against JSON and the limits;
// above is the depth at which it will stand.
func validate(v []byte, above int) error {
	root, depth, err := check(v, strictJSON)
	if err == nil && (root < 0 || afterBOM(v) > 0) {
		return &edit.Error{Kind: edit.Syntax, Msg: "the value to write is empty"}
	}
	if err != nil {
		return &edit.Error{Kind: edit.Syntax, Msg: "the value to write is not JSON: " + err.Error()}
	}
	if depth+above > edit.MaxDepth {
		return &edit.Error{Kind: edit.Limit, Msg: "the value to write is nested too deeply"}
	}
	return nil
}
