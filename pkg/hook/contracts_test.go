package hook

import (
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// measured are replies that a real host was seen to honour, as they were sent to
// it: the number of the case in the reply contracts, or the contract file. What
// we say for the decision must be that reply, to the letter.
var measured = []struct {
	from, host, event, decision string
	grant                       bool
	mcp                         bool
	output                      string // of modify, after a tool
	reply                       string
	exit                        int
}{
	{from: "p01", host: "claude-code", event: "PreToolUse", decision: wire.Deny, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`},
	{from: "p03", host: "claude-code", event: "PreToolUse", decision: wire.Modify, grant: true, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls"}}}`},
	{from: "p04", host: "claude-code", event: "PreToolUse", decision: wire.Modify, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls"}}}`},
	{from: "p05", host: "claude-code", event: "PreToolUse", decision: wire.Context, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"C"}}`},
	{from: "p06", host: "claude-code", event: "PreToolUse", decision: wire.Ask, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"R"}}`},
	{from: "q01", host: "claude-code", event: "PostToolUse", decision: wire.Context, reply: `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"C"}}`},
	{from: "q02", host: "claude-code", event: "PostToolUse", decision: wire.Deny, reply: `{"decision":"block","reason":"R"}`},
	{from: "q09", host: "claude-code", event: "PostToolUse", decision: wire.Modify, output: `{"stdout":"O"}`, reply: `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"O"}}}`},
	{from: "n01", host: "claude-code", event: "PostToolUse", decision: wire.Modify, mcp: true, output: `"O"`, reply: `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedMCPToolOutput":"O"}}`},
	{from: "n02", host: "claude-code", event: "PostToolUse", decision: wire.Modify, mcp: true, output: `[{"type":"text","text":"O"}]`, reply: `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":[{"type":"text","text":"O"}]}}`},
	{from: "prompt", host: "claude-code", event: "UserPromptSubmit", decision: wire.Deny, reply: `{"decision":"block","reason":"R"}`},
	{from: "stop", host: "claude-code", event: "Stop", decision: wire.Deny, reply: `{"decision":"block","reason":"R"}`},

	{from: "p01", host: "codex", event: "PreToolUse", decision: wire.Deny, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`},
	{from: "p03", host: "codex", event: "PreToolUse", decision: wire.Modify, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls"}}}`},
	{from: "p05", host: "codex", event: "PreToolUse", decision: wire.Context, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"C"}}`},
	{from: "q02", host: "codex", event: "PostToolUse", decision: wire.Deny, reply: `{"decision":"block","reason":"R"}`},
	{from: "session", host: "codex", event: "SessionStart", decision: wire.Context, reply: `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"C"}}`},

	{from: "p14", host: "gemini-cli", event: "BeforeTool", decision: wire.Deny, reply: `{"decision":"deny","reason":"R"}`},
	{from: "p15", host: "gemini-cli", event: "BeforeTool", decision: wire.Modify, reply: `{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"command":"ls"}}}`},
	{from: "q02", host: "gemini-cli", event: "AfterTool", decision: wire.Deny, reply: `{"decision":"block","reason":"R"}`},
	{from: "prompt", host: "gemini-cli", event: "BeforeAgent", decision: wire.Context, reply: `{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"C"}}`},

	{from: "p01", host: "qwen-code", event: "PreToolUse", decision: wire.Deny, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`},
	{from: "q01", host: "qwen-code", event: "PostToolUse", decision: wire.Context, reply: `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"C"}}`},

	{from: "copilot", host: "copilot-cli", event: "PreToolUse", decision: wire.Deny, reply: `{"permissionDecision":"deny","permissionDecisionReason":"R"}`},
	{from: "copilot", host: "copilot-cli", event: "PreToolUse", decision: wire.Modify, reply: `{"modifiedArgs":{"command":"ls"}}`},
	{from: "copilot", host: "copilot-cli", event: "postToolUse", decision: wire.Context, reply: `{"additionalContext":"C"}`},
	{from: "copilot", host: "copilot-cli", event: "postToolUse", decision: wire.Modify, output: `"O"`, reply: `{"modifiedResult":{"resultType":"success","textResultForLlm":"O"}}`},
	{from: "copilot", host: "copilot-cli", event: "permissionRequest", decision: wire.Deny, reply: `{"behavior":"deny","message":"R"}`},
	{from: "copilot", host: "copilot-cli", event: "Stop", decision: wire.Deny, reply: `{"decision":"block","reason":"R"}`},

	{from: "crush", host: "crush", event: "PreToolUse", decision: wire.Deny, reply: `{"decision":"deny","reason":"R"}`},
	{from: "crush", host: "crush", event: "PreToolUse", decision: wire.Modify, reply: `{"decision":"allow","updated_input":{"command":"ls"}}`},
	{from: "crush", host: "crush", event: "PreToolUse", decision: wire.Context, reply: `{"context":"C"}`},

	{from: "droid", host: "droid", event: "PreToolUse", decision: wire.Deny, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`},
	{from: "droid", host: "droid", event: "PreToolUse", decision: wire.Modify, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls"}}}`},
	{from: "droid", host: "droid", event: "PostToolUse", decision: wire.Context, reply: `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"C"}}`},

	{from: "cline", host: "cline", event: "PreToolUse", decision: wire.Deny, reply: `{"cancel":true,"errorMessage":"R"}`},
	{from: "cline", host: "cline", event: "PreToolUse", decision: wire.Context, reply: `{"contextModification":"C"}`},

	{from: "kimi", host: "kimi", event: "PreToolUse", decision: wire.Deny, reply: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`},
	{from: "kimi", host: "kimi", event: "UserPromptSubmit", decision: wire.Context, reply: `C`},
	{from: "kimi", host: "kimi", event: "Stop", decision: wire.Deny, reply: `R`, exit: 2},
}

func TestMeasuredContracts(t *testing.T) {
	for _, m := range measured {
		h := host.FindCaller(m.host)
		ev := &wire.HandlerEvent{NativeEvent: m.event, Host: m.host, Connector: "acme", NativeTool: "x"}
		if m.mcp {
			ev.MCPServer = "acme"
		}
		d := &decision{kind: m.decision, reason: "R", input: raw(`{"command":"ls"}`), output: raw(m.output), grant: m.grant}
		if m.decision == wire.Context {
			d.context = "C"
		}
		a := reply(h, ev, d)
		got := a.text
		if m.exit != 0 {
			got = a.stderr
		}
		if got != m.reply || a.exit != m.exit || !a.honored() {
			t.Errorf("%s %s %s (%s): %q, exit %d, became %q; the host honoured %q", m.host, m.event, m.decision, m.from, got, a.exit, a.degraded, m.reply)
		}
	}
}

// dropped are decisions of which a host was seen to run the tool all the same:
// they must be degraded, never said as if they counted.
var dropped = []struct{ from, host, event, decision string }{
	{"p06", "codex", "PreToolUse", wire.Ask}, {"q03", "codex", "PostToolUse", wire.Modify}, {"stop", "codex", "Stop", wire.Context},
	{"p05", "gemini-cli", "BeforeTool", wire.Context}, {"p06", "gemini-cli", "BeforeTool", wire.Ask}, {"q03", "gemini-cli", "AfterTool", wire.Modify},
	{"p03", "qwen-code", "PreToolUse", wire.Modify}, {"p05", "qwen-code", "PreToolUse", wire.Context}, {"q02", "qwen-code", "PostToolUse", wire.Deny},
	{"droid", "droid", "PreToolUse", wire.Ask}, {"droid", "droid", "PostToolUse", wire.Deny},
	{"kimi", "kimi", "PreToolUse", wire.Modify}, {"kimi", "kimi", "PostToolUse", wire.Context}, {"kimi", "kimi", "SessionStart", wire.Context},
	{"cline", "cline", "PostToolUse", wire.Context}, {"cline", "cline", "TaskStart", wire.Context},
}

func TestDroppedIsDegraded(t *testing.T) {
	for _, m := range dropped {
		e := host.FindCaller(m.host).Native(m.event)
		if e == nil || e.Can(m.decision) {
			t.Errorf("%s %s: %s is said, although the host was seen to drop it (%s)", m.host, m.event, m.decision, m.from)
		}
	}
}
