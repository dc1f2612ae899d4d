// Package interp reads references to environment variables: ${env:NAME} and
// ${env:NAME:-default}, the one spelling that a connector uses for all hosts.
//
// A name is a letter or underscore, then letters, digits and underscores. A
// default runs to the first closing brace; there is no nesting and no escape.
// What only looks like a reference stays as text here; Check says what is
// wrong with it, so that a connector with a typing error is refused early.
// The standard library alone: ac-hook and ac-proxy may link this package.
package interp

import (
	"fmt"
	"strings"
)

const open = "${env:"

// Part is a piece of a string: text, or a reference if Name is not empty.
type Part struct {
	Text       string // the piece as it was written
	Name       string // name of the variable
	Default    string
	HasDefault bool
}

// SyntaxError is a reference that does not parse.
type SyntaxError struct {
	Offset int    // of the reference, in bytes
	Found  string // the reference, as far as it was read
	Want   string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("found %q, expected %s", e.Found, e.Want) }

// Parse splits a string into text and references. Joined, the texts of all
// parts are the string again.
func Parse(s string) []Part {
	var parts []Part
	text := 0 // start of the pending text
	for i := 0; ; {
		j := strings.Index(s[i:], open)
		if j < 0 {
			break
		}
		j += i
		ref, err := reference(s, j)
		if err != nil {
			i = j + len(open)
			continue
		}
		if text < j {
			parts = append(parts, Part{Text: s[text:j]})
		}
		parts = append(parts, ref)
		i = j + len(ref.Text)
		text = i
	}
	if text < len(s) {
		parts = append(parts, Part{Text: s[text:]})
	}
	return parts
}

// Check returns a *SyntaxError for the first malformed reference.
func Check(s string) error {
	for i := 0; ; {
		j := strings.Index(s[i:], open)
		if j < 0 {
			return nil
		}
		ref, err := reference(s, i+j)
		if err != nil {
			return err
		}
		i += j + len(ref.Text)
	}
}

// reference reads the reference that begins at s[at:].
func reference(s string, at int) (Part, error) {
	name := at + len(open)
	end := name
	for end < len(s) && nameByte(s[end], end == name) {
		end++
	}
	fail := func(upto int, want string) (Part, error) {
		return Part{}, &SyntaxError{Offset: at, Found: s[at:min(upto, len(s))], Want: want}
	}
	switch {
	case end == name:
		return fail(end+1, "the name of a variable after ${env:, such as ${env:API_TOKEN}")
	case end == len(s):
		return fail(end, "a closing }")
	case s[end] == '}':
		return Part{Text: s[at : end+1], Name: s[name:end]}, nil
	case !strings.HasPrefix(s[end:], ":-"):
		return fail(end+1, "} or :-default after the name")
	}
	def, _, ok := strings.Cut(s[end+2:], "}")
	if !ok {
		return fail(len(s), "a closing }")
	}
	stop := end + 2 + len(def) + 1
	return Part{Text: s[at:stop], Name: s[name:end], Default: def, HasDefault: true}, nil
}

func nameByte(c byte, first bool) bool {
	letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	return letter || !first && '0' <= c && c <= '9'
}

// ValidName says whether a string can name a variable in a reference.
func ValidName(s string) bool {
	for i := range len(s) {
		if !nameByte(s[i], i == 0) {
			return false
		}
	}
	return s != ""
}

// Expand replaces every reference: by the variable if it is set and not empty,
// else by the default, else by nothing. Missing names those of the last kind.
func Expand(s string, lookup func(name string) (string, bool)) (out string, missing []string) {
	if !strings.Contains(s, open) {
		return s, nil
	}
	return fill(Parse(s), lookup)
}

// fill puts the values of variables in the place of references.
func fill(parts []Part, lookup func(name string) (string, bool)) (out string, missing []string) {
	var b strings.Builder
	for _, p := range parts {
		if p.Name == "" {
			b.WriteString(p.Text)
			continue
		}
		v, _ := lookup(p.Name)
		switch {
		case v != "" && v != open+p.Name+"}" && v != "${"+p.Name+"}": // which are what some hosts leave of one that is not set
			b.WriteString(v)
		case p.HasDefault:
			b.WriteString(p.Default)
		default:
			missing = append(missing, p.Name)
		}
	}
	return b.String(), missing
}

// Rewrite spells every reference in another dialect.
func Rewrite(s string, spell func(name, def string, hasDef bool) string) string {
	if !strings.Contains(s, open) {
		return s
	}
	var b strings.Builder
	for _, p := range Parse(s) {
		if p.Name == "" {
			b.WriteString(p.Text)
		} else {
			b.WriteString(spell(p.Name, p.Default, p.HasDefault))
		}
	}
	return b.String()
}

// Names lists the variables that a string refers to, each once, in order.
func Names(s string) []string {
	var names []string
	seen := map[string]bool{}
	for _, p := range Parse(s) {
		if p.Name != "" && !seen[p.Name] {
			seen[p.Name] = true
			names = append(names, p.Name)
		}
	}
	return names
}

// HasRef says whether a string holds a reference.
func HasRef(s string) bool { return len(Names(s)) > 0 }

// Single returns the reference if the whole string is exactly one.
func Single(s string) (Part, bool) {
	if p := Parse(s); len(p) == 1 && p[0].Name != "" {
		return p[0], true
	}
	return Part{}, false
}
