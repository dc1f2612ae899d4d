package render

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Every host, scope and operating system on which actions start from the host.
func TestActionsGolden(t *testing.T) {
	c := load(t, "testdata/acting")
	for _, h := range host.All {
		if !h.Supports(wire.Actions) {
			continue
		}
		for _, m := range machines {
			for _, scope := range []string{"user", "project"} {
				r := render(t, on(t, m, h), c, Options{Scope: scope, Targets: []string{h.ID}})
				golden(t, fmt.Sprintf("testdata/golden/actions-%s-%s-%s.txt", h.ID, scope, m.OS), []byte(show(r)))
			}
		}
	}
}

// On every other host a notice says how to run them by hand.
func TestActionsByHand(t *testing.T) {
	c := load(t, "testdata/acting")
	for _, h := range host.All {
		if h.Supports(wire.Actions) {
			continue
		}
		r := render(t, on(t, machines[0], h), c, Options{Scope: "user", Targets: []string{h.ID}})
		if h.ID == "codex" { // platforms.codex.actions is false
			if len(r.Explain()) != 1 || r.Explain()[0].Support != "disabled" {
				t.Errorf("%v", r.Explain())
			}
			continue
		}
		if len(r.Explain()) != 1 || r.Explain()[0].Support != "skipped" || len(r.Plan.Notices) != 1 {
			t.Errorf("%s: %v %v", h.ID, r.Explain(), r.Plan.Notices)
			continue
		}
		want := "run /home/jo/.agent-connector/bin/ac-hook action " + h.Named() + " table-sizes --connector acme-db\n"
		if n := r.Plan.Notices[0]; n.Level != wire.LevelWarn || !strings.HasPrefix(n.ManualEdit, want) {
			t.Errorf("%s: %v", h.ID, n)
		}
		if len(r.Plan.Head.Tools) != 1 {
			t.Errorf("%s: the notice names ac-hook, the plan does not bring it", h.ID)
		}
	}
}

// What a team shares names no place of a machine, and is the same on all.
func TestActionsOfAProject(t *testing.T) {
	c := load(t, "testdata/acting")
	for _, h := range host.All {
		if h.Actions.Project == (host.Loc{}) {
			continue
		}
		var all []string
		for _, m := range machines {
			r := render(t, on(t, m, h), c, Options{Scope: "project", Targets: []string{h.ID}})
			var s strings.Builder
			for _, p := range r.Plan.Patches {
				if p.Surface == wire.Actions {
					s.Write(p.Value)
				}
			}
			all = append(all, s.String())
			for _, place := range []string{m.Home, strings.ReplaceAll(m.Home, `\`, `\\`), "/shop"} {
				if strings.Contains(s.String(), place) {
					t.Errorf("%s on %s: %q stands in\n%s", h.ID, m.OS, place, s.String())
				}
			}
		}
		if all[0] == "" || all[0] != all[1] || all[0] != all[2] {
			t.Errorf("%s: machines differ:\n%s", h.ID, strings.Join(all, "\n"))
		}
	}
}

// A name that begins with a digit gets letters in front: some hosts want one.
func TestActionNames(t *testing.T) {
	c := parse(t, `"actions": [{"id": "go", "command": ["x"]}]`)
	c.ID = "3d"
	r := render(t, on(t, machines[0], host.Find("pi")), c, Options{})
	for _, p := range r.Plan.Patches {
		var text string
		if p.Surface == wire.Actions && json.Unmarshal(p.Value, &text) == nil && strings.Contains(text, `"name":"ac-3d-go"`) {
			return
		}
	}
	t.Error("no ac-3d-go")
}
