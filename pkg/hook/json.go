package hook

// All JSON of this package is read and written here, so that a scanner made
// for the payloads can take the place of encoding/json in one file.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/wire"
)

// raw is one JSON value as it was written.
type raw = json.RawMessage

// object is a JSON object, its members unparsed. Of duplicate keys the last
// counts, as in the hosts' own parsers.
type object map[string]raw

// clean makes invalid UTF-8 U+FFFD, as the hosts' own decoders do: a stray byte
// in a file name must not switch a guard off.
func clean(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return bytes.ToValidUTF8(b, []byte("\uFFFD"))
}

// parseObject reads a JSON object.
func parseObject(b []byte) (object, error) {
	var o object
	if err := json.Unmarshal(b, &o); err != nil {
		return nil, err
	}
	if o == nil { // null
		return nil, errNotObject
	}
	return o, nil
}

// keys are the object's keys in order, so that what is done with all of them
// does not depend on chance.
func (o object) keys() []string { return slices.Sorted(maps.Keys(o)) }

// str is the first of the keys that holds a non-empty string.
func (o object) str(keys ...string) string {
	for _, k := range keys {
		if v := o[k]; len(v) > 2 && v[0] == '"' {
			if s, ok := text(v); ok && s != "" {
				return s
			}
		}
	}
	return ""
}

// sub is a member that is an object; empty if it is none.
func (o object) sub(key string) object {
	if v := o[key]; len(v) == 0 || v[0] != '{' {
		return nil
	}
	s, _ := parseObject(o[key])
	return s
}

// first is the first of the keys that is there and not null.
func (o object) first(keys ...string) raw {
	for _, k := range keys {
		if v, ok := o[k]; ok && string(v) != "null" {
			return v
		}
	}
	return nil
}

// flag is true only for a literal true.
func (o object) flag(key string) bool { return string(o[key]) == "true" }

// number is a member rounded towards zero; 0 if it is none.
func (o object) number(keys ...string) int64 { return integer(o.first(keys...)) }

func integer(v raw) int64 {
	var f float64
	if json.Unmarshal(v, &f) != nil {
		return 0
	}
	return int64(f)
}

// text decodes a JSON string.
func text(v raw) (string, bool) {
	var s string
	if len(v) == 0 || v[0] != '"' || json.Unmarshal(v, &s) != nil {
		return "", false
	}
	return s, true
}

// unwrap turns a string that holds a JSON object or array into that value:
// Cursor sends tool_input and result_json so.
func unwrap(v raw) raw {
	s, ok := text(v)
	if !ok || s == "" || s[0] != '{' && s[0] != '[' || !json.Valid([]byte(s)) {
		return v
	}
	return raw(s)
}

// rename gives members of an object other keys; a value that is no object, or
// has none of them, stays byte for byte. A member under the new key loses.
func rename(v raw, from, to func(i int) string, n int) raw {
	if n == 0 || len(v) == 0 || v[0] != '{' {
		return v
	}
	o, err := parseObject(v)
	if err != nil {
		return v
	}
	changed := false
	for i := range n {
		if m, ok := o[from(i)]; ok {
			delete(o, from(i))
			o[to(i)], changed = m, true
		}
	}
	if !changed {
		return v
	}
	return encode(o)
}

// encode writes a value without HTML escaping and without a newline.
func encode(v any) raw {
	b, err := wire.Encode(v)
	if err != nil { // only a RawMessage of ours that is no JSON, and all of them were parsed
		panic(fmt.Sprintf("hook: %v", err))
	}
	return bytes.TrimSuffix(b, []byte("\n"))
}

// isObject says whether a value is a JSON object.
func isObject(v raw) bool {
	v = bytes.TrimLeft(v, " \t\r\n")
	return len(v) > 0 && v[0] == '{' && json.Valid(v)
}

// isArray says whether a value is a JSON array.
func isArray(v raw) bool {
	v = bytes.TrimLeft(v, " \t\r\n")
	return len(v) > 0 && v[0] == '['
}

// decodeHookFile reads hook.json. A newer one may have other types in the same
// fields: its version is looked at first.
func decodeHookFile(b []byte) (*wire.HookFile, error) {
	f := &wire.HookFile{}
	err := json.Unmarshal(b, f)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, fmt.Errorf("%s: %w", place(b, syntax.Offset), err)
	}
	if newer := wire.Check(f.Schema, wire.SchemaHookFile); newer != nil {
		return nil, newer
	}
	return f, err
}

// place is the line and column of an offset.
func place(b []byte, offset int64) string {
	before := b[:min(max(offset-1, 0), int64(len(b)))]
	return fmt.Sprintf("%d:%d", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}

// decodeReply reads a handler's reply.
func decodeReply(b []byte) (r wire.HandlerReply, err error) {
	err = json.Unmarshal(b, &r)
	return r, err
}

// decodeAny reads a value with its numbers as they were spelled.
func decodeAny(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// decodeList reads a JSON array, its elements unparsed.
func decodeList(b []byte) (l []raw, err error) {
	err = json.Unmarshal(b, &l)
	return l, err
}

// equal compares two decoded JSON values; 1 and 1.0 are the same number, and
// integers beyond 2^53 stay apart.
func equal(a, b any) bool {
	switch x := a.(type) {
	case json.Number:
		y, ok := b.(json.Number)
		return ok && equalNumber(x.String(), y.String())
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, equal)
	case map[string]any:
		y, ok := b.(map[string]any)
		return ok && maps.EqualFunc(x, y, equal)
	}
	return a == b
}

// equalNumber compares the digits, without zeros that say nothing; only where
// there is an exponent, as float64.
func equalNumber(x, y string) bool {
	if strings.ContainsAny(x+y, "eE") {
		var f, g float64
		return json.Unmarshal([]byte(x), &f) == nil && json.Unmarshal([]byte(y), &g) == nil && f == g
	}
	return plain(x) == plain(y)
}

func plain(n string) string {
	if strings.Contains(n, ".") {
		n = strings.TrimSuffix(strings.TrimRight(n, "0"), ".")
	}
	if n == "-0" {
		return "0"
	}
	return n
}
