package hook

import "agentconnector/pkg/wire"

// piFamily is what our module for Pi sends: the extension event as captured
// from 1.6.0 (of events that hold the whole session, its plain members alone),
// with session, directory and model of the context.
var piFamily = family{
	event: "type", session: "sessionId", cwd: "cwd",
	tool: "toolName", use: "toolCallId", input: "input",
	prompt: "text", message: "title", last: "lastMessage", active: "stopActive", model: "model",
	fix: piFix,
}

func piFix(ev *wire.HandlerEvent, o object) {
	switch ev.NativeEvent {
	case "tool_result":
		ev.ToolOutput = pick(o, "content", "structuredContent", "details")
	case "input":
		ev.Source = o.text("source")
	case "session_start":
		ev.Source = o.text("reason")
	case "session_shutdown":
		ev.Reason = o.text("reason")
	case "session_before_compact", "session_compact":
		ev.Trigger = "auto"
		if o.text("reason") == "manual" {
			ev.Trigger = "manual"
		}
	}
}
