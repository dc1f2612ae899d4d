package conformance

import (
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

func TestAccountsAreRead(t *testing.T) {
	for _, c := range []struct {
		h    Talker
		r    Result
		want Account
	}{
		{Claude{}, Result{Stdout: claudeStream}, Account{
			Hooks:  []HookRun{{"SessionStart", Done, "hello\n"}, {"PreToolUse", Broken, "sh: 1: x: not found\n"}, {"PreToolUse", Blocked, "{}\n"}},
			Denied: []string{`"PreToolUse:Bash hook error: no"`},
			Complaints: []string{"server b is failed", "hook on PreToolUse: error, status 127: sh: 1: x: not found",
				`"A hook gave no usable answer"`, "it ended with error_during_execution: bad"},
		}},
		{Claude{}, Result{Stdout: "no JSON\n", Stderr: "Warning\n"}, Account{Complaints: []string{"no JSON", "it did not say how it ended", "Warning"}}},
		{Codex{}, Result{Stderr: codexTalk}, Account{
			Hooks:  []HookRun{{Event: "SessionStart", Outcome: Done}, {Event: "PreToolUse", Outcome: Blocked}, {Event: "Stop", Outcome: Broken}},
			Denied: []string{"2026-11-30T06:56:16.101757Z ERROR codex_core::tools::router: error=Command blocked by PreToolUse hook: no. Command: echo hi"},
			Complaints: []string{"warning: something", "2026-11-30T06:58:17.710521Z ERROR codex_core::tools::router: error=unsupported call: x",
				"mcp: acme-db/acme_schema (failed)", "hook: Stop Failed"},
		}},
	} {
		if got := c.h.Account(c.r); text(got) != text(c.want) {
			t.Errorf("%s:\n%s, expected\n%s", c.h.ID(), text(got), text(c.want))
		}
	}
	if got := (Codex{}).Output("Chunk ID: 1\nProcess exited with code 0\nOutput:\nhi\n"); got != "hi\n" {
		t.Errorf("output %q", got)
	}
}

const claudeStream = `{"type":"system","subtype":"hook_started","hook_event":"SessionStart"}
{"type":"system","subtype":"hook_response","hook_event":"SessionStart","output":"hello\n","exit_code":0,"outcome":"success"}
{"type":"system","subtype":"init","mcp_servers":[{"name":"a","status":"connected"},{"name":"b","status":"failed"}]}
{"type":"system","subtype":"hook_response","hook_event":"PreToolUse","output":"sh: 1: x: not found\n","exit_code":127,"outcome":"error"}
{"type":"system","subtype":"informational","content":"A hook gave no usable answer","level":"warning"}
{"type":"user","message":{"role":"user","content":[{"tool_use_id":"call_1","type":"tool_result","content":"hi","is_error":false}]},"tool_result_meta":[{"id":"call_1","permission_decision":{"decision":"accept","source":"user_permanent"}}]}
{"type":"system","subtype":"hook_response","hook_event":"PreToolUse","output":"{}\n","exit_code":0,"outcome":"success"}
{"type":"system","subtype":"permission_denied","tool_use_id":"call_2","message":"PreToolUse:Bash hook error: no"}
{"type":"user","message":{"role":"user","content":[{"tool_use_id":"call_2","type":"tool_result","content":"PreToolUse:Bash hook error: no","is_error":true}]},"tool_result_meta":[{"id":"call_2","permission_decision":{"decision":"reject","source":"hook"}}]}
{"type":"user","message":{"role":"user","content":"a prompt"}}
{"type":"result","subtype":"error_during_execution","is_error":true,"result":"bad"}
`

const codexTalk = `Reading additional input from stdin...
OpenAI Codex v0.171.0
warning: something
hook: SessionStart
hook: SessionStart Completed
exec
/bin/bash -lc 'echo hi' in /p
 succeeded in 0ms:
hi
hook: PreToolUse
2026-11-30T06:56:16.101757Z ERROR codex_core::tools::router: error=Command blocked by PreToolUse hook: no. Command: echo hi
hook: PreToolUse Blocked
2026-11-30T06:58:17.710521Z ERROR codex_core::tools::router: error=unsupported call: x
mcp: acme-db/acme_schema started
mcp: acme-db/acme_schema (failed)
hook: Stop
hook: Stop Failed
`

// Every fault of a conversation has a way to be found.
func TestTalkFaultsNameEveryDifference(t *testing.T) {
	quiet := Talk{Requests: []fakemodel.Request{{Dialect: "d", Said: []fakemodel.Said{{Role: "user", Text: "Wall time: 1.5\nguide"}, {Role: "tool", Call: "call_1", Text: "hi"}}}}}
	good := func() Talk {
		return Talk{
			Result:  Result{Stdout: "bye"},
			Account: Account{Hooks: []HookRun{{Event: "Stop", Outcome: Done}}},
			Requests: []fakemodel.Request{
				{Dialect: "d", Calls: []fakemodel.Made{{ID: "call_1"}}},
				{Dialect: "d", Said: []fakemodel.Said{{Role: "user", Text: "Wall time: 2.5\nguide"}, {Role: "tool", Call: "call_1", Text: "hi"}}},
			},
		}
	}
	w := TalkWant{Results: []string{"hi"}, Hooks: []string{"Stop"}, Hears: []string{"guide"}, Once: []string{"guide"}, Says: "bye", Like: &quiet}
	if f := TalkFaults(Claude{}, good(), w); f != nil {
		t.Errorf("faults of a good conversation: %q", f)
	}
	for says, spoil := range map[string]func(*Talk){
		"it is unwell":                   func(t *Talk) { t.Complaints = []string{"it is unwell"} },
		"ended with status 3":            func(t *Talk) { t.Code = 3 },
		"asked the model nothing":        func(t *Talk) { t.Requests = nil },
		"which the model does not know":  func(t *Talk) { t.Requests[0].Dialect = "" },
		"more turns than the script has": func(t *Talk) { t.Requests[1].Beyond = true },
		"too large":                      func(t *Talk) { t.Requests[0].Fault = "too large" },
		"made 0 calls":                   func(t *Talk) { t.Requests[0].Calls = nil },
		"was told nothing of it":         func(t *Talk) { t.Requests[0].Calls[0].ID = "call_2" },
		`was told "ho"`:                  func(t *Talk) { t.Requests[1].Said[1].Text = "ho" },
		"1 calls were denied":            func(t *Talk) { t.Denied = []string{"no"} },
		"no hook ran on Stop":            func(t *Talk) { t.Hooks[0].Event = "Start" },
		`was not told "guide"`:           func(t *Talk) { t.Requests[1].Said[0].Text = "" },
		`told "guide" 2 times`:           func(t *Talk) { t.Requests[1].Said[0].Text += "\nguide" },
		"user was not told":              func(t *Talk) { t.Stdout = "" },
		`would not be told "more"`:       func(t *Talk) { t.Requests[1].Said[0].Text += "\nmore" },
		`would also be told "user: …"`:   func(t *Talk) { t.Requests[1].Said[0].Text = "guide" },
	} {
		bad := good()
		spoil(&bad)
		if f := TalkFaults(Claude{}, bad, w); !strings.Contains(strings.Join(f, "\n"), says) {
			t.Errorf("expected a fault with %q, got %q", says, f)
		}
	}
	denied := good()
	denied.Denied = []string{"not you"}
	w.Denied = []string{"because"}
	if f := TalkFaults(Claude{}, denied, w); len(f) != 1 || !strings.Contains(f[0], `denied with "not you", without "because"`) {
		t.Errorf("another reason: %q", f)
	}
}
