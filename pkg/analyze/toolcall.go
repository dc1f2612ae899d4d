package analyze

import (
	"cmp"
	"strconv"

	"agentconnector/pkg/bashcmd"
	"agentconnector/pkg/calls"
	"agentconnector/pkg/wire"
)

// toolCall writes an AiToolCall. Times are milliseconds, sizes bytes.
func (f *Events) toolCall(c *calls.Call, look look) {
	f.open(ToolCall, c.TS)
	f.text("tool", toolName(c))
	f.text("tool_use_id", useID(c))
	f.flag("success", c.Success)
	f.set("success_assumed", c.Untold)
	f.text("developer", f.who.Developer)
	f.text("app_name", f.who.App)
	f.text("session_id", c.SessionID)
	f.owner(c)
	f.text("platform", c.Host)
	if c.Timed {
		f.count("duration_ms", c.Duration)
	}
	f.text("error_type", c.Error)
	if !c.Success {
		f.text("error", failure(c))
	}
	f.number("input_size_bytes", c.InputBytes)
	f.number("output_size_bytes", c.OutputBytes)
	f.text("input_hash", c.InputHash)
	f.text("agent_id", c.AgentID)
	f.text("agent_type", c.AgentType)
	f.text("model", c.Model)
	f.text("mcp_server", c.MCPServer)
	if c.NativeTool != c.Tool {
		f.text("native_tool", c.NativeTool)
	}
	if c.Meta != nil {
		f.input(c, look)
	}
	f.shut()
}

// toolName is the canonical name; of a tool without one the host's own, and of an
// MCP tool what Claude Code calls it, so that servers are told apart.
func toolName(c *calls.Call) string {
	switch {
	case c.MCPServer != "":
		return "mcp__" + c.MCPServer + "__" + c.Tool
	case c.Tool == "" || c.Tool == wire.UnknownTool:
		return cmp.Or(c.NativeTool, "unknown")
	}
	return c.Tool
}

// useID is the host's id of a call, or one that is made of what tells it from
// others, and is the same whenever the log is read.
func useID(c *calls.Call) string {
	if c.ToolUseID != "" {
		return c.ToolUseID
	}
	b := append([]byte(toolName(c)), ':')
	return string(append(append(strconv.AppendInt(b, c.TS, 10), ':'), c.InputHash...))
}

// failure is what a call failed with, in words.
func failure(c *calls.Call) string {
	if c.Meta != nil && c.Meta.Error != "" {
		return c.Meta.Error
	}
	if c.Meta != nil && c.Meta.ExitCode != nil && *c.Meta.ExitCode != 0 {
		return "exit code " + strconv.FormatInt(*c.Meta.ExitCode, 10)
	}
	return map[string]string{
		wire.Timeout: "nothing was heard of its end", wire.Rejected: "the user did not allow it", wire.Denied: "the host did not allow it",
		wire.Interrupted: "the user stopped it", wire.HookBlocked: "a hook did not allow it",
	}[c.Error]
}

// input writes what is known of the input and the output, as the tool parsers of
// seed 001's source system name it.
func (f *Events) input(c *calls.Call, look look) {
	m := c.Meta
	f.text("skillName", m.Skill)
	f.number("skillArgsLength", m.SkillArgsBytes)
	f.text("filePath", m.FilePath)
	f.number("fileCount", m.FileCount)
	f.number("lineOffset", m.Offset)
	f.number("lineLimit", m.Limit)
	f.number("linesAdded", m.LinesAdded)
	f.number("linesRemoved", m.LinesRemoved)
	f.number("contentLength", m.ContentBytes)
	f.number("oldStringLength", m.OldBytes)
	f.number("newStringLength", m.NewBytes)
	f.number("replacementsCount", m.Replacements)
	f.set("replaceAll", m.ReplaceAll)
	f.command(m, look)
	switch c.Tool {
	case "Agent":
		f.text("agentDescription", m.Description)
	case "Bash", "PowerShell":
		f.text("commandDescription", m.Description)
	default:
		f.text("taskSubject", m.Description)
	}
	f.text("pattern", m.Pattern)
	if c.Tool == "Glob" {
		f.text("globPath", m.Path)
	} else {
		f.text("grepPath", m.Path)
	}
	f.text("outputMode", m.OutputMode)
	f.number("grepMatchCount", m.Matches)
	f.text("subagentType", m.SubagentType)
	f.text("agentName", m.AgentName)
	f.text("agentModel", m.AgentModel)
	f.text("agentIsolation", m.Isolation)
	f.text("spawnedAgentId", m.SpawnedAgentID)
	f.number("agentResultLength", m.ResultBytes)
	f.text("taskId", m.TaskID)
	f.text("taskStatus", m.TaskStatus)
	f.number("promptLength", m.PromptBytes)
	f.number("questionCount", m.Items)
	f.text("urlHost", m.URLHost)
	f.number("queryLength", m.QueryBytes)
	f.text("permissionMode", m.PermissionMode)
	f.text("simhash", m.Simhash)
}

// command writes what a shell was given, and what is to be said of it.
func (f *Events) command(m *wire.EventMeta, look look) {
	f.text("command", m.Command)
	if m.ExitCode != nil {
		f.count("exitCode", *m.ExitCode)
	}
	if look.command {
		f.flag("isTestCommand", look.category == string(bashcmd.TestRunner))
		f.flag("isBuildCommand", look.category == string(bashcmd.Build) && !look.lint)
		f.flag("isLintCommand", look.lint)
		f.text("bashCategory", look.category)
		f.text("bashLeading", look.leading)
		f.flag("bashDestructive", look.destructive)
		f.flag("bashNetwork", look.network)
	}
	f.number("commandTimeout", m.TimeoutMS)
	f.set("runInBackground", m.Background)
}

// owner writes whose call it was.
func (f *Events) owner(c *calls.Call) {
	f.text("team_id", f.who.Team)
	if f.who.Project != nil && c.ProjectKey != "" {
		id, url := f.who.Project(c.ProjectKey)
		f.text("project_id", id)
		f.text("repo_url", url)
	}
	f.text("org_id", f.who.Org)
}
