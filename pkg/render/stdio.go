package render

import (
	"maps"
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/wire"
)

// launch is how a local server is started: by itself, or by ac-proxy, which
// then does what the host cannot.
type launch struct {
	wrap  bool
	proxy []string // arguments of ac-proxy before the "--"
	cmd   []string // the real command
	env   object   // variables with their values, for the host's table
	pass  []string // names of variables that the host passes on
	cwd   any      // for the host's own field
	open  bool     // words of the command hold references that nobody expands
}

// stdio fills in a local server. In a project it is started by itself: the file
// is shared, and must work where our tools are not.
func (e *entry) stdio() {
	measured := e.s.Wrapped() && e.t.c.Telemetry.On()
	l := &launch{wrap: measured && !e.b.shared()}
	if measured && !l.wrap {
		what := "a file of the project"
		if e.b.plugin != nil {
			what = "a plugin"
		}
		e.b.info(e.t, wire.Server, "not measured: %s is shared and must work without ac-proxy", what)
	}
	if e.f.Line != "" {
		e.line(l)
		return
	}
	e.command(l)
	e.environ(l)
	e.directory(l)
	if e.no {
		return
	}
	e.desktop(l)
	if e.wrapped = l.wrap; l.wrap {
		l.cmd = slices.Concat(e.proxy(l.proxy), []string{"--"}, l.cmd)
	} else if !e.batch(l) {
		return
	}
	if e.d.Server.RunsInCmd && e.b.in.Machine.OS == "windows" && !e.passCmd(l.cmd) {
		return
	}
	e.words(l)
	if len(l.env) > 0 {
		e.put(e.f.Env, l.env)
	}
	if len(l.pass) > 0 {
		e.put(e.f.EnvVars, l.pass)
	}
	if l.cwd != nil {
		e.put(e.f.Cwd, l.cwd)
	}
}

// proxy is ac-proxy with its arguments.
func (e *entry) proxy(more []string) []string {
	// It counts with the model family's own vocabulary, if it is told which.
	if family := e.t.c.Telemetry.ModelFamilyHint; family != "" && family != connector.DefaultModelFamily {
		more = append(more, "--family", family)
	}
	if !e.t.c.Telemetry.ToolDefs() {
		more = append(more, "--no-tool-defs")
	}
	more = append(more, e.gate()...)
	own := []string{e.b.bin("ac-proxy"), "--connector", e.b.c.ID, "--host", e.t.h.Named()}
	if how := outside(e.d); e.f.Line == "" {
		if misread(how, own[0]) {
			e.refuse("move our folder with AGENT_CONNECTOR_DATA_DIR", "%s would take a part of %s for a variable: no server is written", e.t.h.Name, own[0])
		}
		own[0], _ = spell(how, own[0])
	}
	return append(own, more...)
}

// command spells the references in the command line. Where the host expands
// nothing ac-proxy does, from variables that the host has to pass on.
func (e *entry) command(l *launch) {
	words := append([]string{e.s.Command}, e.s.Args...)
	if e.s.Command == connector.Reporter && !e.b.shared() {
		words[0] = e.b.bin(connector.Reporter)
		e.b.needs(connector.Reporter)
		e.b.needs(reporter) // which it asks for reports
	}
	how := outside(e.d)
	if i := slices.IndexFunc(words, func(w string) bool { return misread(how, w) }); i >= 0 {
		e.refuse("write [mcp server "+e.b.c.ID+"] into a script without such an argument, and name the script as command",
			"%s would take a part of %s for a variable: no server is written", e.t.h.Name, words[i])
		return
	}
	all := true
	for _, word := range words {
		spelled, ok := spell(how, word)
		l.cmd = append(l.cmd, spelled)
		all = all && ok
	}
	if all {
		return
	}
	if l.open = !e.expands(l); l.open {
		l.cmd = words // as they are: what needs no value is spelled when it is written
		return
	}
	for i, word := range words {
		if _, ok := spell(how, word); !ok {
			l.cmd[i] = e.toProxy(l, word)
		}
	}
	for i, word := range words {
		if _, ok := spell(how, word); ok {
			l.cmd[i] = e.escaped(l, l.cmd[i])
		}
	}
	l.proxy = append(l.proxy, "--expand")
}

// expands says whether ac-proxy can do what the host cannot: it is there, and
// has the variables.
func (e *entry) expands(l *launch) bool { return l.wrap && !e.d.Server.ClearsEnv }

// toProxy is a text of ours in an argument of ac-proxy, which replaces the
// references in it. Where the host replaces things in arguments itself they are
// spelled so that it does not see them.
func (e *entry) toProxy(l *launch, s string) string {
	e.pass(l, interp.Names(s)...)
	how := outside(e.d)
	if how == host.ExpandNothing {
		return s
	}
	if !slices.Contains(l.proxy, "--percent") {
		l.proxy = append([]string{"--percent"}, l.proxy...)
	}
	hidden, ok := interp.Percent(s)
	if !ok {
		e.refuse("", "the default in %s holds a parenthesis, which cannot be said to %s: no server is written", s, e.t.h.Name)
	}
	spelled, ok := spell(how, hidden)
	if !ok {
		e.refuse("", "%s would take a part of %s for a variable: no server is written", e.t.h.Name, s)
	}
	return spelled
}

// escaped is what ac-proxy reads, too, though the host has replaced what is to be
// replaced in it.
func (e *entry) escaped(l *launch, spelled string) string {
	if !slices.Contains(l.proxy, "--percent") {
		return spelled
	}
	return strings.ReplaceAll(spelled, "%(", "%((")
}

// words writes the command line. Without the value of a variable in it there is
// no server: it would get the reference as it stands.
func (e *entry) words(l *launch) {
	if e.f.Argv != "" {
		e.list(e.f.Argv, l, l.cmd)
		return
	}
	how := outside(e.t.h)
	if first := l.cmd[0]; l.open && interp.HasRef(first) {
		e.needAll(e.f.Command, how, first)
	} else {
		if l.open {
			first, _ = spell(how, first)
		}
		e.put(e.f.Command, first)
	}
	e.list(e.f.Args, l, l.cmd[1:])
}

func (e *entry) list(field string, l *launch, words []string) {
	how := outside(e.t.h)
	switch {
	case len(words) == 0:
		return
	case l.open && len(references(raw(words))) > 0:
		e.needAll(field, how, words)
		return
	case l.open:
		words = slices.Clone(words)
		for i := range words {
			words[i], _ = spell(how, words[i])
		}
	}
	e.put(field, words)
}

// environ fills in the variables. Where the host expands nothing, NAME from
// NAME is passed on by name, and anything else is computed by ac-proxy.
func (e *entry) environ(l *launch) {
	for _, k := range slices.Sorted(maps.Keys(e.s.Env)) {
		v := e.s.Env[k]
		spelled, ok := spell(e.d.Server.Expand, v)
		if e.d.Server.Expand == host.ExpandCapitals && strings.HasPrefix(spelled, "$") {
			ok = false
		}
		one, single := interp.Single(v)
		drops := slices.ContainsFunc(e.d.Server.DropsEnv, func(n string) bool { return strings.EqualFold(n, k) })
		switch {
		case drops && !e.expands(l):
			e.lose("%s lets no server set the variable %s: it is left out", e.t.h.Name, k)
		case drops:
			l.proxy = append(l.proxy, "--env", k+"="+e.toProxy(l, v))
		case !ok && !interp.HasRef(v):
			e.lose("%s would take a part of %s=%s for a variable: it is left out", e.t.h.Name, k, v)
		case ok && e.f.Env != "":
			l.env.set(k, spelled) // over what pass has put there for the command line
		case single && one.Name == k && !one.HasDefault && e.f.EnvVars != "":
			e.pass(l, k)
		case e.expands(l):
			v = e.toProxy(l, v)
			l.proxy = append(l.proxy, "--env", k+"="+v)
		case e.f.Env != "":
			e.leaveTo(&l.env, k, k+"="+v, e.t.h.Server.Expand, v)
		default:
			e.lose("%s has no variables for servers: %s=%s is left out", e.t.h.Name, k, v)
		}
	}
}

// pass has the host pass variables on. One that has no such list passes all, or
// those that the entry's own table names.
func (e *entry) pass(l *launch, names ...string) {
	switch {
	case e.f.EnvVars != "":
		l.pass = addNew(l.pass, names...)
	case e.d.Server.FiltersEnv:
		for _, n := range names {
			if v, ok := spell(e.d.Server.Expand, "${env:"+n+"}"); ok && !l.env.has(n) {
				l.env.put(n, v)
			}
		}
	}
}

// directory is where the server starts. Where the host has no field for it, or
// expands nothing in one, ac-proxy makes up for it.
func (e *entry) directory(l *launch) {
	dir, ok := spell(outside(e.d), e.s.Cwd)
	switch {
	case dir == "":
	case ok && e.f.Cwd != "":
		l.cwd = dir
	case !ok && !interp.HasRef(e.s.Cwd):
		e.lose("%s would take a part of the working directory %s for a variable: it is left out", e.t.h.Name, e.s.Cwd)
	case ok && l.wrap:
		l.proxy = append(l.proxy, "--cwd", e.escaped(l, dir))
	case e.expands(l): // ac-proxy expands what the host does not
		dir = e.toProxy(l, e.s.Cwd)
		l.proxy = append(l.proxy, "--cwd", dir)
	case !ok && e.f.Cwd != "":
		var o object
		if e.leaveTo(&o, "cwd", "the working directory "+e.s.Cwd, outside(e.t.h), e.s.Cwd); len(o) > 0 {
			l.cwd = needing(e.s.Cwd)
		}
	default:
		e.lose("%s has no working directory for servers: %s is left out", e.t.h.Name, e.s.Cwd)
	}
}

// batchFiles are programs that are batch files on Windows, which a program
// cannot start as it starts others.
var batchFiles = []string{"npx", "npm", "pnpm", "pnpx", "yarn", "yarnpkg", "corepack"}

// cmdSpecial are characters that cmd.exe takes for its own, inside quotes or
// out of them, and a batch file a second time: no quoting brings them through.
const cmdSpecial = "&|<>^%!\"()\r\n"

// batch puts "cmd /c" before a batch file on Windows, for hosts that do not.
// False: it must not be written.
func (e *entry) batch(l *launch) bool {
	if e.d.Server.RunsBatch || e.d.Server.RunsInCmd || !isBatch(l.cmd[0]) {
		return true
	}
	if e.b.shared() {
		if e.b.in.Machine.OS == "windows" {
			e.lose("on Windows %s is a batch file, which needs cmd /c %s: written without, because the project is shared with other systems", l.cmd[0], l.cmd[0])
		}
		return true
	}
	if e.b.in.Machine.OS != "windows" {
		return true
	}
	for _, a := range l.cmd[1:] {
		if l.open && interp.HasRef(a) {
			e.refuse("write the value of "+names(a)+" into the command of [mcp server "+e.b.c.ID+"] yourself",
				"%s expands no variables, and cmd.exe, which has to start %s, may not pass the value of %s on unchanged: no server is written", e.t.h.Name, l.cmd[0], names(a))
			return false
		}
	}
	if !e.passCmd(l.cmd[1:]) {
		return false
	}
	l.cmd = append([]string{"cmd", "/c"}, l.cmd...)
	return true
}

// passCmd says whether words get through cmd.exe unchanged.
func (e *entry) passCmd(words []string) bool {
	for _, a := range words {
		if strings.ContainsAny(a, cmdSpecial) {
			manual := "run it under ac-proxy (wrapForTelemetry and telemetry.enabled not false), or name a program that is no batch file"
			if e.d.Server.RunsInCmd {
				manual = "write [mcp server " + e.b.c.ID + "] into a script without such an argument, and name the script as command"
			}
			e.refuse(manual, "cmd.exe, which has to start the server, would not pass the argument %s on unchanged: no server is written", a)
			return false
		}
	}
	return true
}

// isBatch goes by the name alone: it decides for another machine.
func isBatch(command string) bool {
	base := strings.ToLower(path.Base(strings.ReplaceAll(command, `\`, "/")))
	switch path.Ext(base) {
	case ".cmd", ".bat":
		return true
	}
	return slices.Contains(batchFiles, base)
}

func names(s string) string { return strings.Join(interp.Names(s), ", ") }
