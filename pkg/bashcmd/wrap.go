package bashcmd

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unwrap follows a command to what it really runs.
func unwrap(args []string, in, code stream, at scope) []*call {
	if at.tooDeep() || len(args) == 0 {
		return nil
	}
	name := program(args[0])
	rest := args[1:]
	if words, ok := splits(name, rest); ok {
		return unwrap(words, in, code, at.in())
	}
	if text, ok := handed(name, rest, in); ok {
		calls := parse(text, at.in())
		if name == "trap" && !slices.ContainsFunc(calls, (*call).destroys) { // it tidies up
			calls = nil
		}
		return append([]*call{{name: name, args: rest, in: in}}, calls...)
	}
	if inner, mass := wrapped(name, rest); len(inner) > 0 {
		return massed(unwrap(inner, in, code, at.in()), mass)
	}
	if calls, ok := interpreted(name, rest, in, code, at); ok {
		return calls
	}
	c := &call{name: name, args: rest, in: in}
	if runsSubstituted(name, rest) {
		c.code = code
	}
	return append(append([]*call{c}, c.ran(code, at)...), c.inner(at)...)
}

// massed marks commands that get a list of files, if they do.
func massed(calls []*call, mass bool) []*call {
	for _, c := range calls {
		c.mass = c.mass || mass
	}
	return calls
}

// interpreted are the commands of a text or of words that an interpreter runs, which is
// none itself then. ok: it is one.
func interpreted(name string, rest []string, in, code stream, at scope) (calls []*call, ok bool) {
	switch {
	case slices.Contains(shells, name):
		return shell(name, rest, in, code, at), true
	case name == "eval":
		text := strings.Join(rest, " ")
		return given(&call{name: name}, text, code.before(text), at), true
	case startsPowerShell(name):
		return powershell(name, rest, in, at)
	case strings.EqualFold(name, "cmd") || strings.EqualFold(name, "forfiles"):
		if i := index(rest, func(s string) bool { return isFlag(s, "/c", "/k") }); i >= 0 {
			return massed(words(strings.Join(rest[i+1:], " "), at.in()), !strings.EqualFold(name, "cmd")), true
		}
	case strings.EqualFold(name, "start") || strings.EqualFold(name, "Start-Process") || strings.EqualFold(name, "saps"):
		if inner := started(rest); len(inner) > 0 {
			return unwrap(inner, in, code, at.in()), true
		}
	case strings.EqualFold(name, "call") && len(rest) > 0:
		calls := unwrap(rest, in, code, at.in())
		for _, c := range calls {
			c.sub = true // as what is sourced: it may only prepare
		}
		return calls, true
	case evaluates(name) && len(rest) > 0 && !strings.Contains(strings.Join(rest, ""), substituted):
		return words(strings.Join(rest, " "), at.in()), true
	case strings.HasPrefix(name, "python"):
		if m := module(rest); m != nil {
			return unwrap(m, in, code, at.in()), true
		}
	}
	return nil, false
}

// ran are the commands of a file that the line has written before, or that a program
// in a word prints; and what an interpreter does by the text that it is given.
func (c *call) ran(code stream, at scope) []*call {
	asShell := c.name == "source" || c.name == "." || slices.Contains(shells, c.name)
	file := c.name
	if asShell || slices.Contains(readers, c.name) {
		file = c.verb("")
	}
	text := stream{}
	if file == substituted {
		text = code
	} else if s, ok := at.file(file); ok && (file != c.name || strings.Contains(file, "/")) {
		text, c.code = s, s
		asShell = asShell || file == c.name
	}
	if asShell {
		return parse(text.text, at.in())
	}
	calls, does := c.script(text.text, at)
	c.does = does
	return calls
}

// splits are the words of env, which may have a command in one of its own.
func splits(name string, rest []string) ([]string, bool) {
	for i, a := range rest {
		switch value, behind := strings.CutPrefix(a, "-S"); {
		case name != "env" || !strings.HasPrefix(a, "-"):
			return nil, false
		case strings.HasPrefix(a, "--split-string="):
			return append(strings.Fields(a[len("--split-string="):]), rest[i+1:]...), true
		case (a == "-S" || a == "--split-string") && i+1 < len(rest):
			return append(strings.Fields(rest[i+1]), rest[i+2:]...), true
		case behind && value != "":
			return append(strings.Fields(value), rest[i+1:]...), true
		}
	}
	return nil, false
}

// handed is the text that a program hands to a shell.
func handed(name string, rest []string, in stream) (string, bool) {
	flagged := func(flags ...string) (string, bool) {
		if i := index(rest, func(s string) bool { return slices.Contains(flags, s) }); i >= 0 && i+1 < len(rest) {
			return rest[i+1], true
		}
		return "", false
	}
	switch name {
	case "watch":
		if words := (wrapper{values: "-n --interval"}).skip(rest); len(words) > 0 {
			return strings.Join(words, " "), true
		}
	case "trap":
		if len(rest) > 1 && rest[0] != "-" {
			return rest[0], true
		}
	case "vim", "vi", "nvim", "ex", "ed":
		for _, a := range append(slices.Clone(rest), strings.Split(in.text, "\n")...) {
			if text, ok := strings.CutPrefix(strings.TrimLeft(a, "+:"), "!"); ok {
				return text, true
			}
		}
	case "script":
		return flagged("-c", "-qc", "--command")
	case "flock":
		return flagged("-c", "--command")
	case "at", "batch":
		return in.text, in.text != ""
	case "sudo", "su", "doas":
		if words := wrappers["sudo"].skip(rest); len(words) == 0 && in.text != "" {
			return in.text, true
		}
	case "crontab":
		var b strings.Builder
		for line := range strings.Lines(in.text) {
			if f := strings.Fields(line); len(f) > 5 {
				b.WriteString(strings.Join(f[5:], " ") + "\n")
			}
		}
		return b.String(), b.Len() > 0
	case "tmux", "screen":
		words := wrapper{values: "-s -t -n -c -S -dmS -L -f -x -y -e"}.skip(rest)
		for len(words) > 0 && slices.Contains([]string{"new", "new-session", "neww", "new-window", "send-keys", "send", "split-window", "splitw", "run-shell", "run", "respawn-pane"}, words[0]) {
			words = wrapper{values: "-s -t -n -c -x -y -e -F"}.skip(words[1:])
		}
		if n := len(words); n > 1 && (words[n-1] == "Enter" || words[n-1] == "C-m") {
			words = words[:n-1]
		}
		if len(words) > 1 {
			for i, word := range words {
				if q, err := syntax.Quote(word, syntax.LangBash); err == nil {
					words[i] = q
				}
			}
		}
		text := strings.Join(words, " ")
		return text, strings.Contains(text, " ")
	}
	return "", false
}
