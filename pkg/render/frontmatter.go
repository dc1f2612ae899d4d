package render

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// yamlHead writes YAML frontmatter. It knows the two scalars that every YAML
// reader takes alike: plain, where nothing can be misread, and double-quoted
// with the escapes of JSON. Lists and maps are written in flow style.
type yamlHead struct {
	b    strings.Builder
	keys []string
}

// text adds a field, unless the host has none or it is empty.
func (y *yamlHead) text(key, value string) {
	if key != "" && value != "" {
		y.line(key, scalar(value))
	}
}

// list adds a list, unless the host has none or it is empty.
func (y *yamlHead) list(key string, values []string) {
	if key == "" || len(values) == 0 {
		return
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = scalarInFlow(v)
	}
	y.line(key, "["+strings.Join(parts, ", ")+"]")
}

// flag adds what is true: a field of that name, or a line that says it.
func (y *yamlHead) flag(key string, value bool) {
	switch {
	case key == "" || !value:
	case strings.Contains(key, ": "):
		y.says(key)
	default:
		y.line(key, "true")
	}
}

// says adds lines that are written already.
func (y *yamlHead) says(lines string) {
	for line := range strings.Lines(lines) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			y.line(k, v)
		}
	}
}

// any adds a field of the author's own. One that is there already has what the
// connector says in its own words.
func (y *yamlHead) any(key string, value any) {
	if !slices.Contains(y.keys, key) {
		y.line(key, flow(value))
	}
}

func (y *yamlHead) line(key, value string) {
	if object, member, ok := strings.Cut(key, "."); ok {
		key, value = object, "{"+member+": "+value+"}"
	}
	y.keys = append(y.keys, key)
	y.b.WriteString(scalar(key) + ": " + value + "\n")
}

// wrap is the frontmatter between its fences, or nothing if there is none.
func (y *yamlHead) wrap() string {
	if y.b.Len() == 0 {
		return ""
	}
	return "---\n" + y.b.String() + "---\n\n"
}

// scalar writes a string: plain if it begins with a letter, holds nothing that
// YAML could give a meaning to, and is no word that some version takes for a
// boolean or null.
func scalar(s string) string {
	plain := s != "" && isLetter(s[0]) && !strings.HasSuffix(s, " ") && strings.Trim(s, plainInYAML) == "" &&
		!slices.Contains(yamlWords, strings.ToLower(s))
	if plain {
		return s
	}
	return quoteYAML(s)
}

// quoteYAML is a JSON string, which is a YAML double-quoted scalar too but for
// characters that YAML does not print.
func quoteYAML(s string) string {
	var b strings.Builder
	for _, r := range string(raw(s)) {
		if r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0xfeff || r == 0xfffe || r == 0xffff {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

const plainInYAML = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-./,()"

var yamlWords = []string{"y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf"}

// flow writes any JSON value.
func flow(v any) string {
	switch v := v.(type) {
	case string:
		return scalarInFlow(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = flow(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, scalarInFlow(k)+": "+flow(v[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case json.Number:
		return v.String()
	}
	return string(raw(v))
}

// scalarInFlow quotes commas as well, which end a value there.
func scalarInFlow(s string) string {
	if strings.Contains(s, ",") {
		return quoteYAML(s)
	}
	return scalar(s)
}

// tomlText writes a TOML string: on one line, or between three quotes if the
// text has several.
func tomlText(s string) string {
	multi := strings.Contains(s, "\n")
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' && multi:
			b.WriteByte('\n')
		case r == '"':
			b.WriteString(`\"`)
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	if multi {
		return "\"\"\"\n" + b.String() + "\"\"\"" // a newline after the opening is not part of the text
	}
	return `"` + b.String() + `"`
}
