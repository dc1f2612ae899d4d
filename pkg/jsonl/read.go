package jsonl

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"agentconnector/pkg/scan"
	"agentconnector/pkg/wire"
)

// Decode is json.Unmarshal for records: the same values, the same errors.
func Decode(line []byte, to any) error { return decode(line, to, false) }

// Own is Decode of a line that nobody writes to any more: what is read may lie in it.
func Own(line []byte, to any) error { return decode(line, to, true) }

func decode(line []byte, to any, own bool) error {
	v := reflect.ValueOf(to)
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().IsZero() {
		if r := recordOf(v.Elem().Type()); r != nil {
			d := reader{raw: r.raw || r.kind == kindString}
			if !own && r.kind != kindString {
				line = bytes.Clone(line) // one piece of memory for all that is kept
			}
			d.s = scan.New(line)
			if d.read(r, v.Elem()) && d.s.End() {
				return nil
			}
			v.Elem().SetZero()
		}
	}
	return json.Unmarshal(line, to)
}

// reader reads one record. Whatever a record of ours does not look like ends it.
type reader struct {
	s   scan.JSON
	raw bool // parts of the text are given away as they are
}

func (d *reader) read(r *record, v reflect.Value) bool {
	switch r.kind {
	case kindRaw:
		raw, ok := d.s.Take()
		v.SetBytes(raw)
		return ok
	case kindStruct:
		return d.s.Peek() == '{' && d.fields(r, v)
	case kindSlice:
		return d.s.Peek() == '[' && d.elements(r, v)
	case kindMap:
		return d.s.Peek() == '{' && d.members(r, v)
	case kindPointer:
		if d.s.Peek() == 'n' {
			return false
		}
		p := reflect.New(v.Type().Elem())
		v.Set(p)
		return d.read(r.elem, p.Elem())
	}
	raw, ok := d.s.Take()
	return ok && d.scalar(r, raw, v)
}

func (d *reader) scalar(r *record, raw wire.Raw, v reflect.Value) bool {
	switch {
	case r.kind == kindString:
		s, ok := d.text(raw)
		v.SetString(s)
		return ok
	case r.kind == kindBool:
		v.SetBool(raw[0] == 't')
		return raw[0] == 't' || raw[0] == 'f'
	}
	if r.kind == kindFloat {
		f, err := strconv.ParseFloat(view(raw), 64)
		v.SetFloat(f)
		return err == nil && raw[0] != '"'
	}
	n, err := strconv.ParseInt(view(raw), 10, 64)
	if err != nil || v.OverflowInt(n) {
		return false
	}
	v.SetInt(n)
	return true
}

// text decodes a string. It may be a part of the text itself, unless others may
// change parts of that.
func (d *reader) text(raw wire.Raw) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	in := raw[1 : len(raw)-1]
	switch {
	case bytes.IndexByte(in, '\\') >= 0 || !utf8.Valid(in):
		return scan.Text(raw)
	case d.raw:
		return string(in), true
	}
	return view(in), true
}

// view is the bytes as a string, for bytes that nobody changes any more.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// fields reads an object into a struct. Mostly they come in the order in which
// they were written.
func (d *reader) fields(r *record, v reflect.Value) bool {
	next, seen := 0, uint64(0)
	return d.s.Each(func(key wire.Raw) bool {
		i := next
		if i >= len(r.fields) || !r.fields[i].named(key) {
			if i = r.find(key, next); i < 0 {
				_, ok := d.s.Take()
				return ok && i == unknown
			}
		}
		if next = i + 1; seen&(1<<i) != 0 {
			return false
		}
		seen |= 1 << i
		return d.read(r.fields[i].record, v.Field(r.fields[i].index))
	})
}

func (f *field) named(key wire.Raw) bool { return string(key) == f.key[:len(f.key)-1] }

const (
	unknown = -1
	unsure  = -2
)

// find is the number of the field that a key means, which mostly is one of the next:
// what is empty is left out. encoding/json takes a key that is spelled otherwise, too.
func (r *record) find(key wire.Raw, next int) int {
	for i := next; i < len(r.fields); i++ {
		if r.fields[i].named(key) {
			return i
		}
	}
	for i := range min(next, len(r.fields)) {
		if r.fields[i].named(key) {
			return i
		}
	}
	name := key[1 : len(key)-1]
	if plain(view(name)) < len(name) {
		return unsure
	}
	for i := range r.fields {
		if strings.EqualFold(r.fields[i].name, view(name)) {
			return unsure
		}
	}
	return unknown
}

func (d *reader) elements(r *record, v reflect.Value) bool {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	return d.s.Each(func(wire.Raw) bool {
		n := v.Len()
		if n == v.Cap() {
			v.Grow(max(4, n))
		}
		v.SetLen(n + 1)
		return d.read(r.elem, v.Index(n))
	})
}

func (d *reader) members(r *record, v reflect.Value) bool {
	v.Set(reflect.MakeMap(v.Type()))
	elem := reflect.New(v.Type().Elem()).Elem()
	return d.s.Each(func(key wire.Raw) bool {
		k, ok := d.text(key)
		elem.SetZero()
		if !ok || !d.read(r.elem, elem) {
			return false
		}
		v.SetMapIndex(reflect.ValueOf(k), elem)
		return true
	})
}
