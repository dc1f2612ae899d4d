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

// windows says whether a text is PowerShell or cmd, though bash would read it: its
// first commands are theirs, or have paths in their spelling.
func windows(text string) bool {
	if strings.Contains(text, "<<") {
		return false // a here-document of bash may hold anything
	}
	is := false
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(";|&\n(){}", r) }) {
		fields := strings.Fields(part)
		if len(fields) == 0 {
			continue
		}
		switch first := fields[0]; {
		case slices.Contains(reserved, first), isAssign(first) && first[0] != '$':
			return false
		case cmdlet(first), slices.Contains(aliases, strings.ToLower(first)), len(fields) > 1 && first[0] == '$' && fields[1] == "=":
			is = true
		}
		is = is || slices.ContainsFunc(fields, inWindows)
	}
	return is
}

// reserved are words that only bash has.
var reserved = strings.Fields("then fi done esac elif")

// aliases are short names of cmdlets that are no programs elsewhere.
var aliases = strings.Fields("iex iwr irm gci icm sls saps ri")

// inWindows says whether a word is a path with backslashes between its names.
func inWindows(word string) bool {
	word = strings.TrimLeft(word, `'"`)
	for _, root := range [...]string{`.\`, `..\`, `~\`, `\\`} {
		if strings.HasPrefix(word, root) {
			return true
		}
	}
	return len(word) > 2 && (word[1] == ':' && word[2] == '\\' && unicode.IsLetter(rune(word[0])) || word[0] == '$' && word[1] != '\'' && strings.Contains(word, `\`))
}

// verbs are those of PowerShell's cmdlets (Get-Verb) that are often met.
var verbs = strings.Fields("add clear compress convert convertfrom convertto copy disable dismount enable enter exit expand export find foreach format get import initialize install invoke join measure mount move new out publish read receive register remove rename reset resize resolve restart restore resume save select send set show sort split start stop suspend test uninstall unregister update wait where write")

// cmdlet says whether a word is a cmdlet's name: a known one, or a verb and a noun
// that begin with capitals.
func cmdlet(word string) bool {
	verb, noun, ok := strings.Cut(word, "-")
	if !ok || noun == "" || strings.Trim(strings.ToLower(noun), "abcdefghijklmnopqrstuvwxyz0123456789") != "" || !slices.Contains(verbs, strings.ToLower(verb)) {
		return false
	}
	if known(word) {
		return true
	}
	return unicode.IsUpper(rune(verb[0])) && unicode.IsUpper(rune(noun[0]))
}

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

// statement is a command while it is read.
type statement struct {
	words    []string
	quoted   bool    // the first word stood in quotes
	called   bool    // & or . stood in front
	inner    []*call // what runs for one of its words
	blocks   []*call // what it is given in braces
	outs     []string
	in       stream
	piped    bool // something comes through a pipe
	b        strings.Builder
	any      bool // a word has begun
	inQuote  bool // with a quote
	redirect bool
}

func (s *statement) word() {
	if s.any {
		switch {
		case s.redirect:
			s.outs = append(s.outs, s.b.String())
		default:
			s.quoted = s.quoted || len(s.words) == 0 && s.inQuote
			s.words = append(s.words, s.b.String())
		}
		s.redirect = false
	}
	s.b.Reset()
	s.any, s.inQuote = false, false
}

// commands reads up to a closing bracket, or the end.
func (r *plain) commands(closing rune) {
	s := &statement{}
	end := func(pipe bool) {
		s.word()
		calls := s.run(r.at)
		next := &statement{}
		if pipe {
			next.in, next.piped = flow(append(slices.Clone(s.inner), calls...)), true
		}
		r.calls = append(append(append(r.calls, s.inner...), calls...), s.blocks...)
		s = next
	}
	for r.i < len(r.text) {
		c := r.text[r.i]
		r.i++
		switch {
		case c == closing && closing != 0:
			end(false)
			return
		case c == '\'' || c == '"':
			s.inQuote = s.inQuote || !s.any
			s.any = true
			r.quoted(s, c)
		case c == '`' && r.i < len(r.text), c == '^' && r.i < len(r.text) && (strings.ContainsRune("&|<>^\n\"", r.text[r.i]) || unicode.IsLetter(r.text[r.i])):
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
			s.word()
			block := &plain{text: r.text, i: r.i, at: r.at.in()}
			if !block.at.tooDeep() {
				block.commands('}')
				s.blocks = append(s.blocks, block.calls...)
				r.i = block.i
			}
		case c == '>':
			if t := s.b.String(); t == "1" || t == "2" || t == "*" {
				s.b.Reset()
				s.any = false
			}
			s.word()
			s.redirect = true
			for r.i < len(r.text) && (r.text[r.i] == '>' || r.text[r.i] == '&') {
				r.i++
			}
		case c == '&' && !s.any && len(s.words) == 0 || c == '.' && !s.any && len(s.words) == 0 && r.i < len(r.text) && r.text[r.i] == ' ':
			s.called = true
		case c == '|' && r.peek() != '|':
			end(true)
		case c == ';' || c == '\n' || c == '&' || c == '|':
			end(false)
		default:
			s.any = true
			s.b.WriteRune(c)
		}
	}
	end(false)
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

// run is what a statement runs itself.
func (s *statement) run(at scope) []*call {
	args := s.words
	for len(args) > 0 && strings.HasPrefix(args[0], "@") && len(args[0]) > 1 { // of cmd: do not echo
		args[0] = args[0][1:]
	}
	for i, a := range args {
		args[i] = at.filled(a)
	}
	if len(args) > 1 && strings.EqualFold(args[0], "set") { // of cmd
		if name, value, ok := strings.Cut(strings.Join(args[1:], " "), "="); ok {
			at.set("%"+strings.TrimPrefix(name, "/a "), stream{text: value, whole: true})
		}
	}
	assigned := false
	if len(args) > 1 && strings.HasPrefix(args[0], "$") && (args[1] == "=" || args[1] == "+=") {
		name := args[0]
		args, assigned, s.quoted = args[2:], true, false
		if len(args) == 1 {
			at.set(strings.ToLower(name), stream{text: args[0], whole: true})
		}
		if len(args) == 1 && !cmdlet(args[0]) { // a value
			return nil
		}
	}
	if len(args) == 0 {
		return nil
	}
	if s.quoted && !s.called && !strings.ContainsAny(args[0], `/\`) && !strings.HasSuffix(strings.ToLower(args[0]), ".exe") || args[0] != "%" && args[0] != "" && strings.ContainsAny(args[0][:1], "$%[*@0123456789") || assigned && args[0] == substituted {
		return s.expression(args)
	}
	if inner, ok := clause(args); ok {
		if len(inner) == 0 {
			return nil
		}
		calls := unwrap(inner, s.in, stream{}, at.in())
		for _, c := range calls {
			c.mass = c.mass || strings.EqualFold(args[0], "for")
		}
		return calls
	}
	name := strings.ToLower(args[0])
	if slices.Contains(holders, name) && len(s.blocks) > 0 {
		for _, c := range s.blocks {
			c.mass = true
		}
		return nil
	}
	code := stream{}
	for _, c := range s.inner {
		code.fetched = code.fetched || c.client()
	}
	calls := unwrap(args, s.in, code, at.in())
	for _, c := range calls {
		c.outs = append(c.outs, s.outs...)
		c.mass = c.mass || s.piped && slices.Contains(removers, strings.ToLower(c.name))
		if evaluates(c.name) && code.fetched {
			c.code = code
		}
	}
	return calls
}

// expression is a value with which something may be done, such as what an object of
// .NET fetches: $() stands for that object.
func (s *statement) expression([]string) []*call { return nil }

// holders run what they are given in braces, and nothing else.
var holders = strings.Fields("foreach-object % foreach where-object ? invoke-command icm start-job start-threadjob measure-command for while do if elseif else try catch finally switch function trap")

// removers delete what comes through a pipe.
var removers = strings.Fields("remove-item ri rm rmdir rd del erase")

func startsPowerShell(name string) bool {
	return strings.EqualFold(name, "powershell") || strings.EqualFold(name, "pwsh")
}

func evaluates(name string) bool {
	return strings.EqualFold(name, "iex") || strings.EqualFold(name, "invoke-expression")
}
