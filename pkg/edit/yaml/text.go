package yaml

import (
	"fmt"
	"strings"
	"unicode"

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

// double spells a string in double quotes on one line, with escapes that JSON
// has too where they are enough.
func double(t string) string {
	var w strings.Builder
	w.WriteByte('"')
	for _, r := range t {
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
		case unicode.IsPrint(r):
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

// numberText spells a number so that readers of YAML 1.1 take it for one: they
// want a point before an exponent, and a sign in it.
func numberText(s string) string {
	i := strings.IndexAny(s, "eE")
	if i < 0 {
		return s
	}
	mantissa, exponent := s[:i], s[i+1:]
	if whole(mantissa) {
		mantissa += ".0"
	}
	if exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return mantissa + "e" + exponent
}

// flow spells a value on one line.
func (s style) flow(v value, inside bool) string {
	switch v.kind {
	case text:
		return s.text(v.text, inside)
	case number:
		return numberText(v.text)
	case null:
		return "null"
	case boolean:
		return v.text
	}
	parts := make([]string, len(v.kids))
	for i, kid := range v.kids {
		parts[i] = s.flow(kid, true)
		if v.kind == object {
			parts[i] = s.key(v.keys[i], true) + ": " + parts[i]
		}
	}
	if in := strings.Join(parts, ", "); v.kind == array {
		return "[" + in + "]"
	} else {
		return "{" + in + "}"
	}
}

// maxBlock is how many levels are written as a block; indentation makes the
// text grow with the square of the depth, so what is deeper is written inline.
const maxBlock = 64

// after spells what follows the colon of a key that is indented by col.
func (s style) after(col int, v value) string {
	switch {
	case v.empty() || s.depth >= maxBlock:
		return " " + s.flow(v, false) + "\n"
	case v.kind == object:
		return "\n" + s.deeper().entries(col+s.unit, v)
	}
	return "\n" + s.deeper().elements(col+s.list, v)
}

func (s style) deeper() style {
	s.depth++
	return s
}

// entries spells the lines of an object, indented by col.
func (s style) entries(col int, v value) string {
	var w strings.Builder
	for i, kid := range v.kids {
		w.WriteString(strings.Repeat(" ", col) + s.key(v.keys[i], false) + ":" + s.after(col, kid))
	}
	return w.String()
}

// elements spells the lines of an array, with the dashes indented by col.
func (s style) elements(col int, v value) string {
	var w strings.Builder
	for _, kid := range v.kids {
		w.WriteString(strings.Repeat(" ", col) + "-" + s.afterDash(col, kid))
	}
	return w.String()
}

// afterDash spells what follows a dash: the keys of an object stand in one
// column. A list in a list is written inline, which is easier to read.
func (s style) afterDash(col int, v value) string {
	if v.empty() || v.kind == array || s.depth >= maxBlock {
		return " " + s.flow(v, false) + "\n"
	}
	gap := max(s.gap, 1)
	in := col + 1 + gap
	return strings.Repeat(" ", gap) + s.deeper().entries(in, v)[in:]
}
