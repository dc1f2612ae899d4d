package hook

// grokFamily is what Grok Build sends: its user guide 10-hooks, and its
// crates/codegen/xai-grok-hooks/src/event.rs.
var grokFamily = family{
	event: "hookEventName", session: "sessionId", cwd: "cwd", project: "workspaceRoot",
	tool: "toolName", use: "toolUseId", input: "toolInput", output: "toolResult",
	failure: "error|errorDetails", duration: "durationMs",
	prompt: "prompt", source: "source", reason: "reason", trigger: "trigger", message: "message",
	last: "lastAssistantMessage", active: "stopHookActive",
	agentID: "subagentId", agentType: "subagentType",
	model: "model", permission: "permissionMode", transcript: "transcriptPath",
}
