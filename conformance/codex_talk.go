package conformance

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"

	"agentconnector/conformance/fakemodel"
)

// Welcome trusts the project, and its hooks as they are now: what a user does
// with /hooks after reading them. Without the former it reads no file of the
// project but AGENTS.md and says so, without the latter it runs no hook and
// says nothing.
func (c Codex) Welcome(ctx context.Context, s *Sandbox) error {
	config := CodexQuiet + fmt.Sprintf("\n[projects.%q]\ntrust_level = \"trusted\"\n", s.Project())
	if err := s.Write(c.ServerFile(s), config); err != nil {
		return err
	}
	return c.TrustHooks(ctx, s)
}

// TrustHooks trusts all hooks as they are now.
func (c Codex) TrustHooks(ctx context.Context, s *Sandbox) error {
	text, err := os.ReadFile(c.ServerFile(s))
	if err != nil {
		return err
	}
	config := string(text)
	var answer struct {
		Data []struct {
			Hooks []struct {
				Key         string `json:"key"`
				CurrentHash string `json:"currentHash"`
			} `json:"hooks"`
		} `json:"data"`
	}
	if err := c.ask(ctx, s, "hooks/list", map[string]any{"cwds": []string{s.Project()}}, &answer); err != nil {
		return err
	}
	for _, d := range answer.Data {
		for _, h := range d.Hooks {
			hook, plugin, ok := strings.Cut(h.CurrentHash, "/") // that of all files of its plugin (observed)
			config += fmt.Sprintf("\n[hooks.state.%q]\ntrusted_hash = %q\n", h.Key, hook)
			if ok {
				config += fmt.Sprintf("trusted_content_hash = %q\n", plugin)
			}
		}
	}
	return s.Write(c.ServerFile(s), config)
}

// Headless prints for people, because only there it tells of hooks. The model
// is one that is offered tools, and no program to call them from.
func (c Codex) Headless(s *Sandbox, t Task) (argv, env []string) {
	argv = []string{s.Bins[c.ID()], "exec",
		"-c", `model="gpt-5.5"`, "-c", `model_provider="fake"`,
		"-c", fmt.Sprintf(`model_providers.fake={name="fake",base_url="%s/v1",wire_api="responses",env_key="FAKE_API_KEY"}`, t.URL),
		"-c", `approval_policy="never"`, "-c", `sandbox_mode="danger-full-access"`}
	if t.NoHooks {
		argv = append(argv, "--disable", "hooks")
	}
	return append(argv, t.Prompt), []string{"FAKE_API_KEY=none"}
}

// Shell is a call of its shell.
func (Codex) Shell(command string) fakemodel.Call {
	return fakemodel.Call{Name: "exec_command", Args: map[string]any{"cmd": command}}
}

// MCP is a call of a server's tool: names have no hyphens there (observed).
func (Codex) MCP(server, tool string, args map[string]any) fakemodel.Call {
	return fakemodel.Call{Name: tool, Namespace: "mcp__" + strings.ReplaceAll(server, "-", "_"), Args: args}
}

// Reads is none: it reads files with its shell.
func (Codex) Reads(string) fakemodel.Call { return fakemodel.Call{} }

// Delegates is a call of its tool that starts a subagent, which is on its own then.
func (Codex) Delegates(task string) fakemodel.Call {
	return fakemodel.Call{Name: "spawn_agent", Namespace: "multi_agent_v1", Args: map[string]any{"message": task}}
}

// Talks says where it keeps what a conversation has cost, and what comes of one.
func (Codex) Talks() Loop {
	return Loop{
		Full: 250000, Shortens: []string{"PreCompact", "PostCompact"},
		Usage: UsageLog{Dir: ".codex/sessions", Names: []string{"*.jsonl"}},
		Waits: []fakemodel.Call{{Name: "wait_agent", Namespace: "multi_agent_v1", Args: map[string]any{"timeout_ms": 60000}, Recall: map[string]string{"targets": "agent_id"}}},
		Comes: []string{"SubagentStart", "SubagentStop"},
	}
}

// Output is what stands after its own lines, or a message without them.
func (Codex) Output(told string) string {
	if _, out, ok := strings.Cut(told, "\nOutput:\n"); ok {
		return out
	}
	return told
}

// codexHook is how it tells that a hook has ended: "hook: Stop Completed".
var codexHook = regexp.MustCompile(`^hook: (\w+) (\w+)$`)

// codexTrouble are lines that tell of trouble: of its log, of people's, and of
// a server.
var codexTrouble = regexp.MustCompile(`^\d{4}-\S+Z +(ERROR|WARN) |(?i:^(warning|error): )|^mcp: .*(failed|error)`)

// Account reads what it prints on stderr for people.
func (Codex) Account(r Result) Account {
	var a Account
	for line := range strings.Lines(r.Stderr) {
		line = strings.TrimSpace(line)
		if m := codexHook.FindStringSubmatch(line); m != nil {
			h := HookRun{Event: m[1], Outcome: map[string]Outcome{"Completed": Done, "Blocked": Blocked}[m[2]]}
			if h.Outcome == "" {
				h.Outcome = Broken
				a.Complaints = append(a.Complaints, line)
			}
			a.Hooks = append(a.Hooks, h)
			continue
		}
		switch {
		case !codexTrouble.MatchString(line):
		case strings.Contains(line, " blocked by "):
			a.Denied = append(a.Denied, line)
		default:
			a.Complaints = append(a.Complaints, line)
		}
	}
	return a
}
