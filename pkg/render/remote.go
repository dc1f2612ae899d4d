package render

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/wire"
)

// overNetwork fills in a server that is reached over the network.
func (e *entry) overNetwork() {
	h := e.t.h
	url, ok := spell(outside(e.d), e.s.URL)
	headers := e.s.AllHeaders()
	listed := e.listed(headers)
	ok = ok && !mentions(e.s.URL, listed)
	key := e.f.URL
	if e.s.Transport == "sse" && e.f.SSEURL != "" {
		key = e.f.SSEURL
	}
	if ok {
		e.put(key, url)
	} else if !interp.HasRef(e.s.URL) {
		e.refuse("", "%s would take a part of %s for a variable: no server is written", h.Name, e.s.URL)
	} else { // an address with a reference in it is none: the entry would be dead
		e.needAll(key, outside(h), e.s.URL)
	}
	var plain, fromEnv object
	bearer := ""
	for _, k := range slices.Sorted(maps.Keys(headers)) {
		v := headers[k]
		spelled, ok := spell(e.d.Server.Expand, v)
		ok = ok && !mentions(v, listed)
		token, isBearer := bearerOf(k, v)
		one, single := interp.Single(v)
		switch {
		case ok:
			plain.put(k, spelled)
		case !interp.HasRef(v):
			e.lose("%s would take a part of the header %s for a variable: it is left out", h.Name, k)
		case isBearer && e.f.Bearer != "":
			bearer = token
		case single && !one.HasDefault && e.f.EnvHeaders != "":
			fromEnv.put(k, one.Name)
		default:
			e.leaveTo(&plain, k, "the header "+k, h.Server.Expand, v)
		}
	}
	switch {
	case len(plain) == 0:
	case e.f.HeadersIn != "":
		e.put(e.f.HeadersIn, object{{e.f.Headers, plain.bytes()}})
	default:
		e.put(e.f.Headers, plain)
	}
	if len(fromEnv) > 0 {
		e.put(e.f.EnvHeaders, fromEnv)
	}
	if bearer != "" {
		e.put(e.f.Bearer, bearer)
	}
	if len(listed) > 0 {
		e.put(e.f.EnvVars, listed)
	}
	e.login()
}

// listed are the variables that the entry has to name for the host to look them up.
func (e *entry) listed(headers map[string]string) (names []string) {
	if e.d.Server.Expand != host.ExpandListed {
		return nil
	}
	for _, v := range append([]string{e.s.URL}, slices.Sorted(maps.Values(headers))...) {
		if _, ok := spell(e.d.Server.Expand, v); ok {
			names = addNew(names, interp.Names(v)...)
		}
	}
	return names
}

// mentions says whether the text beside the references holds one of those names
// as a host would look it up.
func mentions(s string, names []string) bool {
	for _, p := range interp.Parse(s) {
		for _, n := range names {
			if p.Name == "" && (strings.Contains(p.Text, "$"+n) || strings.Contains(p.Text, "${"+n)) {
				return true
			}
		}
	}
	return false
}

// login tells of a server that wants OAuth. Hosts that speak it find out by
// themselves, from the server's first answer: no field says so.
func (e *entry) login() {
	h := e.t.h
	if a := e.s.Auth; a != nil && a.Type == "oauth" {
		e.put(e.f.OAuth, "oauth")
	}
	switch a := e.s.Auth; {
	case a == nil || a.Type != "oauth":
	case h.Server.Login != "":
		e.b.info(e.t, wire.Server, "the server wants OAuth: %s", strings.ReplaceAll(h.Server.Login, "$ID", e.b.c.ID))
	default:
		e.b.cell(e.t, wire.Server).degraded = true
		e.b.info(e.t, wire.Server, "the server wants OAuth: whether %s can log in is not known; if it cannot, give it a token in platforms.%s.server.auth (bearerEnv)", h.Name, h.ID)
	}
}

// bearerOf is the variable of a header "Authorization: Bearer ${env:VAR}".
func bearerOf(name, value string) (variable string, ok bool) {
	rest, found := strings.CutPrefix(value, "Bearer ")
	one, single := interp.Single(rest)
	return one.Name, found && single && !one.HasDefault && strings.EqualFold(name, "Authorization")
}
