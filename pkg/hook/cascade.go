package hook

import (
	"strings"

	"agentconnector/pkg/wire"
)

// cascadeFamily is what Cascade of Windsurf sends (docs.windsurf.com,
// cascade/hooks): all that belongs to the event stands in tool_info.
var cascadeFamily = family{
	event: "agent_action_name", session: "trajectory_id", cwd: "tool_info.cwd",
	tool: "tool_info.mcp_tool_name", server: "tool_info.mcp_server_name",
	input: "tool_info.mcp_tool_arguments|tool_info", output: "tool_info.mcp_result",
	prompt: "tool_info.user_prompt", last: "tool_info.response", model: "model_name",
	fix: cascadeFix,
}

// cascadeFix: the event says which kind of tool it is about, and only the
// events of tools have an input.
func cascadeFix(ev *wire.HandlerEvent, _ object) {
	switch _, kind, _ := strings.Cut(ev.NativeEvent, "_"); kind {
	case "read_code", "write_code", "run_command":
		ev.NativeTool = kind
	case "mcp_tool_use":
	default:
		ev.ToolInput = nil
	}
}
