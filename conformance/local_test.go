package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ofTheUser are the texts that a host's own, uncommitted files bring: no content,
// and no guidance where it would hide what the team has written.
var ofTheUser = []string{saysTeam}

// What somebody installs with --local works like a user's installation: hooks
// and server run by their stable paths, the server is measured, and nothing that
// is committed changes.
func TestAnInstallationOfOnesOwnInAProject(t *testing.T) {
	b := person(t, Claude{})
	git(t, b, "init", "-q")
	write(t, b, filepath.Join(b.Project(), "AGENTS.md"), "# Shop\n"+saysTeam+"\n")
	write(t, b, filepath.Join(b.Project(), ".git", "info", "exclude"), "**/.claude/settings.local.json\n")
	git(t, b, "add", "-A")
	git(t, b, "commit", "-qm", "the shop")
	welcome(t, b, Claude{})
	install := withTools(t, b)
	install(t, "--local")
	check(t, install, 3) // without --local it would move
	clean(t, b)
	noTalkFaults(t, Claude{}, talk(t, b, Claude{}, Task{}), own(ofTheUser))
	logged(t, b, Claude{})
	if !measured(t, b, Claude{}.ID()) {
		t.Error("the server is not measured")
	}
	clean(t, b)

	tool(t, b, "", "ac", "uninstall", "--json", "--scope", "project", connectorID)
	clean(t, b)
	if _, err := os.Stat(filepath.Join(b.Project(), ".claude")); !os.IsNotExist(err) {
		t.Errorf("something is left in the project: %v", err)
	}
}

// Beside what a team has committed it takes its place: each hook decides once,
// and the server is the measured one.
func TestAnInstallationOfOnesOwnBesideTheTeams(t *testing.T) {
	b := clone(t, shared(t), Claude{})
	welcome(t, b, Claude{})
	install := withTools(t, b)
	install(t, "--local")
	write(t, b, filepath.Join(b.Project(), ".git", "info", "exclude"), "**/.claude/settings.local.json\n**/CLAUDE.local.md\n")
	clean(t, b)
	noTalkFaults(t, Claude{}, talk(t, b, Claude{}, Task{}), own(committed))
	logged(t, b, Claude{})
	if !measured(t, b, Claude{}.ID()) {
		t.Error("the server is not measured")
	}
	seen := map[string]int{}
	for line := range strings.Lines(read(t, filepath.Join(b.Home(), ".agent-connector", "logs", "events", "current.ndjson"))) {
		if strings.Contains(line, `"event":"PreToolUse"`) {
			_, id, _ := strings.Cut(line, `"tool_use_id":"`)
			id, _, _ = strings.Cut(id, `"`)
			seen[id]++
		}
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("the call %s was decided %d times", id, n)
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %d calls were decided", len(seen))
	}
}

// own is what must come out for somebody with an installation of their own.
func own(once []string) TalkWant {
	w := member()
	w.Once = once
	return w
}
