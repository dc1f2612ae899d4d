package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// allOn is a connector with every surface on every host, and with all of its
// platform's own ways: extra, configPatch, an event of the host's own.
func allOn(t testing.TB, h *host.Host) *connector.Connector {
	c := load(t, "testdata/full")
	c.Actions = load(t, "testdata/acting").Actions
	native := "NobodyKnows"
	for _, e := range h.Hooks.Events {
		if e.Canonical == "" {
			native = e.Native
		}
	}
	c.Platforms = map[string]connector.Platform{h.ID: {
		Extra:       map[string]any{"xHost": true},
		ConfigPatch: []connector.ConfigPatch{{Key: "x.y", Value: wire.Raw(`1`), Reason: "r"}},
		NativeHooks: map[string]connector.HookList{native: {{Handler: wire.Handler{Command: []string{"hooks/bye.sh"}}}}},
	}}
	return c
}

// Every host × every surface × every scope: native, degraded, skipped or disabled,
// with a reason, and never missing. What is skipped because the host has no such
// thing, or because only the user may do it, says what can be done by hand.
func TestExplainHasEveryCell(t *testing.T) {
	count := map[string]int{}
	for _, h := range host.All {
		for _, o := range []Options{{Scope: wire.ScopeUser}, {Scope: wire.ScopeProject}, {Scope: wire.ScopeProject, Local: true}} {
			in := on(t, machines[0], h)
			if o.Local && in.Hosts[0].Scopes[wire.PlacesLocal] == nil {
				continue
			}
			o.Targets = []string{h.ID}
			r := render(t, in, allOn(t, h), o)
			for _, s := range wire.Surfaces {
				if s == wire.PluginSurface || s == wire.State {
					continue
				}
				at := fmt.Sprintf("%s, %s on scope %s (local %v)", h.ID, s, o.Scope, o.Local)
				cells := slices.DeleteFunc(r.Explain(), func(e wire.Explain) bool { return e.Surface != s })
				if len(cells) != 1 {
					t.Errorf("%s: %d cells", at, len(cells))
					continue
				}
				e := cells[0]
				count[e.Support]++
				if e.Reason == "" {
					t.Errorf("%s: no reason", at)
				}
				if e.Support == "skipped" && e.ManualEdit == "" && h.Supports(s) && !o.Local && !explained(e.Reason) {
					t.Errorf("%s: skipped, and no way to do it by hand: %s", at, e.Reason)
				}
			}
		}
	}
	if count["native"] < 140 || count["degraded"] < 50 || count["skipped"] < 50 || count["disabled"] > 0 {
		t.Errorf("the cells are %v: the test does not show what it should", count)
	}
}

// explained says whether a reason holds itself what can be done: an option, or
// another name.
func explained(reason string) bool {
	return strings.Contains(reason, "--resolve-env") || strings.Contains(reason, "is not known to fire NobodyKnows")
}

// Each surface can be switched off for one host, and that is a cell, too.
func TestExplainSwitchedOff(t *testing.T) {
	c := load(t, "testdata/full")
	c.Actions = load(t, "testdata/acting").Actions
	for _, h := range host.All {
		con := parse(t, `"memory": [{"content": "x"}], "platforms": {"`+h.ID+`": {"server": false, "hooks": false, "commands": false, "skills": false, "subagents": false, "memory": false, "statusline": false, "actions": false}}`)
		con.Server, con.Hooks, con.Commands, con.Skills, con.Subagents, con.Memory, con.Statusline, con.Actions =
			c.Server, c.Hooks, c.Commands, c.Skills, c.Subagents, c.Memory, c.Statusline, c.Actions
		r := render(t, on(t, machines[0], h), con, Options{Scope: wire.ScopeUser, Targets: []string{h.ID}})
		off := 0
		for _, e := range r.Explain() {
			if e.Support == "disabled" && e.Reason != "" {
				off++
			}
		}
		if off != 8 || len(r.Explain()) != 8 {
			t.Errorf("%s: %d of %d cells are disabled, want all 8", h.ID, off, len(r.Explain()))
		}
	}
}

// What a connector says for one host alone is in that host's entry, or is told.
func TestExtraIsWrittenOrTold(t *testing.T) {
	written := 0
	for _, h := range host.All {
		for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
			r := render(t, on(t, machines[0], h), allOn(t, h), Options{Scope: scope, Targets: []string{h.ID}})
			in := slices.ContainsFunc(r.Plan.Patches, func(p wire.Patch) bool {
				return p.Surface == wire.Server && strings.Contains(string(p.Value), "xHost")
			})
			told := slices.ContainsFunc(r.Plan.Notices, func(n wire.Notice) bool {
				return n.Surface == wire.Server && (strings.Contains(n.Message, "extra") || n.Level == wire.LevelWarn && strings.Contains(n.Message, "server"))
			})
			if in {
				written++
			} else if !told {
				t.Errorf("%s, scope %s: extra is lost in silence", h.ID, scope)
			}
		}
	}
	if written < 40 {
		t.Errorf("extra is written %d times only", written)
	}
}
