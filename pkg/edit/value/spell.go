package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Marshal appends the JSON of a value; inf and nan have none.
func (v Value) Marshal(out []byte) ([]byte, error) {
	switch v.Kind {
	case Special:
		return nil, fmt.Errorf("the value %s has no JSON", v.Text)
	case Null:
		return append(out, "null"...), nil
	case Number, Boolean:
		return append(out, v.Text...), nil
	case Text:
		return append(out, quoteJSON(v.Text)...), nil
	}
	brackets := "[]"
	if v.Kind == Object {
		brackets = "{}"
	}
	out = append(out, brackets[0])
	for i, kid := range v.Kids {
		if i > 0 {
			out = append(out, ',')
		}
		if v.Kind == Object {
			out = append(append(out, quoteJSON(v.Keys[i])...), ':')
		}
		var err error
		if out, err = kid.Marshal(out); err != nil {
			return nil, err
		}
	}
	return append(out, brackets[1]), nil
}

// quoteJSON quotes without the escapes that are meant for HTML.
func quoteJSON(s string) []byte {
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(w.Bytes(), []byte("\n"))
}

// Quote spells a string in double quotes on one line, as TOML and YAML both read
// it: what is not plain is escaped, as in JSON where that is enough.
func Quote(s string, plain func(rune) bool) string {
	var w strings.Builder
	w.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.WriteByte('\\')
			w.WriteRune(r)
		case r == '\n':
			w.WriteString(`\n`)
		case r == '\r':
			w.WriteString(`\r`)
		case r == '\t':
			w.WriteString(`\t`)
		case plain(r):
			w.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&w, `\U%08X`, r)
		default:
			fmt.Fprintf(&w, `\u%04X`, r)
		}
	}
	w.WriteByte('"')
	return w.String()
}
