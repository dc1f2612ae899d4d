package yaml

import (
	"strings"
	"unicode"

	"agentconnector/pkg/edit/value"
	"agentconnector/pkg/lazy"
)

// words are plain scalars that some reader of YAML 1.1 or 1.2 takes for
// something else than a string, in any case.
var words = map[string]bool{"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true,
	"true": true, "false": true, "null": true}

// safeStart is how a plain scalar of ours may begin. What begins with a digit,
// a sign or a dot may be a number, a date or a time of day to some reader, and
// other signs mean something; an option like -y does not.
var safeStart = lazy.Regexp(`^(-{0,2}[A-Za-z]|[A-Za-z_/$]|\.{1,2}/|[^\x00-\x7F])`)

// isPlain says whether a string may be written without quotes.
func isPlain(s string, flow bool) bool {
	if words[strings.ToLower(s)] || !safeStart().MatchString(s) || strings.HasSuffix(s, " ") || strings.HasSuffix(s, ":") {
		return false
	}
	if strings.Contains(s, ": ") || strings.Contains(s, " #") || flow && strings.ContainsAny(s, ",[]{}:?") {
		return false
	}
	return printable(s)
}

// printable says whether every reader takes all characters of a string for
// text on one line, as they are.
func printable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) < 0
}

// text spells a string.
func (s style) text(t string, flow bool) string {
	switch {
	case !s.quoted && isPlain(t, flow):
		return t
	case s.single && printable(t):
		return "'" + strings.ReplaceAll(t, "'", "''") + "'"
	}
	return double(t)
}

// key spells a key: a habit of quoting values does not hold for keys.
func (s style) key(k string, flow bool) string {
	s.quoted = false
	return s.text(k, flow)
}

// double spells a string in double quotes on one line.
func double(t string) string { return value.Quote(t, unicode.IsPrint) }

// numberText spells a number so that readers of YAML 1.1 take it for one: they
// want a point before an exponent, and a sign in it.
func numberText(s string) string {
	i := strings.IndexAny(s, "eE")
	if i < 0 {
		return s
	}
	mantissa, exponent := s[:i], s[i+1:]
	if value.Whole(mantissa) {
		mantissa += ".0"
	}
	if exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return mantissa + "e" + exponent
}

// flow spells a value on one line.
func (s style) flow(v value.Value, inside bool) string {
	switch v.Kind {
	case value.Text:
		return s.text(v.Text, inside)
	case value.Number:
		return numberText(v.Text)
	case value.Null:
		return "null"
	case value.Boolean:
		return v.Text
	}
	parts := make([]string, len(v.Kids))
	for i, kid := range v.Kids {
		parts[i] = s.flow(kid, true)
		if v.Kind == value.Object {
			parts[i] = s.key(v.Keys[i], true) + ": " + parts[i]
		}
	}
	if in := strings.Join(parts, ", "); v.Kind == value.Array {
		return "[" + in + "]"
	} else {
		return "{" + in + "}"
	}
}

// maxBlock is how many levels are written as a block; indentation makes the
// text grow with the square of the depth, so what is deeper is written inline.
const maxBlock = 64

// after spells what follows the colon of a key that is indented by col.
func (s style) after(col int, v value.Value) string {
	switch {
	case v.Empty() || s.depth >= maxBlock:
		return " " + s.flow(v, false) + "\n"
	case v.Kind == value.Object:
		return "\n" + s.deeper().entries(col+s.unit, v)
	}
	return "\n" + s.deeper().elements(col+s.list, v)
}

func (s style) deeper() style {
	s.depth++
	return s
}

// entries spells the lines of an object, indented by col.
func (s style) entries(col int, v value.Value) string {
	var w strings.Builder
	for i, kid := range v.Kids {
		w.WriteString(strings.Repeat(" ", col) + s.key(v.Keys[i], false) + ":" + s.after(col, kid))
	}
	return w.String()
}

// elements spells the lines of an array, with the dashes indented by col.
func (s style) elements(col int, v value.Value) string {
	var w strings.Builder
	for _, kid := range v.Kids {
		w.WriteString(strings.Repeat(" ", col) + "-" + s.afterDash(col, kid))
	}
	return w.String()
}

// afterDash spells what follows a dash: the keys of an object stand in one
// column. A list in a list is written inline, which is easier to read.
func (s style) afterDash(col int, v value.Value) string {
	if v.Empty() || v.Kind == value.Array || s.depth >= maxBlock {
		return " " + s.flow(v, false) + "\n"
	}
	gap := max(s.gap, 1)
	in := col + 1 + gap
	return strings.Repeat(" ", gap) + s.deeper().entries(in, v)[in:]
}
