package installed

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// TestEveryHostIsServedOnce: with every host installed at once, each is followed by
// its own rules of reading, through the files of others that it reads, too: it starts
// the server once, each of its events is answered once, its guidance is there once,
// and of each item of content there is one file for it, but for what others have in
// folders of their own, which is in the golden file. There is one line of change for
// each host and surface.
func TestEveryHostIsServedOnce(t *testing.T) {
	for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, host.All...)
			r := m.plan(scope)
			rep, err := apply.Plan(&r.Plan, m.options())
			if err != nil {
				t.Fatal(err)
			}
			m.oneLine(rep.Changes)
			copies := ""
			for i, h := range host.All {
				line := m.in.Hosts[i]
				w := &walk{m, h, line.Scopes[scope], scope}
				if n, want := len(w.servers()), b2i(planned(r, h, wire.Server) > 0); n != want {
					t.Errorf("%s starts the server as %v, want %d", h.ID, w.servers(), want)
				}
				for event, n := range w.answers() {
					if n != 1 {
						t.Errorf("%s is answered %d times on %s", h.ID, n, event)
					}
				}
				w.guidance(r.Plan.Notices)
				copies += w.content()
			}
			golden(t, "testdata/golden/copies-"+scope+".txt", copies)
		})
	}
}

// oneLine: no host and surface has two lines, and each that the connector declares
// has one, if only to say that nothing was done.
func (m *machine) oneLine(all []wire.Change) {
	m.t.Helper()
	lines := map[string]int{}
	for _, c := range all {
		lines[c.Host+" "+c.Surface]++
	}
	for _, h := range m.in.Hosts {
		for _, s := range []string{wire.Server, wire.Hooks, wire.Memory, wire.Commands, wire.Skills, wire.Subagents} {
			if n := lines[h.ID+" "+s]; n != 1 {
				m.t.Errorf("%d lines for %s of %s", n, s, h.ID)
			}
		}
	}
	for what, n := range lines {
		if n > 1 && !strings.HasPrefix(what, " ") {
			m.t.Errorf("%d lines for %s", n, what)
		}
	}
}

// walk is what one host reads in a scope.
type walk struct {
	*machine
	h      *host.Host
	places map[string]wire.Place
	scope  string
}

// servers are the names under which the host would start our server: those of the
// entries in its own file and in the files of other hosts that it reads. Entries of
// one name are one server to it.
func (w *walk) servers() []string {
	names := map[string]bool{}
	read := func(h *host.Host, p wire.Place) {
		for _, n := range w.launches(h, p) {
			names[n] = true
		}
	}
	own := w.h.Serving(w.scope == wire.ScopeProject, "stdio")
	read(own, w.places[wire.Server])
	for _, home := range w.places[wire.Server].Homes {
		p := w.places[wire.Server]
		p.Path = home
		if again := w.launches(own, p); len(again) != 1 {
			w.t.Errorf("%s: %s starts the server as %v", w.h.ID, home, again)
		}
	}
	also := own.Server.AlsoUser
	if w.scope == wire.ScopeProject {
		also = own.Server.AlsoProject
	}
	if w.places[wire.Server].Path == "" && len(names) == 0 { // what it reads of others it has because of them
		return nil
	}
	for _, id := range also {
		i := slices.IndexFunc(w.in.Hosts, func(l wire.Host) bool { return l.ID == id })
		if i < 0 {
			w.t.Errorf("%s reads the servers of %s, which is no host", w.h.ID, id)
			continue
		}
		read(host.Find(id).Serving(w.scope == wire.ScopeProject, "stdio"), w.in.Hosts[i].Scopes[w.scope][wire.Server])
	}
	return slices.Sorted(maps.Keys(names))
}

// launches are the names of the entries of a file that start the example's server,
// whatever they are called.
func (w *walk) launches(h *host.Host, p wire.Place) (names []string) {
	p.Path = strings.ReplaceAll(p.Path, host.ConnectorID, id)
	root := p.Root
	if len(root) == 0 {
		root = h.Server.Root
	}
	v := w.parsed(p)
	for _, k := range root {
		table, _ := v.(map[string]any)
		v = table[k]
	}
	ours := func(e any) bool {
		b, _ := json.Marshal(e)
		return strings.Contains(string(b), "acme-db-server")
	}
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			if ours(e) {
				names = append(names, name)
			}
		}
	case []any:
		for _, e := range v {
			if m, ok := e.(map[string]any); ok && ours(e) {
				names = append(names, fmt.Sprint(m[h.Server.NameKey]))
			}
		}
	}
	return names
}

// answers counts, for each event of the host that we are called on, the calls that
// are answered. Its own are. A call in the file of a host whose hooks it runs, too, is
// silent if the host has hooks of its own on record (ac-hook looks there).
func (w *walk) answers() map[string]int {
	n := map[string]int{}
	own := w.places[wire.Hooks]
	for _, native := range w.called(w.h, own) {
		n[native]++
	}
	dir := "user"
	if w.scope == wire.ScopeProject {
		dir = "projects/" + w.in.Machine.ProjectKey
	}
	for _, id := range w.h.Hooks.AlsoRuns {
		i := slices.IndexFunc(w.in.Hosts, func(l wire.Host) bool { return l.ID == id })
		if i < 0 {
			continue
		}
		_, err := os.Stat(filepath.Join(w.in.Machine.ACHome, "connectors", "acme-db", dir, wire.HookedDir, w.h.Named()))
		for _, native := range w.called(host.Find(id), w.in.Hosts[i].Scopes[w.scope][wire.Hooks]) {
			if err != nil { // nothing silences it
				n[native]++
			}
		}
	}
	return n
}

// called are the native events on which a file of commands calls us, one for each
// call. Modules and files of one event are the business of reading.
func (w *walk) called(h *host.Host, p wire.Place) (events []string) {
	if fi, err := os.Stat(p.Path); err != nil || fi.IsDir() {
		return nil
	}
	v := w.parsed(p)
	for _, k := range h.Hooks.Root {
		table, _ := v.(map[string]any)
		v = table[k]
	}
	for i := range h.Hooks.Events {
		native := h.Hooks.Events[i].Native
		part := v
		switch h.Hooks.Shape {
		case host.EventList, host.TriggerList:
			part = ofEvent(v, native, h.Hooks.EventKey)
		default:
			table, _ := v.(map[string]any)
			part = table[native]
		}
		for range calls(part, " "+h.Named()+" ") {
			events = append(events, native)
		}
	}
	return events
}

// ofEvent are the elements of a list that name an event themselves.
func ofEvent(v any, native, key string) (some []any) {
	all, _ := v.([]any)
	for _, e := range all {
		m, _ := e.(map[string]any)
		if m["event"] == native || m["trigger"] == native || key != "" && m[key] == native {
			some = append(some, e)
		}
	}
	return some
}

// guidance: each text of the example is once in what the host reads: its file, those of
// the hosts whose guidance it reads, too, and what they bring in, where it understands
// that. Of one that the plan says is told more than once that must be so.
func (w *walk) guidance(notices []wire.Notice) {
	own, ok := w.places[wire.Memory]
	if !ok {
		return
	}
	c, err := connector.Load("../../examples/acme-db")
	if err != nil {
		w.t.Fatal(err)
	}
	var read string
	for _, path := range w.guides(own) {
		read += w.guide(path, filepath.Dir(path))
	}
	told := slices.ContainsFunc(notices, func(n wire.Notice) bool {
		return n.Host == w.h.ID && n.Surface == wire.Memory && strings.Contains(n.Message, "more than once")
	})
	for _, m := range c.Memory {
		if n := strings.Count(read, "agent-connector:begin "+id+"/"+m.Name); n == 0 || (n > 1) != told {
			w.t.Errorf("%s has the guidance %s %d times in %v, and is said to be told so: %v", w.h.ID, m.Name, n, w.guides(own), told)
		}
	}
}

// guides are the files of guidance that the host reads.
func (w *walk) guides(own wire.Place) []string {
	paths, also := []string{own.Path}, w.h.Memory.AlsoUser
	if w.scope == wire.ScopeProject {
		also = w.h.Memory.AlsoProject
	}
	for _, l := range w.in.Hosts {
		o := l.Scopes[w.scope][wire.Memory].Path
		apart := w.scope == wire.ScopeProject && w.h.Memory.AlsoRoot && filepath.Dir(o) != w.in.Machine.Project
		if o != "" && slices.Contains(also, l.ID) && !apart && !slices.Contains(paths, o) {
			paths = append(paths, o)
		}
	}
	return paths
}

// guide is what the host has of one file.
func (w *walk) guide(path, dir string) string {
	b, _ := os.ReadFile(path) // where it is not, others have what it reads
	text := string(b)
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "@"); ok && w.h.Memory.Imports {
			text += w.guide(filepath.Join(dir, name), dir)
		}
	}
	return text
}

// content: each skill and command is in one of the folders that the host reads and that
// are written for it; those in which it also finds it are told.
func (w *walk) content() (copies string) {
	for _, s := range []string{wire.Commands, wire.Skills, wire.Subagents} {
		p, ok := w.places[s]
		if !ok {
			continue
		}
		var in []string
		for _, dir := range append([]string{p.Path}, p.Also...) {
			found, _ := filepath.Glob(filepath.Join(dir, "acme-*"))
			if s == wire.Commands && len(found) == 0 {
				found, _ = filepath.Glob(filepath.Join(dir, "*acme*"))
			}
			if len(found) > 0 && !slices.Contains(in, dir) {
				in = append(in, dir)
			}
		}
		if len(in) == 0 {
			w.t.Errorf("%s finds nothing of %s in %s or %v", w.h.ID, s, p.Path, p.Also)
		}
		if len(in) > 1 {
			var rel []string
			for _, dir := range in {
				r, _ := filepath.Rel(w.base, dir)
				rel = append(rel, filepath.ToSlash(r))
			}
			copies += fmt.Sprintf("%s %s: %s\n", w.h.ID, s, strings.Join(rel, " "))
		}
	}
	return copies
}
