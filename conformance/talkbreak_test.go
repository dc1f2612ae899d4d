package conformance

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// projectFiles are the files of a project that the hosts read; hides is one that
// is read in place of AGENTS.md.
var projectFiles = map[string]struct{ hooks, server, hides string }{
	"claude-code": {".claude/settings.json", ".mcp.json", "CLAUDE.md"},
	"codex":       {".codex/hooks.json", ".codex/config.toml", "AGENTS.override.md"},
}

// rehook puts other commands into the hooks of an event, whatever they were.
func rehook(t *testing.T, s *Sandbox, h Talker, event, command string) {
	t.Helper()
	file := filepath.Join(s.Project(), projectFiles[h.ID()].hooks)
	var all map[string]any
	if err := json.Unmarshal([]byte(read(t, file)), &all); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, group := range all["hooks"].(map[string]any)[event].([]any) {
		for _, hook := range group.(map[string]any)["hooks"].([]any) {
			hook.(map[string]any)["command"] = command
			n++
		}
	}
	if n == 0 {
		t.Fatalf("no hooks on %s in %s", event, file)
	}
	write(t, s, file, text(all))
}

// harm is one thing that a project could do to somebody who has cloned it.
type harm struct {
	name string
	do   func(t *testing.T, s *Sandbox, h Talker)
	says string // a part of the fault that is found
}

var harms = []harm{
	{"a hook that needs our tools", func(t *testing.T, s *Sandbox, h Talker) {
		rehook(t, s, h, "SessionStart", `"$HOME/.agent-connector/bin/ac-hook" `+h.ID()+` SessionStart`)
	}, "SessionStart"},
	{"a hook that denies", func(t *testing.T, s *Sandbox, h Talker) {
		rehook(t, s, h, "PreToolUse", "echo not you >&2; exit 2")
	}, "calls were denied"},
	{"a hook that talks", func(t *testing.T, s *Sandbox, h Talker) {
		rehook(t, s, h, "UserPromptSubmit", "echo by the way")
	}, "without hooks the model would not be told"},
	{"a hook that never runs", func(t *testing.T, s *Sandbox, h Talker) {
		spoil(t, s, filepath.Join(s.Project(), projectFiles[h.ID()].hooks), `"Stop"`, `"Halt"`)
	}, "no hook ran on Stop"},
	{"hooks that are no JSON", func(t *testing.T, s *Sandbox, h Talker) {
		spoil(t, s, filepath.Join(s.Project(), projectFiles[h.ID()].hooks), "{", "{,")
	}, "no hook ran on PreToolUse"},
	{"a server of another machine", func(t *testing.T, s *Sandbox, h Talker) {
		spoil(t, s, filepath.Join(s.Project(), projectFiles[h.ID()].server), "acme-db-server", "/home/a/bin/acme-db-server")
	}, "acme_query): the model was told"},
	{"a file that hides the guidance of the team", func(t *testing.T, s *Sandbox, h Talker) {
		write(t, s, filepath.Join(s.Project(), projectFiles[h.ID()].hides), "# Shop\n")
	}, saysTeam + "\" 0 times"},
	// The last one: it leaves our tools on the machine.
	{"a hook that denies where the connector is not installed", func(t *testing.T, s *Sandbox, h Talker) {
		withTools(t, s)
		rehook(t, s, h, "PreToolUse", "ac-hook "+h.ID()+" PreToolUse --connector "+connectorID+" --on-error deny")
	}, "connector is not installed"},
}

// What the check of a clone finds when a project does harm: it is the check
// that the project of TestAProjectWorksForATeammate passes.
func TestEveryHarmIsNoticed(t *testing.T) {
	a := shared(t)
	for _, h := range pair(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			h := h.(Talker)
			b := clone(t, a, h)
			welcome(t, b, h)
			quiet := talk(t, b, h, Task{NoHooks: true})
			for _, harm := range harms {
				harm.do(t, b, h)
				welcome(t, b, h) // and what does the harm is trusted
				noticed(t, harm, TalkFaults(h, talk(t, b, h, Task{}), bystander(&quiet)))
				git(t, b, "reset", "-q", "--hard")
				git(t, b, "clean", "-qfd")
			}
			welcome(t, b, h)
			noTalkFaults(t, h, talk(t, b, h, Task{}), bystander(&quiet))
		})
	}
}

func noticed(t *testing.T, harm harm, faults []string) {
	t.Helper()
	if !strings.Contains(strings.Join(faults, "\n"), harm.says) {
		t.Errorf("%s: expected a fault with %q, got %q", harm.name, harm.says, faults)
	}
}

// The check of somebody with our tools finds a guard that lets through, and
// hooks that do not run at all.
func TestAGuardThatDoesNothingIsNoticed(t *testing.T) {
	a := shared(t)
	for _, h := range pair(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			h := h.(Talker)
			b := clone(t, a, h)
			welcome(t, b, h)
			withTools(t, b)(t)
			spoil(t, b, filepath.Join(installed(t, b), "hook.json"), `rm\\s+`, `mv\\s+`)
			noticed(t, harm{name: "a rule that fits nothing", says: "1 calls were denied, expected 2"},
				TalkFaults(h, talk(t, b, h, Task{}), member()))
			noticed(t, harm{name: "hooks switched off", says: "no hook ran on PreToolUse"},
				TalkFaults(h, talk(t, b, h, Task{NoHooks: true}), member()))
		})
	}
}
