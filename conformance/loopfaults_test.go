package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// goodLoop is a conversation with nothing wrong, of a host that loses two texts.
func goodLoop() (Plain, Talk, map[string]int) {
	h := Plain{Name: "h", Loop: Loop{
		Hears: []string{saysStart, saysPrompt, saysQuery}, Deaf: []string{saysFailure, saysStop},
		Events: []string{"PreToolUse deny", "Stop allow"},
	}}
	said := []fakemodel.Said{{Role: "user", Text: strings.Join(h.Loop.Hears, "\n")}}
	var calls []fakemodel.Made
	for i, text := range []string{"hi", "Ada Byron", saysRemove, "1 rows of orders", saysDrop, "broken", "no table"} {
		id := fmt.Sprint("call_", i)
		calls = append(calls, fakemodel.Made{ID: id})
		said = append(said, fakemodel.Said{Role: "tool", Call: id, Text: text})
	}
	k := Talk{Result: Result{Stdout: "2 rows were updated."}, Requests: []fakemodel.Request{{Dialect: "d", Calls: calls}, {Dialect: "d", Said: said}}}
	return h, k, map[string]int{"PreToolUse deny": 2, "Stop allow": 1}
}

// What a conversation of a further host must be has a way to be found wrong.
func TestLoopFaultsNameEveryDifference(t *testing.T) {
	h, k, got := goodLoop()
	if f := loopFaults(h, k, got); f != nil {
		t.Errorf("faults of a good conversation: %q", f)
	}
	for says, spoil := range map[string]func(*Plain, *Talk, map[string]int){
		`no "Stop allow" in the log`: func(_ *Plain, _ *Talk, got map[string]int) { delete(got, "Stop allow") },
		"which is said to be lost":   func(_ *Plain, k *Talk, _ map[string]int) { k.Requests[1].Said[0].Text += saysStop },
		"whether it arrives":         func(h *Plain, _ *Talk, _ map[string]int) { h.Loop.Deaf = h.Loop.Deaf[1:] },
		"call 3 (): the model was told \"rm -rf all\"": func(_ *Plain, k *Talk, _ map[string]int) {
			i := slices.IndexFunc(k.Requests[1].Said, func(s fakemodel.Said) bool { return s.Call == "call_2" })
			k.Requests[1].Said[i].Text = "rm -rf all"
		},
		"is said to end the run":    func(h *Plain, _ *Talk, _ map[string]int) { h.Loop.Fatal = true },
		`without "dropped orders"`:  func(h *Plain, _ *Talk, _ map[string]int) { h.Loop.Ungated = true },
		`was not told "They are`:    func(h *Plain, _ *Talk, _ map[string]int) { h.Loop.Hears, h.Loop.Deaf = told, nil },
		"the user was not told":     func(_ *Plain, k *Talk, _ map[string]int) { k.Stdout = "" },
		"which the model does not":  func(_ *Plain, k *Talk, _ map[string]int) { k.Requests[1].Dialect = "" },
		"something is invalid here": func(_ *Plain, k *Talk, _ map[string]int) { k.Complaints = []string{"something is invalid here"} },
	} {
		h, k, got := goodLoop()
		spoil(&h, &k, got)
		if f := loopFaults(h, k, got); !strings.Contains(strings.Join(f, "\n"), says) {
			t.Errorf("expected a fault with %q, got %q", says, f)
		}
	}
}

// A list of servers is read as the hosts print it.
func TestListsAreRead(t *testing.T) {
	for _, c := range []struct {
		h    Plain
		text string
	}{
		{geminiCLI, "Configured MCP servers:\n\n\x1b[32m✓\x1b[0m own: /x  (stdio) - Connected\n✗ bad: /y a - b (stdio) - Disconnected\n"},
		{qwenCode, "\x1b[32m✓\x1b[0m own: /x  (stdio) - Connected\n\x1b[31m✗\x1b[0m bad: /y  (stdio) - Disconnected\n"},
		{opencode, "┌  MCP Servers\n│\n●  ✓ own \x1b[90mconnected\n│      \x1b[90m/x\n●  ✗ bad \x1b[90mfailed\n│      EACCES\n└  2 server(s)\n"},
		{pi, "own: connected, 5 tools (codemode, global)\n  /x\n  tools: a, b\nbad: failed (codemode, global)\n  spawn /y EACCES\n"},
		{droid, "Configured MCP servers:\n  bad  stdio  failed: Failed to connect to MCP server  [user]\n  own  stdio  connected  [user]\n"},
		{copilotCLI, "User servers:\n  own (local)\n  bad (local)\n"},
	} {
		want := map[string]Server{"own": {Status: Connected}, "bad": {Status: Failed}}
		if c.h.Fine == "" {
			want = map[string]Server{"own": {}, "bad": {}}
		}
		if got := c.h.read(c.text); text(got.ByName) != text(want) || got.Complaints != nil {
			t.Errorf("%s: %s", c.h.Name, text(got))
		}
	}
	if got := geminiCLI.read("Invalid configuration in /x: Error in: mcpServers.own\n"); len(got.Complaints) != 1 {
		t.Errorf("a complaint: %v", got)
	}
}
