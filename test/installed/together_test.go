package installed

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v4"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/doctor"
	"agentconnector/pkg/edit/laws"
	"agentconnector/pkg/host"
	"agentconnector/pkg/render"
	"agentconnector/pkg/wire"
)

// TestAllHostsAtOnce: with every host installed, each reads the server once and
// each of its events calls us once, whatever files it shares with others. When
// hosts leave one by one, whoever is left keeps all of it; after the last one
// every byte is back.
func TestAllHostsAtOnce(t *testing.T) {
	for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, host.All...)
			r := m.plan(scope)
			m.onePlaceOneEdit(r)
			m.install(r)
			golden(t, "testdata/golden/all-"+scope+".diff", m.changes())
			m.healthy()
			left := slices.Clone(host.All)
			m.reading(r, scope, left)
			for len(left) > 0 {
				i := 0 // forks before their parents; in a project the other way round
				if scope == wire.ScopeProject {
					i = len(left) - 1
				}
				gone := left[i]
				left = slices.Delete(left, i, i+1)
				if slices.ContainsFunc(r.Plan.Patches, func(p wire.Patch) bool { return slices.Contains(p.Hosts, gone.ID) }) {
					m.undo(gone.ID)
				}
				m.reading(r, scope, left)
			}
			m.asBefore()
		})
	}
}

// healthy: what was just installed on every host at once is nothing that doctor
// warns of.
func (m *machine) healthy() {
	m.t.Helper()
	is, err := apply.List(m.options())
	vs, verr := apply.Verify("", m.options())
	if err != nil || verr != nil || len(is) == 0 {
		m.t.Fatal(err, verr, len(is))
	}
	files := func(dir string) []string { all, _ := filepath.Glob(filepath.Join(dir, "*")); return all }
	for _, f := range doctor.Look(&doctor.World{Hosts: m.in.Hosts, Installed: is, Edits: vs, Read: apply.Peek, Files: files, Folders: files}) {
		if f.Level == wire.LevelWarn {
			m.t.Errorf("doctor: %+v", f)
		}
	}
}

// onePlaceOneEdit: what several hosts read is in the plan once, for all of them.
func (m *machine) onePlaceOneEdit(r *render.Result) {
	m.t.Helper()
	seen := map[string]bool{}
	for _, p := range r.Plan.Patches {
		at, _ := json.Marshal([]any{p.Path, p.At, p.Identity})
		if seen[string(at)] {
			m.t.Errorf("the plan edits %s twice", at)
		}
		seen[string(at)] = true
	}
}

// reading reads the files as each host does.
func (m *machine) reading(r *render.Result, scope string, hosts []*host.Host) {
	m.t.Helper()
	for _, h := range hosts {
		line := m.in.Hosts[slices.IndexFunc(m.in.Hosts, func(l wire.Host) bool { return l.ID == h.ID })]
		servers, pointers := line.Scopes[scope][wire.Server], line.Scopes[scope][wire.Hooks]
		if n, want := m.entries(h.Serving(scope == wire.ScopeProject, "stdio"), servers), b2i(planned(r, h, wire.Server) > 0); n != want {
			m.t.Errorf("with %d hosts, %s finds the server %d times in %s, want %d", len(hosts), h.ID, n, servers.Path, want)
		}
		if planned(r, h, wire.Server) == 0 && !told(r, h, wire.Server) {
			m.t.Errorf("%s has no server, and nothing says why", h.ID)
		}
		if n, want := m.pointers(h, pointers), planned(r, h, wire.Hooks)+planned(r, h, wire.NativeHooks)+forNamesake(r, h, pointers.Path, hosts); n != want {
			m.t.Errorf("with %d hosts, %s has %d pointers to us in %s, want %d", len(hosts), h.ID, n, pointers.Path, want)
		}
		// One that runs the hooks of another host, too, must find that it has its
		// own: then ac-hook is silent when the other one's pointers call it.
		if len(h.Hooks.AlsoRuns) > 0 && pointers.Path != "" {
			dir := "user"
			if scope == wire.ScopeProject {
				dir = "projects/" + m.in.Machine.ProjectKey
			}
			if _, err := os.Stat(filepath.Join(m.in.Machine.ACHome, "connectors", id, dir, wire.HookedDir, h.Named())); err != nil {
				m.t.Errorf("%s runs the hooks of %v, too, and would call us twice: %v", h.ID, h.Hooks.AlsoRuns, err)
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// planned counts the edits of a surface that a plan has for a host, but for those
// that write no pointer of ours.
func planned(r *render.Result, h *host.Host, surface string) (n int) {
	for _, p := range r.Plan.Patches {
		if p.Surface == surface && slices.Contains(p.Hosts, h.ID) && (surface == wire.Server || strings.Contains(string(p.Value), "ac-hook")) {
			n++
		}
	}
	return n
}

// forNamesake counts the pointers in a host's file that are there for another one
// alone, by whose name it is called too: what a connector has for that.
func forNamesake(r *render.Result, h *host.Host, path string, hosts []*host.Host) (n int) {
	for _, p := range r.Plan.Patches {
		its := slices.ContainsFunc(hosts, func(o *host.Host) bool { return o != h && o.Named() == h.Named() && slices.Contains(p.Hosts, o.ID) })
		if its && p.Path == path && !slices.Contains(p.Hosts, h.ID) && (p.Surface == wire.Hooks || p.Surface == wire.NativeHooks) && strings.Contains(string(p.Value), "ac-hook") {
			n++
		}
	}
	return n
}

func told(r *render.Result, h *host.Host, surface string) bool {
	return slices.ContainsFunc(r.Plan.Notices, func(n wire.Notice) bool {
		return n.Host == h.ID && n.Surface == surface && n.Level == wire.LevelWarn
	})
}

// entries counts the servers of our name in a host's file.
func (m *machine) entries(h *host.Host, p wire.Place) (n int) {
	p.Path = strings.ReplaceAll(p.Path, host.ConnectorID, id)
	root := p.Root
	if len(root) == 0 {
		root = h.Server.Root
	}
	v := m.parsed(p)
	for _, k := range root {
		table, _ := v.(map[string]any)
		v = table[k]
	}
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v[id]; ok {
			n++
		}
	case []any: // a list of servers that have their names inside
		for _, e := range v {
			if e, ok := e.(map[string]any); ok && e["name"] == id {
				n++
			}
		}
	}
	return n
}

// pointers counts the calls of ac-hook for a host in its hooks, which may be a
// file or a folder of modules.
func (m *machine) pointers(h *host.Host, p wire.Place) (n int) {
	fi, err := os.Stat(p.Path)
	switch {
	case err != nil:
		return 0
	case h.Hooks.Shape == host.HookFiles:
		files, _ := filepath.Glob(filepath.Join(p.Path, "*"))
		for _, f := range files {
			b, _ := os.ReadFile(f)
			n += strings.Count(string(b), " "+h.Named()+" "+filepath.Base(f)+" --all")
		}
		return n
	case fi.IsDir():
		files, _ := filepath.Glob(filepath.Join(p.Path, "*"+id+"*"))
		return len(slices.DeleteFunc(files, func(f string) bool {
			return strings.Contains(filepath.Base(f), "action") && !strings.HasSuffix(f, id+".js")
		}))
	}
	v := m.parsed(p)
	for _, k := range h.Hooks.Root { // beside the hooks there may be other pointers to us
		table, _ := v.(map[string]any)
		v = table[k]
	}
	return calls(v, " "+h.Named()+" ")
}

// calls counts the objects that hold a command of ours: one may say it for
// several shells.
func calls(v any, named string) (n int) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			n += calls(x, named)
		}
	case map[string]any:
		own := 0
		for _, x := range v {
			if s, ok := x.(string); ok && strings.Contains(s, "ac-hook") && !strings.Contains(s, " action ") && strings.Contains(s, named) && strings.Contains(s, "--connector "+id) {
				own = 1
			}
			n += calls(x, named)
		}
		n += own
	}
	return n
}

// parsed is a file as a parser that is not ours reads it.
func (m *machine) parsed(p wire.Place) (v any) {
	b, err := os.ReadFile(p.Path)
	if err != nil {
		return nil
	}
	switch p.Format {
	case string(host.TOML):
		err = toml.Unmarshal(b, &v)
	case "yaml":
		err = yaml.Unmarshal(b, &v)
	case string(host.JSON5):
		v, err = laws.ReadJSON5(b)
	default:
		if b, err = hujson.Standardize(b); err == nil {
			err = json.Unmarshal(b, &v)
		}
	}
	if err != nil {
		m.t.Errorf("%s: %v", p.Path, err)
	}
	return v
}
