package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// The value of a patch is meant as it stands, but for its nodes: objects with
// one key, which stand for what only the machine knows that the plan is for.
//
//	{"env": "X"}      the variable X
//	{"expand": V}     V, with the references ${env:X} and ${env:X:-default} in its strings replaced
//	{"literal": V}    V, which only looks like a node; what lies inside it is read as usual
//
// Only ac-apply --resolve-env puts values in their place. Else the key that
// holds a node is left out of its object, or nothing is written if that leaves
// nothing to use (Patch.Needs).
const (
	NodeEnv     = "env"
	NodeExpand  = "expand"
	NodeLiteral = "literal"
)

// Ref is a node of a value that stands for variables.
type Ref struct {
	At      []string        // keys and indices that lead to it
	InArray bool            // one of them is an index
	Value   json.RawMessage // what it stands for, in words: ${env:X} for the variable
}

// ReadNodes reads a value: the same in words, and where in it a node stood.
func ReadNodes(v json.RawMessage) (words json.RawMessage, refs []Ref) {
	var read func(v json.RawMessage, at []string, inArray bool) json.RawMessage
	inside := func(v json.RawMessage, at []string, inArray bool) json.RawMessage {
		return children(v, func(key string, array bool, c json.RawMessage) json.RawMessage {
			return read(c, append(at[:len(at):len(at)], key), inArray || array)
		})
	}
	read = func(v json.RawMessage, at []string, inArray bool) json.RawMessage {
		key, val := node(v)
		switch key {
		case NodeLiteral:
			return inside(val, at, inArray)
		case NodeEnv:
			var name string
			_ = json.Unmarshal(val, &name) // node has seen that it is a string
			val, _ = Encode("${env:" + name + "}")
			val = bytes.TrimSpace(val)
		case "":
			return inside(v, at, inArray)
		}
		refs = append(refs, Ref{At: at, InArray: inArray, Value: val})
		return val
	}
	words = read(v, []string{}, false)
	return words, refs
}

// Escape makes a value safe to stand in a patch: what looks like a node and is
// none is marked as literal. Any other value is given back as it is.
func Escape(v json.RawMessage) json.RawMessage {
	return Literal(children(v, func(_ string, _ bool, c json.RawMessage) json.RawMessage { return Escape(c) }))
}

// Literal is Escape for a value whose parts are safe already.
func Literal(v json.RawMessage) json.RawMessage {
	if key, _ := node(v); key != "" {
		return wrap(NodeLiteral, v)
	}
	return v
}

// Expand is the node for a value whose strings hold references.
func Expand(v json.RawMessage) json.RawMessage { return wrap(NodeExpand, v) }

// Env is the node for the value of a variable.
func Env(name string) json.RawMessage {
	b, _ := Encode(name) // a string always has a JSON
	return wrap(NodeEnv, bytes.TrimSpace(b))
}

func wrap(key string, v json.RawMessage) json.RawMessage {
	return json.RawMessage(`{"` + key + `":` + string(v) + `}`)
}

// node tells which kind of node a value is, "" if it is none.
func node(v json.RawMessage) (kind string, val json.RawMessage) {
	_, ms := members(v)
	if len(ms) != 1 || ms[0].index {
		return "", nil
	}
	switch m := ms[0]; {
	case m.key == NodeExpand, m.key == NodeLiteral, m.key == NodeEnv && m.val[0] == '"':
		return m.key, m.val
	}
	return "", nil
}

// Rewrite replaces parts of a value. f is asked about every part, the outer
// before the inner: done says that it has an answer, which is nil for a part
// to leave out. What is left out takes the object along that held nothing else,
// and any array. Bytes in between stay.
func Rewrite(v json.RawMessage, f func(at []string, v json.RawMessage) (out json.RawMessage, done bool)) json.RawMessage {
	var walk func(at []string, v json.RawMessage) json.RawMessage
	walk = func(at []string, v json.RawMessage) json.RawMessage {
		if out, done := f(at, v); done {
			return out
		}
		return children(v, func(key string, _ bool, c json.RawMessage) json.RawMessage {
			return walk(append(at[:len(at):len(at)], key), c)
		})
	}
	return walk([]string{}, v)
}

// member is one part of an object or array.
type member struct {
	key      string // or its index
	index    bool
	val      json.RawMessage
	name     json.RawMessage // the key as it is written, with what follows it up to the value
	from, to int             // of val
}

// children replaces the direct parts of a value. With nil one is left out.
func children(v json.RawMessage, f func(key string, inArray bool, v json.RawMessage) json.RawMessage) json.RawMessage {
	open, ms := members(v)
	var kept []member
	same := true
	for _, m := range ms {
		val := f(m.key, m.index, m.val)
		same = same && bytes.Equal(val, m.val)
		if m.val = val; val != nil {
			kept = append(kept, m)
		}
	}
	switch {
	case same:
		return v
	case len(kept) == len(ms):
		return splice(v, kept)
	case len(kept) == 0 || open == '[':
		return nil
	}
	b := []byte{'{'}
	for i, m := range kept {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, m.name...), m.val...)
	}
	return append(b, '}')
}

// splice puts values in the place of those that stood there.
func splice(v json.RawMessage, ms []member) json.RawMessage {
	var b []byte
	done := 0
	for _, m := range ms {
		b = append(append(b, v[done:m.from]...), m.val...)
		done = m.to
	}
	return append(b, v[done:]...)
}

// members takes an object or array apart; of anything else it has none.
func members(v json.RawMessage) (open json.Delim, ms []member) {
	dec := json.NewDecoder(bytes.NewReader(v))
	t, err := dec.Token()
	open, ok := t.(json.Delim)
	if err != nil || !ok {
		return 0, nil
	}
	for i := 0; dec.More(); i++ {
		m := member{key: strconv.Itoa(i), index: open == '['}
		start := int(dec.InputOffset())
		if !m.index {
			k, err := dec.Token()
			if err != nil {
				return 0, nil
			}
			m.key = k.(string)
		}
		if err := dec.Decode(&m.val); err != nil {
			return 0, nil
		}
		m.to = int(dec.InputOffset())
		m.from = m.to - len(m.val)
		m.name = bytes.TrimLeft(v[start:m.from], ", \t\r\n")
		ms = append(ms, m)
	}
	return open, ms
}
