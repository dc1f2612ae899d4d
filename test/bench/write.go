package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// object keeps the order of its members, as a program's file does.
type object []field

type field struct {
	key   string
	value any
}

// writer writes values as JSON.stringify(v, null, 2) does. The first error stays.
type writer struct {
	out *bufio.Writer
	err error
}

func (w *writer) str(s string) {
	if w.err == nil {
		_, w.err = w.out.WriteString(s)
	}
}

func (w *writer) flush() {
	if w.err == nil {
		w.err = w.out.Flush()
	}
}

func (w *writer) member(f field, depth int, first bool) {
	w.line(depth, first)
	w.str(quoted(f.key) + ": ")
	w.value(f.value, depth)
}

func (w *writer) line(depth int, first bool) {
	if !first {
		w.str(",")
	}
	w.str("\n" + strings.Repeat("  ", depth))
}

func (w *writer) value(v any, depth int) {
	switch v := v.(type) {
	case object:
		if len(v) == 0 {
			w.str("{}")
			return
		}
		w.str("{")
		for i, f := range v {
			w.member(f, depth+1, i == 0)
		}
		w.str("\n" + strings.Repeat("  ", depth) + "}")
	case []any:
		if len(v) == 0 {
			w.str("[]")
			return
		}
		w.str("[")
		for i, e := range v {
			w.line(depth+1, i == 0)
			w.value(e, depth+1)
		}
		w.str("\n" + strings.Repeat("  ", depth) + "]")
	case string:
		w.str(quoted(v))
	case nil:
		w.str("null")
	default:
		w.str(fmt.Sprint(v)) // numbers and booleans
	}
}

// quoted escapes what must be escaped and leaves all else as it is.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}
