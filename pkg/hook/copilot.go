package hook

// copilotFamily is what Copilot CLI 1.0.102 sends (observed): its own keys under
// its own names of the events, Claude's under PascalCase ones, and some mixed.
var copilotFamily = family{
	event: "hook_event_name|hookName", session: "session_id|sessionId", cwd: "cwd",
	tool: "tool_name|toolName", use: "tool_use_id", input: "tool_input|toolArgs|toolInput", output: "tool_result|toolResult|tool_response",
	failure: "error", prompt: "prompt", source: "source", reason: "reason", trigger: "trigger", message: "message",
	last: "last_assistant_message|response", active: "stop_hook_active",
	agentID: "agent_id|agentId", agentType: "agent_type|agentType", transcript: "transcript_path|transcriptPath",
	packed: true,
}
