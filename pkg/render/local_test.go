package render

import (
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Asked for --local no host gets anything but in its own uncommitted files, with
// the paths of this machine; and for each surface that is left out it is said
// why.
func TestLocalWritesNothingThatIsCommitted(t *testing.T) {
	c := everything(t)
	for _, h := range host.All {
		for _, m := range teammates() {
			in := machineWith(m, []*host.Host{h})
			places := in.Hosts[0].Scopes[wire.PlacesLocal]
			r := render(t, in, c, Options{Local: true})
			said := map[string]bool{}
			for _, n := range r.Plan.Notices {
				said[n.Surface] = true
			}
			for _, p := range r.Plan.Patches {
				if p.Surface == wire.State {
					continue
				}
				said[p.Surface] = true
				if p.Path != places[p.Surface].Path {
					t.Errorf("%s on %s: %s goes to %s, which is no file of the user's own", h.ID, m.OS, p.Surface, p.Path)
				}
				if p.Mode != "0600" {
					t.Errorf("%s: %s has mode %s", h.ID, p.Path, p.Mode)
				}
				if strings.Contains(string(p.Value), "--shared") {
					t.Errorf("%s: %s is written for a team", h.ID, p.Value)
				}
			}
			for surface := range in.Hosts[0].Scopes[wire.ScopeProject] {
				if has(c, h.ID, surface) && !said[surface] {
					t.Errorf("%s: %s is left out in silence", h.ID, surface)
				}
			}
			if !r.Plan.Head.Local || r.Plan.Head.Scope != wire.ScopeProject {
				t.Errorf("%+v", r.Plan.Head)
			}
		}
	}
}

// What git makes of a local file decides: one that is committed is not written,
// one that git would take is told once.
func TestLocalFilesAndGit(t *testing.T) {
	c := everything(t)
	for _, h := range host.All {
		for _, state := range []string{"", wire.GitIgnored, wire.GitUntracked, wire.GitTracked} {
			in := machineWith(teammates()[0], []*host.Host{h})
			places := in.Hosts[0].Scopes[wire.PlacesLocal]
			files := map[string]bool{}
			for surface, p := range places {
				p.Git = state
				places[surface] = p
				if has(c, h.ID, surface) {
					files[p.Path] = true
				}
			}
			r := render(t, in, c, Options{Local: true})
			told := 0
			for _, n := range r.Plan.Notices {
				if strings.Contains(n.Message, "not ignored by git") && strings.HasPrefix(n.ManualEdit, "add the line **/") {
					told++
				}
			}
			if want := map[bool]int{true: len(files)}[state == wire.GitUntracked]; told != want {
				t.Errorf("%s, %q: told of %d files, want %d", h.ID, state, told, want)
			}
			if written := slices.ContainsFunc(r.Plan.Patches, func(p wire.Patch) bool { return p.Surface != wire.State }); written && state == wire.GitTracked {
				t.Errorf("%s: a committed file is written", h.ID)
			}
		}
	}
}

// A local memory file that would hide what the team wrote is not made.
func TestLocalMemoryHidesNothing(t *testing.T) {
	c := everything(t)
	for _, h := range host.All {
		for _, hides := range h.Memory.Hides {
			m := teammates()[0]
			in := machineWith(m, []*host.Host{h})
			env := host.Env{OS: m.OS, Home: m.Home, Project: m.Project, Getenv: func(string) string { return "" }}
			in.Hosts[0] = h.Record(env, func(p string) bool { return p == hides.Resolve(env) })
			in.Hosts[0].Installed = true
			r := render(t, in, c, Options{Local: true})
			if slices.ContainsFunc(r.Plan.Patches, func(p wire.Patch) bool { return p.Surface == wire.Memory }) {
				t.Errorf("%s: made beside %s", h.ID, hides.Path)
			}
			own := h.Memory.Local.Resolve(env)
			in.Hosts[0] = h.Record(env, func(p string) bool { return p == hides.Resolve(env) || p == own })
			in.Hosts[0].Installed = true
			r = render(t, in, c, Options{Local: true})
			if !slices.ContainsFunc(r.Plan.Patches, func(p wire.Patch) bool { return p.Surface == wire.Memory }) {
				t.Errorf("%s: hidden already, and yet not written", h.ID)
			}
		}
	}
}
