// Package redact takes secrets out of a text before it is kept: commands, paths,
// descriptions, messages of errors.
//
// It knows three signs: the spelling of a token (token.go), a name that says that
// a value is secret (name.go), and places where programs take one (place.go). It
// compiles no regular expression and has nothing to set up, as ac-hook links it.
// A text is redacted whole and cut afterwards (Cut): what is cut first may leave
// half a secret, which has no sign any more.
package redact

import "strings"

// Mark stands in the place of a secret.
const Mark = "[REDACTED]"

// Max bounds a text: what is behind is dropped, and said.
const Max = 1 << 20

// Text is a text without its secrets.
func Text(s string) string {
	if len(s) > Max {
		s = s[:Max] + "…"
	}
	r := reader{s: s}
	for r.i < len(s) {
		r.step()
	}
	if r.out == nil {
		return s
	}
	return string(append(r.out, s[r.done:]...))
}

// Cut is a text without its secrets, of at most so many bytes, cut between
// characters.
func Cut(s string, most int) string {
	if s = Text(s); len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xC0 == 0x80 {
		most--
	}
	return s[:most] + "…"
}

// reader goes through a text once.
type reader struct {
	s    string
	i    int // where it is
	done int // what is before has been written, if anything had to be
	out  []byte
	tool string // the program of the shell command it is in, where its flags hold secrets

	login bool // that program logs in
}

// hide writes the mark in place of s[from:to], and goes on behind it.
func (r *reader) hide(from, to int) {
	if to <= from {
		return
	}
	r.out = append(append(r.out, r.s[r.done:from]...), Mark...)
	r.done, r.i = to, to
}

// step looks at what begins here: a word, or a sign between words.
func (r *reader) step() {
	if strings.HasPrefix(r.s[r.i:], "://") && r.userinfo() || r.pem() {
		return
	}
	if !isWord(r.s[r.i]) {
		if c := r.s[r.i]; c == '|' || c == ';' || c == '&' || c == '\n' {
			r.tool, r.login = "", false
		}
		if r.s[r.i] == '-' && (r.i == 0 || isBlank(r.s[r.i-1])) && r.flag() {
			return
		}
		r.i++
		return
	}
	end := r.i
	for end < len(r.s) && isWord(r.s[end]) {
		end++
	}
	word := r.s[r.i:end]
	switch n := token(r.s[r.i:]); {
	case n > 0:
		r.hide(r.i, r.i+n)
	case r.named(word, end), r.scheme(word, end):
	default:
		r.program(word)
		r.i = end
	}
}

// isWord says whether a byte belongs to a word: a name, or most of a token.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// run is how many bytes from the beginning of s a class takes.
func run(s string, is func(byte) bool) int {
	n := 0
	for n < len(s) && is(s[n]) {
		n++
	}
	return n
}
