package render

import (
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// A value that an editor is to ask for is one of its own file alone, which is not
// written: the notice says what to put there. To any other host it is a text.
func TestValuesThatTheUserIsAskedFor(t *testing.T) {
	const local = `"transport":"stdio","command":"srv","args":["-k","${input:key}"],"env":{"T":"${input:token}","U":"${env:U}"}`
	const remote = `"transport":"http","url":"https://x.example/mcp","headers":{"Authorization":"Bearer ${input:token}"}`
	const off = `, "telemetry": {"enabled": false}`
	const own = off + `, "platforms": {"vscode-copilot": {"extra": {"inputs": [{"type":"pickString","id":"token","options":["a"]}]}}}`
	const asked = `{"type":"promptString","id":"token","description":"token","password":true}`
	for _, c := range []struct {
		name, host, scope, server, more string
		machine                         int
		want                            string // the entry; empty: none
		said                            []string
	}{
		{"local", "vscode-copilot", "user", local, off, 0, "",
			[]string{"asks for ${input:key} only for servers of its deprecated Local agent", "no server is written",
				`add to /home/jo/.config/Code/User/mcp.json: {"inputs":[{"type":"promptString","id":"key","description":"key","password":true},` + asked + `],` +
					`"servers":{"gamma":{"type":"stdio","command":"srv","args":["-k","${input:key}"],"env":{"T":"${input:token}","U":"${env:U}"}}}}`}},
		{"remote", "vscode-copilot", "user", remote, off, 1, "",
			[]string{`/Library/Application Support/Code/User/mcp.json: {"inputs":[` + asked + `],"servers":{"gamma":{"type":"http","url":"https://x.example/mcp","headers":{"Authorization":"Bearer ${input:token}"}}}}`}},
		{"in a project, with its own words", "vscode-copilot", "project", remote, own, 0, "",
			[]string{`add to .vscode/mcp.json: {"inputs":[{"id":"token","options":["a"],"type":"pickString"}],"servers":`}},
		{"words for nothing", "vscode-copilot", "user", `"transport":"stdio","command":"srv"`, own, 0, `{"type":"local","command":"srv"}`,
			[]string{"platforms.vscode-copilot.extra.inputs is dropped"}},
		{"another host", "claude-code", "user", `"transport":"stdio","command":"srv","env":{"T":"${input:token}"}`, off, 0, `${input:token}`,
			[]string{"Claude Code asks the user for no values: the server gets the text ${input:token} as it stands"}},
		{"JetBrains", "jetbrains-copilot", "user", remote, off, 0, "${input:token}",
			[]string{"asks the user for no values"}},
	} {
		got, warnings := entryOf(t, on(t, machines[c.machine], host.Find(c.host)), c.host, c.scope, "{"+c.server+"}", c.more)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		for _, part := range c.said {
			if !strings.Contains(strings.Join(warnings, "\n"), part) {
				t.Errorf("%s: %q, want %q", c.name, warnings, part)
			}
		}
	}
}

// Nothing is silently literal: every host that gets the text says so.
func TestEveryHostTellsOfValuesThatNobodyAsksFor(t *testing.T) {
	for _, h := range host.All {
		for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
			for _, s := range []string{`"transport":"stdio","command":"srv","args":["${input:token}"]`, `"transport":"http","url":"https://x.example/mcp","headers":{"X":"${input:token}"}`} {
				entry, notices := entryWith(t, h, scope, part{server: s}, false)
				if !told(notices, `asks (the user for no values|for \$\{input:token\})`) && (entry != "" || len(notices) == 0) {
					t.Errorf("%s, scope %s: %s %q", h.ID, scope, entry, notices)
				}
			}
		}
	}
}
