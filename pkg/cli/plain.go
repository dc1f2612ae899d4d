package cli

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is printed for people holds texts of others: names of tools, arguments of a
// connector, lines of a log. Of these nothing may steer the terminal that they end
// up on, nor pass for a row of ours.

// Visible is a text with every control character spelled as Go does, and with what
// turns the direction of the text around it. The characters in keep stay.
func Visible(s, keep string) string {
	hidden := func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
	}
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case !hidden(r) || strings.ContainsRune(keep, r) || r == utf8.RuneError && size > 1:
			b.WriteRune(r)
		case r == utf8.RuneError:
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		default:
			q := strconv.QuoteToASCII(string(r))
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}
