package bashcmd

import (
	"slices"
	"strings"
)

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

// redirects ends the word before a >, of which the number of an output is a part.
func (s *statement) redirects() {
	if t := s.b.String(); t == "1" || t == "2" || t == "*" {
		s.b.Reset()
		s.any = false
	}
	s.word()
	s.redirect = true
}

// run is what a statement runs itself.
func (s *statement) run(at scope) []*call {
	args, assigned := s.learn(at)
	if len(args) == 0 || s.expression(args[0], assigned) {
		return nil
	}
	if inner, ok := clause(args); ok {
		return massed(unwrap(inner, s.in, stream{}, at.in()), strings.EqualFold(args[0], "for"))
	}
	if slices.Contains(holders, strings.ToLower(args[0])) && len(s.blocks) > 0 {
		massed(s.blocks, true)
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

// learn gives the command of a statement, with the variables in its words filled in, and
// keeps those that it sets. assigned: what it prints goes into one; a value alone is no
// command.
func (s *statement) learn(at scope) (args []string, assigned bool) {
	args = s.words
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
	if len(args) < 2 || !strings.HasPrefix(args[0], "$") || args[1] != "=" && args[1] != "+=" {
		return args, false
	}
	name := args[0]
	args, s.quoted = args[2:], false
	if len(args) == 1 {
		at.set(strings.ToLower(name), stream{text: args[0], whole: true})
		if !cmdlet(args[0]) {
			return nil, true
		}
	}
	return args, true
}

// expression says whether a statement begins with a value, which runs nothing itself: a
// text that is not called, a variable, a number.
func (s *statement) expression(first string, assigned bool) bool {
	if s.quoted && !s.called && !strings.ContainsAny(first, `/\`) && !strings.HasSuffix(strings.ToLower(first), ".exe") {
		return true
	}
	return first != "%" && first != "" && strings.ContainsAny(first[:1], "$%[*@0123456789") || assigned && first == substituted
}

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
