package host

import (
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// Record is what the host is in an environment, as ac-detect prints it, but for
// what only a look at the machine tells: whether it is installed and which
// version. exists answers for one absolute path; a pure answer gives a pure
// record, of any operating system.
func (h *Host) Record(e Env, exists func(string) bool) wire.Host {
	r := wire.Host{
		Schema: wire.SchemaHost, ID: h.ID, Name: h.Name, Evidence: []string{},
		Paradigm: string(h.Paradigm), Visibility: string(h.Visibility),
		Supports: make([]string, 0, len(wire.Surfaces)), Capabilities: make([]string, 0, len(wire.Events)), Scopes: map[string]map[string]wire.Place{},
	}
	for _, s := range wire.Surfaces {
		if h.Supports(s) {
			r.Supports = append(r.Supports, s)
		}
	}
	for _, name := range wire.Events {
		if h.Event(name) != nil {
			r.Capabilities = append(r.Capabilities, name)
		}
	}
	for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
		if scope == wire.ScopeProject && e.Project == "" {
			continue
		}
		r.Scopes[scope] = h.places(scope == wire.ScopeProject, e, exists)
	}
	if e.Project != "" {
		r.Scopes[wire.PlacesLocal] = h.local(e, exists)
	}
	return r
}

// places are the host's files of one scope. A surface that has none there, as
// Cursor's memory of the user, is left out.
func (h *Host) places(project bool, e Env, exists func(string) bool) map[string]wire.Place {
	m := make(map[string]wire.Place, len(wire.Surfaces))
	put := func(surface string, path string, f Format, variant string, also []Loc) {
		if path == "" {
			return
		}
		path = h.moved(path, e, exists)
		p := wire.Place{Path: path, Format: string(f), Variant: variant, Exists: exists(path)}
		for _, l := range also {
			if a := l.Resolve(e); a != "" && a != path {
				p.Also = append(p.Also, a)
			}
		}
		m[surface] = p
	}
	pick := func(user, proj Loc) string {
		if project {
			return proj.Resolve(e)
		}
		return user.Resolve(e)
	}
	server := &h.Serving(project, "stdio").Server
	format := server.Format
	if project && server.ProjectOf != "" { // what one reader allows in a shared file, another might not
		format = Find(server.ProjectOf).Server.Format
	}
	put(wire.Server, pick(server.User, server.Project), format, "", nil)
	if homes := server.homes(e, exists); !project && len(homes) > 0 {
		put(wire.Server, homes[0], server.Format, "", nil)
		p := m[wire.Server]
		p.Homes = homes[1:]
		m[wire.Server] = p
	}
	put(wire.Hooks, pick(h.Hooks.User, h.Hooks.Project), h.Hooks.Format, string(h.Hooks.Shape), nil)
	for _, c := range []struct {
		surface string
		c       *Content
	}{{wire.Commands, &h.Commands}, {wire.Skills, &h.Skills}, {wire.Subagents, &h.Subagents}} {
		also := c.c.AlsoUser
		if project {
			also = c.c.AlsoProject
		}
		put(c.surface, pick(c.c.User, c.c.Project), File, string(c.c.Form), also)
	}
	put(wire.Memory, h.memory(project, e, exists), Block, "", nil)
	put(wire.NativeHooks, pick(h.Hooks.User, h.Hooks.Project), h.Hooks.Format, string(h.Hooks.Shape), nil)
	put(wire.Statusline, pick(h.Status.User, Loc{}), h.Status.Format, "", nil)
	put(wire.Actions, pick(h.Actions.User, h.Actions.Project), h.Actions.Format, string(h.Actions.Form), nil)
	put(wire.ConfigPatch, pick(h.Config.User, h.Config.Project), h.Config.Format, "", nil)
	return m
}

// homes are the files of the user's servers in each home of the host that is there.
func (s *Server) homes(e Env, exists func(string) bool) (all []string) {
	for i := range s.Homes {
		h := &s.Homes[i]
		for _, at := range h.At.Places(e) {
			file := h.File.Resolve(e)
			if file == "" {
				file = Join(e.OS, at, h.In)
			}
			if exists(at) && !slices.Contains(all, file) {
				all = append(all, file)
			}
		}
	}
	return all
}

// moved is a path under the name that its folder, or the file itself, has now.
func (h *Host) moved(path string, e Env, exists func(string) bool) string {
	for _, m := range h.Moved {
		old, now := m.Old.Resolve(e), m.New.Resolve(e)
		rest, ok := strings.CutPrefix(path, now)
		if now == "" || !ok || rest != "" && rest[0] != '/' && rest[0] != '\\' {
			continue
		}
		before, after := old+rest, path
		if m.Whole {
			before, after = old, now
		}
		if exists(before) && (m.First || !exists(after)) {
			return old + rest
		}
	}
	return path
}

// local are the host's files of the project that are this user's own. Content
// has none: its directories are committed.
func (h *Host) local(e Env, exists func(string) bool) map[string]wire.Place {
	m := map[string]wire.Place{}
	put := func(surface string, l Loc, f Format, variant string, root []string) {
		if path := l.Resolve(e); path != "" {
			m[surface] = wire.Place{Path: path, Format: string(f), Variant: variant, Root: root, Exists: exists(path)}
		}
	}
	put(wire.Server, h.Server.Local, h.Server.Format, "", h.Server.localRoot(e))
	put(wire.Hooks, h.Hooks.Local, h.Hooks.Format, string(h.Hooks.Shape), nil)
	put(wire.NativeHooks, h.Hooks.Local, h.Hooks.Format, string(h.Hooks.Shape), nil)
	put(wire.Memory, h.Memory.Local, Block, "", nil)
	if p, ok := m[wire.Memory]; ok && !p.Exists {
		p.Hides = h.hidden(e, exists)
		m[wire.Memory] = p
	}
	put(wire.Statusline, h.Status.Local, h.Status.Format, "", nil)
	put(wire.ConfigPatch, h.Config.Local, h.Config.Format, "", nil)
	return m
}

// hidden is the file that the host would read no more if the local one were made.
func (h *Host) hidden(e Env, exists func(string) bool) string {
	now := h.memory(true, e, exists)
	for _, l := range h.Memory.Hides {
		if l.Resolve(e) == now && exists(now) {
			return now
		}
	}
	return ""
}

// localRoot is LocalRoot with the project's path in its place.
func (s *Server) localRoot(e Env) []string {
	path := e.Listed
	if path == "" {
		path = e.Project
	}
	if e.OS == "windows" {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	var root []string
	for _, k := range s.LocalRoot {
		if k == ProjectPath {
			k = path
		}
		root = append(root, k)
	}
	return root
}

// memory is the file that the host really reads: the first candidate that is
// there; if none is, the last one, which will be made.
func (h *Host) memory(project bool, e Env, exists func(string) bool) string {
	candidates, last := h.Memory.User, ""
	if project {
		candidates = h.Memory.Project
	}
	for _, l := range candidates {
		p := l.Resolve(e)
		if p != "" && exists(p) {
			return p
		}
		if p != "" {
			last = p
		}
	}
	return last
}
