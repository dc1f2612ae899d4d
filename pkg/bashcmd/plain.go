package bashcmd

import "strings"

// words cuts a text into commands that is no bash: PowerShell, a batch file, or
// something with a mistake in it.
func words(text string, depth int) (all []*call) {
	if depth > maxDepth {
		return nil
	}
	var args []string
	var b strings.Builder
	var in stream
	any, quote := false, rune(0)
	word := func() {
		if any {
			args = append(args, b.String())
		}
		b.Reset()
		any = false
	}
	end := func(pipe bool) {
		word()
		calls := unwrap(args, in, stream{}, depth+1)
		all, args = append(all, calls...), nil
		if in = (stream{}); pipe {
			in = flow(calls)
		}
	}
	for i, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			b.WriteRune(r)
		case r == '"' || r == '\'':
			quote, any = r, true
		case r == ' ' || r == '\t' || r == '\r' || r == '(' || r == ')' || r == '{' || r == '}':
			word()
		case r == '|' && i > 0 && text[i-1] != '|' && (i+1 == len(text) || text[i+1] != '|'):
			end(true)
		case r == ';' || r == '\n' || r == '&' || r == '|':
			end(false)
		default:
			any = true
			b.WriteRune(r)
		}
	}
	end(false)
	return all
}
