package render

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/wire"
)

// A remote server is measured if the host starts ac-proxy, which speaks stdio to it
// and HTTP to the server. That is so where the connector asks for it: a login
// (OAuth) is between the host and the server alone, and whether there is one only
// the author knows. A shared file must work without our tools.

// bridge decides it. What is not measured is told.
func (e *entry) bridge() {
	if e.s.Transport == "stdio" || !e.t.c.Telemetry.On() {
		return
	}
	_, loads := spelling(e.d, e.s.Transport)
	why := e.unbridged()
	switch {
	case e.s.Wrapped() && why == "":
		local := *e.s
		local.Transport = "stdio"
		e.remote, e.s, e.f = e.s.Transport, &local, e.d.Server.Stdio
	case !loads: // there will be no server
	case e.s.Wrapped():
		e.lose("not measured: %s", why)
	case why == "":
		e.b.info(e.t, wire.Server, "not measured: %s reaches the remote server itself; wrapForTelemetry: true puts ac-proxy between them, if the server wants no login (OAuth)", e.t.h.Name)
	default:
		e.b.info(e.t, wire.Server, "not measured: %s", why)
	}
}

// remedy is what else can be done for a host that loads no such server.
func (e *entry) remedy() string {
	if e.s.Transport == "stdio" || !e.t.c.Telemetry.On() || e.unbridged() != "" {
		return ""
	}
	return "; or, if the server wants no login (OAuth), say wrapForTelemetry: true: then ac-proxy is that bridge, and measures"
}

// unbridged says why ac-proxy cannot stand before a remote server.
func (e *entry) unbridged() string {
	_, local := spelling(e.d, "stdio")
	a := e.s.Auth
	switch {
	case e.s.Transport == "ws":
		return "ac-proxy does not speak ws"
	case a != nil && a.Type == "oauth":
		return "the server wants OAuth, in which nothing may stand between it and the host"
	case e.b.plugin != nil:
		return "a plugin is shared and must work without ac-proxy"
	case e.b.shared():
		return "a file of the project is shared and must work without ac-proxy"
	case !local:
		return e.t.h.Name + " starts no local servers, as ac-proxy would be one"
	case e.d.Server.Stdio.Line != "":
		return "ac-proxy gets no variables from " + e.t.h.Name
	}
	return ""
}

// bridged fills in ac-proxy in the place of the remote server. References are
// replaced when it runs: no value is in the file or in an argument.
func (e *entry) bridged() {
	l := &launch{wrap: true}
	var words []string
	headers := e.s.AllHeaders()
	for _, k := range slices.Sorted(maps.Keys(headers)) {
		words = append(words, "--header", k+": "+headers[k])
	}
	if e.remote == "sse" {
		words = append(words, "--sse")
	}
	words = append(words, "--url", e.s.URL)
	how := outside(e.d)
	for _, w := range words {
		if interp.HasRef(w) {
			l.cmd = append(l.cmd, e.toProxy(l, w))
			continue
		}
		spelled, ok := spell(how, w)
		if !ok {
			e.refuse("", "%s would take a part of %s for a variable: no server is written", e.t.h.Name, w)
		}
		l.cmd = append(l.cmd, spelled)
	}
	if e.no {
		return
	}
	for i, w := range words {
		if !interp.HasRef(w) {
			l.cmd[i] = e.escaped(l, l.cmd[i])
		}
	}
	e.wrapped = true
	l.cmd = append(e.proxy(l.proxy), l.cmd...)
	if e.d.Server.RunsInCmd && e.b.in.Machine.OS == "windows" && !e.passCmd(l.cmd) {
		return
	}
	e.words(l)
	switch vars := interp.Names(strings.Join(words, " ")); {
	case e.d.Server.ClearsEnv && len(vars) > 0:
		// It gets what its entry says alone: the values have to stand there, as those of
		// any local server, and without them it is of no use.
		values := map[string]any{}
		for _, n := range vars {
			values[n] = "${env:" + n + "}"
		}
		e.needAll(e.f.Env, e.d.Server.Expand, values)
	case len(l.env) > 0:
		e.put(e.f.Env, l.env)
	}
	if len(l.pass) > 0 {
		e.put(e.f.EnvVars, l.pass)
	}
}
