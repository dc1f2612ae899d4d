package hook

import (
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// cursorFamily is what Cursor sends. Sources: [S] the hook engine in npm
// @cursor/sdk@1.0.32 dist/bundled/index.js; [D] cursor.com/docs/agent/hooks.
var cursorFamily = family{
	event: "hook_event_name", session: "conversation_id|session_id", cwd: "cwd", // the engine makes session_id from it where there is none [S]
	tool: "tool_name", use: "tool_use_id", input: "tool_input", output: "tool_output", packed: true,
	server:  "mcp_server_name",     // beforeMCPExecution, afterMCPExecution only [S]
	failure: "error_message|error", // [S]
	// Both milliseconds [S].
	duration: "duration_ms|duration",
	prompt:   "prompt|task",                     // task: subagentStart, subagentStop [S]
	source:   "source", reason: "reason|status", // stop: completed, aborted, error [S]
	trigger: "trigger", message: "message", last: "summary|text", // subagentStop, afterAgentResponse [S]
	active:  "loop_count", // times that a hook has continued this turn [S]
	agentID: "agent_id|subagent_id", agentType: "agent_type|subagent_type",
	model: "model", permission: "permission_mode", transcript: "transcript_path",
	fix: cursorFix,
}

// cursorFix: the engine fires a general event (preToolUse) and one of its own
// per kind of action (beforeShellExecution, beforeMCPExecution …) for the same
// call. The latter name no tool: the event itself says which it is, and its
// payload has the canonical keys.
func cursorFix(ev *wire.HandlerEvent, o object) {
	ev.ProjectDir = firstString(o.first("workspace_roots"))
	if ev.Cwd == "" {
		ev.Cwd = ev.ProjectDir
	}
	switch ev.NativeEvent {
	case "beforeShellExecution", "afterShellExecution":
		ev.NativeTool, ev.ToolInput = "Shell", pick(o, "command", "cwd")
		ev.ToolOutput = o.first("output")
	case "beforeMCPExecution", "afterMCPExecution":
		if ev.NativeTool != "" {
			ev.NativeTool = "MCP:" + ev.NativeTool // as preToolUse names it [S]
		}
		ev.ToolOutput = unwrap(o.first("result_json"))
	case "beforeReadFile":
		ev.NativeTool, ev.ToolInput = host.Read, pick(o, "file_path")
	case "beforeTabFileRead":
		ev.NativeTool, ev.ToolInput = "TabRead", pick(o, "file_path")
	case "afterFileEdit":
		// The matcher calls it Write [S]; with old and new text it is an Edit.
		ev.NativeTool, ev.ToolInput = host.Edit, pick(o, "file_path", "edits")
	case "afterTabFileEdit":
		ev.NativeTool, ev.ToolInput = "TabWrite", pick(o, "file_path", "edits")
	}
}

// pick makes an object of some members of another.
func pick(o object, keys ...string) raw {
	p := object{}
	for _, k := range keys {
		if v := o.first(k); v != nil {
			p = append(p, member{k, v})
		}
	}
	return encode(p)
}

// firstString is the first element of an array of strings.
func firstString(v raw) string {
	if !isArray(v) {
		return ""
	}
	l, err := decodeList(v)
	if err != nil || len(l) == 0 {
		return ""
	}
	s, _ := text(l[0])
	return s
}
