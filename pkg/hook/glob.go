package hook

import (
	"strings"
	"unicode/utf8"
)

// globToRegexp turns a glob into RE2, which matches in linear time: ** is any
// text, * and ? stop at a slash, [abc] and [!a-z] are sets. A path's
// backslashes are slashes by then, so that one glob serves Windows as well.
func globToRegexp(glob string) string {
	var b strings.Builder
	b.WriteString(`(?s)^`)
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; c {
		case '*':
			switch {
			case strings.HasPrefix(glob[i:], "**/"): // no folder at all, too
				b.WriteString(`(?:.*/)?`)
				i += 2
			case strings.HasPrefix(glob[i:], "**"):
				b.WriteString(`.*`)
				i++
			default:
				b.WriteString(`[^/]*`)
			}
		case '?':
			b.WriteString(`[^/]`)
		case '[':
			end := strings.IndexByte(glob[i+1:], ']')
			if end < 1 {
				b.WriteString(`\[`)
				continue
			}
			b.WriteString(globSet(glob[i+1 : i+1+end]))
			i += end + 1
		default:
			_, size := firstRune(glob[i:])
			if c < utf8.RuneSelf && strings.IndexByte(`\.+()|{}^$]`, c) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteString(glob[i : i+size])
			i += size - 1
		}
	}
	b.WriteByte('$')
	return b.String()
}

// globSet is the inside of [ ]: only ! and - have a meaning in it.
func globSet(set string) string {
	var b strings.Builder
	b.WriteByte('[')
	if rest, ok := strings.CutPrefix(set, "!"); ok {
		b.WriteByte('^')
		set = rest
	}
	for _, r := range set {
		if strings.ContainsRune(`\^[]&~`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	b.WriteByte(']')
	return b.String()
}

func firstRune(s string) (rune, int) {
	for i, r := range s {
		if i > 0 {
			return r, i
		}
	}
	return 0, len(s)
}
