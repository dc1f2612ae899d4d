package render

import (
	"bytes"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// object is a JSON object whose keys keep the order in which they were put, so
// that an entry reads as the host's own tool would have written it.
type object []member

type member struct {
	key   string
	value wire.Raw
}

// put adds a member. Without a key nothing is added: the host has no such
// field.
func (o *object) put(key string, v any) {
	if key != "" {
		*o = append(*o, member{key, valueOf(v)})
	}
}

// set is put, or replaces the member of that name.
func (o *object) set(key string, v any) {
	for i := range *o {
		if (*o)[i].key == key {
			(*o)[i].value = valueOf(v)
			return
		}
	}
	o.put(key, v)
}

func (o object) has(key string) bool {
	for _, m := range o {
		if m.key == key {
			return true
		}
	}
	return false
}

// node is a part of a patch's value that stands for variables (node.Read).
type ready wire.Raw

// valueOf is a part of a patch's value. What the connector says is marked where
// it only looks like a node.
func valueOf(v any) wire.Raw {
	switch v := v.(type) {
	case object:
		return v.bytes()
	case ready:
		return wire.Raw(v)
	}
	return node.Escape(raw(v))
}

// raw is the compact JSON of a value, without HTML escapes.
func raw(v any) wire.Raw {
	if s, ok := v.(string); ok {
		return quoted(s)
	}
	b, err := jsonl.Encode(v)
	if err != nil {
		panic(err) // strings, numbers, and values that came out of a JSON parser
	}
	return bytes.TrimSuffix(b, []byte("\n"))
}

// quoted is a string of JSON, in a piece of memory that is mostly no larger.
func quoted[T string | []byte](s T) wire.Raw {
	size := len(s) + 2
	for i := range len(s) {
		if c := s[i]; c == '\n' || c == '"' || c == '\\' || c == '\t' {
			size++
		}
	}
	return jsonl.AppendString(make([]byte, 0, size), s)
}

func (o object) bytes() wire.Raw {
	size := 2
	for _, m := range o {
		size += len(m.key) + len(`"":,`) + len(m.value)
	}
	b := append(make([]byte, 0, size), '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsonl.AppendString(b, m.key), ':')
		b = append(b, m.value...)
	}
	return node.Literal(append(b, '}'))
}
