// Package node knows the places in the value of a patch that only the machine
// can fill in that the plan is for.
package node

import (
	"bytes"
	"encoding/json"
	"strconv"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
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
	KeyEnv     = "env"
	KeyExpand  = "expand"
	KeyLiteral = "literal"
)

// Ref is a node of a value that stands for variables.
type Ref struct {
	At      []string // keys and indices that lead to it
	InArray bool     // one of them is an index
	Value   wire.Raw // what it stands for, in words: ${env:X} for the variable
}

// Read reads a value: the same in words, and where in it a node stood.
func Read(v wire.Raw) (words wire.Raw, refs []Ref) {
	if nodeless(v) {
		return v, nil
	}
	var read func(v wire.Raw, at []string, inArray bool) wire.Raw
	inside := func(v wire.Raw, at []string, inArray bool) wire.Raw {
		return children(v, func(key string, array bool, c wire.Raw) wire.Raw {
			return read(c, append(at[:len(at):len(at)], key), inArray || array)
		})
	}
	read = func(v wire.Raw, at []string, inArray bool) wire.Raw {
		key, val := node(v)
		switch key {
		case KeyLiteral:
			return inside(val, at, inArray)
		case KeyEnv:
			var name string
			_ = json.Unmarshal(val, &name) // node has seen that it is a string
			val, _ = jsonl.Encode("${env:" + name + "}")
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
func Escape(v wire.Raw) wire.Raw {
	if nodeless(v) {
		return v
	}
	return Literal(children(v, func(_ string, _ bool, c wire.Raw) wire.Raw { return Escape(c) }))
}

// nodeless says at a glance that a value has no key that a node has, as nearly
// all have none.
func nodeless(v wire.Raw) bool {
	for _, s := range []string{`\`, `"` + KeyEnv + `"`, `"` + KeyExpand + `"`, `"` + KeyLiteral + `"`} {
		if bytes.Contains(v, []byte(s)) {
			return false
		}
	}
	return true
}

// Literal is Escape for a value whose parts are safe already.
func Literal(v wire.Raw) wire.Raw {
	if nodeless(v) {
		return v
	}
	if key, _ := node(v); key != "" {
		return wrap(KeyLiteral, v)
	}
	return v
}

// Expand is the node for a value whose strings hold references.
func Expand(v wire.Raw) wire.Raw { return wrap(KeyExpand, v) }

// Env is the node for the value of a variable.
func Env(name string) wire.Raw {
	b, _ := jsonl.Encode(name) // a string always has a JSON
	return wrap(KeyEnv, bytes.TrimSpace(b))
}

func wrap(key string, v wire.Raw) wire.Raw {
	return wire.Raw(`{"` + key + `":` + string(v) + `}`)
}

// node tells which kind of node a value is, "" if it is none.
func node(v wire.Raw) (kind string, val wire.Raw) {
	_, ms := members(v)
	if len(ms) != 1 || ms[0].index {
		return "", nil
	}
	switch m := ms[0]; {
	case m.key == KeyExpand, m.key == KeyLiteral, m.key == KeyEnv && m.val[0] == '"':
		return m.key, m.val
	}
	return "", nil
}

// Rewrite replaces parts of a value. f is asked about every part, the outer
// before the inner: done says that it has an answer, which is nil for a part
// to leave out. What is left out takes the object along that held nothing else,
// and any array. Bytes in between stay.
func Rewrite(v wire.Raw, f func(at []string, v wire.Raw) (out wire.Raw, done bool)) wire.Raw {
	var walk func(at []string, v wire.Raw) wire.Raw
	walk = func(at []string, v wire.Raw) wire.Raw {
		if out, done := f(at, v); done {
			return out
		}
		return children(v, func(key string, _ bool, c wire.Raw) wire.Raw {
			return walk(append(at[:len(at):len(at)], key), c)
		})
	}
	return walk([]string{}, v)
}

// member is one part of an object or array.
type member struct {
	key      string // or its index
	index    bool
	val      wire.Raw
	name     wire.Raw // the key as it is written, with what follows it up to the value
	from, to int      // of val
}

// children replaces the direct parts of a value. With nil one is left out.
func children(v wire.Raw, f func(key string, inArray bool, v wire.Raw) wire.Raw) wire.Raw {
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
func splice(v wire.Raw, ms []member) wire.Raw {
	var b []byte
	done := 0
	for _, m := range ms {
		b = append(append(b, v[done:m.from]...), m.val...)
		done = m.to
	}
	return append(b, v[done:]...)
}

// members takes an object or array apart; of anything else it has none.
func members(v wire.Raw) (open json.Delim, ms []member) {
	if c := bytes.TrimLeft(v, " \t\r\n"); len(c) == 0 || c[0] != '{' && c[0] != '[' {
		return 0, nil
	}
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
