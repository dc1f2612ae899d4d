package bashcmd

import (
	"slices"
	"strings"
	"unicode"
)

// How PowerShell and cmd are read: by one grammar, as far as what they run goes. It
// serves too for a text that is no bash at all.
//
// Words end at white space, commands at ; | & and the end of a line; & in front of
// a command calls it. Quotes are ' (doubled for itself) and " (` before what means
// itself); a backslash is a part of a path. What stands in ( ), $( ) and { } is run,
// too: in braces as commands of their own, in parentheses for a word of the command
// around it, save for the arguments of a method.

// words gives the commands of a text that is no bash.
func words(text string, at scope) []*call {
	if at.tooDeep() {
		return nil
	}
	r := &plain{text: []rune(text), at: at}
	r.commands(0)
	return r.calls
}

// plain reads such a text once.
type plain struct {
	text  []rune
	i     int
	at    scope
	calls []*call
}

// commands reads up to a closing bracket, or the end.
func (r *plain) commands(closing rune) {
	s := &statement{}
	for r.i < len(r.text) {
		c := r.text[r.i]
		r.i++
		switch {
		case c == closing && closing != 0:
			r.end(s, false)
			return
		case c == '\'' || c == '"':
			s.inQuote = s.inQuote || !s.any
			s.any = true
			r.quoted(s, c)
		case r.escapes(c):
			if n := r.text[r.i]; n != '\n' {
				s.any = true
				s.b.WriteRune(n)
			}
			r.i++
		case c == '#' && !s.any:
			for r.i < len(r.text) && r.text[r.i] != '\n' {
				r.i++
			}
		case c == ' ' || c == '\t' || c == '\r' || c == ')' || c == '}':
			s.word()
		case c == '(' && r.method(s):
			r.skip(s)
		case c == '(':
			r.nested(s, ')')
			s.any = true
			s.b.WriteString(substituted)
		case c == '{':
			r.block(s)
		case c == '>':
			s.redirects()
			for r.peek() == '>' || r.peek() == '&' {
				r.i++
			}
		case !s.any && len(s.words) == 0 && (c == '&' || c == '.' && r.peek() == ' '):
			s.called = true
		case c == '|' && r.peek() != '|':
			s = r.end(s, true)
		case c == ';' || c == '\n' || c == '&' || c == '|':
			s = r.end(s, false)
		default:
			s.any = true
			s.b.WriteRune(c)
		}
	}
	r.end(s, false)
}

// end takes a statement for whole, and gives the next, into which it may be piped.
func (r *plain) end(s *statement, pipe bool) (next *statement) {
	s.word()
	calls := s.run(r.at)
	next = &statement{}
	if pipe {
		next.in, next.piped = flow(append(slices.Clone(s.inner), calls...)), true
	}
	r.calls = append(append(append(r.calls, s.inner...), calls...), s.blocks...)
	return next
}

// escapes says whether what comes stands for itself behind this: ` of PowerShell, or ^ of
// cmd, which is a plain letter elsewhere.
func (r *plain) escapes(c rune) bool {
	if r.i >= len(r.text) {
		return false
	}
	n := r.text[r.i]
	return c == '`' || c == '^' && (strings.ContainsRune("&|<>^\n\"", n) || unicode.IsLetter(n))
}

// block reads what stands in braces: commands that the statement is given.
func (r *plain) block(s *statement) {
	s.word()
	in := &plain{text: r.text, i: r.i, at: r.at.in()}
	if !in.at.tooDeep() {
		in.commands('}')
		s.blocks = append(s.blocks, in.calls...)
		r.i = in.i
	}
}

func (r *plain) peek() rune {
	if r.i < len(r.text) {
		return r.text[r.i]
	}
	return 0
}

// quoted reads up to the end of a quote, with what runs in it.
func (r *plain) quoted(s *statement, quote rune) {
	for r.i < len(r.text) {
		c := r.text[r.i]
		r.i++
		switch {
		case c == quote && r.peek() == quote:
			s.b.WriteRune(quote)
			r.i++
		case c == quote:
			return
		case quote == '"' && c == '`' && r.i < len(r.text):
			s.b.WriteRune(r.text[r.i])
			r.i++
		case quote == '"' && c == '$' && r.peek() == '(':
			r.i++
			r.nested(s, ')')
			s.b.WriteString(substituted)
		default:
			s.b.WriteRune(c)
		}
	}
}

// nested reads commands whose output is a word.
func (r *plain) nested(s *statement, closing rune) {
	in := &plain{text: r.text, i: r.i, at: r.at.in()}
	if in.at.tooDeep() {
		return
	}
	in.commands(closing)
	r.i = in.i
	for _, c := range in.calls {
		c.sub = true
	}
	s.inner = append(s.inner, in.calls...)
}

// method says whether a bracket opens the arguments of a method: of an object, or of
// what another bracket gave.
func (r *plain) method(s *statement) bool {
	word := s.b.String()
	dot := strings.LastIndexAny(word, ".:")
	return s.any && dot >= 0 && dot < len(word)-1 && strings.Trim(word[dot+1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == "" && !strings.ContainsAny(word[:dot], `/\`)
}

// skip takes the arguments of a method into the word.
func (r *plain) skip(s *statement) {
	s.b.WriteRune('(')
	for open := 1; r.i < len(r.text) && open > 0; r.i++ {
		switch r.text[r.i] {
		case '(':
			open++
		case ')':
			open--
		}
		s.b.WriteRune(r.text[r.i])
	}
}
