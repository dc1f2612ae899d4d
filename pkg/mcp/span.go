package mcp

import (
	"encoding/json"
	"iter"
)

// The functions of this file walk JSON that was checked once (Valid) and give
// spans of it: no copy, no second parse, no change of spelling. They skip
// without recursion, so depth costs nothing. Of the beginning of a JSON text they
// give what is there; of other texts something.

// Valid says whether raw is one JSON value. encoding/json refuses what is
// nested deeper than 10,000 levels, and so do we.
func Valid(raw []byte) bool { return json.Valid(raw) }

// Members gives the members of an object in their order; nothing if raw is no
// object. A key that occurs twice comes twice.
func Members(raw []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		i := space(raw, 0)
		if i >= len(raw) || raw[i] != '{' {
			return
		}
		for i = space(raw, i+1); i < len(raw) && raw[i] == '"'; {
			k := skip(raw, i)
			v := space(raw, space(raw, k)+1) // behind the colon
			if v >= len(raw) {
				return
			}
			end := skip(raw, v)
			key, _ := Text(raw[i:k])
			if !yield(key, raw[v:end]) {
				return
			}
			i = comma(raw, end)
		}
	}
}

// Elements gives the elements of an array; nothing if raw is no array.
func Elements(raw []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		i := space(raw, 0)
		if i >= len(raw) || raw[i] != '[' {
			return
		}
		for i = space(raw, i+1); i < len(raw) && raw[i] != ']'; {
			end := skip(raw, i)
			if end == i || !yield(raw[i:end]) {
				return
			}
			i = comma(raw, end)
		}
	}
}

// Member is the value of a key, of the last one if it occurs twice, as
// JavaScript reads it; nil if it is absent.
func Member(raw []byte, key string) (value []byte) {
	for k, v := range Members(raw) {
		if k == key {
			value = v
		}
	}
	return value
}

// Text decodes a JSON string. Anything else is not ok.
func Text(raw []byte) (s string, ok bool) {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return "", false
	}
	body := raw[1 : len(raw)-1]
	for _, c := range body {
		if c == '\\' || c >= 0x80 { // an escape, or UTF-8 that may be broken
			err := json.Unmarshal(raw, &s)
			return s, err == nil
		}
	}
	return string(body), true
}

// String is a string member, or empty.
func String(raw []byte, key string) string {
	s, _ := Text(Member(raw, key))
	return s
}

// isNull says whether a value is absent or null.
func isNull(raw []byte) bool { return len(raw) == 0 || raw[0] == 'n' }

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// comma goes on to the next member or element, or to the closing bracket.
func comma(b []byte, i int) int {
	if i = space(b, i); i < len(b) && b[i] == ',' {
		return space(b, i+1)
	}
	return i
}

// skip is the end of the value that starts at i.
func skip(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth--; depth < 0 {
				return i // of no value: broken
			}
			i++
		case ' ', '\t', '\n', '\r', ',', ':':
			i++
			continue // only met inside
		default:
			i = skipScalar(b, i)
		}
		if depth <= 0 {
			break
		}
	}
	return i
}

func skipString(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

func skipScalar(b []byte, i int) int {
	for i < len(b) {
		switch b[i] {
		case ',', ':', '}', ']', ' ', '\t', '\n', '\r':
			return i
		}
		i++
	}
	return i
}
