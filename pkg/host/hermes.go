package host

import "agentconnector/pkg/wire"

// Sources: [S] NousResearch/hermes-agent, source as of 2026-09 (v0.21):
// agent/{shell_hooks,prompt_builder}.py, tools/mcp_tool*.py, hermes_constants.py;
// [D] its documentation (website/docs: features/{hooks,mcp,skills}, reference).
// Nothing was run.
var hermesCaller = Caller{
	ID: "hermes", Name: "Hermes Agent", Paradigm: JSONStdio, Visibility: FullHooks,

	Hooks: Hooks{
		User:   hermesConfig,                                     // [S]
		Format: YAML, Root: []string{"hooks"}, Shape: CursorFlat, // [S] _parse_single_entry; no shell runs the command
		Unit: Seconds, DefaultTimeoutMS: 60_000, // [S]
		Matcher: MatchRegex, Payload: HermesPayload, // [S] the whole name must match; of tool events alone
		Gate:   "Hermes asks on its terminal before a hook runs for the first time; a gateway runs it only after hermes --accept-hooks or with hooks_auto_accept: true", // [S]
		Events: hermesEvents,
	},

	Outcome: &hermesOutcome,
	Tools: []Tool{ // [D tools-reference]; inputs [D hooks], unverified for the others
		{Native: "terminal", Canonical: Bash},
		{Native: "read_file", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "write_file", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "patch", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "search_files", Canonical: Grep},
		{Native: "delegate_task", Canonical: Agent},
		{Native: "web_search", Canonical: WebSearch},
		{Native: "web_extract", Canonical: WebFetch, Inputs: []Input{{Native: "urls", Canonical: "url", List: true}}},
		{Native: "todo", Canonical: TodoWrite},
	},
	Unmapped: []string{"process", "execute_code", "clarify", "memory", "session_search", "skill_view", "skills_list", "skill_manage", "cronjob", "send_message"}, // [D]
	MCPTool:  MCPDoubleClean,                                                                                                                                     // [D]; mcp_SERVER_TOOL in older versions
}

var hermes = Host{
	Caller: &hermesCaller,
	Docs:   "https://hermes-agent.nousresearch.com/docs",

	Probe: Probe{
		Bins:  []string{"hermes"},                                                                                             // [D]
		Files: []Loc{{Path: "$HERMES_HOME/|~/.hermes", Windows: "$HERMES_HOME/|$LOCALAPPDATA/hermes|~/AppData/Local/hermes"}}, // [S] hermes_constants.py
		Vars:  []string{"HERMES_HOME"},                                                                                        // [S]; a profile is a folder of its own, which it names
	},
	// No marker is known: servers get a short list of variables, and HERMES_HOME is
	// the user's own, too [S].

	// [D user-guide/profiles]
	Above: []Above{{Scope: wire.ScopeProfile, At: Loc{Path: "$HERMES_HOME/profiles/*/config.yaml|~/.hermes/profiles/*/config.yaml",
		Windows: "$HERMES_HOME/profiles/*/config.yaml|$LOCALAPPDATA/hermes/profiles/*/config.yaml|~/AppData/Local/hermes/profiles/*/config.yaml"},
		Surfaces: []string{wire.Server, wire.Hooks, wire.NativeHooks, wire.Commands, wire.Skills},
		Why:      "a profile (hermes -p, hermes profile use) is a home of its own and has nothing of this: install again with HERMES_HOME set to its folder"}},

	Server: Server{
		User:   hermesConfig,                        // [S]
		Format: YAML, Root: []string{"mcp_servers"}, // [S]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", TimeoutSec: "timeout", Enabled: "enabled",
			ToolsIn: "tools", Allow: "include", Deny: "exclude", ToolGlobs: true}, // [D mcp-config-reference]
		HTTP: Fields{URL: "url", Headers: "headers", TimeoutSec: "timeout", Enabled: "enabled",
			ToolsIn: "tools", Allow: "include", Deny: "exclude", ToolGlobs: true, OAuth: "auth"}, // [D]
		Transports: Transports{TypeKey: "transport", Stdio: "-", HTTP: "-", SSE: "sse"}, // [D]
		Expand:     ExpandKept,                                                          // [S] _interpolate_env_vars: ${userHome} and others are its own
		ClearsEnv:  true,                                                                // [S] _build_safe_env
		RunsBatch:  true,                                                                // [S] _resolve_stdio_command finds npx.cmd; on Windows unverified
		AllowWins:  true,                                                                // [D]
		State:      []string{"oauth", "trust", "sampling", "elicitation"},               // [D]
		Gate:       "Hermes reads its servers when it starts, or after /reload-mcp",     // [D]
		Login:      "hermes mcp login $ID",                                              // [D]
	},

	// The section display, of third parties' files and of its docs (unverified).
	Config: Config{
		User: hermesConfig, Format: YAML,
		Allowed: []string{"display.compact", "display.bell_on_complete", "display.show_reasoning", "display.streaming", "display.timestamps",
			"display.inline_diffs", "display.show_cost", "display.tool_progress", "display.tool_preview_length"},
	},

	// Of a project the first kind that is there is read, alone; AGENTS.override.md
	// before AGENTS.md [S build_context_files_prompt]. A CLAUDE.md would go unread once
	// there is an AGENTS.md. The limit is the least, with a large context it is more.
	// Of the user there is SOUL.md, which is who the agent is, not guidance; that an
	// AGENTS.md beside it is read is in no version that we saw.
	Memory: Memory{
		Project:  []Loc{{Path: ".hermes.md"}, {Path: "HERMES.md"}, {Path: "AGENTS.override.md"}, {Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "AGENTS.md"}},
		MaxBytes: 20_000,
		Shuns:    []string{"ignore", "override", "system", "secret", "hidden"}, // [S] tools/threat_patterns.py, html_comment_injection
		Note:     "Hermes has no file for the user's standing guidance that is not its identity (SOUL.md)",
	},
	// Every skill is a slash command, too [D skills].
	Commands: Content{
		User: hermesSkills, Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Hermes makes a slash command of every skill: installed as a skill",
	},
	Skills: Content{ // [D]; skills.external_dirs can name others
		User: hermesSkills, Form: SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Hermes reads name and description of a skill; tools and model are dropped",
	},

	// [S] cli.py, gateway/run.py: a shell runs the command, for 30 s.
	Actions: Actions{
		User: hermesConfig, Format: YAML, Form: ActionEntry, At: []string{"quick_commands"},
		Start: "/$NAME", LimitMS: 30_000,
	},
	Gaps: []string{
		"PreToolUse cannot ask in every version: ask becomes deny; it takes no context",
		"a change of a tool's input is laid over the input: what the change leaves out stays",                                                                               // [D]
		"PostToolUse can change nothing; it fires for a tool that failed, too: there is no PostToolUseFailure",                                                              // [D]
		"Stop cannot be denied, and does not fire for a turn that was interrupted; pre_verify, which can keep the agent going after it has edited code, is for nativeHooks", // [D]
		"SessionEnd is on_session_finalize: Hermes calls the end of every turn on_session_end",                                                                              // [D]
		"no Notification, no PreCompact", // [D]
		"it has nothing of a project but memory: servers, hooks and skills are the user's, or a profile's in a folder of its own (HERMES_HOME)", // [D]
		"a server gets HOME, PATH and the like of its environment only, and what its entry says",                                                // [S]
		"Python plugins and hooks of the gateway (~/.hermes/hooks) are not written",                                                             // [D]
		"Hermes writes config.yaml anew when it changes a setting: comments there may go then",                                                  // hermes-agent issue 92554
	},
}

var (
	hermesConfig = Loc{Path: "$HERMES_HOME/config.yaml|~/.hermes/config.yaml",
		Windows: "$HERMES_HOME/config.yaml|$LOCALAPPDATA/hermes/config.yaml|~/AppData/Local/hermes/config.yaml"}
	hermesSkills = Loc{Path: "$HERMES_HOME/skills|~/.hermes/skills",
		Windows: "$HERMES_HOME/skills|$LOCALAPPDATA/hermes/skills|~/AppData/Local/hermes/skills"}
)

// What Hermes reads of a reply [S _parse_response].
const (
	hermesModify  Form = `{"decision":"modify","tool_input":$input}`
	hermesContext Form = `{"context":$context}`
)

// hermesEvents are the hooks that a shell command can be for; five minutes are
// the most that one gets [S]. transform_api_error_classification is refused [S].
var hermesEvents = []Event{
	{Canonical: wire.SessionStart, Native: "on_session_start", NoMatcher: true, MaxMS: 300_000},  // [D] ignored; the first turn of a new session
	{Canonical: wire.SessionEnd, Native: "on_session_finalize", NoMatcher: true, MaxMS: 300_000}, // [D] ignored
	{Canonical: wire.UserPromptSubmit, Native: "pre_llm_call", NoMatcher: true, MaxMS: 300_000, Sync: true, Says: []Say{
		{Decision: wire.Context, Form: hermesContext}, // [S], [D]
	}},
	{Canonical: wire.PreToolUse, Native: "pre_tool_call", MaxMS: 300_000, Sync: true, Says: []Say{
		{Decision: wire.Deny, Form: BlockTop},                                                      // [S], [D]
		{Decision: wire.Modify, Form: hermesModify, Note: "Hermes lays the change over the input"}, // [S], [D]
	}},
	{Canonical: wire.PostToolUse, Native: "post_tool_call", MaxMS: 300_000},                              // [D] ignored
	{Canonical: wire.PermissionRequest, Native: "pre_approval_request", NoMatcher: true, MaxMS: 300_000}, // [D] ignored
	{Canonical: wire.Stop, Native: "post_llm_call", NoMatcher: true, MaxMS: 300_000},                     // [D] ignored
	{Canonical: wire.SubagentStart, Native: "subagent_start", NoMatcher: true, MaxMS: 300_000},           // [D] ignored
	{Canonical: wire.SubagentStop, Native: "subagent_stop", NoMatcher: true, MaxMS: 300_000},             // [D] ignored
	{Native: "pre_verify", ParseOnly: true, Sync: true, Says: []Say{
		{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [S], [D]
	}},
	{Native: "on_session_end", ParseOnly: true}, // [D] the end of a turn
	{Native: "on_session_reset", ParseOnly: true},
	{Native: "agent_loop_stopped", ParseOnly: true},
	{Native: "post_approval_response", ParseOnly: true},
	{Native: "pre_command", ParseOnly: true},
	{Native: "on_skill_lifecycle", ParseOnly: true},
	{Native: "pre_api_request", ParseOnly: true},
	{Native: "post_api_request", ParseOnly: true},
	{Native: "api_request_error", ParseOnly: true},
	{Native: "on_stream_start", ParseOnly: true},
	{Native: "on_stream_delta", ParseOnly: true},
	{Native: "on_stream_end", ParseOnly: true},
	{Native: "on_interim_message", ParseOnly: true},
	{Native: "transform_tool_result", ParseOnly: true},
	{Native: "transform_terminal_output", ParseOnly: true},
	{Native: "transform_llm_output", ParseOnly: true},
	{Native: "pre_transcription", ParseOnly: true},
	{Native: "pre_gateway_dispatch", ParseOnly: true},
	{Native: "gateway_platform_event", ParseOnly: true},
	{Native: "on_room_member_activity", ParseOnly: true},
	{Native: "kanban_task_claimed", ParseOnly: true},
	{Native: "kanban_task_completed", ParseOnly: true},
	{Native: "kanban_task_blocked", ParseOnly: true},
	{Native: "on_kanban_worker_spawned", ParseOnly: true},
	{Native: "on_kanban_worker_exited", ParseOnly: true},
	{Native: "on_kanban_worker_stale_claim", ParseOnly: true},
	{Native: "on_kanban_task_updated", ParseOnly: true},
	{Native: "on_kanban_dispatch_tick", ParseOnly: true},
}

// post_tool_call has the kind of an error, or null [S].
var hermesOutcome = Outcome{
	Output:  []Sign{failedMCP},
	Payload: []Sign{{At: "extra.error_type"}},
}
