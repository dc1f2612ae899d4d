package render

import (
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Of hosts that read one file each gets the same entry there, whatever the
// connector says of them, and it is written once.
func TestOneEntryInAFile(t *testing.T) {
	c := parse(t, `"server": {"transport":"stdio","command":"srv","timeoutMs":5000}, "platforms": {
		"copilot-cli": {"server": {"args": ["for-copilot"]}},
		"vscode-copilot": {"extra": {"displayName": "x"}},
		"claude-code": {"extra": {"alwaysLoad": true}}}`)
	for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
		values := map[string]string{}
		for _, hosts := range subsets() {
			r := render(t, machineWith(teammates()[0], hosts), c, Options{Scope: scope})
			var seen []string
			for _, p := range r.Plan.Patches {
				if p.Surface != wire.Server {
					continue
				}
				place := p.Path + " " + strings.Join(p.At, " ")
				if slices.Contains(seen, place) {
					t.Errorf("%s: two edits of %s", ids(hosts), place)
				}
				seen = append(seen, place)
				if was, ok := values[place]; ok && was != string(p.Value) {
					t.Errorf("%s: %s is %s, elsewhere %s", ids(hosts), place, p.Value, was)
				}
				values[place] = string(p.Value)
			}
		}
	}
}

func TestOwnedEntries(t *testing.T) {
	all := []*host.Host{host.Find("copilot-cli"), host.Find("claude-code"), host.Find("vscode-copilot")}
	for name, c := range map[string]struct {
		scope, platforms string
		at, want         string   // the entry in the file with this name
		readers          []string // hosts that it serves
		warn             string
	}{
		"in a project it is Claude Code's": {"project", `"claude-code": {"extra": {"alwaysLoad": true}}`, ".mcp.json",
			`{"type":"stdio","command":"srv","alwaysLoad":true}`, []string{"copilot-cli", "claude-code", "vscode-copilot"}, ""},
		"what is said for another is left out": {"project", `"copilot-cli": {"server": {"args": ["x"]}}`, ".mcp.json",
			`{"type":"stdio","command":"srv"}`, []string{"copilot-cli", "claude-code", "vscode-copilot"},
			"what the connector says of the server for copilot-cli alone is left out: GitHub Copilot CLI reads the entry of Claude Code"},
		"Claude Code shall not have it": {"project", `"claude-code": {"server": false}`, ".mcp.json",
			`{"type":"stdio","command":"srv"}`, []string{"copilot-cli", "vscode-copilot"}, "Claude Code reads the same file: it gets the server, too"},
		"the user's is that of Copilot CLI": {"user", `"copilot-cli": {"server": {"args": ["x"]}}`, "mcp-config.json",
			`{"type":"local","command":"srv","args":["x"]}`, []string{"copilot-cli", "vscode-copilot"}, "for vscode-copilot alone is left out"},
	} {
		r := render(t, machineWith(teammates()[0], all), parse(t, `"server": {"transport":"stdio","command":"srv","wrapForTelemetry":false}, "platforms": {`+c.platforms+`}`), Options{Scope: c.scope})
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Server && strings.HasSuffix(p.Path, c.at) && (string(p.Value) != c.want || !slices.Equal(p.Hosts, c.readers)) {
				t.Errorf("%s: %s for %v, want %s for %v", name, p.Value, p.Hosts, c.want, c.readers)
			}
		}
		said := ""
		for _, n := range r.Plan.Notices {
			if n.Level == wire.LevelWarn {
				said += n.Message + "\n"
			}
		}
		if c.warn == "" && said != "" || !strings.Contains(said, c.warn) {
			t.Errorf("%s: %q, want %q", name, said, c.warn)
		}
	}
}

// A host that shall not have the server, and gets it from the file of another.
func TestAServerThatComesFromElsewhere(t *testing.T) {
	for _, c := range []struct {
		hosts, off, scope string
		want              bool
	}{
		{"qwen-code,claude-code", "qwen-code", "project", true},
		{"qwen-code,claude-code", "qwen-code", "user", false},
		{"kimi,claude-code", "kimi", "project", true},
		{"warp,codex", "warp", "user", true},
		{"copilot-cli,claude-code", "copilot-cli", "project", true},
		{"copilot-cli,vscode-copilot", "copilot-cli", "user", true},
		{"qwen-code,codex", "qwen-code", "project", false},
		{"claude-code,qwen-code", "claude-code", "project", false},
	} {
		var hosts []*host.Host
		for id := range strings.SplitSeq(c.hosts, ",") {
			hosts = append(hosts, host.Find(id))
		}
		r := render(t, machineWith(teammates()[0], hosts), parse(t, `"server": {"transport":"stdio","command":"srv"}, "platforms": {"`+c.off+`": {"server": false}}`), Options{Scope: c.scope})
		got := slices.ContainsFunc(r.Plan.Notices, func(n wire.Notice) bool {
			return n.Host == c.off && strings.Contains(n.Message, "gets the server nevertheless: it reads ")
		})
		if got != c.want {
			t.Errorf("%s without %s, scope %s: told %v, want %v", c.hosts, c.off, c.scope, got, c.want)
		}
	}
}
