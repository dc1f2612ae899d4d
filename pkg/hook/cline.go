package hook

// clineFamily is what Cline 3.0.65 sends (observed). hookName is not the event's
// name but the engine's own for the stage: the pointer says which event it is.
var clineFamily = family{
	session: "taskId", cwd: "workspaceInfo.rootPath", project: "workspaceInfo.rootPath",
	tool: "tool_call.name|tool_result.name|preToolUse.toolName|postToolUse.toolName",
	use:  "tool_call.id|tool_result.id", input: "tool_call.input|tool_result.input", output: "tool_result.output",
	failure: "tool_result.error", duration: "tool_result.durationMs|postToolUse.executionTimeMs",
	prompt: "userPromptSubmit.prompt", reason: "reason", // @cline/core 0.0.86
	last: "turn.outputText", agentID: "agent_id",
}
