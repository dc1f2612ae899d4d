package hook

import (
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// TestOutcomes: each host is believed what it tells in its own way, and nothing
// else. The payloads are those of testdata, of what else is said beside them.
func TestOutcomes(t *testing.T) {
	type want struct {
		failed bool
		kind   string
		exit   int64 // -1: not told
	}
	const after = "PostToolUse"
	for _, c := range []struct {
		host, event, payload string
		want
	}{
		{"claude-code", after, `{"tool_name":"Bash","tool_response":{"stdout":"exit code 3","interrupted":false}}`, want{false, "", -1}},
		{"claude-code", after, `{"tool_name":"Bash","tool_response":{"stdout":"","interrupted":true}}`, want{true, wire.Interrupted, -1}},
		{"claude-code", after, `{"tool_name":"Edit","tool_response":{"success":false}}`, want{true, "", -1}},
		{"claude-code", after, `{"tool_name":"PowerShell","tool_response":{"exitCode":1}}`, want{true, "", 1}},
		{"claude-code", after, `{"tool_name":"mcp__acme__x","tool_response":{"isError":true}}`, want{true, "", -1}},
		{"claude-code", after, `{"tool_name":"mcp__acme__x","tool_response":{"exitCode":1}}`, want{false, "", -1}}, // its own word
		{"claude-code", after, `{"tool_name":"Read","tool_response":[{"type":"text","text":"Exit code 9"}]}`, want{false, "", -1}},
		{"claude-code", "PostToolUseFailure", `{"tool_name":"Bash","error":"Exit code 3\nExit code 4","is_interrupt":false}`, want{true, "", 3}},
		{"claude-code", "PostToolUseFailure", `{"tool_name":"Bash","error":"stopped","is_interrupt":true}`, want{true, wire.Interrupted, -1}},
		{"codex", after, `{"tool_name":"Bash","tool_response":"hi\n"}`, want{false, "", -1}},
		{"codex", after, `{"tool_name":"Bash","tool_response":"Process exited with code 101"}`, want{true, "", 101}},
		{"codex", after, `{"tool_name":"Bash","tool_response":{"exit_code":0}}`, want{false, "", 0}},
		{"codex", after, `{"tool_name":"apply_patch","tool_response":"Exit code: 101\nbad"}`, want{true, "", 101}},
		{"codex", after, `{"tool_name":"apply_patch","tool_response":"Exit code: 0\nok"}`, want{false, "", 0}},
		{"droid", after, `{"tool_name":"Execute","tool_response":"hi\n\n\n[Process exited with code 0]"}`, want{false, "", 0}},
		{"droid", after, `{"tool_name":"Execute","tool_response":"[Process exited with code 2]\n\n[Process exited with code 1]"}`, want{true, "", 1}},
		{"droid", after, `{"tool_name":"Execute","tool_response":{"exitCode":1}}`, want{true, "", 1}},
		{"copilot-cli", after, `{"tool_name":"Bash","tool_result":{"result_type":"success","text_result_for_llm":"x\n<shellId: 0 completed with exit code 2>"}}`, want{true, "", 2}},
		{"copilot-cli", after, `{"tool_name":"Bash","tool_result":{"result_type":"success","text_result_for_llm":"completed with exit code 2> no"}}`, want{false, "", -1}},
		{"copilot-cli", "postToolUse", `{"toolName":"bash","toolResult":{"resultType":"denied","textResultForLlm":"x"}}`, want{true, wire.Denied, -1}},
		{"copilot-cli", "postToolUse", `{"toolName":"bash","toolResult":"{\"resultType\":\"rejected\"}"}`, want{true, wire.Rejected, -1}},
		{"copilot-app", after, `{"tool_name":"Bash","tool_result":{"result_type":"failure"}}`, want{true, "", -1}},
		{"vscode-copilot", after, `{"tool_name":"run_in_terminal","tool_response":"Command exited with code 1"}`, want{true, "", 1}},
		{"vscode-copilot", after, `{"tool_name":"create_file","tool_response":"File created"}`, want{false, "", -1}},
		{"amazon-q", "postToolUse", `{"tool_name":"execute_bash","tool_response":{"success":true,"result":[{"exit_status":"101","stdout":""}]}}`, want{true, "", 101}},
		{"amazon-q", "postToolUse", `{"tool_name":"fs_read","tool_response":{"success":true,"result":["x"]}}`, want{false, "", -1}},
		{"kiro", after, `{"tool_name":"str_replace","tool_response":{"success":false}}`, want{true, "", -1}},
		{"cursor", "afterShellExecution", `{"command":"x","output":"","exit_code":127}`, want{true, "", 127}},
		{"cursor", "afterShellExecution", `{"command":"x","output":""}`, want{false, "", -1}},
		{"cursor", "afterMCPExecution", `{"tool_name":"s","result_json":"{\"isError\":true}"}`, want{true, "", -1}},
		{"cursor", "postToolUse", `{"tool_name":"Shell","tool_output":"{\"exitCode\":1}"}`, want{true, "", 1}},
		{"cursor", "postToolUseFailure", `{"tool_name":"Shell","failure_type":"timeout"}`, want{true, wire.Timeout, -1}},
		{"cursor", "postToolUseFailure", `{"tool_name":"Shell","failure_type":"error"}`, want{true, "", -1}},
		{"gemini-cli", "AfterTool", `{"tool_name":"replace","tool_response":{"llmContent":"x","error":{"message":"no"}}}`, want{true, "", -1}},
		{"gemini-cli", "AfterTool", `{"tool_name":"replace","tool_response":{"llmContent":"error"}}`, want{false, "", -1}},
		{"antigravity", after, `{"stepIdx":3,"error":"exit status 1"}`, want{true, "", -1}},
		{"antigravity", after, `{"stepIdx":3,"error":""}`, want{false, "", -1}},
		{"cline", after, `{"tool_result":{"name":"run_commands","output":[{"success":true},{"success":false}]}}`, want{true, "", -1}},
		{"opencode", "tool.execute.after", `{"input":{"tool":"bash"},"output":{"metadata":{"exit":3}}}`, want{true, "", 3}},
		{"pi", "tool_result", `{"toolName":"bash","isError":true,"structuredContent":{"exit_code":3}}`, want{true, "", 3}},
		{"omp", "tool_result", `{"toolName":"edit","isError":true}`, want{true, "", -1}},
		{"openclaw", "after_tool_call", `{"toolName":"exec","isError":false,"result":{"details":{"exitCode":3}}}`, want{true, "", 3}},
		{"amp", "tool.result", `{"tool":"shell_command","status":"cancelled"}`, want{true, wire.Interrupted, -1}},
		{"amp", "tool.result", `{"tool":"shell_command","status":"done"}`, want{false, "", -1}},
		{"hermes", "post_tool_call", `{"tool_name":"terminal","extra":{"error_type":"tool_error"}}`, want{true, "", -1}},
		{"hermes", "post_tool_call", `{"tool_name":"terminal","extra":{"error_type":null}}`, want{false, "", -1}},
		{"goose", "PostToolUseFailure", `{"tool_name":"shell"}`, want{true, "", -1}},
		{"windsurf", "post_run_command", `{"tool_info":{"command_line":"false"}}`, want{false, "", -1}},
		// Before a tool nothing has failed, whatever its input is called.
		{"claude-code", "PreToolUse", `{"tool_name":"Bash","is_interrupt":true,"tool_input":{"exitCode":1}}`, want{false, "", -1}},
	} {
		o, err := parseObject(raw(c.payload))
		if err != nil {
			t.Fatal(err, c.payload)
		}
		ev := normalise(host.FindCaller(c.host), "acme", c.event, raw(c.payload), o)
		got := want{ev.IsError, ev.ErrorType, -1}
		if ev.ExitCode != nil {
			got.exit = *ev.ExitCode
		}
		if got != c.want {
			t.Errorf("%s %s %s: %+v, expected %+v", c.host, c.event, c.payload, got, c.want)
		}
	}
}

// TestEveryHostTellsOutcomes: a host with events behind tools has a rule.
func TestEveryHostTellsOutcomes(t *testing.T) {
	for _, h := range host.Callers {
		if h.Event(wire.PostToolUse) != nil && h.Outcome == nil {
			t.Errorf("%s has events behind tools, and no word of how they tell a failure", h.ID)
		}
		if h.Outcome == nil {
			continue
		}
		for _, name := range h.Outcome.Untold {
			if h.Native(name) == nil {
				t.Errorf("%s tells nothing in %s, which it does not have", h.ID, name)
			}
		}
	}
}
