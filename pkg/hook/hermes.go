package hook

// hermesFamily is what Hermes sends to shell hooks (_payload_fields of its
// agent/shell_hooks.py; not captured): what belongs to the event alone is in
// extra, a tool's result as a string that holds JSON.
var hermesFamily = family{
	event: "hook_event_name", session: "session_id", cwd: "cwd",
	tool: "tool_name", use: "extra.tool_call_id", input: "tool_input", output: "extra.result",
	failure: "extra.error_message", duration: "extra.duration_ms",
	prompt: "extra.user_message", reason: "extra.reason|extra.turn_exit_reason", message: "extra.description",
	last:    "extra.assistant_response|extra.child_summary|extra.final_response",
	agentID: "extra.child_subagent_id|extra.child_session_id", agentType: "extra.child_role",
	model: "extra.model", packed: true,
}
