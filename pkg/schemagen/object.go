package schemagen

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any
}

func (o *object) add(key string, value any) { *o = append(*o, member{key, value}) }

// merge adds the keywords of an overlay in alphabetical order. One that is
// there already is replaced.
func (o *object) merge(overlay map[string]any) {
	for _, k := range slices.Sorted(maps.Keys(overlay)) {
		if i := slices.IndexFunc(*o, func(m member) bool { return m.key == k }); i >= 0 {
			(*o)[i].value = overlay[k]
		} else {
			o.add(k, overlay[k])
		}
	}
}

func (o *object) description(s string) {
	if s != "" {
		o.add("description", s)
	}
}

// encode indents without escaping HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// MarshalJSON keeps the order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		k, err := encode(m.key)
		if err != nil {
			return nil, err
		}
		v, err := encode(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(bytes.TrimSpace(k))
		b.WriteByte(':')
		b.Write(bytes.TrimSpace(v))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
