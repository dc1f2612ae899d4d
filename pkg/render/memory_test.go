package render

import (
	"bytes"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// A host that reads the guidance of another one, too, gets it there alone, and in a
// file of its own where the other has none of it, or something else.
func TestGuidanceIsReadOnce(t *testing.T) {
	one := `"memory": [{"content": "read me"}]`
	for _, c := range []struct {
		targets, fields string
		files           string // and whose they are
	}{
		{"claude-code grok-build devin", one, ".claude/CLAUDE.md claude-code,grok-build,devin"},
		{"grok-build", one, ".grok/AGENTS.md grok-build"},
		{"codex grok-build", one, ".codex/AGENTS.md codex; .grok/AGENTS.md grok-build"},
		{"claude-code grok-build", one + `, "platforms": {"claude-code": {"memory": false}}`, ".grok/AGENTS.md grok-build"},
		{"claude-code grok-build", one + `, "platforms": {"grok-build": {"memory": {"path": "~/.grok/rules/a.md"}}}`, ".claude/CLAUDE.md claude-code; .grok/rules/a.md grok-build"},
	} {
		var hosts []*host.Host
		for _, id := range strings.Fields(c.targets) {
			hosts = append(hosts, host.Find(id))
		}
		in, err := ReadInput(bytes.NewReader(linesOf(t, machines[0], hosts)))
		if err != nil {
			t.Fatal(err)
		}
		r := render(t, in, parse(t, c.fields), Options{})
		var files []string
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Memory {
				_, below, _ := strings.Cut(p.Path, "/home/jo/")
				files = append(files, below+" "+strings.Join(p.Hosts, ","))
			}
		}
		if got := strings.Join(files, "; "); got != c.files {
			t.Errorf("%s %s:\n got %s\nwant %s", c.targets, c.fields, got, c.files)
		}
	}
}

// In a project some hosts read CLAUDE.md and AGENTS.md: where a line in one brings in
// the other, the guidance is in that; who is told twice is said so. What is in CLAUDE.md
// is the same whoever else is there.
func TestGuidanceOfAProjectIsReadOnce(t *testing.T) {
	const imports = "CLAUDE.md claude-code (_shared/agents-import); AGENTS.md "
	for _, c := range []struct {
		targets string
		claude  wire.Place // what is in CLAUDE.md
		fields  string
		files   string
		twice   string // who is said to be told more than once
	}{
		{targets: "claude-code grok-build", files: "CLAUDE.md claude-code,grok-build"},
		{targets: "claude-code codex", files: "CLAUDE.md claude-code; AGENTS.md codex"},
		{targets: "claude-code codex grok-build droid", files: "CLAUDE.md claude-code,grok-build,droid; AGENTS.md codex", twice: "grok-build droid"},
		{targets: "claude-code copilot-cli", files: "CLAUDE.md claude-code,copilot-cli"},
		{targets: "claude-code codex copilot-cli", files: "CLAUDE.md claude-code,copilot-cli; AGENTS.md codex", twice: "copilot-cli"},
		// a teammate's block stays, and so does his line
		{targets: "claude-code codex grok-build", claude: wire.Place{Blocks: map[string]int64{"gamma": 9}}, files: "CLAUDE.md claude-code,grok-build; AGENTS.md codex", twice: "grok-build"},
		{targets: "claude-code", claude: wire.Place{Blocks: map[string]int64{"_shared": 9}}, files: imports + "claude-code"},
		// the user's own line
		{targets: "claude-code codex", claude: wire.Place{Imports: []string{"/home/jo/p/AGENTS.md"}}, files: "AGENTS.md claude-code,codex"},
		{targets: "claude-code", claude: wire.Place{Imports: []string{"/home/jo/p/AGENTS.md"}}, files: "AGENTS.md claude-code"},
		// the connector says where
		{targets: "claude-code codex grok-build", fields: `, "platforms": {"claude-code": {"memory": {"mode": "block"}}}`, files: "CLAUDE.md claude-code; AGENTS.md codex,grok-build", twice: "grok-build"},
	} {
		var hosts []*host.Host
		for _, id := range strings.Fields(c.targets) {
			hosts = append(hosts, host.Find(id))
		}
		in, err := ReadInput(bytes.NewReader(linesOf(t, machines[0], hosts)))
		if err != nil {
			t.Fatal(err)
		}
		place := in.Hosts[0].Scopes[wire.ScopeProject][wire.Memory]
		root, _ := split(place.Path)
		place.Blocks = c.claude.Blocks
		for range c.claude.Imports {
			place.Imports = append(place.Imports, root+"/AGENTS.md")
		}
		in.Hosts[0].Scopes[wire.ScopeProject][wire.Memory] = place
		r := render(t, in, parse(t, `"memory": [{"content": "read me"}]`+c.fields), Options{Scope: wire.ScopeProject})
		var files []string
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Memory {
				note := ""
				if p.At[0] == importBlock {
					note = " (" + importBlock + ")"
				}
				files = append(files, strings.TrimPrefix(p.Path, root+"/")+" "+strings.Join(p.Hosts, ",")+note)
			}
		}
		var twice []string
		for _, n := range r.Plan.Notices {
			if strings.Contains(n.Message, "more than once") {
				twice = append(twice, n.Host)
			}
		}
		if got := strings.Join(files, "; "); got != c.files || strings.Join(twice, " ") != c.twice {
			t.Errorf("%s%s:\n got %s, twice %q\nwant %s, twice %q", c.targets, c.fields, got, twice, c.files, c.twice)
		}
	}
}
