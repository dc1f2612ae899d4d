package bashcmd

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
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
	"env":        {values: "-u --unset -C --chdir", sets: true},
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

	"busybox":     {},
	"toybox":      {},
	"strace":      {values: "-e -o -p -s -u -E -P -a -b -I -O -S -X"},
	"ltrace":      {values: "-e -o -p -s -u -a -l -n -x"},
	"valgrind":    {},
	"flock":       {values: "-w --timeout -E --conflict-exit-code", operand: 1},
	"chroot":      {operand: 1},
	"unshare":     {values: "-S -G -R -w"},
	"nsenter":     {values: "-t --target -S -G"},
	"firejail":    {},
	"fakeroot":    {},
	"xvfb-run":    {values: "-n -s -e -f -p -w"},
	"systemd-run": {values: "-p --property -E --setenv -u --unit -M -t --slice --on-active --on-calendar"},
	"run0":        {values: "-u --user -g --group -D --chdir --setenv"},
	"pkexec":      {values: "--user"},
	"setpriv":     {values: "--reuid --regid --groups"},
	"taskset":     {operand: 1},
	"chrt":        {operand: 1},
	"numactl":     {values: "-N -m -C"},
	"prlimit":     {},
	"runuser":     {values: "-u --user -g --group -G -s --shell -w"},
	"parallel":    {values: "-j --jobs -I -a --arg-file -N -n -L --colsep -S --sshlogin --delay --retries --joblog --results --timeout", mass: true},
}

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
	if w, n := wrapperOf(name, rest); n > 0 && !(name == "command" && len(rest) > 0 && strings.HasPrefix(strings.ToLower(rest[0]), "-v")) {
		if inner := w.skip(rest[n-1:]); len(inner) > 0 {
			if i := index(inner, func(s string) bool { return strings.HasPrefix(s, ":::") }); i > 0 { // of parallel: what for
				inner = inner[:i]
			}
			if len(inner) == 1 && strings.Contains(inner[0], " ") && name == "parallel" {
				inner = strings.Fields(inner[0])
			}
			calls := unwrap(inner, in, code, at.in())
			for _, c := range calls {
				c.mass = c.mass || w.mass
			}
			return calls
		}
	}
	switch {
	case slices.Contains(shells, name):
		return shell(name, rest, in, code, at)
	case name == "eval":
		return given(&call{name: name}, strings.Join(rest, " "), code.before(strings.Join(rest, " ")), at)
	case startsPowerShell(name):
		if calls, ok := powershell(name, rest, in, at); ok {
			return calls
		}
	case strings.EqualFold(name, "cmd") || strings.EqualFold(name, "forfiles"):
		if i := index(rest, func(s string) bool { return isFlag(s, "/c", "/k") }); i >= 0 {
			calls := words(strings.Join(rest[i+1:], " "), at.in())
			for _, c := range calls {
				c.mass = c.mass || !strings.EqualFold(name, "cmd")
			}
			return calls
		}
	case strings.EqualFold(name, "start") || strings.EqualFold(name, "Start-Process") || strings.EqualFold(name, "saps"):
		if inner := started(rest); len(inner) > 0 {
			return unwrap(inner, in, code, at.in())
		}
	case strings.EqualFold(name, "call") && len(rest) > 0:
		calls := unwrap(rest, in, code, at.in())
		for _, c := range calls {
			c.sub = true // as what is sourced: it may only prepare
		}
		return calls
	case evaluates(name) && len(rest) > 0 && !strings.Contains(strings.Join(rest, ""), substituted):
		return words(strings.Join(rest, " "), at.in())
	case strings.HasPrefix(name, "python"):
		if m := module(rest); m != nil {
			return unwrap(m, in, code, at.in())
		}
	}
	c := &call{name: name, args: rest, in: in}
	if runsSubstituted(name, rest) {
		c.code = code
	}
	return append(append([]*call{c}, c.ran(code, at)...), c.inner(at)...)
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
