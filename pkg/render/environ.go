package render

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
)

// What a local server finds around it: its variables and its working directory.

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
