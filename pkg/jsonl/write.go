package jsonl

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"agentconnector/pkg/scan"
	"agentconnector/pkg/wire"
)

// appendRecord writes a value as encoding/json does without HTML escaping. Not ok:
// encoding/json has to look at it.
func appendRecord(b []byte, v any) (_ []byte, ok bool) {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() {
		return b, false
	}
	if rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	r := recordOf(rv.Type())
	if r == nil {
		return b, false
	}
	return r.append(b, rv)
}

func (r *record) append(b []byte, v reflect.Value) ([]byte, bool) {
	switch r.kind {
	case kindString:
		return AppendString(b, v.String()), true
	case kindBool:
		return strconv.AppendBool(b, v.Bool()), true
	case kindInt:
		return strconv.AppendInt(b, v.Int(), 10), true
	case kindFloat:
		return b, false
	case kindRaw:
		return appendRaw(b, v.Bytes())
	case kindPointer:
		if v.IsNil() {
			return append(b, "null"...), true
		}
		return r.elem.append(b, v.Elem())
	case kindSlice:
		return r.appendSlice(b, v)
	case kindMap:
		return r.appendMap(b, v)
	}
	return r.appendStruct(b, v)
}

func (r *record) appendStruct(b []byte, v reflect.Value) (_ []byte, ok bool) {
	open := byte('{')
	for i := range r.fields {
		f := &r.fields[i]
		fv := v.Field(f.index)
		if f.omit && f.empty(fv) {
			continue
		}
		b = append(append(b, open), f.key...)
		open = ','
		if b, ok = f.append(b, fv); !ok {
			return b, false
		}
	}
	if open == '{' {
		b = append(b, open)
	}
	return append(b, '}'), true
}

// empty is what omitempty leaves out.
func (r *record) empty(v reflect.Value) bool {
	switch r.kind {
	case kindString, kindRaw, kindSlice, kindMap:
		return v.Len() == 0
	case kindStruct:
		return false
	}
	return v.IsZero()
}

func (r *record) appendSlice(b []byte, v reflect.Value) (_ []byte, ok bool) {
	if v.IsNil() {
		return append(b, "null"...), true
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		if b, ok = r.elem.append(b, v.Index(i)); !ok {
			return b, false
		}
	}
	return append(b, ']'), true
}

// appendMap writes the keys in their order.
func (r *record) appendMap(b []byte, v reflect.Value) (_ []byte, ok bool) {
	if v.IsNil() {
		return append(b, "null"...), true
	}
	var room [16]string
	keys := room[:0]
	for it := v.MapRange(); it.Next(); {
		keys = append(keys, it.Key().String())
	}
	slices.Sort(keys)
	at := v.MapIndex
	if places, ok := v.Interface().(map[string]wire.Place); ok { // one piece of memory for all
		p := new(wire.Place)
		at = func(k reflect.Value) reflect.Value {
			*p = places[k.String()]
			return reflect.ValueOf(p).Elem()
		}
	}
	b = append(b, '{')
	for i, k := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, k), ':')
		if b, ok = r.elem.append(b, at(reflect.ValueOf(k))); !ok {
			return b, false
		}
	}
	return append(b, '}'), true
}

// appendRaw writes a value that is JSON already, without the white space around its
// parts.
func appendRaw(b []byte, raw wire.Raw) ([]byte, bool) {
	if raw == nil {
		return append(b, "null"...), true
	}
	text := scan.New(raw)
	switch {
	case !text.Whole():
		return b, false
	case !text.Spaced:
		return append(b, raw...), true
	}
	buf := bytes.NewBuffer(b)
	err := json.Compact(buf, raw)
	return buf.Bytes(), err == nil
}

const hex = "0123456789abcdef"

// AppendString writes a string as JSON, as encoding/json does without HTML
// escaping.
func AppendString[T string | []byte](b []byte, s T) []byte {
	b = append(b, '"')
	for len(s) > 0 {
		n := 0
		for n < len(s) && s[n] >= 0x20 && s[n] < utf8.RuneSelf && s[n] != '"' && s[n] != '\\' {
			n++
		}
		if b, s = append(b, s[:n]...), s[n:]; len(s) == 0 {
			break
		}
		c, size := utf8.DecodeRuneInString(string(s[:min(len(s), utf8.UTFMax)]))
		switch {
		case c == utf8.RuneError && size == 1:
			b = append(b, `\ufffd`...)
		case c == '\u2028' || c == '\u2029': // which JavaScript takes for line ends
			b = append(b, `\u202`...)
			b = append(b, hex[c&0xF])
		case c >= 0x20 && c != '"' && c != '\\':
			b = append(b, s[:size]...)
		default:
			b = appendEscape(b, byte(c))
		}
		s = s[size:]
	}
	return append(b, '"')
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
}
