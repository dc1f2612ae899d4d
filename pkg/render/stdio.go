package render

import (
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

func names(s string) string { return strings.Join(interp.Names(s), ", ") }
