package render

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// teammates are machines on which one project lies, as different as they can be.
func teammates() []wire.Machine {
	ms := []wire.Machine{
		{OS: "linux", Arch: "amd64", Home: "/home/jo", ACHome: "/home/jo/.agent-connector", User: "jo", Project: "/home/jo/src/shop",
			Runtimes: map[string]string{"node": "/usr/bin/node"}, AC: map[string]string{"ac-hook": "1.0.0"}},
		{OS: "darwin", Arch: "arm64", Home: "/Users/Zoë Doe", ACHome: "/Volumes/Daten/ac home", User: "zoë", Project: "/Users/Zoë Doe/work/the shop",
			Runtimes: map[string]string{}, AC: map[string]string{}, Unmeasured: true},
		{OS: "windows", Arch: "amd64", Home: `C:\Users\Ωmega`, ACHome: `D:\ac`, User: "Ωmega", Project: `D:\shop`,
			Runtimes: map[string]string{"npx": `C:\node\npx.cmd`}, AC: map[string]string{}},
	}
	for i := range ms {
		ms[i].Schema, ms[i].ProjectKey, ms[i].Path = wire.SchemaMachine, "00c0ffee00c0ffee", []string{}
	}
	return ms
}

// machineWith is what ac-detect says there, with these hosts installed.
func machineWith(m wire.Machine, hosts []*host.Host) *Input {
	in := &Input{Machine: m}
	env := host.Env{OS: m.OS, Home: m.Home, Project: m.Project, Getenv: func(string) string { return "" }}
	for _, h := range hosts {
		r := h.Record(env, func(string) bool { return false })
		r.Installed = true
		in.Hosts = append(in.Hosts, r)
	}
	return in
}

// committed are the edits of a plan in the project: place → what comes there.
// The hosts that a place serves are no part of it: they are not in the file.
func committed(t *testing.T, r *Result) map[string]string {
	m := r.Plan.Head
	sep := "/"
	if strings.Contains(m.Project, `\`) {
		sep = `\`
	}
	all := map[string]string{}
	for _, p := range r.Plan.Patches {
		if p.Surface == wire.State {
			continue
		}
		rel, ok := strings.CutPrefix(p.Path, m.Project+sep)
		if !ok {
			t.Errorf("%s of %v is not in the project", p.Path, p.Hosts)
		}
		at, _ := json.Marshal(p.At)
		id, _ := json.Marshal(p.Identity)
		place := fmt.Sprint(strings.ReplaceAll(rel, sep, "/"), " ", string(at), " ", string(id))
		all[place] = fmt.Sprint(p.Op, p.Format, p.Mode, p.Encoding, p.KeepIfChanged, string(p.Value))
	}
	return all
}

// everything declares each surface for each host, so that a host which is added
// later is held to the same.
func everything(t *testing.T) *connector.Connector {
	c := load(t, "testdata/full")
	c.Actions = load(t, "testdata/acting").Actions
	c.Server.Args = c.Server.Args[:2] // no reference in it: some hosts expand none, and get no server then
	for _, h := range host.All {
		p := c.Platforms[h.ID]
		p.Subagents = connector.Platform{}.Subagents
		if len(h.Config.Allowed) > 0 { // one that may be set there
			key := strings.ReplaceAll(h.Config.Allowed[0], "*", "x")
			p.ConfigPatch = append(p.ConfigPatch, connector.ConfigPatch{Key: key, Value: wire.Raw(`"x"`), Reason: "r"})
		}
		c.Platforms[h.ID] = p
	}
	return c
}

// subsets are sets of hosts that may be installed: each alone, each pair that
// shares a place of the project, all.
func subsets() (sets [][]*host.Host) {
	for i, a := range host.All {
		sets = append(sets, []*host.Host{a})
		for _, b := range host.All[i+1:] {
			if shares(a, b) {
				sets = append(sets, []*host.Host{a, b}, []*host.Host{b, a})
			}
		}
	}
	return append(sets, host.All)
}

// shares says whether two hosts have a place of a project in common, to write
// or to read.
func shares(a, b *host.Host) bool {
	places := func(h *host.Host) map[string]bool {
		m := map[string]bool{}
		e := host.Env{OS: "linux", Home: "/h", Project: "/p", Getenv: func(string) string { return "" }}
		for _, p := range h.Record(e, func(string) bool { return false }).Scopes[wire.ScopeProject] {
			m[p.Path] = true
			for _, also := range p.Also {
				m[also] = true
			}
		}
		return m
	}
	of := places(b)
	for p := range places(a) {
		if of[p] {
			return true
		}
	}
	return false
}

// The bytes that are committed depend on the connector and on the hosts that a
// plan is for, on nothing of the machine; and what a file gets does not depend
// on which other hosts are there.
func TestTeammatesCommitTheSame(t *testing.T) {
	c := everything(t)
	places := map[string]string{} // over all machines and sets
	for _, hosts := range subsets() {
		var first map[string]string
		for i, m := range teammates() {
			r := render(t, machineWith(m, hosts), c, Options{Scope: wire.ScopeProject})
			got := committed(t, r)
			if i == 0 {
				first = got
			}
			for place, v := range got {
				if was, ok := places[place]; ok && was != v {
					t.Errorf("%s with %s:\n got %s\nwant %s", place, ids(hosts), v, was)
				}
				places[place] = v
				if first[place] == "" {
					t.Errorf("%s with %s: only on %s", place, ids(hosts), m.OS)
				}
				for _, secret := range []string{m.Home, m.ACHome, m.User, m.Project, "/usr/bin", "npx.cmd"} {
					for _, spelled := range spellings(secret) {
						if strings.Contains(place+v, spelled) {
							t.Errorf("%s with %s: %q of the machine is in %s", place, ids(hosts), spelled, v)
						}
					}
				}
			}
			if len(got) != len(first) {
				t.Errorf("%s: %d edits on %s, %d on linux", ids(hosts), len(got), m.OS, len(first))
			}
		}
	}
	if len(places) < 20 {
		t.Errorf("only %d places", len(places))
	}
}

// spellings of a text of the machine: as it is, as JSON has it, with slashes.
func spellings(s string) []string {
	if s == "jo" { // two letters that any text may have
		s = "/jo/"
	}
	j, _ := json.Marshal(s)
	return []string{s, strings.Trim(string(j), `"`), strings.ReplaceAll(s, `\`, "/")}
}

func ids(hosts []*host.Host) string {
	var s []string
	for _, h := range hosts {
		s = append(s, h.ID)
	}
	return strings.Join(s, ",")
}

// Every surface that a host honours in a project is among what is compared.
func TestTeammatesAreComparedOnEverySurface(t *testing.T) {
	c := everything(t)
	for _, h := range host.All {
		in := machineWith(teammates()[0], []*host.Host{h})
		r := render(t, in, c, Options{Scope: wire.ScopeProject})
		for surface := range in.Hosts[0].Scopes[wire.ScopeProject] {
			edits := slices.ContainsFunc(r.Plan.Patches, func(p wire.Patch) bool { return p.Surface == surface })
			if !edits && has(c, h.ID, surface) {
				t.Errorf("%s: nothing of %s is in the plan", h.ID, surface)
			}
		}
	}
}
