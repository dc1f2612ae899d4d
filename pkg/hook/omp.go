package hook

import "agentconnector/pkg/wire"

// ompFamily is what our module for OMP sends: the extension event as captured
// from 18.2.3 (of events that hold the whole session, its plain members alone),
// with session, directory, model and agent of the context.
var ompFamily = family{
	event: "type", session: "sessionId", cwd: "cwd",
	tool: "toolName", use: "toolCallId", input: "input",
	prompt: "text|prompt", source: "source|reason", active: "stop_hook_active", last: "last_assistant_message", model: "model",
	fix: ompFix,
}

func ompFix(ev *wire.HandlerEvent, o object) {
	sub := o.text("agent.kind") == "sub"
	if sub {
		ev.AgentID, ev.AgentType = o.text("agent.id"), o.text("agent.name")
	}
	switch ev.NativeEvent {
	case "tool_result":
		ev.ToolOutput = pick(o, "content", "details")
	case "tool_approval_requested":
		ev.Message = o.text("reason")
		ev.Source = ""
	case "session_start":
		if sub {
			ev.Event = wire.SubagentStart
		}
	case "agent_end":
		// Of the main agent session_stop has told, and who goes on has not stopped.
		if ev.Event = wire.SubagentStop; !sub || o.flag("willContinue") {
			ev.Event = ev.NativeEvent
		}
	case "session_shutdown":
		if sub { // agent_end has told
			ev.Event = ev.NativeEvent
		}
	case "before_agent_start":
		if sub || o.flag("known") { // input has told, or it is a Stop's; a subagent's prompt is no user's
			ev.Event = ev.NativeEvent
		}
	}
}
