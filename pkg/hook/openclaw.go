package hook

import (
	"strings"

	"agentconnector/pkg/wire"
)

// openclawFamily is what our module for OpenClaw sends: the hook's event as
// captured from 2026.9.6 (of events that hold the whole conversation, its plain
// members alone), with the hook's name, and session, directory and model of the
// context. Some tools share a name; then toolKind tells them apart.
var openclawFamily = family{
	event: "hook", session: "sessionId|requesterSessionKey|sessionKey", cwd: "cwd",
	tool: "toolKind|toolName", use: "toolCallId", input: "params",
	failure: "error", duration: "durationMs",
	prompt: "prompt", reason: "reason", last: "lastAssistantMessage", active: "stopHookActive",
	agentID: "childSessionKey|targetSessionKey", agentType: "agentId", model: "model",
	fix: openclawFix,
}

func openclawFix(ev *wire.HandlerEvent, o object) {
	if key := o.text("sessionKey"); ev.AgentID == "" && strings.Contains(key, ":subagent:") {
		ev.AgentID = key
	}
	switch ev.NativeEvent {
	case "after_tool_call":
		ev.ToolOutput = pick(o.sub("result"), "content", "details")
	case "session_start":
		ev.Source = "startup"
		if o.text("resumedFrom") != "" {
			ev.Source = "resume"
		}
	case "before_prompt_build":
		ev.Source = o.text("trigger")
	case "subagent_ended":
		ev.AgentType = o.text("targetKind")
	}
}
