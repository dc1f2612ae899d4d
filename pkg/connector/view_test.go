package connector

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestForAppliesOverrides(t *testing.T) {
	c := mustParse(t, whole, folder)
	before := string(c.Definition())
	for _, tc := range []struct {
		host     string
		server   string // as JSON
		hooks    []string
		disabled map[string]string
		surfaces int
	}{
		{"claude-code", `{"transport":"stdio","command":"acme","args":["-x","\u003c\u0026\u003e"],"env":{"A":"${env:A:-1}"}}`, []string{"PreToolUse"}, map[string]string{}, 10},
		{"cursor", `{"transport":"stdio","command":"acme","env":{"B":"2"}}`, []string{"Stop"}, map[string]string{}, 8},
		{"codex", `{"transport":"http","url":"https://x.example"}`, nil,
			map[string]string{"skills": "platforms.codex.skills is false", "hooks": "platforms.codex.hooks is false"}, 6},
		{"zed", `{"transport":"stdio","command":"acme","args":["-x","\u003c\u0026\u003e"],"env":{"A":"${env:A:-1}"}}`, []string{"PreToolUse"}, map[string]string{}, 8},
	} {
		v, off := c.For(tc.host)
		if b, _ := json.Marshal(v.Server); string(b) != tc.server {
			t.Errorf("%s: server %s", tc.host, b)
		}
		var events []string
		for e := range v.Hooks {
			events = append(events, e)
		}
		if !reflect.DeepEqual(events, tc.hooks) || !reflect.DeepEqual(off, tc.disabled) || len(v.Surfaces()) != tc.surfaces {
			t.Errorf("%s: hooks %v, disabled %v, surfaces %v", tc.host, events, off, v.Surfaces())
		}
	}
	if string(c.Definition()) != before {
		t.Error("For changed the connector")
	}
	if v, _ := c.For("cursor"); v.Hooks["Stop"][0].Handler.TimeoutMS != DefaultHookMS {
		t.Error("an overriding hook has no deadline")
	}
	only := mustParse(t, with(`"hooks": {"Stop": {"hosts": ["codex"], "handler": {"command": ["x"]}}}`), nil)
	if _, off := only.For("cursor"); off["hooks"] != "no hook is for this host" {
		t.Errorf("disabled %v", off)
	}
}

// ac-hook runs on each host what For shows there.
func TestHookFileAgreesWithFor(t *testing.T) {
	c := mustParse(t, whole, folder)
	f := c.HookFile()
	if f.Schema != "ac.hookfile/v1" || f.Connector != "acme" || f.Version != "0.0.0" || !f.Telemetry || c.HookFile("telemetry").Telemetry {
		t.Errorf("%+v", f)
	}
	for _, host := range []string{"claude-code", "codex", "cursor"} {
		v, _ := c.For(host)
		want := map[string]int{}
		for event, l := range v.Hooks {
			want[event] += len(l)
		}
		for event, l := range v.Platforms[host].NativeHooks {
			want[event] += len(l)
		}
		got := map[string]int{}
		for event, defs := range f.Native[host] {
			got[event] += len(defs)
		}
		for event, defs := range f.Hooks {
			for _, d := range defs {
				all := len(d.Hosts) == 0
				for _, h := range d.Hosts {
					all = all || h == host
				}
				if all {
					got[event]++
				}
				if len(d.Handler.Command) > 0 && (d.Handler.TimeoutMS == 0 || d.Handler.OnError == "" || d.Handler.OnTimeout == "") {
					t.Errorf("%s %s: defaults are missing in %+v", host, event, d)
				}
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: hook file %v, view %v", host, got, want)
		}
	}
	quiet := mustParse(t, with(`"telemetry": {"enabled": false}`), nil)
	if quiet.HookFile().Telemetry {
		t.Error("telemetry is on against the connector's wish")
	}
}

func TestSwitchRoundTrip(t *testing.T) {
	for _, s := range []string{`false`, `{"path":"x"}`} {
		var v Switch[MemoryPlace]
		if err := json.Unmarshal([]byte(s), &v); err != nil {
			t.Fatal(err)
		}
		if b, err := json.Marshal(v); err != nil || string(b) != s {
			t.Errorf("%s became %s %v", s, b, err)
		}
	}
	var v Switch[MemoryPlace]
	if err := json.Unmarshal([]byte(`{"path": 1}`), &v); err == nil || v.Set() {
		t.Error("a wrong type was accepted")
	}
}
