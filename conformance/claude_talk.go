package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"agentconnector/conformance/fakemodel"
)

// Welcome lets it use the shell and the example's server unasked.
// Project hooks and servers need no consent headless (observed).
func (c Claude) Welcome(_ context.Context, s *Sandbox) error {
	return s.Write(c.HookFile(s), `{"permissions": {"allow": ["Bash", "mcp__acme-db", "mcp__acme-claims"]}}`)
}

// Headless prints every event, those of hooks too.
func (c Claude) Headless(s *Sandbox, t Task) (argv, env []string) {
	argv = []string{s.Bins[c.ID()], "-p", t.Prompt, "--output-format", "stream-json", "--verbose", "--include-hook-events"}
	if t.NoHooks {
		argv = append(argv, "--settings", `{"disableAllHooks":true}`)
	}
	return argv, []string{"ANTHROPIC_BASE_URL=" + t.URL}
}

// Shell is a call of its shell.
func (Claude) Shell(command string) fakemodel.Call {
	return fakemodel.Call{Name: "Bash", Args: map[string]any{"command": command, "description": "a step of the test"}}
}

// MCP is a call of a server's tool.
func (Claude) MCP(server, tool string, args map[string]any) fakemodel.Call {
	return fakemodel.Call{Name: "mcp__" + server + "__" + tool, Args: args}
}

// Reads is a call of its tool that reads a file.
func (Claude) Reads(path string) fakemodel.Call {
	return fakemodel.Call{Name: "Read", Args: map[string]any{"file_path": path}}
}

// Delegates is a call of its tool that starts a subagent.
func (Claude) Delegates(task string) fakemodel.Call {
	return fakemodel.Call{Name: "Agent", Args: map[string]any{"description": "a part of the test", "prompt": task, "subagent_type": "general-purpose"}}
}

// Talks says where it keeps what a conversation has cost, and what comes of one.
func (Claude) Talks() Loop {
	return Loop{
		Full: 180000, Shortens: []string{"PreCompact", "PostCompact"},
		Usage: UsageLog{Dir: ".claude/projects", Names: []string{"*.jsonl"}},
		Comes: []string{"SubagentStart", "SubagentStop", "PostToolUseFailure", "SessionEnd"},
	}
}

// Output is all that the model is told.
func (Claude) Output(told string) string { return told }

// claudeEvent is what is read of a line of its stream.
type claudeEvent struct {
	Type, Subtype string
	// Of type system: hooks, the servers at the start, remarks.
	HookEvent string `json:"hook_event"`
	Output    string
	Stderr    string
	Outcome   string
	ExitCode  int                             `json:"exit_code"`
	Servers   []struct{ Name, Status string } `json:"mcp_servers"`
	Content   json.RawMessage
	Level     string
	// Of type user: results of calls.
	Message json.RawMessage
	Meta    []struct {
		ID         string
		Permission struct{ Decision, Source string } `json:"permission_decision"`
	} `json:"tool_result_meta"`
	// Of type result.
	IsError bool `json:"is_error"`
	Result  string
}

// Account reads the stream; anything on stderr is a complaint.
func (Claude) Account(r Result) Account {
	var a Account
	ended := false
	for line := range strings.Lines(r.Stdout) {
		var e claudeEvent
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			a.Complaints = append(a.Complaints, strings.TrimSpace(line))
			continue
		}
		switch e.Type {
		case "system":
			e.system(&a)
		case "user":
			e.results(&a)
		case "result":
			ended = true
			if e.IsError || e.Subtype != "success" {
				a.Complaints = append(a.Complaints, "it ended with "+e.Subtype+": "+e.Result)
			}
		}
	}
	if !ended {
		a.Complaints = append(a.Complaints, "it did not say how it ended")
	}
	if s := strings.TrimSpace(r.Stderr); s != "" {
		a.Complaints = append(a.Complaints, s)
	}
	return a
}

func (e *claudeEvent) system(a *Account) {
	switch {
	case e.Subtype == "hook_response":
		h := HookRun{Event: e.HookEvent, Outcome: Done, Output: e.Output}
		if e.Outcome != "success" || e.ExitCode != 0 {
			h.Outcome = Broken
			a.Complaints = append(a.Complaints, fmt.Sprintf("hook on %s: %s, status %d: %s", e.HookEvent, e.Outcome, e.ExitCode, strings.TrimSpace(e.Output)))
		}
		a.Hooks = append(a.Hooks, h)
	case e.Subtype == "init":
		for _, s := range e.Servers {
			if s.Status != "connected" {
				a.Complaints = append(a.Complaints, "server "+s.Name+" is "+s.Status)
			}
		}
	case e.Level == "warning" || e.Level == "error":
		a.Complaints = append(a.Complaints, string(e.Content))
	}
}

// results looks for calls that were not let through. A hook that denies with
// JSON has ended well: it is told apart here.
func (e *claudeEvent) results(a *Account) {
	var message struct {
		Content []struct {
			ID      string `json:"tool_use_id"`
			Content json.RawMessage
		}
	}
	if json.Unmarshal(e.Message, &message) != nil {
		return // a prompt, which is a text
	}
	for _, m := range e.Meta {
		if m.Permission.Decision == "accept" {
			continue
		}
		for _, b := range message.Content {
			if b.ID == m.ID {
				a.Denied = append(a.Denied, string(b.Content))
			}
		}
		if n := len(a.Hooks); m.Permission.Source == "hook" && n > 0 && a.Hooks[n-1].Outcome == Done {
			a.Hooks[n-1].Outcome = Blocked
		}
	}
}
