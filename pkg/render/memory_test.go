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
