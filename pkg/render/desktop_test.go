package render

import (
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Case 26: a host that is started from the desktop has no shell's PATH. No path
// with a version in it is written, and none of this machine into a shared file.
func TestProgramsThatOnlyAShellFinds(t *testing.T) {
	const off = `, "telemetry": {"enabled": false}`
	for name, c := range map[string]struct {
		host, os, npx, scope, more string
		want, told                 string
	}{
		"nvm":             {"cursor", "linux", "/home/u/.nvm/versions/node/v22.3.0/bin/npx", "user", off, `"command":"npx"`, "may not find npx"},
		"a stable folder": {"cursor", "darwin", "/opt/homebrew/bin/npx", "user", off, `"command":"/opt/homebrew/bin/npx"`, "npx is written as /opt/homebrew/bin/npx"},
		"in a project":    {"cursor", "darwin", "/opt/homebrew/bin/npx", "project", off, `"command":"npx"`, "may not find npx"},
		"under ac-proxy":  {"cursor", "linux", "/home/u/.nvm/versions/node/v22.3.0/bin/npx", "user", "", `"--","npx","-y"`, ""},
		"on every PATH":   {"cursor", "linux", "/usr/bin/npx", "user", off, `"command":"npx"`, ""},
		"not there":       {"cursor", "linux", "", "user", off, `"command":"npx"`, ""},
		"a terminal's":    {"codex", "linux", "/home/u/.nvm/versions/node/v22.3.0/bin/npx", "user", off, `"command":"npx"`, ""},
		"of another host": {"vscode-copilot", "darwin", "/opt/homebrew/bin/npx", "user", off, `"command":"npx"`, "may not find npx"},
		"Windows":         {"cursor", "windows", `C:\n\npx.cmd`, "user", off, `"command":"cmd"`, ""},
	} {
		m := machines[map[string]int{"linux": 0, "darwin": 1, "windows": 2}[c.os]]
		in := on(t, m, host.Find(c.host))
		if c.npx != "" {
			in.Machine.Runtimes = map[string]string{"npx": c.npx}
		}
		r := render(t, in, parse(t, `"server": {"transport":"stdio","command":"npx","args":["-y","gamma"]}`+c.more), Options{Scope: c.scope})
		entry, told := "", ""
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Server {
				entry = string(p.Value)
			}
		}
		for _, n := range r.Plan.Notices {
			if strings.Contains(n.Message, "npx") && strings.Contains(n.Message, "PATH") || strings.Contains(n.Message, "may not find") {
				told += n.Message
			}
		}
		if !strings.Contains(entry, c.want) || c.told == "" && told != "" || !strings.Contains(told, c.told) {
			t.Errorf("%s: %s, told %q", name, entry, told)
		}
	}
}
