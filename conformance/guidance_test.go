package conformance

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// bothRead are hosts that read CLAUDE.md and AGENTS.md of a project, and how often each is
// told the guidance where Claude Code and Codex are there, too, which need both.
var bothRead = map[string]int{"grok-build": 2, "droid": 2, "copilot-cli": 2}

// trusting is what makes one read the files of a project in a task.
var trusting = map[string][]string{"grok-build": {"--trust"}}

// What a project tells all hosts, each hears as often as the plan says: once with Claude
// Code alone, and with those beside it that need AGENTS.md.
func TestGuidanceOfAProjectIsTold(t *testing.T) {
	for _, h := range further(t) {
		often, ok := bothRead[h.ID()]
		if !ok {
			continue
		}
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			if !HasNoNetwork() {
				t.Skip("no network namespace here, and the model's address stands in a file of some hosts")
			}
			s := inUse(t, h)
			git(t, s, "init", "-q")
			h.Task = append(append([]string{}, h.Task...), trusting[h.ID()]...)
			write(t, s, filepath.Join(s.Home(), ".claude", "settings.json"), "{}\n")
			toldTimes(t, s, h, 1)
			write(t, s, filepath.Join(s.Home(), ".codex", "config.toml"), "")
			tool(t, s, "", "ac-apply", "--undo", connectorID, "--all")
			write(t, s, filepath.Join(s.Project(), "AGENTS.md"), "# Tabs, not blanks\n")
			write(t, s, filepath.Join(s.Project(), "CLAUDE.md"), "# Be short\n") // of two files that are the same Copilot CLI tells one
			toldTimes(t, s, h, often)
		})
	}
}

// toldTimes installs the example into the project, and counts its guidance in what the
// model is told.
func toldTimes(t *testing.T, s *Sandbox, h Plain, want int) {
	t.Helper()
	found := tool(t, s, "", "ac-detect", "--project", s.Project())
	plan := tool(t, s, found, "ac-render", "--scope", "project", example(t))
	tool(t, s, plan, "ac-apply")
	k, err := s.Talk(context.Background(), h, fakemodel.Turns(fakemodel.Turn{Text: "Good."}), Task{Prompt: "Good morning."})
	if err != nil {
		t.Fatal(err)
	}
	const says = "are answered with the acme-db MCP tools, not from memory"
	n := strings.Count(k.Heard().Everything(), says)
	if said := strings.Contains(plan, "it is told the guidance more than once"); n != want || said != (n > 1) {
		t.Errorf("%s is told the guidance %d times, expected %d; the plan says that it is told more than once: %v\n%.2000s", h.ID(), n, want, said, lastTold(k))
	}
}
