package hook

import "agentconnector/pkg/wire"

// The records by the names of their JSON form, in its order. A name that ends
// in ? is left out where there is nothing to say.

// eventFields are what a handler gets, and what rules ask for. An array stays on
// the stack.
func eventFields(ev *wire.HandlerEvent) [31]field {
	return [...]field{
		{"event", &ev.Event}, {"nativeEvent?", &ev.NativeEvent}, {"host", &ev.Host}, {"connector", &ev.Connector},
		{"sessionId?", &ev.SessionID}, {"projectDir?", &ev.ProjectDir}, {"cwd?", &ev.Cwd},
		{"tool?", &ev.Tool}, {"nativeTool?", &ev.NativeTool}, {"mcpServer?", &ev.MCPServer}, {"toolUseId?", &ev.ToolUseID},
		{"toolInput?", &ev.ToolInput}, {"toolOutput?", &ev.ToolOutput},
		{"isError?", &ev.IsError}, {"errorType?", &ev.ErrorType}, {"exitCode?", &ev.ExitCode}, {"error?", &ev.Error}, {"durationMs?", &ev.DurationMS},
		{"prompt?", &ev.Prompt}, {"source?", &ev.Source}, {"reason?", &ev.Reason}, {"trigger?", &ev.Trigger}, {"message?", &ev.Message},
		{"stopActive?", &ev.StopActive}, {"lastMessage?", &ev.LastMessage},
		{"agentId?", &ev.AgentID}, {"agentType?", &ev.AgentType},
		{"model?", &ev.Model}, {"permissionMode?", &ev.Permission}, {"transcriptPath?", &ev.Transcript},
		{"raw?", &ev.Raw},
	}
}

// recordFields are what the event log keeps.
func recordFields(e *wire.Event) []field {
	return []field{
		{"schema", &e.Schema}, {"ts", &e.TS}, {"host", &e.Host}, {"event", &e.Event}, {"native_event?", &e.NativeEvent},
		{"connector", &e.Connector}, {"scope?", &e.Scope}, {"session_id?", &e.SessionID}, {"project_key?", &e.ProjectKey},
		{"tool?", &e.Tool}, {"native_tool?", &e.NativeTool}, {"mcp_server?", &e.MCPServer}, {"tool_use_id?", &e.ToolUseID},
		{"agent_id?", &e.AgentID}, {"agent_type?", &e.AgentType}, {"model?", &e.Model}, {"client?", &e.Client},
		{"input_bytes?", &e.InputBytes}, {"input_hash?", &e.InputHash}, {"output_bytes?", &e.OutputBytes},
		{"is_error?", &e.IsError}, {"error_type?", &e.ErrorType}, {"duration_ms?", &e.DurationMS},
		{"decision?", &e.Decision}, {"degraded?", &e.Degraded}, {"handler_ms?", &e.HandlerMS},
		{"reply_bytes?", &e.ReplyBytes}, {"tokens?", &e.Tokens}, {"confidence?", &e.Confidence},
		{"meta?", &e.Meta},
	}
}

// metaFields are what the log keeps of a tool's input and outcome, and of an event
// without a tool. An array stays on the stack.
func metaFields(m *wire.EventMeta) [51]field {
	return [...]field{
		{"command?", &m.Command}, {"description?", &m.Description}, {"timeout_ms?", &m.TimeoutMS}, {"background?", &m.Background},
		{"file_path?", &m.FilePath}, {"files?", &m.Files}, {"file_count?", &m.FileCount}, {"offset?", &m.Offset}, {"limit?", &m.Limit},
		{"content_bytes?", &m.ContentBytes}, {"old_bytes?", &m.OldBytes}, {"new_bytes?", &m.NewBytes},
		{"lines_added?", &m.LinesAdded}, {"lines_removed?", &m.LinesRemoved}, {"replacements?", &m.Replacements}, {"replace_all?", &m.ReplaceAll},
		{"pattern?", &m.Pattern}, {"path?", &m.Path}, {"output_mode?", &m.OutputMode}, {"matches?", &m.Matches},
		{"subagent_type?", &m.SubagentType}, {"agent_name?", &m.AgentName}, {"agent_model?", &m.AgentModel}, {"isolation?", &m.Isolation},
		{"spawned_agent_id?", &m.SpawnedAgentID}, {"prompt_bytes?", &m.PromptBytes}, {"result_bytes?", &m.ResultBytes},
		{"skill?", &m.Skill}, {"skill_args_bytes?", &m.SkillArgsBytes}, {"url_host?", &m.URLHost}, {"query_bytes?", &m.QueryBytes},
		{"items?", &m.Items}, {"task_id?", &m.TaskID}, {"task_status?", &m.TaskStatus}, {"exit_code?", &m.ExitCode}, {"error?", &m.Error},
		{"simhash?", &m.Simhash},
		{"slash_command?", &m.SlashCommand}, {"source?", &m.Source}, {"reason?", &m.Reason}, {"trigger?", &m.Trigger},
		{"memory_type?", &m.MemoryType}, {"load_reason?", &m.LoadReason},
		{"from_model?", &m.FromModel}, {"to_model?", &m.ToModel}, {"requested_model?", &m.RequestedModel},
		{"idle_seconds?", &m.IdleSeconds}, {"context_tokens?", &m.ContextTokens}, {"cache_expired?", &m.CacheExpired}, {"cache_write_usd?", &m.CacheWriteUSD},
		{"permission_mode?", &m.PermissionMode},
	}
}

// statusFields are what the command of a status line gets.
func statusFields(c *wire.StatuslineContext) []field {
	return []field{
		{"host", &c.Host}, {"connector", &c.Connector}, {"sessionId?", &c.SessionID}, {"cwd?", &c.Cwd}, {"projectDir?", &c.ProjectDir},
		{"model?", &c.Model}, {"costUsd?", &c.CostUSD}, {"context?", &c.Context}, {"transcriptPath?", &c.Transcript}, {"raw?", &c.Raw},
	}
}

// actionFields are what the command of an action gets.
func actionFields(a *wire.ActionCall) []field {
	return []field{{"host", &a.Host}, {"connector", &a.Connector}, {"action", &a.Action}, {"cwd", &a.Cwd}, {"projectDir?", &a.ProjectDir}}
}
