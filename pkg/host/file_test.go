package host

import (
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

// What must be said about a user's host is asked for, each at its place.
func TestFromFile(t *testing.T) {
	good := func() *wire.HostFile {
		return &wire.HostFile{ID: "my-host", Name: "My Host", Probe: wire.HostProbe{Bins: []string{"my-host"}},
			Server: &wire.HostServer{User: &wire.HostPath{Path: "~/.my/mcp.json", Windows: "$APPDATA/my/mcp.json"}, Format: "json", Root: []string{"mcpServers"},
				Stdio: &wire.HostFields{Command: "command", Args: "args"}, HTTP: &wire.HostFields{URL: "url"},
				Transports: wire.HostTransports{TypeKey: "type", Stdio: "-", HTTP: "http"}, Expand: "${env:X}"},
			Skills: &wire.HostContent{User: &wire.HostPath{Path: "~/.my/skills"}, Form: "skill"}}
	}
	h, faults := FromFile(good())
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if got := h.Server.User.Resolve(env("windows", `C:\u`, "", "APPDATA", `C:\a`)); got != `C:\a\my\mcp.json` || h.Server.Expand != ExpandEnv || h.Skills.Form != SkillDir || !h.Supports(wire.Server) || h.Supports(wire.Hooks) {
		t.Errorf("%s %+v", got, h)
	}
	for at, break_ := range map[string]func(f *wire.HostFile){
		"/id":                func(f *wire.HostFile) { f.ID = "My" },
		"/id ":               func(f *wire.HostFile) { f.ID = "codex" },
		"/name":              func(f *wire.HostFile) { f.Name = "" },
		"/probe":             func(f *wire.HostFile) { f.Probe = wire.HostProbe{Vars: []string{"X"}} },
		"":                   func(f *wire.HostFile) { f.Server, f.Skills = nil, nil },
		"/server":            func(f *wire.HostFile) { f.Server.User = nil },
		"/server/user":       func(f *wire.HostFile) { f.Server.User.Path = "" },
		"/server/format":     func(f *wire.HostFile) { f.Server.Format = "yaml" },
		"/server/root":       func(f *wire.HostFile) { f.Server.Root = nil },
		"/server/expand":     func(f *wire.HostFile) { f.Server.Expand = "here-document" },
		"/server/transports": func(f *wire.HostFile) { f.Server.Transports.TypeKey = "" },
		"/server/stdio":      func(f *wire.HostFile) { f.Server.Stdio.Args = "" },
		"/server/http":       func(f *wire.HostFile) { f.Server.HTTP = nil },
		"/skills/form":       func(f *wire.HostFile) { f.Skills.Form = "md" },
		"/skills":            func(f *wire.HostFile) { f.Skills.User = nil },
		"/commands/form":     func(f *wire.HostFile) { f.Commands, f.Skills = f.Skills, nil },
		"/memory/project":    func(f *wire.HostFile) { f.Memory = &wire.HostMemory{Project: []wire.HostPath{{}}} },
	} {
		f := good()
		break_(f)
		_, faults := FromFile(f)
		if len(faults) != 1 || faults[0].At != strings.TrimSpace(at) {
			t.Errorf("%q: %v", at, faults)
		}
	}
}
