package host

import "agentconnector/pkg/wire"

// Sources: [N] npm @qwen-code/qwen-code@0.24.4, bundled docs; [W]
// qwenlm.github.io/qwen-code-docs (1.x hooks reference); [O] observed in 0.24.4;
// pNN, qNN, mNN: replies measured on 0.24.4 (case numbers of the reply
// contracts). A fork of Gemini CLI with the hooks of Claude Code.
var qwenCodeCaller = Caller{
	ID: "qwen-code", Name: "Qwen Code", Paradigm: JSONStdio, Visibility: FullHooks,
	// Hooks and MCP servers; the shell [O].
	Runtime: []Signal{{Var: "QWEN_CODE_SESSION_ID"}, {Var: "QWEN_CODE", Value: "1"}},

	Hooks: Hooks{
		User: Loc{Path: "$QWEN_HOME/settings.json|~/.qwen/settings.json"}, Project: Loc{Path: ".qwen/settings.json"}, // [N]
		Format: JSONC, Root: []string{"hooks"}, Shape: ClaudeNested, // [N]
		// Milliseconds up to 0.15, seconds in 0.24, where 1000 and more are
		// milliseconds still [N]: we always write 1000 or more.
		Unit: Millis, DefaultTimeoutMS: 60_000,
		Matcher: MatchRegex, Payload: ClaudePayload,
		ProjectVar: "QWEN_PROJECT_DIR",                                        // [O]
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}}, // [N]
		// 22 events [N], of which 15 were seen [O].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // measured: into the system prompt
			}},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop},         // measured
				{Decision: wire.Context, Form: ContextNested}, // measured
			}},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: PermissionDeny}, // p01
				{Decision: wire.Ask, Form: PermissionAsk},   // p06: headless, and over ACP with --approval-mode yolo, it is a deny [O]; updatedInput and context are dropped (p03, p05), whatever its docs say
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // q01; block is dropped (q02), as is any change (q03, n01, n02)
			}},
			{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure"}, // [O]
			{Canonical: wire.PermissionRequest, Native: "PermissionRequest", Sync: true, Says: []Say{
				// It comes before PreToolUse [O]. Headless the tool is not offered.
				{Decision: Grant, Form: BehaviorAllow},    // [O] over ACP
				{Decision: wire.Deny, Form: BehaviorDeny}, // [O] likewise
				{Decision: wire.Ask, Form: Silence},       // the host asks [O]
			}},
			{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},   // [W]
			{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true}, // [W]
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: continues}, // measured; context is dropped
			}},
			{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true}, // [O]
			{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [O]: the subagent's model is told the reason
			}},
			{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
			{Native: "PostToolBatch", ParseOnly: true},
			{Native: "InstructionsLoaded", ParseOnly: true, Observed: true},
			{Native: "MessageDisplay", ParseOnly: true},
			{Native: "UserPromptExpansion", ParseOnly: true},
			{Native: "SessionDelete", ParseOnly: true},
			{Native: "PermissionDenied", ParseOnly: true, Observed: true},
			{Native: "StopFailure", ParseOnly: true, Observed: true}, // [W]
		},
	},
	Status: Status{ // docs/features/status-line.md of the package; under ui, not at the top
		User: Loc{Path: "$QWEN_HOME/settings.json|~/.qwen/settings.json"}, Format: JSONC, At: []string{"ui", "statusLine"},
		Refresh: "refreshInterval", Colors: "respectUserColors", NoContext: "hideContextIndicator", MaxLines: 2,
	},

	// [R] QwenLM/qwen-code tools/tool-names.ts, of an unknown version; [O] seen.
	Outcome: &qwenOutcome,
	Tools: []Tool{
		{Native: "read_file", Canonical: Read},         // [O]
		{Native: "write_file", Canonical: Write},       // [R]
		{Native: "edit", Canonical: Edit},              // [R]
		{Native: "run_shell_command", Canonical: Bash}, // [O]
		{Native: "glob", Canonical: Glob},              // [R]
		{Native: "grep_search", Canonical: Grep},       // [R]
		{Native: "web_fetch", Canonical: WebFetch},     // [R]
		{Native: "web_search", Canonical: WebSearch},   // [R]
		{Native: "todo_write", Canonical: TodoWrite},   // [R]
		{Native: "agent", Canonical: Agent},            // [O]
	},
	Unmapped: []string{"list_directory"}, // [R]
	MCPTool:  MCPDouble,                  // [O]
	MCPMax:   63,                         // its middle is "___" then: generateValidName in mcp-tool.ts of QwenLM/qwen-code, unverified in 0.24.4
	MCPKept:  28,
}

var qwenCode = Host{
	Caller: &qwenCodeCaller,
	Docs:   "https://qwenlm.github.io/qwen-code-docs",

	Probe: Probe{
		Bins:  []string{"qwen"},                     // [N]
		Files: []Loc{{Path: "$QWEN_HOME/|~/.qwen"}}, // [N]
		Vars:  []string{"QWEN_HOME"},                // [N]
	},
	Client: []string{"qwen-cli-mcp-client"}, // with "-" and the server's name behind it [O]

	// Its settings go before those of the user and of projects [N].
	Above: []Above{
		{Scope: wire.ScopeSystem, At: qwenSystem, Surfaces: []string{wire.Server}, Why: "servers may be forbidden there (mcp.allowed, mcp.excluded)"},
		{Scope: wire.ScopeSystem, At: qwenSystem, Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: "hooks may be forbidden there (disableAllHooks)", Off: []Const{{At: []string{"disableAllHooks"}, Value: "true"}}},
		{Scope: wire.ScopeSystem, At: Loc{Path: "$QWEN_CODE_SYSTEM_DEFAULTS_PATH|/etc/qwen-code/system-defaults.json", Darwin: "$QWEN_CODE_SYSTEM_DEFAULTS_PATH|/Library/Application Support/QwenCode/system-defaults.json", Windows: "$QWEN_CODE_SYSTEM_DEFAULTS_PATH|C:/ProgramData/qwen-code/system-defaults.json"},
			Why: "it holds for all users where their own settings say nothing"},
	},

	Server: Server{
		User:        Loc{Path: "$QWEN_HOME/settings.json|~/.qwen/settings.json"}, // [N]
		Project:     Loc{Path: ".qwen/settings.json"},                            // [N]
		AlsoProject: []string{"claude-code"},                                     // [N]; there its dialect is Claude's
		Format:      JSONC, Root: []string{"mcpServers"},                         // [N]; comments: as Gemini CLI, unverified
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutMS: "timeout",
			Allow: "includeTools", Deny: "excludeTools"}, // [N]
		// The address of a Streamable HTTP server has another name than that of SSE [N].
		HTTP: Fields{URL: "httpUrl", SSEURL: "url", Headers: "headers", TimeoutMS: "timeout",
			Allow: "includeTools", Deny: "excludeTools"},
		Transports:  Transports{Stdio: "-", HTTP: "-", SSE: "-"},
		Expand:      ExpandWords,                                             // observed in 0.24.4, in arguments and environment
		ProjectGate: "Qwen Code asks before it starts a server of a project", // [N]
	},

	// [N] docs/configuration/settings.md; our judgement: how things look.
	Config: Config{
		User: Loc{Path: "$QWEN_HOME/settings.json|~/.qwen/settings.json"}, Project: Loc{Path: ".qwen/settings.json"}, Format: JSONC,
		Allowed: []string{"ui.theme", "ui.hide*", "ui.show*", "ui.accessibility", "general.vimMode", "general.language", "general.outputLanguage",
			"general.terminalBell", "output.showTimestamps"},
		Denied: []string{"ui.hideFooter", "ui.show*Warning*"}, // as in Gemini CLI, of which it is a fork
	},

	// Of a project QWEN.md and AGENTS.md are read, both; context.fileName names others
	// in their place [N].
	Memory: Memory{User: []Loc{{Path: "$QWEN_HOME/QWEN.md|~/.qwen/QWEN.md"}}, Project: []Loc{{Path: "AGENTS.md"}},
		UserNames: Loc{Path: "$QWEN_HOME/settings.json|~/.qwen/settings.json"}, ProjectNames: Loc{Path: ".qwen/settings.json"}, NamesAt: []string{"context", "fileName"},
		Local: Loc{Path: ".qwen/QWEN.local.md"}}, // [N docs memory.md]; the only place of the project that is the user's own
	Commands: Content{ // [N]
		User: Loc{Path: "$QWEN_HOME/commands|~/.qwen/commands"}, Project: Loc{Path: ".qwen/commands"},
		Form: MarkdownFrontmatter, Args: "{{args}}",
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"}, // MarkdownCommandDefSchema
		Note:   "a command of Qwen Code has no tools and no model; in its prompt !{…} runs a command of the shell and @{…} is a file",
	},
	Skills: Content{ // [N]
		User: Loc{Path: "$QWEN_HOME/skills|~/.qwen/skills"}, Project: Loc{Path: ".qwen/skills"},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"}, // parseSkillContent
		Note:   "tools and model of a skill are dropped: Qwen Code's list of tools is of those that need no approval",
	},
	Subagents: Content{ // [N docs features/sub-agents.md, parser, SubagentValidator]; the first limit [O]
		MinBody: 10, MinName: 2, MaxName: 50, Reserved: []string{"self", "system", "user", "model", "tool", "config", "default", "main"},
		User: Loc{Path: "$QWEN_HOME/agents|~/.qwen/agents"}, Project: Loc{Path: ".qwen/agents"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", Inherit: true, AllowTools: "tools", DenyTools: "disallowedTools", ToolSep: ToolList},
	},

	// An extension: docs of [N]; installed, led through a conversation and removed [O].
	// In hooks it replaces this variable of Claude Code alone [N].
	Plugin: Plugin{
		Format: "qwen-extension",
		Proof:  "Qwen Code 0.24.4 takes it with qwen extensions and works with it",
		Manifest: Document{Path: "qwen-extension.json", Members: []Member{
			{"name", SayID}, {"version", SayAnyVersion}, {"displayName", SayName}, {"description", SayDescription}}},
		RootText: "${CLAUDE_PLUGIN_ROOT}",
		Install: []Deed{ // what it would ask is whether to trust a stranger [O]
			{Do: []string{"qwen", "extensions", "install", "$dir", "--consent"}, Undo: []string{"qwen", "extensions", "uninstall", "$id"}},
		},
		Server: "qwen-extension.json", Hooks: "hooks/hooks.json", Commands: "commands", Skills: "skills", Subagents: "agents", Memory: "QWEN.md",
	},
	Gaps: []string{
		"PreToolUse cannot change the input and takes no context, although its documentation says so",
		"ask on PreToolUse is a deny where Qwen Code asks about nothing (yolo): headless, and in an editor (ACP)",
		"PostToolUse takes context only: a denial and a changed output are dropped",
		"UserPromptSubmit fires again on every continuation after a tool's result",
		"SessionEnd does not fire headless; over ACP it does", // the latter observed in 0.24.4
		"its model has to look MCP tools up with tool_search: their schemas are not sent",
	},
}

// qwenSystem are the settings of the system [N].
var qwenSystem = Loc{Path: "$QWEN_CODE_SYSTEM_SETTINGS_PATH|/etc/qwen-code/settings.json", Darwin: "$QWEN_CODE_SYSTEM_SETTINGS_PATH|/Library/Application Support/QwenCode/settings.json", Windows: "$QWEN_CODE_SYSTEM_SETTINGS_PATH|C:/ProgramData/qwen-code/settings.json"}

// PostToolUseFailure comes for a tool that failed, a command with its exit code in the
// error [O].
var qwenOutcome = Outcome{
	Output:  []Sign{failedSuccess, failedMCP},
	Payload: []Sign{interrupted}, // a field of what was captured [O]
}
