package hook

// gooseFamily is what goose sends (HookContext of its hooks/mod.rs; captured from 1.52.0).
// What a tool gave is not told by most versions, nor why it failed.
var gooseFamily = family{
	event: "event", session: "session_id", cwd: "working_dir",
	tool: "tool_name", use: "tool_call_id", input: "tool_input", output: "tool_output",
	prompt: "message", last: "last_assistant_message", reason: "reason",
}
