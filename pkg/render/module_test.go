package render

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// modules are those that a connector gets, by host.
func modules(t *testing.T, c *connector.Connector, m wire.Machine, scope string) map[string]string {
	all := map[string]string{}
	for _, h := range host.All {
		if moduleOf(h.Hooks.Shape) == "" {
			continue
		}
		r := render(t, on(t, m, h), c, Options{Scope: scope, Targets: []string{h.ID}})
		for _, p := range r.Plan.Patches {
			var text string
			if (p.Surface == wire.Hooks || p.Surface == wire.NativeHooks) && json.Unmarshal(p.Value, &text) == nil {
				all[h.ID+" "+p.Surface] = text
			}
		}
	}
	return all
}

// What a module is: settings, then the files in module/ as they stand.
func TestModuleText(t *testing.T) {
	c := parse(t, `"hooks": {"PreToolUse": {"handler": {"rules": [{"decision": "deny"}]}}}`)
	common, err := os.ReadFile("module/common.js")
	if err != nil {
		t.Fatal(err)
	}
	find, err := os.ReadFile("module/find.js")
	if err != nil {
		t.Fatal(err)
	}
	all := modules(t, c, machines[0], "user")
	if len(all) == 0 {
		t.Fatal("no module")
	}
	for of, text := range all {
		h := host.Find(strings.Fields(of)[0])
		own, err := os.ReadFile("module/" + moduleOf(h.Hooks.Shape))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(text, "\n"+string(find)+"\n"+string(common)+"\n"+string(own)) || strings.Count(text, "const settings = ") != 1 {
			t.Errorf("%s:\n%s", of, text)
		}
	}
}

// Only declared events are hooked, each once, with the time of its handlers and
// the strictest policy.
func TestModuleSettings(t *testing.T) {
	c := parse(t, `"hooks": {
		"PreToolUse": [{"matcher": "Bash", "handler": {"command": ["x"], "timeoutMs": 1500, "onError": "deny"}}, {"handler": {"command": ["y"]}}],
		"SessionStart": {"handler": {"command": ["x"], "timeoutMs": 7000}},
		"SubagentStart": {"handler": {"command": ["x"], "onError": "deny"}}},
		"platforms": {"opencode": {"nativeHooks": {"shell.env": {"handler": {"command": ["x"]}}}}}`)
	all := modules(t, c, machines[0], "user")
	for of, want := range map[string]string{
		"opencode hooks":       `"events":{"session.created":{"ms":7000,"deny":true},"tool.execute.before":{"ms":7000,"deny":true}}}`,
		"opencode nativeHooks": `"events":{"shell.env":{"ms":5000}}}`,
		"pi hooks":             `"events":{"session_start":{"ms":7000},"tool_call":{"ms":7000,"deny":true}}}`,
	} {
		if !strings.Contains(all[of], want) {
			head, _, _ := strings.Cut(all[of], "\n// Where ac-hook")
			t.Errorf("%s: want %s in\n%s", of, want, head)
		}
	}
}

// A project's module is the same on every machine, and names none of its places.
func TestModuleOfAProject(t *testing.T) {
	c := load(t, "testdata/full")
	linux := modules(t, c, machines[0], "project")
	for _, m := range machines {
		got := modules(t, c, m, "project")
		for of, text := range got {
			if text != linux[of] {
				t.Errorf("%s on %s differs", of, m.OS)
			}
			for _, secret := range []string{m.Home, m.Project, `"program"`} {
				if strings.Contains(text, secret) {
					t.Errorf("%s on %s holds %s", of, m.OS, secret)
				}
			}
		}
	}
	for of, text := range modules(t, c, machines[2], "user") {
		if !bytes.Contains([]byte(text), []byte(`"program":"C:\\Users\\jo\\.agent-connector\\bin\\ac-hook.exe"`)) {
			t.Errorf("%s: no program", of)
		}
	}
}

// A canonical event whose native one has hooks of its own is not asked about
// twice: ac-hook gives those the answer.
func TestNativeHooksStandAlone(t *testing.T) {
	c := parse(t, `"targets": ["pi"], "hooks": {"PreToolUse": {"handler": {"command": ["x"]}}, "Stop": {"handler": {"command": ["x"]}}},
		"platforms": {"pi": {"nativeHooks": {"tool_call": {"handler": {"command": ["x"]}}}}}`)
	all := modules(t, c, machines[0], "user")
	if strings.Contains(all["pi hooks"], `"tool_call":{"ms"`) || !strings.Contains(all["pi hooks"], `"agent_before_settle":{"ms"`) ||
		!strings.Contains(all["pi nativeHooks"], `"tool_call":{"ms"`) {
		t.Errorf("%q", all)
	}
}

func TestSpell(t *testing.T) {
	for _, c := range []struct {
		e          host.Expand
		in, want   string
		impossible bool
	}{
		{host.ExpandBraces, "a ${env:X} b", "a {env:X} b", false},
		{host.ExpandBraces, "${env:X:-d}", "", true},
		{host.ExpandSecrets, "a ${env:X} b", "a ${{ secrets.X }} b", false},
		{host.ExpandSecrets, "${env:X:-d}", "", true},
		{host.ExpandSecrets, "$HOME ${Y} {{z}}", "$HOME ${Y} {{z}}", false},
		{host.ExpandEnv, "a ${env:X} b", "a ${env:X} b", false},
		{host.ExpandEnv, "${env:X:-d}", "", true},
		{host.ExpandEnv, "$HOME ${Y}", "$HOME ${Y}", false},
		{host.ExpandBraces, "$HOME {env:Y}", "$HOME {env:Y}", false}, // unverified: no escape is known
		{host.ExpandDollar, "a ${env:X} b", "a ${X} b", false},
		{host.ExpandDollar, "${env:X:-d}", "", true},
		{host.ExpandDollar, "pa$$word $5", "pa$$$$word $$5", false},
		{host.ExpandDollar, "!important", "$!important", false},
		{host.ExpandDollar, "not!", "not!", false},
		{host.ExpandDollar, "", "", false},
		{host.ExpandShellRun, "a ${env:X:-d} b", "a ${X:-d} b", false},
		{host.ExpandShellRun, "not!", "not!", false},
		{host.ExpandShellRun, "!important", "", true},
		{host.ExpandShellRun, "!${env:X}", "", true},
		{host.ExpandShellRun, "${env:X:-!x}", "", true},
		{host.ExpandShellRun, "${env:X}${env:Y:-}!x", "", true},
		{host.ExpandShellRun, "${env:X} !x", "${X} !x", false},
	} {
		got, ok := spell(c.e, c.in)
		if ok == c.impossible || ok && got != c.want {
			t.Errorf("%s %q: %q %v, want %q", c.e, c.in, got, ok, c.want)
		}
	}
}
