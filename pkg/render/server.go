package render

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/shell"
	"agentconnector/pkg/wire"
)

// server writes the entry of the MCP server into the host's file.
func (b *builder) server(t *target) {
	place, ok := b.place(t, wire.Server)
	if !ok {
		b.byHand(t)
		return
	}
	if b.asks(t) {
		return
	}
	e := b.entry(t, place.Path)
	if e == nil {
		return
	}
	if e.d.Server.NotMade && !place.Exists && !b.shared() && !e.no {
		e.refuse("once "+place.Path+" is there, install again", "%s has no %s yet, and a new one would take the place of its own setup: no server is written", t.h.Name, place.Path)
	}
	if root := e.d.Server.Root; !e.no {
		if len(place.Root) > 0 {
			root = place.Root
		}
		e.extra(place.Format)
		e.needs()
		p := wire.Patch{Surface: wire.Server, Path: place.Path, Format: place.Format, Op: wire.OpSet,
			At: append(slices.Clone(root), b.c.ID), Value: e.value(), Mode: b.mode(), If: wire.IfAbsent,
			Needs: e.vital, Refuse: e.marks, Stays: e.stays(), Why: "MCP server"}
		if key := e.d.Server.NameKey; key != "" {
			p.Op, p.At, p.Identity = wire.OpUpsert, root, &wire.Identity{Path: []string{key}, Value: b.c.ID}
		}
		b.beside(t, wire.Server, place, e.d.Server.Header)
		if b.shared() {
			b.beside(t, wire.Server, place, e.d.Server.ProjectHeader)
		}
		b.add(p, t)
		for _, path := range place.Homes {
			p.Path = path
			b.add(p, t)
		}
		if len(e.vital) > 0 {
			b.cell(t, wire.Server).vain++
		}
		if place.Note != "" {
			b.info(t, wire.Server, "%s: %s", place.Path, place.Note)
		}
		b.gate(t)
	}
}

// despite tells of a server that a host gets though it shall not: it reads the
// file of another one that gets it.
func (b *builder) despite(t *target) {
	also := t.h.Server.AlsoUser
	if b.scope == wire.ScopeProject {
		also = append(slices.Clone(t.h.Server.AlsoProject), t.h.Server.ProjectOf)
	}
	own, _ := b.place(t, wire.Server)
	for _, o := range b.targets {
		place, ok := b.place(o, wire.Server)
		_, off := o.off[wire.Server]
		if o != t && ok && !off && has(o.c, o.h.ID, wire.Server) && (place.Path == own.Path || slices.Contains(also, o.h.ID)) {
			b.lose(t, wire.Server, "%s gets the server nevertheless: it reads %s, into which it is written for %s", t.h.Name, place.Path, o.h.Name)
			return
		}
	}
}

// byHand tells of a host that keeps no servers in a file which we know. If it is
// known what it takes, that is what the user can enter.
func (b *builder) byHand(t *target) {
	if t.h.Server.AddWith != "" && b.scope == wire.ScopeUser {
		b.command(t)
		return
	}
	if t.h.Server.Stdio == (host.Fields{}) || b.scope != wire.ScopeUser {
		b.loseHere(t, wire.Server, "%s keeps no servers %s", t.h.Name, b.where("in"))
		return
	}
	e := b.entry(t, "its configuration")
	if e == nil || e.no {
		return
	}
	e.needs()
	b.loseManual(t, wire.Server, "add to the MCP servers of "+t.h.Name+": "+string(raw(b.c.ID))+": "+string(e.value()),
		"%s: where it keeps its servers is not known, so that none is written", t.h.Name)
}

// command tells of a host that takes servers by a command of its own alone. Of the
// definition it takes the address and the variable with the token.
func (b *builder) command(t *target) {
	s := t.c.Server
	if _, ok := spelling(t.h, s.Transport); !ok {
		b.loseManual(t, wire.Server, "give it an address that its sandbox reaches, with transport "+loadable(t.h)+", in platforms."+t.h.ID+".server",
			"%s loads no %s server: none is added", t.h.Name, s.Transport)
		return
	}
	e := &entry{b: b, t: t, d: t.h, c: t.c, s: s}
	token := "VARIABLE"
	headers := s.AllHeaders()
	for _, k := range slices.Sorted(maps.Keys(headers)) {
		if v, ok := bearerOf(k, headers[k]); ok {
			token = v
		} else {
			e.lose("%s has no headers for servers but that of a bearer token: %s is left out", t.h.Name, k)
		}
	}
	if s.TimeoutMS > 0 || !s.On() || len(s.Tools.Include)+len(t.c.Platforms[t.h.ID].Extra) > 0 {
		e.lose("%s takes no timeoutMs, tools.include or extra, and keeps no server of which enabled is false", t.h.Name)
	}
	e.login()
	line := strings.NewReplacer("$ID", b.c.ID, "$URL", shell.Word(s.URL), "$VAR", token).Replace(t.h.Server.AddWith)
	for _, tool := range s.Tools.Exclude {
		line += " " + strings.ReplaceAll(t.h.Server.AddDeny, "$TOOL", shell.Word(tool))
	}
	b.loseManual(t, wire.Server, "run "+line, "%s takes servers by a command of its own, which you run: none is written", t.h.Name)
}

// typed is the field that says the transport; without a key there is none.
type typed struct{ key, value string }

// spelling is how a host says a transport. Not ok: it cannot load it.
func spelling(h *host.Host, transport string) (typed, bool) {
	tr := h.Server.Transports
	v := map[string]string{"stdio": tr.Stdio, "http": tr.HTTP, "sse": tr.SSE, "ws": tr.WS}[transport]
	if v == "-" {
		return typed{}, true
	}
	return typed{tr.TypeKey, v}, v != ""
}

// loadable lists the transports that a host can load, for people.
func loadable(h *host.Host) string {
	var list []string
	for _, tr := range []string{"stdio", "http", "sse", "ws"} {
		if _, ok := spelling(h, tr); ok {
			list = append(list, tr)
		}
	}
	return strings.Join(list, " or ")
}

// gate tells what stands between a written entry and a running server.
func (b *builder) gate(t *target) {
	gate := t.h.Server.Gate
	if b.shared() {
		gate = t.h.Server.ProjectGate
	}
	if gate != "" {
		b.info(t, wire.Server, "%s", gate)
	}
}
