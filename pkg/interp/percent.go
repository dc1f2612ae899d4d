package interp

import "strings"

// Some hosts replace ${…} in the arguments of a server themselves, and would
// make something else of a reference that ac-proxy is to read. To it references
// are then spelled %(NAME) and %(NAME:-default); "%((" stands for the text "%(".

const percent = "%("

// Percent spells every reference so. Not ok: a default holds the parenthesis
// that would end it.
func Percent(s string) (spelled string, ok bool) {
	var b strings.Builder
	for _, p := range Parse(s) {
		switch {
		case p.Name == "":
			b.WriteString(strings.ReplaceAll(p.Text, percent, percent+"("))
		case strings.Contains(p.Default, ")"):
			return s, false
		case p.HasDefault:
			b.WriteString(percent + p.Name + ":-" + p.Default + ")")
		default:
			b.WriteString(percent + p.Name + ")")
		}
	}
	return b.String(), true
}

// FromPercent is the other way round: the connector's spelling. Its text is what
// was spelled so, and nothing that only looks like a reference in it becomes one.
func FromPercent(s string) []Part {
	var parts []Part
	text := ""
	for s != "" {
		at := strings.Index(s, percent)
		if at < 0 {
			break
		}
		text += s[:at]
		s = s[at:]
		inside, after, ok := strings.Cut(s[len(percent):], ")")
		name, def, hasDef := strings.Cut(inside, ":-")
		switch {
		case strings.HasPrefix(s, percent+"("):
			text, s = text+percent, s[len(percent)+1:]
		case !ok || !ValidName(name):
			text, s = text+percent, s[len(percent):]
		default:
			if text != "" {
				parts = append(parts, Part{Text: text})
			}
			parts = append(parts, Part{Text: s[:len(s)-len(after)], Name: name, Default: def, HasDefault: hasDef})
			text, s = "", after
		}
	}
	if text += s; text != "" {
		parts = append(parts, Part{Text: text})
	}
	return parts
}

// ExpandPercent is Expand for that spelling.
func ExpandPercent(s string, lookup func(name string) (string, bool)) string {
	if !strings.Contains(s, percent) {
		return s
	}
	out, _ := fill(FromPercent(s), lookup)
	return out
}
