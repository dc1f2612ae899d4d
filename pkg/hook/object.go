package hook

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/scan"
)

// object is a JSON object, its members unparsed and in their order. Of duplicate
// keys the last counts, as in the hosts' own parsers.
type object []member

type member struct {
	key   string
	value raw
}

// parseObject reads a JSON object.
func parseObject(b []byte) (object, error) {
	o := make(object, 0, members(len(b)))
	if err := eachMember(b, func(key string, v raw) { o = append(o, member{key, v}) }); err != nil {
		return nil, err
	}
	return o, nil
}

// eachMember reads a JSON object and shows its members, before it is known
// whether all of it is one.
func eachMember(b []byte, see func(key string, v raw)) error {
	s := scan.New(b)
	switch {
	case s.Peek() == '{':
		if !s.Object(see) || !s.End() {
			return s.Err()
		}
		return nil
	case !s.Whole():
		return s.Err()
	}
	return fmt.Errorf("found %s, expected an object", kind(b))
}

// members guesses how many an object of that length has: a payload should need
// one piece of memory, a test of a rule a small one.
func members(length int) int {
	if length > 200 {
		return 32
	}
	return 4
}

// get is the member with that key.
func (o object) get(key string) (raw, bool) {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].key == key {
			return o[i].value, true
		}
	}
	return nil, false
}

// set gives the member with that key a value.
func (o object) set(key string, v raw) object {
	return append(o.without(key), member{key, v})
}

func (o object) without(key string) object {
	return slices.DeleteFunc(o, func(m member) bool { return m.key == key })
}

// sorted is the object with its keys in order and each once, so that what is
// done with all of them does not depend on how they were written.
func (o object) sorted() object {
	if len(o) < 2 {
		return o
	}
	s := slices.Clone(o)
	slices.Reverse(s)
	slices.SortStableFunc(s, func(a, b member) int { return strings.Compare(a.key, b.key) })
	return slices.CompactFunc(s, func(a, b member) bool { return a.key == b.key })
}

// str is the first of the keys that holds a non-empty string.
func (o object) str(keys ...string) string {
	for _, k := range keys {
		v, _ := o.get(k)
		if s, ok := text(v); ok && s != "" {
			return s
		}
	}
	return ""
}

// sub is a member that is an object; empty if it is none.
func (o object) sub(key string) object {
	v, _ := o.get(key)
	if len(v) == 0 || v[0] != '{' {
		return nil
	}
	s, _ := parseObject(v)
	return s
}

// first is the first of the keys that is there and not null.
func (o object) first(keys ...string) raw {
	for _, k := range keys {
		if v, ok := o.get(k); ok && !isNull(v) {
			return v
		}
	}
	return nil
}

// flag is true only for a literal true.
func (o object) flag(key string) bool {
	v, _ := o.get(key)
	return string(v) == "true"
}

// number is a member rounded towards zero; 0 if it is none.
func (o object) number(keys ...string) int64 { return integer(o.first(keys...)) }

// rename gives members of an object other keys, and perhaps another form; a
// value that is no object, or has none of them, stays byte for byte. A member
// under the new key loses.
func rename(v raw, inputs []host.Input, as func(host.Input, raw) (from, to string, _ raw)) raw {
	if len(inputs) == 0 || len(v) == 0 || v[0] != '{' {
		return v
	}
	o, err := parseObject(v)
	if err != nil {
		return v
	}
	changed := false
	for _, n := range inputs {
		from, _, _ := as(n, nil)
		if m, ok := o.get(from); ok {
			_, to, m := as(n, m)
			o, changed = o.without(from).set(to, m), true
		}
	}
	if !changed {
		return v
	}
	return encode(o)
}
