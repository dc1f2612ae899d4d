package hook

import (
	"unicode/utf16"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// cursorTable is what Cursor honours. Sources: [S] the hook engine in npm
// @cursor/sdk@1.0.32 dist/bundled/index.js, the program's own code; never run
// here. What the reply validators let through is not always obeyed: the engine
// reads "ask" on beforeShellExecution alone, elsewhere the tool would run.
//
// It always gets an object: no output counts as a failed hook, and blocks where
// the entry says failClosed [S].
var cursorTable = table{quiet: "{}", rows: []row{
	{event: "preToolUse", decision: wire.Deny, form: cursorDeny, context: true},
	{event: "preToolUse", decision: wire.Modify, form: cursorInput, context: true, note: "Cursor takes over the fields that it knows of the tool, and drops the others"},
	{event: "preToolUse", decision: wire.Context, form: cursorContext},

	{event: "beforeShellExecution", decision: wire.Deny, form: cursorDeny},
	{event: "beforeShellExecution", decision: wire.Ask, form: cursorAsk},
	{event: "beforeMCPExecution", decision: wire.Deny, form: cursorDeny},
	{event: "beforeReadFile", decision: wire.Deny, form: cursorDenyUser},
	{event: "beforeTabFileRead", decision: wire.Deny, form: cursorDenyUser},
	{event: "subagentStart", decision: wire.Deny, form: cursorDenyUser},

	{event: "postToolUse", decision: wire.Context, form: cursorContext},
	{event: "postToolUse", decision: wire.Deny, form: cursorReason, note: "the tool has run: the reason goes beside its result"},
	{event: "postToolUse", decision: wire.Modify, form: cursorOutput, context: true},
	{event: "postToolUseFailure", decision: wire.Context, form: cursorContext},

	{event: "beforeSubmitPrompt", decision: wire.Deny, form: cursorHalt, context: true},
	{event: "beforeSubmitPrompt", decision: wire.Context, form: cursorContext},
	{event: "sessionStart", decision: wire.Deny, form: cursorHalt},
	{event: "sessionStart", decision: wire.Context, form: cursorContext},

	{event: "stop", decision: wire.Deny, form: cursorFollowup, note: cursorContinues},
	{event: "subagentStop", decision: wire.Deny, form: cursorFollowup, note: cursorContinues},
}}

const (
	cursorContinues = "the reason is the next message, five times at most unless loop_limit says otherwise"
	// maxCursorContext is in UTF-16 units; Cursor drops a longer context whole [S].
	maxCursorContext = 10_000
)

// cursorReply is the whole reply of Cursor.
type cursorReplyText struct {
	Permission    string `json:"permission,omitempty"`
	Continue      *bool  `json:"continue,omitempty"`
	UserMessage   string `json:"user_message,omitempty"`
	AgentMessage  string `json:"agent_message,omitempty"`
	UpdatedInput  raw    `json:"updated_input,omitempty"`
	UpdatedOutput raw    `json:"updated_mcp_tool_output,omitempty"`
	Context       string `json:"additional_context,omitempty"`
	Followup      string `json:"followup_message,omitempty"`
}

func buildCursor(h *host.Host, ev *wire.HandlerEvent, d *decision, r *row) (any, string) {
	var out cursorReplyText
	why := because(ev, d)
	if r.context {
		out.Context = clipUTF16(d.context, maxCursorContext)
	}
	switch r.form {
	case cursorDeny:
		out.Permission, out.UserMessage, out.AgentMessage = wire.Deny, why, why
	case cursorDenyUser:
		out.Permission, out.UserMessage = wire.Deny, why
	case cursorAsk:
		out.Permission, out.UserMessage, out.AgentMessage = wire.Ask, d.reason, d.reason
	case cursorInput:
		if len(d.input) == 0 {
			return nil, noInput
		}
		out.UpdatedInput = nativeInput(h, ev.NativeTool, d.input)
	case cursorContext:
		out.Context = clipUTF16(d.context, maxCursorContext)
	case cursorReason:
		out.Context = clipUTF16(why, maxCursorContext)
	case cursorHalt:
		out.Continue, out.UserMessage = new(bool), why
	case cursorFollowup:
		out.Followup = why
	case cursorOutput:
		switch _, _, mcp := splitMCP(h.MCPTool, ev.NativeTool, ev.MCPServer); {
		case !mcp:
			return nil, "Cursor can replace the output of MCP tools only"
		case len(d.output) == 0:
			return nil, "after a tool the change is updatedOutput, and there is none"
		}
		out.UpdatedOutput = d.output
	}
	return out, ""
}

// clipUTF16 keeps what fits into n UTF-16 units, as a JavaScript host counts.
func clipUTF16(s string, n int) string {
	if len(s) <= n { // a byte is a unit at most
		return s
	}
	units := 0
	for i, r := range s {
		if units += utf16.RuneLen(r); units > n {
			return s[:i]
		}
	}
	return s
}
