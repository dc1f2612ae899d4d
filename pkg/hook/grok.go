package hook

import "agentconnector/pkg/wire"

// grokFamily is what Grok Build 1.0.41 sends (observed): keys of its own, and Claude's
// beside them, which it had not in 2026-08 (its user guide 10-hooks). What is the same
// in both is read from its own.
var grokFamily = family{
	event: "hook_event_name|hookEventName", session: "sessionId", cwd: "cwd",
	tool: "toolName", use: "toolUseId", input: "toolInput", output: "toolResult",
	failure: "error|errorDetails", duration: "durationMs",
	prompt: "prompt", source: "source", reason: "reason", trigger: "trigger", message: "message",
	last: "lastAssistantMessage", active: "stopHookActive",
	agentID: "subagentId", agentType: "subagentType",
	model: "model", permission: "permissionMode", transcript: "transcriptPath",
	fix: grokTool,
}

// grokTool takes the input of a server's tool out of that of use_tool, by way of which
// the model calls it.
func grokTool(ev *wire.HandlerEvent, _ object) {
	in, err := parseObject(ev.ToolInput)
	if err != nil {
		return
	}
	if inner := in.sub("tool_input"); inner != nil && in.str("tool_name") == ev.NativeTool {
		ev.ToolInput = in.at("tool_input")
	}
}
