package hook

import (
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// cursorEvent reads what Cursor sends. Sources: [S] the hook engine in npm
// @cursor/sdk@1.0.32 dist/bundled/index.js; [D] cursor.com/docs/agent/hooks.
//
// Its engine fires a general event (preToolUse) and one of its own per kind of
// action (beforeShellExecution, beforeMCPExecution …) for the same call. The
// latter name no tool: the event itself says which it is.
func cursorEvent(ev *wire.HandlerEvent, o object) {
	ev.SessionID = o.str("conversation_id", "session_id") // the engine makes session_id from it where there is none [S]
	ev.ProjectDir = firstString(o["workspace_roots"])
	if ev.Cwd == "" {
		ev.Cwd = ev.ProjectDir
	}
	ev.Error = o.str("error_message", "error")
	ev.DurationMS = o.number("duration_ms", "duration") // both milliseconds [S]
	ev.StopActive = o.number("loop_count") > 0          // times that a hook has continued this turn [S]
	ev.LastMessage = o.str("summary", "text")           // subagentStop, afterAgentResponse [S]
	ev.MCPServer = o.str("mcp_server_name")             // beforeMCPExecution, afterMCPExecution only [S]
	ev.ToolInput = unwrap(ev.ToolInput)
	ev.ToolOutput = unwrap(o.first("tool_output"))
	if ev.Prompt == "" {
		ev.Prompt = o.str("task") // subagentStart, subagentStop [S]
	}
	if ev.Reason == "" {
		ev.Reason = o.str("status") // stop: completed, aborted, error [S]
	}
	perAction(ev, o)
}

// perAction gives the events of one kind of action the tool that they stand
// for, with the canonical keys.
func perAction(ev *wire.HandlerEvent, o object) {
	switch ev.NativeEvent {
	case "beforeShellExecution", "afterShellExecution":
		ev.NativeTool, ev.ToolInput = "Shell", pick(o, "command", "cwd")
		ev.ToolOutput = o.first("output")
		ev.IsError = o.number("exit_code") != 0 // newer builds only [D]
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
			p[k] = v
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
