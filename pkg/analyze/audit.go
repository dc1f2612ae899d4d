package analyze

import (
	"agentconnector/pkg/bashcmd"
	"agentconnector/pkg/calls"
)

// auditActions are what tools do, in the words of seed 001 (AiAuditEvent.action).
var auditActions = map[string]string{
	"Read": "FileRead", "Write": "FileWrite", "Edit": "FileEdit", "MultiEdit": "FileEdit", "NotebookEdit": "FileEdit", "Delete": "FileEdit",
	"Bash": "BashCommand", "PowerShell": "BashCommand", "Agent": "AgentSpawn", "Grep": "Search", "Glob": "Search", "WebSearch": "Search",
}

func auditAction(c *calls.Call) string {
	if c.MCPServer != "" {
		return "McpToolCall"
	}
	if a := auditActions[c.Tool]; a != "" {
		return a
	}
	return "Other"
}

// audit writes an AiAuditEvent. Its time is in seconds, as seed 001 has it.
func (f *Events) audit(c *calls.Call, look look) {
	f.open(AuditEvent, c.TS/1000)
	action := auditAction(c)
	f.text("action", action)
	f.text("tool", toolName(c))
	f.text("detail", detail(action, c))
	f.actor(c)
	if c.Meta != nil {
		f.text("file_path", c.Meta.FilePath)
		f.text("command", c.Meta.Command)
	}
	f.flag("audit.security_alert", look.alert != bashcmd.None)
	f.text("audit.severity", look.alert.Severity())
	f.text("audit.alert_type", string(look.alert))
	f.shut()
}

// alert writes a SecurityAlert.
func (f *Events) alert(c *calls.Call, look look) {
	f.open(SecurityAlert, c.TS/1000)
	f.text("severity", look.alert.Severity())
	f.text("alert_type", string(look.alert))
	f.text("description", descriptions[look.alert])
	f.text("tool", toolName(c))
	f.actor(c)
	if c.Meta != nil {
		f.text("file_path", c.Meta.FilePath)
		f.text("command", c.Meta.Command)
	}
	f.shut()
}

// actor writes who made a call, as both have it.
func (f *Events) actor(c *calls.Call) {
	f.text("developer", f.who.Developer)
	f.text("session_id", c.SessionID)
	f.text("agent_id", c.AgentID)
	f.text("agent_type", c.AgentType)
	f.owner(c)
	f.text("platform", c.Host)
	f.text("tool_use_id", useID(c))
}

// detail is an action in words.
func detail(action string, c *calls.Call) string {
	var what string
	m := c.Meta
	switch {
	case m == nil:
	case action == "BashCommand":
		what = m.Command
	case action == "Search":
		what = m.Pattern
	case action == "AgentSpawn":
		what = m.SubagentType
	default:
		what = m.FilePath
	}
	verb := map[string]string{
		"FileRead": "read", "FileWrite": "write", "FileEdit": "edit", "BashCommand": "run", "McpToolCall": "call " + toolName(c), "AgentSpawn": "spawn an agent", "Search": "search",
	}[action]
	switch {
	case action == "FileEdit" && c.Tool == "Delete":
		verb = "delete"
	case verb == "":
		verb = "use " + toolName(c)
	}
	if what == "" {
		return verb
	}
	return verb + " " + what
}
