package toml

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
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
	return value.Quote(s, func(r rune) bool { return r >= ' ' && r != 0x7f })
}

// inlineText spells a value on one line.
func inlineText(v value.Value) string {
	parts := make([]string, len(v.Kids))
	for i, kid := range v.Kids {
		parts[i] = inlineText(kid)
		if v.Kind == value.Object {
			parts[i] = keyText(v.Keys[i]) + " = " + parts[i]
		}
	}
	in := strings.Join(parts, ", ")
	switch {
	case v.Kind == value.Array:
		return "[" + in + "]"
	case v.Kind == value.Object && in == "":
		return "{}"
	case v.Kind == value.Object:
		return "{ " + in + " }"
	case v.Kind == value.Text:
		return stringText(v.Text)
	}
	return v.Text
}

// isTables says whether a value can be written as [[blocks]].
func isTables(v value.Value) bool {
	return v.Kind == value.Array && len(v.Kids) > 0 && !slices.ContainsFunc(v.Kids, func(k value.Value) bool { return k.Kind != value.Object })
}

// blockText spells an object as a table with its sub-tables, with "\n" as line
// end. With blocks, arrays of objects become [[blocks]] too.
func blockText(at edit.Path, v value.Value, blocks bool) string {
	w := writer{blocks: blocks}
	w.table(slices.Clone(at), v, false)
	return w.String()
}

// elemText spells an element of an array of tables.
func elemText(at edit.Path, v value.Value) string {
	w := writer{blocks: true}
	w.table(slices.Clone(at), v, true)
	return w.String()
}

type writer struct {
	strings.Builder
	blocks bool
}

// table writes the plain keys first: behind a sub-table they would be its own.
func (w *writer) table(at edit.Path, v value.Value, elem bool) {
	var later []int
	for i, kid := range v.Kids {
		if kid.Kind == value.Object || w.blocks && isTables(kid) {
			later = append(later, i)
		}
	}
	// A header is needed for plain keys, or else to say that there is a table.
	if elem || len(later) == 0 || len(later) < len(v.Kids) {
		w.header(at, elem)
	}
	for i, kid := range v.Kids {
		if !slices.Contains(later, i) {
			fmt.Fprintf(w, "%s = %s\n", keyText(v.Keys[i]), inlineText(kid))
		}
	}
	for _, i := range later {
		sub := append(slices.Clip(at), v.Keys[i])
		if v.Kids[i].Kind == value.Object {
			w.table(sub, v.Kids[i], false)
			continue
		}
		for _, e := range v.Kids[i].Kids {
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
