package hook

// All JSON of this package is read and written by hand: here, in pkg/scan (the
// grammar), object.go (objects), text.go (strings), decode.go and encode.go (records).

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"agentconnector/pkg/scan"
	"agentconnector/pkg/wire"
)

// raw is one JSON value as it was written, without white space around it. It is
// a part of the text that it was read from, as strings are that were decoded: a
// text that has been read must not be changed or used again for another.
type raw = wire.Raw

// clean makes invalid UTF-8 U+FFFD, as the hosts' own decoders do: a stray byte
// in a file name must not switch a guard off.
func clean(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return bytes.ToValidUTF8(b, []byte("\uFFFD"))
}

func integer(v raw) int64 {
	if !isNumber(v) {
		return 0
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		return 0
	}
	return int64(f)
}

// unwrap turns a string that holds a JSON object or array into that value:
// Cursor sends tool_input and result_json so.
func unwrap(v raw) raw {
	s, ok := text(v)
	if !ok || s == "" || s[0] != '{' && s[0] != '[' || !valid([]byte(s)) {
		return v
	}
	return raw(s)
}

func valid(b []byte) bool { return scan.Valid(b) }

// isObject says whether a value is a JSON object.
func isObject(v raw) bool {
	v = bytes.TrimLeft(v, " \t\r\n")
	return len(v) > 0 && v[0] == '{' && valid(v)
}

// isArray says whether a value is a JSON array.
func isArray(v raw) bool {
	v = bytes.TrimLeft(v, " \t\r\n")
	return len(v) > 0 && v[0] == '['
}

func isNumber(v raw) bool { return len(v) > 0 && (v[0] == '-' || '0' <= v[0] && v[0] <= '9') }

func isNull(v raw) bool { return string(bytes.TrimSpace(v)) == "null" }

// kind names a value in a message.
func kind(v raw) string {
	v = bytes.Trim(v, " \t\r\n")
	switch {
	case len(v) == 0:
		return "nothing"
	case v[0] == '{':
		return "an object"
	case v[0] == '[':
		return "an array"
	case v[0] == '"':
		return "a string"
	case isNumber(v):
		return "a number"
	}
	return string(v)
}

// decodeList reads a JSON array, its elements unparsed.
func decodeList(b []byte) (l []raw, err error) {
	if isArray(b) {
		l = []raw{}
	}
	if err := eachElement(b, func(v raw) { l = append(l, v) }); err != nil {
		return nil, err
	}
	return l, nil
}

// eachElement reads a JSON array and shows its elements, before it is known
// whether all of it is one. Null has none.
func eachElement(b []byte, see func(v raw)) error {
	s := scan.New(b)
	switch c := s.Peek(); {
	case c == '[':
		if !s.Array(see) || !s.End() {
			return s.Err()
		}
		return nil
	case !s.Whole():
		return s.Err()
	case c == 'n':
		return nil
	}
	return fmt.Errorf("found %s, expected an array", kind(b))
}
