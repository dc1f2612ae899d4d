package jsonl

import (
	"reflect"
	"strings"
	"sync"

	"agentconnector/pkg/wire"
)

// A pipe of three tools carries half a megabyte of records, and each tool ends
// when they are through: what encoding/json needs for them is a third of what the
// tools need at all. The records are plain structs, and here they are written and
// read in one pass, by what is known of their types. What encoding/json writes
// this writes; what this reads encoding/json reads as the same. Whatever is not
// plain, a type or a text, is left to encoding/json from the start.

// kind is what a type is in JSON.
type kind byte

const (
	kindString kind = iota
	kindBool
	kindInt
	kindFloat // read; written by encoding/json, unless it is left out
	kindRaw
	kindSlice
	kindMap // with strings as keys
	kindPointer
	kindStruct
)

// record is a type that is known.
type record struct {
	kind   kind
	elem   *record // of a slice, a map, a pointer
	fields []field
	raw    bool // it holds a wire.Raw somewhere
}

type field struct {
	name  string // as it stands in the text
	key   string // with quotes and colon
	index int
	omit  bool // if it is empty
	*record
}

var (
	known   = map[reflect.Type]*record{}
	knownMu sync.Mutex
)

// recordOf is what is known of a type; nil if it is not plain.
func recordOf(t reflect.Type) *record {
	knownMu.Lock()
	defer knownMu.Unlock()
	return learn(t, nil)
}

// learn looks at a type. Within are those that it is part of: none of our records
// holds one of its own kind.
func learn(t reflect.Type, within []reflect.Type) *record {
	if r, done := known[t]; done {
		return r
	}
	for _, w := range within {
		if w == t {
			return nil
		}
	}
	r := newRecord(t, append(within, t))
	known[t] = r
	return r
}

func newRecord(t reflect.Type, within []reflect.Type) *record {
	r := &record{}
	switch {
	case t == reflect.TypeFor[wire.Raw]():
		r.kind, r.raw = kindRaw, true
		return r
	case t.PkgPath() != "" && t.Kind() != reflect.Struct || t.NumMethod()+reflect.PointerTo(t).NumMethod() > 0:
		return nil // it may have an encoding of its own
	}
	switch t.Kind() {
	case reflect.String:
		r.kind = kindString
		return r
	case reflect.Bool:
		r.kind = kindBool
		return r
	case reflect.Int, reflect.Int64:
		r.kind = kindInt
		return r
	case reflect.Float64:
		r.kind = kindFloat
		return r
	case reflect.Slice:
		r.kind = kindSlice
	case reflect.Pointer:
		r.kind = kindPointer
	case reflect.Map:
		if t.Key() != reflect.TypeFor[string]() {
			return nil
		}
		r.kind = kindMap
	case reflect.Struct:
		r.kind = kindStruct
		return r.learnFields(t, within)
	default:
		return nil
	}
	if r.elem = learn(t.Elem(), within); r.elem == nil {
		return nil
	}
	r.raw = r.elem.raw
	return r
}

func (r *record) learnFields(t reflect.Type, within []reflect.Type) *record {
	if t.NumField() > 64 { // the reader keeps them in one word
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, how, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || name == "" || name == "-" || how != "" && how != "omitempty" || plain(name) < len(name) {
			return nil
		}
		elem := learn(f.Type, within)
		if elem == nil || how != "" && elem.kind == kindStruct {
			return nil
		}
		r.raw = r.raw || elem.raw
		r.fields = append(r.fields, field{name: name, key: `"` + name + `":`, index: i, omit: how != "", record: elem})
	}
	return r
}

// plain is how many bytes of a name are letters, digits and underscores.
func plain(name string) int {
	for i, c := range []byte(name) {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return i
		}
	}
	return len(name)
}
