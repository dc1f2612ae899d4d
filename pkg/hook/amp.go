package hook

import "agentconnector/pkg/wire"

// ampFamily is what our module for Amp sends: the event as plugins get it
// (amp plugins show-docs of 0.0.1790142911; of the messages of a run the last
// words alone), with its name and the root of the workspace.
var ampFamily = family{
	event: "event", session: "thread.id", cwd: "cwd",
	tool: "tool", use: "toolUseID", input: "input", output: "output",
	last: "lastMessage", active: "stopActive",
	fix: ampFix,
}

func ampFix(ev *wire.HandlerEvent, o object) {
	switch ev.NativeEvent {
	case "tool.result":
		ev.Error = o.text("error")
	case "agent.start":
		ev.Prompt = o.text("message")
	case "agent.end":
		ev.Reason = o.text("status")
		if ev.Reason != "done" { // it cannot be made to go on: that is no Stop
			ev.Event = ev.NativeEvent
		}
	}
}
