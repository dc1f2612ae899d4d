package hook

import (
	"bytes"

	"agentconnector/pkg/digest"
	"agentconnector/pkg/redact"
)

// canonical is a value as one text, however it was written: keys in their order,
// no white space, each string spelled in one way. Two hosts, or one before and
// behind a tool, give the same hash and size for the same input.
func canonical(out []byte, v raw) []byte {
	v = bytes.TrimSpace(v)
	if len(v) == 0 {
		return out
	}
	switch v[0] {
	case '{':
		o, err := parseObject(v)
		if err != nil {
			return append(out, v...)
		}
		out = append(out, '{')
		for i, m := range o.sorted() {
			if i > 0 {
				out = append(out, ',')
			}
			out = canonical(append(appendString(out, m.key), ':'), m.value)
		}
		return append(out, '}')
	case '[':
		out = append(out, '[')
		first := len(out)
		_ = eachElement(v, func(v raw) {
			if len(out) > first {
				out = append(out, ',')
			}
			out = canonical(out, v)
		})
		return append(out, ']')
	case '"':
		if s, ok := text(v); ok {
			return appendString(out, s)
		}
	}
	return append(out, v...)
}

// Name is a name as the log keeps it: short, and without secrets.
func Name(s string) string { return redact.Cut(s, maxMetaName) }

// maxIDBytes bounds the ids that the log keeps as they are.
const maxIDBytes = 128

// id is an id as the log keeps it. What could not be one, such as a path, a text or
// a secret, is named by its hash: it tells the same from another all the same.
func id(s string) string {
	ok := len(s) <= maxIDBytes
	for i := 0; ok && i < len(s); i++ {
		ok = s[i] > ' ' && s[i] < 0x7F && s[i] != '/' && s[i] != '\\'
	}
	if ok && redact.Text(s) == s {
		return s
	}
	return "id-" + digest.Name(s)
}
