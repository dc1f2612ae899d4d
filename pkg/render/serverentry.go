package render

import (
	"maps"
	"reflect"
	"slices"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// entry is one server entry in the making.
type entry struct {
	object
	b *builder
	t *target
	d *host.Host           // whose file it is, in whose dialect it stands there
	c *connector.Connector // as that host sees it
	s *connector.Server
	f host.Fields

	wrapped bool     // it starts ac-proxy
	gated   bool     // which leaves out tools for the host
	remote  string   // the server's own transport, if ac-proxy speaks stdio in its place
	no      bool     // it must not be written; why is a notice already
	vital   []string // fields that it is of no use without, and that need variables
	marks   []string // what the values of variables must not hold
}

// entry is the server as the host's file has it, before the connector's extra
// fields; nil if the host cannot load it.
func (b *builder) entry(t *target, path string) *entry {
	h := t.h
	e := &entry{b: b, t: t, d: h, c: t.c}
	e.owned()
	e.s, e.f = e.c.Server, e.d.Server.HTTP
	e.bridge()
	kind, ok := spelling(e.d, e.s.Transport)
	if !ok {
		b.loseManual(t, wire.Server,
			"give "+h.Name+" a server of its own in connector.json: platforms."+h.ID+".server with transport "+loadable(e.d)+", such as a stdio command that bridges to "+e.s.URL+e.remedy(),
			"%s loads no %s server from %s: none is written", h.Name, e.s.Transport, path)
		return nil
	}
	if key := e.d.Server.NameKey; key != "" {
		e.put(key, b.c.ID)
	}
	if e.s.Transport == "stdio" {
		e.f = e.d.Server.Stdio
	}
	e.put(kind.key, kind.value)
	e.put(e.f.Name, b.c.ID)
	switch {
	case e.remote != "":
		e.bridged()
	case e.s.Transport == "stdio":
		e.stdio()
	default:
		e.overNetwork()
	}
	e.common()
	return e
}

// needs are the tools that the entry names.
func (e *entry) needs() {
	if e.wrapped {
		e.b.needs("ac-proxy")
	}
	if e.remote != "" {
		e.b.needs("ac-proxy-http")
	}
}

// owned finds out whose file it is. Several hosts may read one: then the entry is
// what the owner of the file gets, whoever of them is installed, and it serves all.
func (e *entry) owned() {
	h := e.t.h
	id := h.As
	own := host.Find(id)
	switch {
	case e.b.local:
		return
	case e.b.scope == wire.ScopeProject && h.Server.ProjectOf != "":
		id = h.Server.ProjectOf
		own = host.Find(id)
	case own == nil, e.b.scope == wire.ScopeUser && own.Server.User != h.Server.User, e.b.scope == wire.ScopeProject && own.Server.Project != h.Server.Project:
		return
	}
	view, _ := e.b.c.For(id)
	if view.Server == nil { // the owner shall not have it, and yet will
		e.lose("%s reads the same file: it gets the server, too", own.Name)
		if view = e.b.c; view.Server == nil { // it is for this host alone
			view = e.t.c
		}
	}
	if !reflect.DeepEqual(view.Server, e.t.c.Server) || len(e.b.c.Platforms[h.ID].Extra) > 0 {
		e.lose("what the connector says of the server for %s alone is left out: %s reads the entry of %s", h.ID, h.Name, own.Name)
	}
	e.d, e.c = own.Serving(e.b.shared(), view.Server.Transport), view
	e.readOtherwise()
}

// readOtherwise tells of texts in the owner's entry that this host, which reads it,
// too, takes for variables.
func (e *entry) readOtherwise() {
	h, s := e.t.h, e.c.Server
	for _, text := range append([]string{s.Command, s.Cwd, s.URL}, s.Args...) {
		if misread(outside(h), text) {
			e.lose("%s reads the entry of %s, and takes a part of %s for a variable", h.Name, e.d.Name, text)
		}
	}
	for _, values := range []map[string]string{s.Env, s.Headers} {
		for _, k := range slices.Sorted(maps.Keys(values)) {
			if misread(h.Server.Expand, values[k]) {
				e.lose("%s reads the entry of %s, and takes a part of %s for a variable", h.Name, e.d.Name, k)
			}
		}
	}
}

// value is the entry. One that is nothing but a shell's line is the line.
func (e *entry) value() wire.Raw {
	must := e.d.Server.Must
	if e.s.Transport == "stdio" {
		must = append(slices.Clone(must), e.d.Server.MustStdio...)
	}
	for _, m := range must {
		if !e.has(m.At[0]) {
			e.put(m.At[0], wire.Raw(m.Value))
		}
	}
	if len(e.object) == 1 && e.object[0].key == e.f.Line {
		return e.object[0].value
	}
	return e.bytes()
}

// stays are the keys of an entry that are the user's, whoever wrote the rest: a
// server that is switched off, tools that are left out or approved.
func (e *entry) stays() (keys []string) {
	lists := []string{e.f.Allow, e.f.Deny}
	if e.f.ToolsIn != "" {
		lists = []string{e.f.ToolsIn}
	}
	for _, k := range append([]string{e.f.Enabled, e.f.Disabled}, lists...) {
		if k != "" {
			keys = append(keys, k)
		}
	}
	for _, k := range e.d.Server.State {
		if !e.has(k) { // else it is what we say there
			keys = append(keys, k)
		}
	}
	return keys
}

// common are the fields that every transport has.
func (e *entry) common() {
	h := e.t.h
	if ms := e.s.TimeoutMS; ms > 0 {
		e.put(e.f.TimeoutMS, max(ms, e.d.Server.MinTimeoutMS))
		e.put(e.f.TimeoutSec, (ms+999)/1000)
		if e.f.TimeoutMS == "" && e.f.TimeoutSec == "" {
			e.lose("%s has no time limit for tool calls: timeoutMs is dropped", h.Name)
		}
	}
	if !e.s.On() {
		e.put(e.f.Enabled, false)
		e.put(e.f.Disabled, true)
		if e.f.Enabled == "" && e.f.Disabled == "" {
			e.lose("%s cannot keep a server that is switched off (enabled is false): none is written", h.Name)
			e.no = true
		}
	}
	e.filter()
}

// extra merges what the connector says for this host alone. Our own fields are
// not replaced by it: a pointer that leads elsewhere would be no pointer.
func (e *entry) extra(format string) {
	all := e.c.Platforms[e.d.ID].Extra
	for _, k := range slices.Sorted(maps.Keys(all)) {
		v, ok := spellAny(e.d.Server.Expand, all[k])
		switch {
		case k == inputsKey && e.t.h.Server.Asks != nil: // it is no part of an entry
		case e.has(k):
			e.lose("platforms.%s.extra.%s is dropped: the entry has a field of that name already", e.d.ID, k)
		case e.d.Server.Strict:
			e.lose("platforms.%s.extra.%s is dropped: with a key that it does not know %s drops all servers of the file", e.d.ID, k, e.t.h.Name)
		case format == string(host.TOML) && hasNull(v):
			e.lose("platforms.%s.extra.%s is dropped: TOML has no null", e.d.ID, k)
		case !ok:
			e.leaveTo(&e.object, k, "platforms."+e.t.h.ID+".extra."+k, e.t.h.Server.Expand, all[k])
		default:
			e.put(k, v)
		}
	}
}

func hasNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return slices.ContainsFunc(v, hasNull)
	case map[string]any:
		for _, x := range v {
			if hasNull(x) {
				return true
			}
		}
	case wire.Raw:
		return string(v) == "null"
	}
	return false
}

func (e *entry) lose(format string, args ...any) { e.b.lose(e.t, wire.Server, format, args...) }

// refuse keeps the entry from being written.
func (e *entry) refuse(manual, format string, args ...any) {
	e.no = true
	e.b.loseManual(e.t, wire.Server, manual, format, args...)
}
