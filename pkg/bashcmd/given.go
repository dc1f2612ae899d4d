package bashcmd

import (
	"slices"
	"strings"
)

// What a program is given to run as a text: by a flag, on its input, or as the way
// that another program is to be called.

// shells read commands from -c, from a file, or from their input.
var shells = []string{"sh", "bash", "zsh", "dash", "ksh", "fish", "ash"}

// readers run a program that they read from their input, if they are given none.
var readers = append([]string{"python", "python3", "python2", "node", "perl", "ruby", "php", "lua", "deno", "iex", "Invoke-Expression", "powershell", "pwsh"}, shells...)

// shell is a shell with what it runs: the text of -c, its input, or a script.
func shell(name string, rest []string, in, code stream, at scope) []*call {
	for i, a := range rest {
		switch {
		case strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "c"):
			if i+1 < len(rest) {
				if strings.Trim(rest[i+1], "{}%") == "" { // what xargs puts there
					code = in
				} else {
					code = code.before(rest[i+1])
				}
				return given(&call{name: name}, rest[i+1], code, at)
			}
		case a == "-s" || a == "-":
			return given(&call{name: name}, in.text, in, at)
		case strings.HasPrefix(a, "-"):
		case a == substituted: // bash <(curl …)
			return given(&call{name: name}, code.text, code, at)
		default:
			c := &call{name: name, args: rest, in: in}
			return append([]*call{c}, c.ran(code, at)...)
		}
	}
	if in.text == "" && !in.opaque() {
		return []*call{{name: name, args: rest}}
	}
	return given(&call{name: name}, in.text, in, at)
}

// before is what a program is given to run, if its text begins with what a command
// prints. Elsewhere in the text that is an argument.
func (s stream) before(text string) stream {
	if strings.HasPrefix(strings.TrimSpace(text), substituted) {
		return s
	}
	return stream{}
}

// runsSubstituted says whether a program runs what a command in its words prints:
// as the text of -c or -e, or as a file.
func runsSubstituted(name string, rest []string) bool {
	if name != "source" && name != "." && !slices.Contains(readers, name) {
		return false
	}
	for i, a := range rest {
		switch {
		case (a == "-c" || a == "-e" || a == "-r" || a == "--eval") && i+1 < len(rest):
			return strings.HasPrefix(strings.TrimSpace(rest[i+1]), substituted)
		case !strings.HasPrefix(a, "-"):
			return a == substituted
		}
	}
	return false
}

// given are the commands of a text that a shell gets. What it gets from elsewhere
// is what the shell itself is blamed for.
func given(c *call, text string, from stream, at scope) []*call {
	calls := parse(text, at.in())
	if from.opaque() {
		c.code = from
		calls = append(calls, c)
	}
	return calls
}

// module is what python -m runs, if that is a program by itself.
func module(rest []string) []string {
	for i, a := range rest {
		if a == "-m" && i+1 < len(rest) {
			if _, is := kinds()[rest[i+1]]; is {
				return rest[i+1:]
			}
			return nil
		}
		if !strings.HasPrefix(a, "-") {
			return nil
		}
	}
	return nil
}

// inner are the commands that a program runs beside its own work.
func (c *call) inner(at scope) (all []*call) {
	switch c.name {
	case "find", "fd", "fdfind":
		return c.onFound(at)
	case "ssh":
		if _, rest := operand(c.args, "-i -p -l -o -F -J -L -R -D -b -c -e -E -I -m -O -Q -S -w -W"); len(rest) > 0 {
			if rest[0] == "--" {
				rest = rest[1:]
			}
			return parse(strings.Join(rest, " "), at.in())
		}
	case "docker", "podman", "docker-compose":
		return unwrap(c.inContainer(), stream{}, stream{}, at.in())
	case "git":
		return parseAll(c.gitRuns(), at)
	case "tar", "gtar", "bsdtar":
		return parseAll(c.tarRuns(), at)
	case "kubectl", "oc":
		if i := slices.Index(c.args, "--"); i >= 0 && slices.Contains(c.args[:i], "exec") {
			return unwrap(c.args[i+1:], stream{}, stream{}, at.in())
		}
	case "su", "runuser":
		if i := index(c.args, func(s string) bool { return s == "-c" || s == "--command" }); i >= 0 && i+1 < len(c.args) {
			return parse(c.args[i+1], at.in())
		}
	}
	return nil
}

func parseAll(texts []string, at scope) (all []*call) {
	for _, text := range texts {
		all = append(all, parse(text, at.in())...)
	}
	return all
}

// onFound are the commands that find and fd run on what they find.
func (c *call) onFound(at scope) (all []*call) {
	starts := strings.Fields("-exec -execdir -ok -okdir")
	if c.name != "find" {
		starts = strings.Fields("-x -X --exec --exec-batch")
	}
	for i, a := range c.args {
		if slices.Contains(starts, a) {
			end := index(c.args[i+1:], func(s string) bool { return s == ";" || s == "+" })
			if end < 0 {
				end = len(c.args) - i - 1
			}
			all = append(all, massed(unwrap(c.args[i+1:i+1+end], stream{}, stream{}, at.in()), true)...)
		}
	}
	return all
}

// inContainer is the command that is started in a container.
func (c *call) inContainer() []string {
	verb, rest := "compose", c.args
	if c.name != "docker-compose" {
		verb, rest = operand(c.args, "--context -H --host -l")
	}
	compose := verb == "compose"
	if compose {
		verb, rest = operand(rest, "-f --file -p --project-name --profile")
	}
	switch {
	case verb != "exec" && verb != "run":
		return nil
	case compose:
		_, rest = operand(rest, "-u --user -w --workdir -e --env")
		return rest
	}
	_, rest = operand(rest, "-u --user -w --workdir -e --env -v --volume -p --publish --name --network --entrypoint --env-file -m --memory --cpus -l --label --mount --platform -h --hostname")
	if entry := c.flag("--entrypoint"); entry != "" {
		return append([]string{entry}, rest...)
	}
	return rest
}

// tarRuns are the commands that tar pipes what it holds through, or runs on the way.
func (c *call) tarRuns() (texts []string) {
	for i, a := range c.args {
		name, value, _ := strings.Cut(a, "=")
		switch {
		case name == "--to-command", name == "--use-compress-program":
		case name == "--checkpoint-action":
			value = strings.TrimPrefix(value, "exec=")
		case a == "-I" && i+1 < len(c.args):
			value = c.args[i+1]
		default:
			continue
		}
		texts = append(texts, value)
	}
	return texts
}

// gitRuns are the commands that git starts by its own words: an alias with !, a pager or
// an editor of -c, and what bisect, rebase and submodule are given to run.
func (c *call) gitRuns() (texts []string) {
	for i, a := range c.args {
		name, value, ok := strings.Cut(a, "=")
		switch {
		case ok && i > 0 && c.args[i-1] == "-c":
		case strings.HasPrefix(a, "alias.") && i+1 < len(c.args):
			name, value = a, c.args[i+1]
		default:
			continue
		}
		switch text, shell := strings.CutPrefix(value, "!"); {
		case strings.HasPrefix(name, "alias.") && shell, strings.HasPrefix(name, "pager."),
			slices.Contains([]string{"core.pager", "core.editor", "core.fsmonitor", "sequence.editor", "diff.external"}, name):
			texts = append(texts, text)
		}
	}
	verb, rest := operand(c.args, gitValues)
	switch verb {
	case "bisect":
		if len(rest) > 1 && rest[0] == "run" {
			texts = append(texts, strings.Join(rest[1:], " "))
		}
	case "submodule":
		if sub, rest := operand(rest, ""); sub == "foreach" {
			texts = append(texts, strings.Join(wrapper{}.skip(rest), " "))
		}
	case "rebase":
		for i, a := range rest {
			if value, ok := strings.CutPrefix(a, "--exec="); ok {
				texts = append(texts, value)
			} else if (a == "-x" || a == "--exec") && i+1 < len(rest) {
				texts = append(texts, rest[i+1])
			}
		}
	}
	return texts
}

// gitValues are the flags of git itself that take a value in the next word.
const gitValues = "-C -c --git-dir --work-tree --namespace --exec-path"
