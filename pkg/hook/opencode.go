package hook

import (
	"strings"

	"agentconnector/pkg/wire"
)

// opencodeFamily is what our module for opencode, Kilo and MiMoCode sends: what the
// hook got ("input" and "output", or "event" of the bus), as captured from 1.18.33,
// 7.7.7 and 0.1.15, with the hook's name and where the plugin runs. In the session of
// a subagent "parentID" is the session that it belongs to.
var opencodeFamily = family{
	event:   "event.type|hook",
	session: "input.sessionID|event.properties.sessionID|event.properties.info.id",
	cwd:     "directory", project: "worktree",
	tool: "input.tool|event.properties.permission", use: "input.callID|event.properties.tool.callID",
	input: "output.args|input.args|event.properties.metadata",
	model: "input.model.modelID", agentType: "event.properties.info.agent",
	fix: opencodeFix,
}

func opencodeFix(ev *wire.HandlerEvent, o object) {
	if ev.ProjectDir == "/" { // outside a repository [opencode 1.18.33]
		ev.ProjectDir = ev.Cwd
	}
	out := o.sub("output")
	switch ev.NativeEvent {
	case "tool.execute.after":
		ev.ToolOutput = o.first("output")
	case "chat.message":
		ev.Prompt = promptOf(out.first("parts"))
	}
	if strings.HasPrefix(ev.NativeEvent, "actor.") {
		actorFix(ev, o)
		return
	}
	parent := o.text("parentID|event.properties.info.parentID")
	if parent == "" {
		ev.AgentType = "" // that of the main session is no subagent
		return
	}
	ev.AgentID, ev.SessionID = ev.SessionID, parent
	switch ev.Event {
	case wire.SessionStart:
		ev.Event = wire.SubagentStart
	case wire.Stop:
		ev.Event = wire.SubagentStop
	}
}

// actorFix is about what MiMoCode calls an actor: a subagent, which is no session
// of its own there, or the session's own agent [observed in 0.1.15].
func actorFix(ev *wire.HandlerEvent, o object) {
	ev.AgentID = o.text("event.properties.actorID")
	ev.AgentType = o.text("event.properties.agent")
	if ev.AgentID == "main" || o.text("event.properties.status") == "running" {
		ev.Event = ev.NativeEvent // nothing has begun or ended
	}
}

// promptOf is what the user wrote: the texts of a message, but those that the
// host adds.
func promptOf(parts raw) string {
	l, _ := decodeList(parts)
	var texts []string
	for _, p := range l {
		o, err := parseObject(p)
		if err == nil && o.text("type") == "text" && !o.flag("synthetic") {
			texts = append(texts, o.text("text"))
		}
	}
	return strings.Join(texts, "\n")
}
