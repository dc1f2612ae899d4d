package toml

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
)

// keyText spells a key: bare where TOML allows it.
func keyText(k string) string {
	bare := k != "" && strings.IndexFunc(k, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	}) < 0
	if bare {
		return k
	}
	return stringText(k)
}

// stringText spells a string as a basic one on a single line, which is exact
// whatever line ends the file has.
func stringText(s string) string {
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
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&w, `\u%04X`, r)
		default:
			w.WriteRune(r)
		}
	}
	w.WriteByte('"')
	return w.String()
}

// inlineText spells a value on one line.
func inlineText(v value) string {
	parts := make([]string, len(v.kids))
	for i, kid := range v.kids {
		parts[i] = inlineText(kid)
		if v.kind == object {
			parts[i] = keyText(v.keys[i]) + " = " + parts[i]
		}
	}
	in := strings.Join(parts, ", ")
	switch {
	case v.kind == array:
		return "[" + in + "]"
	case v.kind == object && in == "":
		return "{}"
	case v.kind == object:
		return "{ " + in + " }"
	case v.kind == text:
		return stringText(v.text)
	}
	return v.text
}

// wrap puts a value into objects of one key each, the first key outermost.
func wrap(keys []string, v value) value {
	for _, k := range slices.Backward(keys) {
		v = value{kind: object, keys: []string{k}, kids: []value{v}}
	}
	return v
}

// isTables says whether a value can be written as [[blocks]].
func (v value) isTables() bool {
	return v.kind == array && len(v.kids) > 0 && !slices.ContainsFunc(v.kids, func(k value) bool { return k.kind != object })
}

// blockText spells an object as a table with its sub-tables, with "\n" as line
// end. With blocks, arrays of objects become [[blocks]] too.
func blockText(at edit.Path, v value, blocks bool) string {
	w := writer{blocks: blocks}
	w.table(slices.Clone(at), v, false)
	return w.String()
}

// elemText spells an element of an array of tables.
func elemText(at edit.Path, v value) string {
	w := writer{blocks: true}
	w.table(slices.Clone(at), v, true)
	return w.String()
}

type writer struct {
	strings.Builder
	blocks bool
}

// table writes the plain keys first: behind a sub-table they would be its own.
func (w *writer) table(at edit.Path, v value, elem bool) {
	var later []int
	for i, kid := range v.kids {
		if kid.kind == object || w.blocks && kid.isTables() {
			later = append(later, i)
		}
	}
	// A header is needed for plain keys, or else to say that there is a table.
	if elem || len(later) == 0 || len(later) < len(v.kids) {
		w.header(at, elem)
	}
	for i, kid := range v.kids {
		if !slices.Contains(later, i) {
			fmt.Fprintf(w, "%s = %s\n", keyText(v.keys[i]), inlineText(kid))
		}
	}
	for _, i := range later {
		sub := append(slices.Clip(at), v.keys[i])
		if v.kids[i].kind == object {
			w.table(sub, v.kids[i], false)
			continue
		}
		for _, e := range v.kids[i].kids {
			w.table(sub, e, true)
		}
	}
}

func (w *writer) header(at edit.Path, elem bool) {
	if len(at) == 0 { // the root has none
		return
	}
	if w.Len() > 0 {
		w.WriteByte('\n')
	}
	if elem {
		fmt.Fprintf(w, "[[%s]]\n", show(at))
	} else {
		fmt.Fprintf(w, "[%s]\n", show(at))
	}
}
