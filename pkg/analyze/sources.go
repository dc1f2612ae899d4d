package analyze

import (
	"fmt"
	"strings"
)

// Source says of one field of a record type of seed 001 where it comes from: fields of
// ac.event/v1 by their names (meta.x is one of EventMeta), or other things in words.
type Source struct{ Type, Field, From string }

// owners are the fields that all types have, of which hooks know the project alone.
const owners = "developer, team_id, org_id"

// Sources is the table of docs/records.md: all types of seed 001 that need something
// of hooks. Those without a list of Types are yet to come; what they need is there.
var Sources = []Source{
	{"AiToolCall, AiAuditEvent, SecurityAlert", owners, "config.json (developer: else the user's name)"},
	{"AiToolCall, AiAuditEvent, SecurityAlert", "project_id, repo_url", "`project_key`, by what this machine knows of that project (its git remote), or config.json; neither where privacy.repo_url is false"},
	{"AiToolCall, AiAuditEvent, SecurityAlert", "session_id, agent_id, agent_type, platform", "`session_id`, `agent_id`, `agent_type`, `host`"},
	{"AiToolCall, AiAuditEvent, SecurityAlert", "timestamp", "`ts` of before the call; milliseconds in AiToolCall, seconds in the others"},
	{"AiToolCall, AiAuditEvent, SecurityAlert", "tool", "`tool`, with `mcp_server`; `native_tool` where that is Unknown"},
	{"AiToolCall, AiAuditEvent, SecurityAlert", "tool_use_id", "`tool_use_id`; else made of tool, time and `input_hash`"},
	{"AiToolCall", "app_name", "agent-connector"},
	{"AiToolCall", "success, success_assumed", "`is_error` of behind the call; assumed where the host's file says that nothing tells it"},
	{"AiToolCall", "error_type", "`error_type` of the host; `decision` deny: hook_blocked; PermissionDenied in `event`: denied; PermissionRequest in `event`, or `decision` ask, and no end: rejected; no end: timeout"},
	{"AiToolCall", "error", "`meta.error`, else in words `meta.exit_code`, or the error_type"},
	{"AiToolCall", "duration_ms", "`duration_ms` of the host, else between the `ts` of the two events"},
	{"AiToolCall", "input_size_bytes, output_size_bytes, input_hash", "`input_bytes`, `output_bytes`, `input_hash`"},
	{"AiToolCall", "skillName, skillArgsLength", "`meta.skill`, `meta.skill_args_bytes`"},
	{"AiToolCall", "filePath, fileCount, lineOffset, lineLimit", "`meta.file_path`, `meta.file_count`, `meta.offset`, `meta.limit`"},
	{"AiToolCall", "linesAdded, linesRemoved", "`meta.lines_added`, `meta.lines_removed`"},
	{"AiToolCall", "contentLength, oldStringLength, newStringLength, replacementsCount, replaceAll", "`meta.content_bytes`, `meta.old_bytes`, `meta.new_bytes`, `meta.replacements`, `meta.replace_all`"},
	{"AiToolCall", "command, commandDescription, commandTimeout, runInBackground, exitCode", "`meta.command`, `meta.description`, `meta.timeout_ms`, `meta.background`, `meta.exit_code`"},
	{"AiToolCall", "isTestCommand, isBuildCommand, isLintCommand, bashCategory, bashLeading, bashDestructive, bashNetwork", "`meta.command`, read by the shell parser when the log is"},
	{"AiToolCall", "pattern, grepPath, globPath, outputMode, grepMatchCount", "`meta.pattern`, `meta.path`, `meta.output_mode`, `meta.matches`"},
	{"AiToolCall", "agentDescription, subagentType, agentName, agentModel, agentIsolation, spawnedAgentId, promptLength, agentResultLength", "`meta.description`, `meta.subagent_type`, `meta.agent_name`, `meta.agent_model`, `meta.isolation`, `meta.spawned_agent_id`, `meta.prompt_bytes`, `meta.result_bytes`"},
	{"AiToolCall", "questionCount, taskId, taskStatus, taskSubject, urlHost, queryLength", "`meta.items`, `meta.task_id`, `meta.task_status`, `meta.description`, `meta.url_host`, `meta.query_bytes`"},
	{"AiToolCall", "model, mcp_server, native_tool, permissionMode, simhash", "`model`, `mcp_server`, `native_tool`, `meta.permission_mode`, `meta.simhash`"},
	{"AiAuditEvent", "action, detail", "`tool`, `mcp_server`, and `meta.command`, `meta.pattern`, `meta.subagent_type` or `meta.file_path`"},
	{"AiAuditEvent, SecurityAlert", "file_path, command", "`meta.file_path`, `meta.command`"},
	{"AiAuditEvent", "audit.security_alert, audit.severity, audit.alert_type", "`tool`, `meta.command`, `meta.file_path`, `meta.files`"},
	{"SecurityAlert", "severity, alert_type, description", "`tool`, `meta.command`, `meta.file_path`, `meta.files`"},

	{"AiCodingTask (to come)", "start_time, end_time, duration_ms, tool_call_count", "`ts`, `event` (UserPromptSubmit, Stop), and the calls"},
	{"AiCodingTask (to come)", "files_read, files_modified, lines_added, lines_removed", "`tool`, `meta.file_path`, `meta.files`, `meta.lines_added`, `meta.lines_removed`"},
	{"AiCodingTask (to come)", "tests_run, tests_passed, build_run, build_passed, bash_commands_run", "`meta.command`, `is_error`, `meta.exit_code`"},
	{"AiCodingTask (to come)", "asked_user_questions, sub_agents_spawned", "`tool`"},
	{"AiAntiPattern (to come)", "type, file, command, iterations, read_count, repeat_count, edit_count, agent_count", "`tool`, `input_hash`, `meta.file_path`, `meta.offset`, `meta.limit`, `meta.command`, `is_error`"},
	{"AiRetryAlert (to come)", "tool_name, occurrences, similarity", "`tool`, `meta.simhash`, `ts`"},
	{"AiWorkflowRun (to come)", "workflow_run_id, status, started_at, duration_ms, exit_error", "`tool_use_id`, `ts`, `duration_ms`, `is_error`, `error_type`, `meta.error`"},
	{"AiWorkflowRun (to come)", "subagent_type, agent_name, agent_model, agent_description, run_in_background", "`meta.subagent_type`, `meta.agent_name`, `meta.agent_model`, `meta.description` (not at minimal), `meta.background`"},
	{"AiWorkflowRun (to come)", "tool_call_count, child_agent_count", "`agent_id`, `meta.spawned_agent_id`"},
	{"AiTurnCost, AiContextSnapshot (to come)", "tool_use_id, tool, skillName, top_tool, top_tool_bytes", "`tool_use_id`, `tool`, `meta.skill`, `output_bytes`; tokens come from the hosts' own logs"},
	{"ai.api.failures_total and its like (to come)", "error_type, model", "StopFailure in `event`: `error_type`, `model`"},
	{"session and model metrics (to come)", "resume cost, model switches, guidance, slash commands", "`meta.source`, `meta.idle_seconds`, `meta.context_tokens`, `meta.cache_expired`, `meta.cache_write_usd`, `meta.from_model`, `meta.to_model`, `meta.requested_model`, `meta.memory_type`, `meta.load_reason`, `meta.slash_command`, `meta.trigger`, `meta.reason`"},
}

// Document is the part of docs/records.md about the records of ac-report events.
func Document() string {
	var b strings.Builder
	b.WriteString(`
## Records of seed 001

` + "`ac-report events`" + ` makes AiToolCall, AiAuditEvent and SecurityAlert of ` + "`ac.event/v1`" + `: event_version 1, one JSON object a line. Where each field
comes from, and, of types that are yet to come, where it is kept for them. A field that nothing is known of is left out. At ` + "`telemetry.observe: minimal`" + ` there are no
commands, paths, patterns, descriptions and errors, and so nothing that is read from a command.

| type | fields | from |
|---|---|---|
`)
	for _, s := range Sources {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", s.Type, s.Field, s.From)
	}
	return b.String()
}
