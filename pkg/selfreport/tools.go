package selfreport

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"agentconnector/pkg/hook"
	"agentconnector/pkg/wire"
)

// Alias is what the tools that take reports are called beside their own names, so
// that instructions written for seed 000's server work here (generic MCP fallback).
const Alias = "nr_observe_"

type toolCall struct {
	Tool            string         `json:"tool" jsonschema:"the tool's name, such as Bash, Read or Edit"`
	Success         bool           `json:"success" jsonschema:"whether it worked"`
	Input           map[string]any `json:"input,omitempty" jsonschema:"what it was given; command and file_path alone are kept, without secrets"`
	InputSizeBytes  int64          `json:"input_size_bytes,omitempty" jsonschema:"size of what it was given"`
	OutputSizeBytes int64          `json:"output_size_bytes,omitempty" jsonschema:"size of what it gave"`
	DurationMS      int64          `json:"duration_ms,omitempty" jsonschema:"how long it took"`
	Error           string         `json:"error,omitempty" jsonschema:"what it failed with"`
	Timestamp       int64          `json:"timestamp,omitempty" jsonschema:"when it began, in milliseconds since 1970; now if absent"`
	ToolUseID       string         `json:"tool_use_id,omitempty" jsonschema:"id of the call"`
	Server          string         `json:"mcp_server,omitempty" jsonschema:"MCP server that has the tool"`
}

type sessionStart struct {
	Platform  string `json:"platform" jsonschema:"the agent, such as my-agent"`
	Model     string `json:"model,omitempty" jsonschema:"the model in use"`
	Developer string `json:"developer,omitempty" jsonschema:"not kept: config.json says who works here"`
}

type sessionEnd struct {
	Summary string `json:"summary,omitempty" jsonschema:"not kept"`
}

// recorded is the answer to a report.
type recorded struct {
	Recorded  bool   `json:"recorded"`
	Tool      string `json:"tool,omitempty"`
	Platform  string `json:"platform,omitempty"`
	Host      string `json:"host"`
	SessionID string `json:"session_id"`
	Timestamp int64  `json:"timestamp"`
	Why       string `json:"why,omitempty" jsonschema:"why nothing was recorded"`
}

// add gives the server its tools.
func (s *server) add(m *mcp.Server) {
	closed, additive := false, false
	notes := &mcp.ToolAnnotations{DestructiveHint: &additive, OpenWorldHint: &closed}
	for _, prefix := range []string{"", Alias} {
		also := ""
		if prefix != "" {
			also = " The same as without " + Alias + "."
		}
		mcp.AddTool(m, &mcp.Tool{Name: prefix + "report_tool_call", Description: "Report a call of a tool that is not one of an MCP server: a file that was read or changed, a command that was run." + also, Annotations: notes}, s.toolCall)
		mcp.AddTool(m, &mcp.Tool{Name: prefix + "report_session_start", Description: "Report that a session has begun." + also, Annotations: notes}, s.sessionStart)
		mcp.AddTool(m, &mcp.Tool{Name: prefix + "report_session_end", Description: "Report that the session is over." + also, Annotations: notes}, s.sessionEnd)
	}
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}
	mcp.AddTool(m, &mcp.Tool{Name: "report_tokens", Description: "What the tools of MCP servers have cost in tokens.", Annotations: reads}, s.tokens)
	mcp.AddTool(m, &mcp.Tool{Name: "report_security", Description: "Alerts of what agents did: commands that destroy, files with secrets, network clients.", Annotations: reads}, s.security)
	mcp.AddTool(m, &mcp.Tool{Name: "report_events", Description: "How many events there are of each host, kind and tool, and how many tools have failed.", Annotations: reads}, s.events)
}

func (s *server) toolCall(_ context.Context, req *mcp.CallToolRequest, in toolCall) (*mcp.CallToolResult, recorded, error) {
	if strings.TrimSpace(in.Tool) == "" {
		return nil, recorded{}, fmt.Errorf("tool: found an empty name, expected that of the tool, such as Bash")
	}
	client := clientOf(req)
	h := s.running(client)
	name := wire.PostToolUse
	if !in.Success {
		name = wire.PostToolUseFailure
	}
	ev := s.event(h, name, "report_tool_call")
	ev.NativeTool, ev.MCPServer, ev.ToolUseID = in.Tool, in.Server, in.ToolUseID
	ev.IsError, ev.DurationMS = !in.Success, max(in.DurationMS, 0)
	if ev.IsError {
		ev.Error = in.Error
	}
	if len(in.Input) > 0 {
		ev.ToolInput, _ = json.Marshal(in.Input)
	}
	return s.keep(ev, client, recorded{Tool: in.Tool}, func(e *wire.Event) {
		e.TS = when(in.Timestamp, s.World.Now())
		if in.InputSizeBytes > 0 {
			e.InputBytes = in.InputSizeBytes
		}
		e.OutputBytes = max(in.OutputSizeBytes, 0)
	})
}

func (s *server) sessionStart(_ context.Context, req *mcp.CallToolRequest, in sessionStart) (*mcp.CallToolResult, recorded, error) {
	s.platform, s.model = in.Platform, in.Model
	client := clientOf(req)
	ev := s.event(s.running(client), wire.SessionStart, "report_session_start")
	return s.keep(ev, client, recorded{Platform: in.Platform}, func(*wire.Event) {})
}

func (s *server) sessionEnd(_ context.Context, req *mcp.CallToolRequest, in sessionEnd) (*mcp.CallToolResult, recorded, error) {
	client := clientOf(req)
	ev := s.event(s.running(client), wire.SessionEnd, "report_session_end")
	return s.keep(ev, client, recorded{}, func(*wire.Event) {})
}

// keep records an event. That recording is switched off is no failure of the tool.
func (s *server) keep(ev *wire.HandlerEvent, client string, out recorded, complete func(*wire.Event)) (*mcp.CallToolResult, recorded, error) {
	h := named(ev.Host)
	out.Host, out.SessionID = ev.Host, s.session
	err := hook.Told(s.World, h, ev, s.Level, s.Off, s.Withheld, func(e *wire.Event) {
		complete(e)
		e.Client = hook.Name(strings.TrimSpace(client + " " + s.platform))
		e.Tokens, e.Confidence = 0, ""
		out.Timestamp = e.TS
	})
	if err == hook.ErrOff {
		out.Why = err.Error()
		return nil, out, nil
	}
	if err != nil {
		return nil, recorded{}, err
	}
	out.Recorded = true
	return nil, out, nil
}
