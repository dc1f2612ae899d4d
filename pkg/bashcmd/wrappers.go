package bashcmd

import (
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

// wrapped is what a wrapper runs, and whether that gets a list of files; none if the
// command is no wrapper, or only asks where another is.
func wrapped(name string, rest []string) (inner []string, mass bool) {
	w, n := wrapperOf(name, rest)
	if n == 0 || name == "command" && len(rest) > 0 && strings.HasPrefix(strings.ToLower(rest[0]), "-v") {
		return nil, false
	}
	inner = w.skip(rest[n-1:])
	if i := index(inner, func(s string) bool { return strings.HasPrefix(s, ":::") }); i > 0 { // of parallel: what for
		inner = inner[:i]
	}
	if len(inner) == 1 && strings.Contains(inner[0], " ") && name == "parallel" {
		inner = strings.Fields(inner[0])
	}
	return inner, w.mass
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
