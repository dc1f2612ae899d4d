package hook

import "agentconnector/pkg/wire"

// antigravityFamily is what Antigravity and agy send (seed 000; third parties
// who ran agy 1.2). No key names the event: the pointer says which it is.
var antigravityFamily = family{
	session: "conversationId", tool: "toolCall.name", input: "toolCall.args",
	failure: "error", reason: "terminationReason", transcript: "transcriptPath",
	fix: antigravityFix,
}

// antigravityFix: a call is known by the number of its step.
func antigravityFix(ev *wire.HandlerEvent, o object) {
	if n := o.first("stepIdx"); len(n) > 0 && n[0] != '"' {
		ev.ToolUseID = string(n)
	}
	ev.ProjectDir = firstString(o.first("workspacePaths"))
	ev.Cwd = ev.ProjectDir
}
