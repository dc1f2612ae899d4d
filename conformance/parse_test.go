package conformance

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What the hosts printed, so that the readers are tested without the hosts.

const claudeList = `Checking MCP server health…

acme-db: /opt/acme db/server a b - x - ✔ Connected
gone: /nonexistent  - ✘ Failed to connect

MCP config diagnostics ⚠

For help configuring MCP servers, see: https://code.claude.com/docs/en/mcp

[Has warnings] User config (available in all your projects)
Location: /home/u/.claude.json
 └ [Warning] [bad] mcpServers.bad: Skipped — invalid MCP server config for "bad": args: expected array, received string
`

func TestClaudeListIsRead(t *testing.T) {
	names, complaints := parseClaudeList(claudeList)
	if want := map[string]Status{"acme-db": Connected, "gone": Failed}; !maps.Equal(names, want) {
		t.Errorf("names %v", names)
	}
	if len(complaints) != 1 || !strings.Contains(complaints[0], "expected array, received string") {
		t.Errorf("complaints %q", complaints)
	}
	_, complaints = parseClaudeList("\nConfiguration error in /home/u/.claude.json: JSON Parse error: Unexpected EOF\n")
	if len(complaints) != 1 {
		t.Errorf("a broken file: %q", complaints)
	}
}

func TestClaudeGetIsRead(t *testing.T) {
	s := parseClaudeGet(`acme-db:
  Scope: User config (available in all your projects)
  Status: ✔ Connected
  Type: stdio
  Command: C:\acme
  Args: a b c ${HOME}/x
  Environment:
    ACME_DB_DSN=${ACME_DB_DSN}
    PLAIN=v=1 2
  Timeout: 30000ms

To remove this server, run: claude mcp remove acme-db -s user
`)
	want := map[string]any{"type": "stdio", "command": `C:\acme`, "args": "a b c ${HOME}/x", "timeout": 30000.0,
		"env": map[string]any{"ACME_DB_DSN": "${ACME_DB_DSN}", "PLAIN": "v=1 2"}}
	if !reflect.DeepEqual(s.Fields, want) {
		t.Errorf("got %v", s.Fields)
	}
}

func TestClaudeDoctorIsRead(t *testing.T) {
	got := parseClaudeDoctor(`Claude Code doctor

API connectivity
- Not tested: CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC is set

Invalid settings
- /h/.claude/settings.json › hooks.Nope: Unknown hook event "Nope" was ignored. Valid events: PreToolUse
- /h/.claude/settings.json › hooks.Stop.0.hooks.0: Invalid command hook

Remote Control
- Not signed in to claude.ai
`)
	if len(got) != 2 || !strings.Contains(got[0], "hooks.Nope") || !strings.Contains(got[1], "hooks.Stop.0") {
		t.Errorf("got %q", got)
	}
	if got := parseClaudeDoctor("Claude Code doctor\n\nNo installation issues found.\n"); got != nil {
		t.Errorf("nothing is invalid, got %q", got)
	}
}

func TestCodexListIsRead(t *testing.T) {
	all, err := parseCodexList([]byte(`[{"name":"a","enabled":true,"disabled_reason":null,"transport":{"type":"stdio","command":"/x","args":["a b"],"env":null,"env_vars":["V"],"cwd":null},"tool_timeout_sec":30.0}]`))
	if err != nil {
		t.Fatal(err)
	}
	f := all["a"].Fields
	if f["command"] != "/x" || f["tool_timeout_sec"] != 30.0 || f["enabled"] != true || text(f["env_vars"]) != `["V"]` {
		t.Errorf("got %v", f)
	}
}

func TestAnswerIsFoundAmongOtherLines(t *testing.T) {
	closed := 0
	a := &answerTo{id: 2, found: func() error { closed++; return nil }}
	for _, part := range []string{`{"id":1,"result":{}}` + "\n" + `{"method":"x","params":{}}` + "\n{\"id\":2,", `"result":{"data":[]}}`, "\n{\"id\":2,\"result\":{}}\n"} {
		if n, err := a.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if string(a.result) != `{"data":[]}` || closed != 1 {
		t.Errorf("result %s, found %d times", a.result, closed)
	}
}

func TestFaultsNameEveryDifference(t *testing.T) {
	w := Want{Server: "s", Tools: []string{"t"}, Fields: map[string]any{"command": "c", "args": []any{"a", "b"}, "env": map[string]any{"X": "${X:-d}"}, "cwd": nil},
		Hooks: []Hook{{Event: "E", Command: "h"}, {Event: "E", Command: "h"}}}
	good := Server{Status: Connected, Tools: []string{"t"}, HidesDefaults: true,
		Fields: map[string]any{"command": "c", "args": "a b", "env": map[string]any{"X": "${X}"}, "cwd": map[string]any{}}}
	if f := serverFaults(Servers{ByName: map[string]Server{"s": good}}, w); f != nil {
		t.Errorf("faults of a good server: %q", f)
	}
	for name, spoil := range map[string]func(*Server){
		"could not start":     func(s *Server) { s.Status = Failed },
		"offered the tools":   func(s *Server) { s.Tools = []string{} },
		"args was written":    func(s *Server) { s.Fields["args"] = "a  b" },
		"env was written":     func(s *Server) { s.HidesDefaults = false },
		"shows no command":    func(s *Server) { delete(s.Fields, "command") },
		"command was written": func(s *Server) { s.Fields["command"] = "d" },
	} {
		bad := good
		bad.Fields = maps.Clone(good.Fields)
		spoil(&bad)
		if f := serverFaults(Servers{ByName: map[string]Server{"s": bad}}, w); len(f) != 1 || !strings.Contains(f[0], name) {
			t.Errorf("%s: %q", name, f)
		}
	}
	if f := hookFaults(Hooks{Lists: true, All: w.Hooks}, w); f != nil {
		t.Errorf("faults of good hooks: %q", f)
	}
	for name, all := range map[string][]Hook{"it has no hook": w.Hooks[:1], "was not written": append(slices.Clone(w.Hooks), Hook{Event: "F"})} {
		if f := hookFaults(Hooks{Lists: true, All: all}, w); len(f) != 1 || !strings.Contains(f[0], name) {
			t.Errorf("%s: %q", name, f)
		}
	}
}
