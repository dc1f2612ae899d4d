package yaml

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

type kind int

const (
	object kind = iota
	array
	text
	number
	boolean
	null
	special // inf and nan, which JSON does not have
)

func (k kind) String() string {
	return [...]string{"a mapping", "a list", "a string", "a number", "a boolean", "null", "inf or nan"}[k]
}

// value is what both sides mean: JSON with the order of its keys.
type value struct {
	kind kind
	text string // of a scalar; a number as JSON spells it
	keys []string
	kids []value
}

// empty says whether a value is an object or array with nothing in it.
func (v value) empty() bool { return len(v.kids) == 0 }

// wrap puts a value into objects of one key each, the first key outermost.
func wrap(keys []string, v value) value {
	for _, k := range slices.Backward(keys) {
		v = value{kind: object, keys: []string{k}, kids: []value{v}}
	}
	return v
}

// equal compares what two values mean; the order of keys means nothing.
func equal(a, b value) bool {
	if a.kind != b.kind || len(a.kids) != len(b.kids) {
		return false
	}
	switch a.kind {
	case number:
		return sameNumber(a.text, b.text)
	case array:
		for i := range a.kids {
			if !equal(a.kids[i], b.kids[i]) {
				return false
			}
		}
	case object:
		at := make(map[string]int, len(b.keys))
		for i, k := range b.keys {
			at[k] = i
		}
		for i, k := range a.keys {
			if j, ok := at[k]; !ok || !equal(a.kids[i], b.kids[j]) {
				return false
			}
		}
	}
	return a.text == b.text
}

func whole(s string) bool { return !strings.ContainsAny(s, ".eE") }

func sameNumber(a, b string) bool {
	if whole(a) && whole(b) {
		return a == b || strings.TrimPrefix(a, "-") == "0" && strings.TrimPrefix(b, "-") == "0"
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	// Above 2^53 an integer and a float can look alike and not be.
	return x == y && (whole(a) == whole(b) || math.Abs(x) < 1<<53) && !math.IsInf(x, 0) || a == b
}

func (v value) marshal(out []byte) []byte {
	switch v.kind {
	case null:
		return append(out, "null"...)
	case number, boolean:
		return append(out, v.text...)
	case text:
		return append(out, quoteJSON(v.text)...)
	}
	brackets := "[]"
	if v.kind == object {
		brackets = "{}"
	}
	out = append(out, brackets[0])
	for i, kid := range v.kids {
		if i > 0 {
			out = append(out, ',')
		}
		if v.kind == object {
			out = append(append(out, quoteJSON(v.keys[i])...), ':')
		}
		out = kid.marshal(out)
	}
	return append(out, brackets[1])
}

// quoteJSON quotes without the escapes that are meant for HTML.
func quoteJSON(s string) []byte {
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(w.Bytes(), []byte("\n"))
}
