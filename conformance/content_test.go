package conformance

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// content are the hosts that say by a command which skills, subagents and commands
// they have, and how: with $NAME for one of ours, and stdin for one that is asked there.
var content = map[string]struct {
	skill, agent, commands []string
	stdin                  string
}{
	"opencode":    {skill: []string{"debug", "skill"}, agent: []string{"debug", "agent", "$NAME"}, commands: []string{"debug", "config"}},
	"kilo-cli":    {skill: []string{"debug", "skill"}, agent: []string{"debug", "agent", "$NAME"}, commands: []string{"debug", "config"}},
	"mimo-code":   {skill: []string{"debug", "skill"}, agent: []string{"debug", "agent", "$NAME"}, commands: []string{"debug", "config"}},
	"copilot-cli": {skill: []string{"skill", "list", "--json"}, commands: []string{"skill", "list", "--json"}}, // commands are skills there
	"gemini-cli":  {skill: []string{"skills", "list"}},
	"amp":         {skill: []string{"skill", "list"}, commands: []string{"skill", "list"}},
	"openclaw":    {skill: []string{"skills", "list", "--json"}, commands: []string{"skills", "list", "--json"}},
	"pi":          {skill: piAsked, commands: piAsked, stdin: `{"id": "1", "type": "get_commands"}` + "\n"},
}

var piAsked = []string{"--provider", "fake", "--model", "fake-model", "--mode", "rpc"}

// What each is called, and what must be told of it.
const (
	contentSkill, contentCommand, contentAgent = "ac-guide", "ac-deploy", "ac-analyst"

	contentDefinition = `{"id": "ac-content", "skills": [{"name": "ac-guide", "description": "How to ask", "body": "Ask."}],
  "commands": [{"name": "ac-deploy", "description": "Deploy it", "prompt": "Deploy to $ARGUMENTS."}],
  "subagents": [{"name": "ac-analyst", "description": "Answers why", "prompt": "Think first, then answer.", "tools": {"allow": ["Read", "Grep"], "deny": ["Bash"]}, "model": "inherit"}]}`
)

// A skill, a command and a subagent of a connector are what the host lists, and
// nothing of them is after undo.
func TestHostsListContent(t *testing.T) {
	for _, h := range further(t) {
		how, ok := content[h.ID()]
		if !ok {
			continue
		}
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			s := sandboxWith(t, false, h)
			for _, name := range suite {
				put(t, s, name)
			}
			if err := os.Symlink(s.Bins[h.ID()], filepath.Join(s.Bin(), h.Program)); err != nil {
				t.Fatal(err)
			}
			welcome(t, s, h)
			definition := filepath.Join(t.TempDir(), "connector.json")
			if err := os.WriteFile(definition, []byte(contentDefinition), 0o600); err != nil {
				t.Fatal(err)
			}
			asked := map[string][]string{contentSkill: how.skill, contentAgent: how.agent, contentCommand: how.commands}
			knows(t, s, h, asked, false)
			pipeline(t, s, definition)
			knows(t, s, h, asked, true)
			tool(t, s, "", "ac-apply", "--undo", "ac-content")
			knows(t, s, h, asked, false)
		})
	}
}

// knows asks for each name whether the host knows it. What it was told of a
// subagent's tools must be in what it says.
func knows(t *testing.T, s *Sandbox, h Plain, asked map[string][]string, want bool) {
	t.Helper()
	for name, argv := range asked {
		if argv == nil {
			continue
		}
		line := append([]string{s.Bins[h.ID()]}, argv...)
		last := &line[len(line)-1]
		*last = strings.ReplaceAll(*last, "$NAME", name)
		r, err := s.Run(context.Background(), strings.NewReader(content[h.ID()].stdin), line...)
		if err != nil {
			t.Fatal(err)
		}
		says := r.Stdout + r.Stderr // Gemini CLI lists on the latter
		has := strings.Contains(says, name) && r.Code == 0 && !strings.Contains(says, name+" not found")
		if has != want {
			t.Errorf("%s: %s known: %v, want %v; %v says (%d)\n%s%s", h.ID(), name, has, want, line[1:], r.Code, r.Stdout, r.Stderr)
		}
		if want && name == contentAgent && !(strings.Contains(says, "deny") && strings.Contains(says, "grep")) {
			t.Errorf("%s: %s without its rules for tools:\n%s", h.ID(), name, says)
		}
	}
}
