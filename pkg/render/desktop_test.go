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

// A path that is relative to nobody knows what is told of, and made absolute where
// the connector says what it is relative to.
func TestRelativeCommandsOfTheDesktop(t *testing.T) {
	const off = `, "telemetry": {"enabled": false}`
	const told = "is a path relative to the folder in which"
	for name, c := range map[string]struct {
		host       string
		os         int
		server     string
		more, want string
		told       bool
	}{
		"relative to nothing":      {"trae", 0, `"command":"./srv"`, off, `"command":"./srv"`, true},
		"under ac-proxy, too":      {"trae", 1, `"command":"bin/srv"`, "", `"--","bin/srv"`, true},
		"made absolute":            {"trae", 0, `"command":"./srv","cwd":"/opt/x"`, off, `"command":"/opt/x/srv"`, false},
		"and on Windows":           {"trae", 2, `"command":"bin/srv","cwd":"C:\\x"`, off, `"command":"C:\\x\\bin\\srv"`, false},
		"ac-proxy goes there":      {"trae", 0, `"command":"./srv","cwd":"/opt/x"`, "", `"--cwd","/opt/x","--","./srv"`, false},
		"the host goes there":      {"roo-code", 0, `"command":"./srv","cwd":"/opt/x"`, off, `"command":"./srv","cwd":"/opt/x"`, false},
		"a folder of the terminal": {"codex", 0, `"command":"./srv"`, off, `"command":"./srv"`, false},
		"absolute":                 {"trae", 0, `"command":"/opt/srv"`, off, `"command":"/opt/srv"`, false},
		"no path":                  {"trae", 0, `"command":"srv"`, off, `"command":"srv"`, false},
	} {
		r := render(t, on(t, machines[c.os], host.Find(c.host)), parse(t, `"server": {"transport":"stdio",`+c.server+`}`+c.more), Options{Scope: "user"})
		entry := ""
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Server {
				entry = string(p.Value)
			}
		}
		is := false
		for _, n := range r.Plan.Notices {
			is = is || strings.Contains(n.Message, told)
		}
		if !strings.Contains(entry, c.want) || is != c.told {
			t.Errorf("%s: %s, told: %v", name, entry, is)
		}
	}
}
