package hook

import (
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// A family says under which keys a kind of payload has what an event holds.
// A key may be a way into objects ("error.message"); of alternatives, separated
// by "|", the first that is there counts. Empty: it is not told.
type family struct {
	event                         string // the event's name
	session, cwd, project         string
	tool, use, input, output      string
	server, own                   string // of the MCP tool: its server, and its name there
	failure, duration             string // error text; milliseconds
	prompt, source, reason        string
	trigger, message, last        string
	active                        string // a hook has already continued this turn: true, or a count
	agentID, agentType            string
	model, permission, transcript string
	// packed: input and output may be strings that hold JSON.
	packed bool
	// fix does what keys cannot say.
	fix func(ev *wire.HandlerEvent, o object)
}

// familyOf finds the family that a host names.
func familyOf(p host.Payload) *family {
	switch p {
	case host.CursorPayload:
		return &cursorFamily
	case host.GeminiPayload:
		return &geminiFamily
	case host.CopilotPayload:
		return &copilotFamily
	case host.ClinePayload:
		return &clineFamily
	case host.CascadePayload:
		return &cascadeFamily
	case host.AntigravityPayload:
		return &antigravityFamily
	case host.GoosePayload:
		return &gooseFamily
	case host.HermesPayload:
		return &hermesFamily
	case host.GrokPayload:
		return &grokFamily
	case host.OpencodePayload:
		return &opencodeFamily
	case host.PiPayload:
		return &piFamily
	case host.AmpPayload:
		return &ampFamily
	case host.OmpPayload:
		return &ompFamily
	case host.OpenclawPayload:
		return &openclawFamily
	default:
		return &claudeFamily
	}
}

// familyIn is the family of a payload: the host's, unless that knows no event in it
// and Claude's does. Modules that others wrote for a plugin host, such as those of
// seed 000, send its events in Claude's shape.
func familyIn(h *host.Caller, o object) *family {
	f := familyOf(h.Hooks.Payload)
	if f.event != "" && f != &claudeFamily && o.text(f.event) == "" && o.text("hook_event_name") != "" {
		return &claudeFamily
	}
	return f
}

// claudeFamily is what Claude Code 2.1.332, Codex 0.171.0, Qwen Code 0.24.4,
// Kimi Code 2.1.0 (tool_call_id, tool_output) and Crush (event) send (observed),
// Kimi CLI (agent_name, body; its hooks/events.py), and, with a tool_error, Auggie
// (conversation_id, user_prompt, agent_stop_cause; its 0.36.0) and Mistral Vibe
// (vibe/core/hooks/models.py).
var claudeFamily = family{
	event: "hook_event_name|event", session: "session_id|conversation_id", cwd: "cwd",
	tool: "tool_name", use: "tool_use_id|tool_call_id", input: "tool_input", output: "tool_response|tool_output",
	server: "mcp_server.name", failure: "error|tool_error", duration: "duration_ms",
	prompt: "prompt|user_prompt", source: "source", reason: "reason|denied_reason|agent_stop_cause", trigger: "trigger", message: "message|body|notification_message",
	last: "last_assistant_message", active: "stop_hook_active",
	agentID: "agent_id", agentType: "agent_type|agent_name",
	model: "model", permission: "permission_mode", transcript: "transcript_path",
}

// geminiFamily is what Gemini CLI 0.61.0 sends (observed): Claude's fields,
// events of its own.
var geminiFamily = family{
	event: "hook_event_name", session: "session_id", cwd: "cwd",
	tool: "tool_name", input: "tool_input", output: "tool_response",
	server: "mcp_context.server_name", own: "mcp_context.tool_name", failure: "tool_response.error.message",
	prompt: "prompt", source: "source", reason: "reason", trigger: "trigger", message: "message",
	last: "prompt_response", active: "stop_hook_active", transcript: "transcript_path",
}

// read fills in an event.
func (f *family) read(ev *wire.HandlerEvent, o object) {
	ev.SessionID = o.text(f.session)
	ev.Cwd = o.text(f.cwd)
	ev.ProjectDir = o.text(f.project)
	ev.NativeTool = o.text(f.tool)
	ev.ToolUseID = o.text(f.use)
	ev.ToolInput = o.at(f.input)
	ev.ToolOutput = o.at(f.output)
	if ev.MCPServer = o.text(f.server); ev.MCPServer != "" {
		ev.Tool = o.text(f.own)
	}
	ev.Error = o.text(f.failure)
	ev.DurationMS = integer(o.at(f.duration))
	ev.Prompt = words(o.at(f.prompt))
	ev.Source = o.text(f.source)
	ev.Reason = o.text(f.reason)
	ev.Trigger = o.text(f.trigger)
	ev.Message = o.text(f.message)
	ev.LastMessage = o.text(f.last)
	active := o.at(f.active)
	ev.StopActive = string(active) == "true" || integer(active) > 0
	ev.AgentID = o.text(f.agentID)
	ev.AgentType = o.text(f.agentType)
	ev.Model = o.text(f.model)
	ev.Permission = o.text(f.permission)
	ev.Transcript = o.text(f.transcript)
	if f.packed {
		ev.ToolInput, ev.ToolOutput = unwrap(ev.ToolInput), unwrap(ev.ToolOutput)
	}
	if f.fix != nil {
		f.fix(ev, o)
	}
}

// words is a text, or the texts of a list of content parts, which is what Kimi
// Code makes of a prompt.
func words(v raw) string {
	if !isArray(v) {
		s, _ := text(v)
		return s
	}
	parts, err := decodeList(v)
	if err != nil {
		return ""
	}
	var all []string
	for _, p := range parts {
		if o, err := parseObject(p); err == nil && o.str("text") != "" {
			all = append(all, o.str("text"))
		}
	}
	return strings.Join(all, "\n")
}

// at is the first of the ways that leads to something other than null.
func (o object) at(ways string) raw {
	for ways != "" {
		var way string
		way, ways, _ = strings.Cut(ways, "|")
		in := o
		for {
			key, more, deeper := strings.Cut(way, ".")
			if !deeper {
				if v := in.first(key); v != nil {
					return v
				}
				break
			}
			if in, way = in.sub(key), more; in == nil {
				break
			}
		}
	}
	return nil
}

// text is the first of the ways that leads to a string that is not empty.
func (o object) text(ways string) string {
	for ways != "" {
		var way string
		way, ways, _ = strings.Cut(ways, "|")
		if s, ok := text(o.at(way)); ok && s != "" {
			return s
		}
	}
	return ""
}
