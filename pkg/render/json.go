package render

import (
	"bytes"
	"encoding/json"

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
func (o *object) put(key string, value any) {
	if key != "" {
		*o = append(*o, member{key, raw(value)})
	}
}

func (o object) has(key string) bool {
	for _, m := range o {
		if m.key == key {
			return true
		}
	}
	return false
}

// raw is the compact JSON of a value, without HTML escapes.
func raw(v any) json.RawMessage {
	if o, ok := v.(object); ok {
		return o.bytes()
	}
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
	return b.Bytes()
}
