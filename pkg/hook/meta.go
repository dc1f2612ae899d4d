package hook

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/redact"
	"agentconnector/pkg/wire"
)

// Bounds of what is kept of a tool's input.
const (
	maxMetaText = 2000 // bytes of a command or a pattern
	maxMetaName = 200  // of a name, a description, an error
	maxFiles    = 50   // of a patch
)

// metadata is what the log tells of an event, while it is made.
type metadata struct {
	wire.EventMeta
	ev *wire.HandlerEvent
}

// metaOf is what the log tells of a tool's input and outcome, or of an event
// without a tool, at a level of telemetry.observe; nil for none. Of a tool of an MCP
// server, whose keys mean what its author likes, and of one without a canonical
// name it is how it failed. input is the canonical text of the tool's input; withheld
// is what the user wants out.
func metaOf(ev *wire.HandlerEvent, level string, input []byte, withheld ...string) *wire.EventMeta {
	if level == "" {
		return nil
	}
	m := &metadata{ev: ev}
	m.PermissionMode = redact.Cut(ev.Permission, maxMetaName)
	switch {
	case ev.Tool == "":
		m.readEvent()
	case ev.MCPServer == "":
		if in, err := parseObject(ev.ToolInput); err == nil {
			m.Simhash = simhash(input)
			m.readInput(in)
		}
		m.readOutput()
	}
	m.Error = redact.Cut(failedWith(ev), maxMetaName)
	minimal := level == wire.ObserveMinimal
	m.withhold(minimal || slices.Contains(withheld, wire.WithholdCommands), minimal || slices.Contains(withheld, wire.WithholdPaths))
	fields := metaFields(&m.EventMeta)
	for _, f := range fields {
		if !f.empty() {
			return &m.EventMeta
		}
	}
	return nil
}

// failedWith is the text of an error, its first line, or why something was denied. What
// a command failed with is what it printed, of which nothing is kept.
func failedWith(ev *wire.HandlerEvent) string {
	if ev.Event == "StopFailure" { // its kind says it
		return ""
	}
	if ev.Tool == host.Bash || ev.Tool == host.PowerShell {
		if ev.Event != "PermissionDenied" {
			return ""
		}
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(ev.Error), "\n"); line != "" {
		return strings.TrimSpace(line)
	}
	if ev.IsError && isObject(unwrap(ev.ToolOutput)) { // as an Edit of Claude Code that failed
		if o, err := parseObject(unwrap(ev.ToolOutput)); err == nil {
			return o.text("error")
		}
	}
	if ev.Event == "PermissionDenied" {
		if o, err := parseObject(ev.Raw); err == nil {
			return o.text("denied_reason|reason")
		}
	}
	return ""
}

// withhold takes out the texts that are commands and the like, and those that say
// where something is.
func (m *metadata) withhold(commands, paths bool) {
	if commands {
		m.Command, m.Description, m.Pattern, m.Error = "", "", "", ""
	}
	if paths {
		m.FilePath, m.Files, m.Path, m.URLHost = "", nil, "", ""
	}
}

// readInput takes from a tool's input what its canonical name says is there.
func (m *metadata) readInput(in object) {
	name := func(keys ...string) string { return redact.Cut(in.str(keys...), maxMetaName) }
	switch m.ev.Tool {
	case host.Bash, host.PowerShell:
		m.Command = redact.Cut(in.str("command"), maxMetaText)
		m.Description = name("description", "explanation", "summary")
		m.TimeoutMS = in.number("timeout", "timeout_ms") + 1000*in.number("timeout_s")
		m.Background = in.flag("run_in_background") || in.flag("isBackground") || in.flag("is_background")
	case host.Read:
		m.readFiles(in)
		m.readRange(in)
	case host.Write:
		m.readWrite(in)
	case host.Edit, host.MultiEdit, host.NotebookEdit:
		m.readEdit(in)
	case host.Delete:
		m.readFiles(in)
	case host.Grep, host.Glob:
		m.Pattern = redact.Cut(in.str("pattern", "query", "regex", "glob"), maxMetaText)
		m.Path = m.located(in.str("path", "dir_path", "directory"))
		m.OutputMode = name("output_mode")
	case host.Agent:
		m.readAgent(in)
	case host.Skill:
		m.Skill = name("skill", "name")
		m.SkillArgsBytes = int64(len(in.str("args", "arguments")))
	case host.WebFetch:
		m.URLHost = hostOf(in.str("url"))
		m.PromptBytes = int64(len(in.str("prompt")))
	case host.WebSearch:
		m.QueryBytes = int64(len(in.str("query")))
	case host.TodoWrite:
		m.Items = elements(in.first("todos", "items"))
	case host.AskUserQuestion:
		m.Items = elements(in.first("questions"))
	case host.TaskCreate, host.TaskUpdate, host.TaskGet:
		m.Description = name("subject")
		m.Items = elements(in.first("todos"))
		m.TaskID, m.TaskStatus = name("taskId"), name("status")
	}
}

// readRange is the part of a file that is read: a first line and a count, or the
// first line and the last.
func (m *metadata) readRange(in object) {
	m.Offset, m.Limit = in.number("offset"), in.number("limit")
	if from := in.number("startLine", "StartLine", "start_line"); from > 0 && m.Offset == 0 {
		m.Offset = from
		if to := in.number("endLine", "EndLine", "end_line"); to >= from {
			m.Limit = to - from + 1
		}
	}
}

func (m *metadata) readAgent(in object) {
	name := func(keys ...string) string { return redact.Cut(in.str(keys...), maxMetaName) }
	m.Description = name("description")
	m.SubagentType = name("subagent_type", "agent_type", "agent_name", "agent")
	m.AgentName, m.AgentModel, m.Isolation = name("name"), name("model"), name("isolation")
	m.PromptBytes = int64(len(in.str("prompt", "message", "task", "assignment")))
	m.Background = in.flag("run_in_background")
}
