package render

import (
	"bytes"
	"encoding/json"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/wire"
)

// object is a JSON object whose keys keep the order in which they were put, so
// that an entry reads as the host's own tool would have written it.
type object []member

type member struct {
	key   string
	value json.RawMessage
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

// node is a part of a patch's value that stands for variables (wire.ReadNodes).
type node json.RawMessage

// needing is the node for a value whose strings hold references that the host
// does not expand.
func needing(v any) node {
	if s, ok := v.(string); ok {
		if one, single := interp.Single(s); single && !one.HasDefault {
			return node(wire.Env(one.Name))
		}
	}
	return node(wire.Expand(raw(v)))
}

// valueOf is a part of a patch's value. What the connector says is marked where
// it only looks like a node.
func valueOf(v any) json.RawMessage {
	switch v := v.(type) {
	case object:
		return v.bytes()
	case node:
		return json.RawMessage(v)
	}
	return wire.Escape(raw(v))
}

// raw is the compact JSON of a value, without HTML escapes.
func raw(v any) json.RawMessage {
	b, err := wire.Encode(v)
	if err != nil {
		panic(err) // strings, numbers, and values that came out of a JSON parser
	}
	return bytes.TrimSuffix(b, []byte("\n"))
}

func (o object) bytes() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(raw(m.key))
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return wire.Literal(b.Bytes())
}
