package bashcmd

import (
	"path"
	"slices"
	"strings"
)

// wrapper is a program that runs what follows its own flags.
type wrapper struct {
	values  string // its flags that take a value in the next word, with blanks between
	operand int    // words of its own behind the flags
	sets    bool   // VAR=value may stand in front
	mass    bool   // what follows gets a list of files
}

// Sources: the programs' own manuals (sudo(8), env(1), xargs(1), timeout(1) …).
var wrappers = map[string]wrapper{
	"sudo":       {values: "-u -g -h -p -U -t -C -r -D -R -T --user --group --host --prompt --chdir", sets: true},
	"doas":       {values: "-u -C"},
	"env":        {values: "-u --unset -C --chdir -S --split-string", sets: true},
	"cross-env":  {sets: true},
	"time":       {values: "-f -o --format --output"},
	"nohup":      {},
	"nice":       {values: "-n --adjustment"},
	"ionice":     {values: "-c -n -p --class --classdata"},
	"timeout":    {values: "-s -k --signal --kill-after", operand: 1},
	"stdbuf":     {values: "-i -o -e"},
	"setsid":     {},
	"exec":       {values: "-a"},
	"command":    {},
	"builtin":    {},
	"caffeinate": {values: "-t -w"},
	"unbuffer":   {},
	"chronic":    {},
	"xargs":      {values: "-I -n -P -L -d -E -s -a --max-args --max-procs --replace --delimiter --arg-file", mass: true},
	"npx":        {values: "-p --package -c --call"},
	"pnpx":       {values: "-p --package"},
	"bunx":       {},
	"pipx run":   {values: "--spec --python"},
	"npm exec":   {values: "-p --package -c --call"},
	"pnpm exec":  {},
	"pnpm dlx":   {values: "--package"},
	"yarn dlx":   {values: "-p --package"},
	"yarn exec":  {},
	"poetry run": {},
	"pipenv run": {},
	"pdm run":    {},
	"hatch run":  {},
	"rye run":    {},
	"uv run":     {values: "--with --python -p --extra --group --project --directory --env-file --with-requirements"},
	"uvx":        {values: "--from --with --python -p"},

	"bundle exec": {},
	"su-exec":     {operand: 1},
	"gosu":        {operand: 1},
}

// shells read commands from -c, from a file, or from their input.
var shells = []string{"sh", "bash", "zsh", "dash", "ksh", "fish", "ash"}

// readers run a program that they read from their input, if they are given none.
var readers = append([]string{"python", "python3", "python2", "node", "perl", "ruby", "php", "lua", "deno", "iex", "Invoke-Expression", "powershell", "pwsh"}, shells...)

// unwrap follows a command to what it really runs.
func unwrap(args []string, in, code stream, depth int) []*call {
	if depth > maxDepth || len(args) == 0 {
		return nil
	}
	name := program(args[0])
	rest := args[1:]
	if w, n := wrapperOf(name, rest); n > 0 && !(name == "command" && len(rest) > 0 && strings.HasPrefix(strings.ToLower(rest[0]), "-v")) {
		if inner := w.skip(rest[n-1:]); len(inner) > 0 {
			calls := unwrap(inner, in, code, depth+1)
			for _, c := range calls {
				c.mass = c.mass || w.mass
			}
			return calls
		}
	}
	switch {
	case slices.Contains(shells, name):
		return shell(name, rest, in, code, depth)
	case name == "eval":
		return given(&call{name: name}, strings.Join(rest, " "), code.before(strings.Join(rest, " ")), depth)
	case startsPowerShell(name):
		if calls, ok := powershell(name, rest, in, depth); ok {
			return calls
		}
	case strings.EqualFold(name, "cmd") || strings.EqualFold(name, "forfiles"):
		if i := index(rest, func(s string) bool { return isFlag(s, "/c", "/k") }); i >= 0 {
			calls := words(strings.Join(rest[i+1:], " "), depth+1)
			for _, c := range calls {
				c.mass = c.mass || !strings.EqualFold(name, "cmd")
			}
			return calls
		}
	case strings.EqualFold(name, "start") || strings.EqualFold(name, "Start-Process") || strings.EqualFold(name, "saps"):
		if inner := started(rest); len(inner) > 0 {
			return unwrap(inner, in, code, depth+1)
		}
	case strings.EqualFold(name, "call") && len(rest) > 0:
		calls := unwrap(rest, in, code, depth+1)
		for _, c := range calls {
			c.sub = true // as what is sourced: it may only prepare
		}
		return calls
	case evaluates(name) && len(rest) > 0 && !strings.Contains(strings.Join(rest, ""), substituted):
		return words(strings.Join(rest, " "), depth+1)
	case strings.HasPrefix(name, "python"):
		if m := module(rest); m != nil {
			return unwrap(m, in, code, depth+1)
		}
	}
	c := &call{name: name, args: rest, in: in}
	if runsSubstituted(name, rest) {
		c.code = code
	}
	return append([]*call{c}, c.inner(depth)...)
}

// wrapperOf is the wrapper that a command is, by one word or two, and of how many
// words its name is.
func wrapperOf(name string, rest []string) (wrapper, int) {
	if w, ok := wrappers[name]; ok {
		return w, 1
	}
	if len(rest) > 0 {
		if w, ok := wrappers[name+" "+rest[0]]; ok {
			return w, 2
		}
	}
	return wrapper{}, 0
}

// skip gives what is behind a wrapper's own words.
func (w wrapper) skip(args []string) []string {
	values := strings.Fields(w.values)
	left := w.operand
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return args[i+1:]
		case strings.HasPrefix(a, "-") && len(a) > 1:
			if slices.Contains(values, a) {
				i++
			}
		case w.sets && isAssign(a):
		case left > 0:
			left--
		default:
			return args[i:]
		}
	}
	return nil
}

func isAssign(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/-.:")
}

// shell is a shell with what it runs: the text of -c, its input, or a script.
func shell(name string, rest []string, in, code stream, depth int) []*call {
	for i, a := range rest {
		switch {
		case strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "c"):
			if i+1 < len(rest) {
				return given(&call{name: name}, rest[i+1], code.before(rest[i+1]), depth)
			}
		case a == "-s" || a == "-":
			return given(&call{name: name}, in.text, in, depth)
		case strings.HasPrefix(a, "-"):
		case a == substituted: // bash <(curl …)
			return given(&call{name: name}, "", code, depth)
		default:
			return []*call{{name: name, args: rest, in: in}}
		}
	}
	if in == (stream{}) {
		return []*call{{name: name, args: rest}}
	}
	return given(&call{name: name}, in.text, in, depth)
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
func given(c *call, text string, from stream, depth int) []*call {
	calls := parse(text, depth+1)
	if from.fetched {
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
func (c *call) inner(depth int) (all []*call) {
	switch c.name {
	case "find":
		for i, a := range c.args {
			if a == "-exec" || a == "-execdir" || a == "-ok" || a == "-okdir" {
				end := index(c.args[i+1:], func(s string) bool { return s == ";" || s == "+" })
				if end < 0 {
					end = len(c.args) - i - 1
				}
				for _, k := range unwrap(c.args[i+1:i+1+end], stream{}, stream{}, depth+1) {
					k.mass = true
					all = append(all, k)
				}
			}
		}
	case "ssh":
		if _, rest := operand(c.args, "-i -p -l -o -F -J -L -R -D -b -c -e -E -I -m -O -Q -S -w -W"); len(rest) > 0 {
			return parse(strings.Join(rest, " "), depth+1)
		}
	case "docker", "podman":
		if verb, rest := operand(c.args, "--context -H --host -l"); verb == "exec" || verb == "run" {
			_, rest = operand(rest, "-u --user -w --workdir -e --env -v --volume -p --publish --name --network --entrypoint --env-file -m --memory --cpus -l --label --mount --platform -h --hostname")
			return unwrap(rest, stream{}, stream{}, depth+1)
		} else if verb == "compose" {
			if verb, rest = operand(rest, "-f --file -p --project-name --profile"); verb == "exec" || verb == "run" {
				_, rest = operand(rest, "-u --user -w --workdir -e --env")
				return unwrap(rest, stream{}, stream{}, depth+1)
			}
		}
	case "kubectl", "oc":
		if i := slices.Index(c.args, "--"); i >= 0 && slices.Contains(c.args[:i], "exec") {
			return unwrap(c.args[i+1:], stream{}, stream{}, depth+1)
		}
	case "su", "runuser":
		if i := index(c.args, func(s string) bool { return s == "-c" || s == "--command" }); i >= 0 && i+1 < len(c.args) {
			return parse(c.args[i+1], depth+1)
		}
	}
	return all
}

// operand is the first word that is no flag, nor the value of one, and the rest.
func operand(args []string, values string) (word string, rest []string) {
	rest = wrapper{values: values}.skip(args)
	if len(rest) == 0 {
		return "", nil
	}
	return rest[0], rest[1:]
}

func index(args []string, is func(string) bool) int { return slices.IndexFunc(args, is) }

func isFlag(s string, names ...string) bool { return slices.Contains(names, strings.ToLower(s)) }

// verb is the first word of a command's own that is no flag, nor the value of one.
func (c *call) verb(values string) string {
	v, _ := operand(c.args, values)
	return v
}

// base is the name of a file without its folders.
func base(p string) string { return path.Base(strings.ReplaceAll(p, `\`, "/")) }
