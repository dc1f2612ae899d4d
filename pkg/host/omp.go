package host

import "agentconnector/pkg/wire"

// Sources: [S] src/ of npm @oh-my-pi/pi-coding-agent@18.3.4 and of pi-utils@18.2.9;
// [O] observed in 18.2.3, run offline with a scripted model (18.3.4 could not be
// run: the registry lacks the packages that it needs). A fork of Pi that went its
// own way.
var ompCaller = Caller{
	ID: "omp", Name: "Oh My Pi", Paradigm: TSPlugin, Visibility: FullHooks,
	// Its shells say CLAUDECODE=1, too [S] procmgr.ts; MCP servers get no mark [O].
	Runtime: []Signal{{Var: "OMPCODE", Value: "1"}},

	Hooks: Hooks{
		User: Loc{Path: "$PI_CODING_AGENT_DIR/extensions|~/.omp/agent/extensions"}, Project: Loc{Path: ".omp/extensions"}, // [S] *.{ts,js}
		Format: File, Shape: OmpModule,
		Unit: Millis, DefaultTimeoutMS: 30_000, // [S] runner.ts; tool_call: extensionHandlers.toolCallTimeoutMs
		Matcher: MatchNone, Payload: OmpPayload,
		Gate:   "OMP loads extensions when it starts: quit and start it again", // no trust is asked for [S]
		Events: ompEvents,
	},

	// Names [S] tools/builtin-names.ts; inputs [O].
	Outcome: &ompOutcome,
	Tools: []Tool{
		{Native: "bash", Canonical: Bash},
		{Native: "read", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "write", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "edit", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "grep", Canonical: Grep},
		{Native: "glob", Canonical: Glob},
		{Native: "task", Canonical: Agent},
		{Native: "web_search", Canonical: WebSearch},
		{Native: "todo", Canonical: TodoWrite},
	},
	Unmapped: []string{"ast_grep", "ast_edit", "ask", "debug", "ida", "eval", "github", "find", "lsp", "checkpoint", "rewind", "context_notes", "new_context",
		"security_scan", "wait", "memory_edit", "retain", "recall", "reflect", "learn", "manage_skill", "yield", "goal", "think"}, // [S]
	MCPTool: MCPJoined, // [S] mcp/tool-bridge.ts
	MCPMax:  64,        // its end is a hash then [S]
	MCPKept: 55,
}

var omp = Host{
	Caller: &ompCaller,
	Docs:   "https://omp.sh/docs",

	Probe: Probe{
		Bins:  []string{"omp"},               // [S]
		Files: []Loc{{Path: "~/.omp/agent"}}, // [S]; PI_CODING_AGENT_DIR is Pi's, too, and proves neither
	},
	Client: []string{"omp-coding-agent"}, // [O]

	Server: Server{
		User: Loc{Path: "$PI_CODING_AGENT_DIR/mcp.json|~/.omp/agent/mcp.json"}, Project: Loc{Path: ".omp/mcp.json"}, // [S] discovery/builtin.ts
		// Those of the user are read if its setting enabledProviders says so [S].
		AlsoProject: []string{"claude-code", "cursor", "codex", "gemini-cli", "opencode"},
		Format:      JSON, Root: []string{"mcpServers"}, // [S]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutMS: "timeout", Enabled: "enabled"}, // [S]
		HTTP:  Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Enabled: "enabled"},                           // [S]
		// Without a type one with a url is http [S].
		Transports: Transports{TypeKey: "type", Stdio: "-", HTTP: "http", SSE: "sse"},
		Expand:     ExpandShellRun,                       // [S] expandEnvVars, resolve-config-value.ts
		State:      []string{"auth", "oauth"},            // /mcp reauth keeps the id of a credential there [S]
		Login:      "log in with /mcp reauth $ID in OMP", // [S]
		RunsBatch:  true,                                 // [S] mcp/transports/stdio.ts
	},

	// One file of the user; of a project one in each folder, of which .omp/AGENTS.md
	// hides AGENTS.md, and AGENTS.md hides CLAUDE.md [S] capability/context-file.ts.
	Memory: Memory{
		User:    []Loc{{Path: "$PI_CODING_AGENT_DIR/AGENTS.md|~/.omp/agent/AGENTS.md"}},
		Project: []Loc{{Path: ".omp/AGENTS.md"}, {Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // [S] discovery/builtin.ts, extensibility/slash-commands.ts
		User: Loc{Path: "$PI_CODING_AGENT_DIR/commands|~/.omp/agent/commands"}, Project: Loc{Path: ".omp/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", // [S] prompt-templates.ts
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"},
		Note:   "an OMP command has no model and no tool lists; {{…}} in its text is a Handlebars expression",
	},
	Skills: Content{ // [S] discovery/agents.ts, claude.ts
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"},
		AlsoUser:    []Loc{{Path: "$PI_CODING_AGENT_DIR/skills|~/.omp/agent/skills"}},
		AlsoProject: []Loc{{Path: ".omp/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"},
		Note:   "OMP reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // [S] task/discovery.ts, parseAgentFields
		User: Loc{Path: "$PI_CODING_AGENT_DIR/agents|~/.omp/agent/agents"}, Project: Loc{Path: ".omp/agents"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", ToolSep: ", "},
		Note:   "an OMP agent has no list of tools that it may not use",
	},

	Actions: Actions{ // docs/extensions.md of its repository, 2026-01; in 18.3 unverified
		User: Loc{Path: "$PI_CODING_AGENT_DIR/extensions|~/.omp/agent/extensions"}, Project: Loc{Path: ".omp/extensions"},
		Format: File, Form: ActionPi, Start: "/$NAME", Asks: true,
		Gate: "OMP loads extensions when it starts: quit and start it again",
	},
	Gaps: []string{
		"a failed tool comes as PostToolUse with isError: there is no PostToolUseFailure, and no Notification",
		"PermissionRequest tells that the user is asked, and cannot be answered",
		"a prompt can be refused where it is typed; one that comes by omp -p, RPC or ACP can only get context",
		"ask on PreToolUse needs a screen: without one it is a deny",
		"a handler has 30 s, a value of extensionHandlers.toolCallTimeoutMs in OMP's settings aside; the end of the session waits 2 s",
		"subagents are told apart from 18.3 on: before, theirs are events of a main session",
		"a name of an MCP tool is cut at 64 characters, and does not tell where the server's name ends",
		"a variable or header whose whole value is the name of one of OMP's variables gets that variable's value",
		"the files of a profile (OMP_PROFILE) and of another folder (PI_CONFIG_DIR) are not written; with PI_CODING_AGENT_DIR set, Pi reads the same folder",
		"the servers in a project's files of Claude Code, Cursor, Codex, Gemini CLI, opencode, VS Code and Windsurf are read, too: of one name, OMP's own counts",
		"extensions of a project that git ignores are not loaded",
	},
}

// ompEvents are the events of extensions [S] extensibility/extensions/types.ts,
// shared-events.ts. An event of a subagent's session is that of the subagent
// (payload family).
var ompEvents = []Event{
	{Canonical: wire.SessionStart, Native: "session_start", NoMatcher: true, Sync: true, MaxMS: 30_000, Says: ompNext},
	{Canonical: wire.SessionStart, Native: "session_switch", NoMatcher: true, Sync: true, MaxMS: 30_000, Says: ompNext}, // /new, /resume
	{Canonical: wire.SessionEnd, Native: "session_shutdown", NoMatcher: true, MaxMS: 2000},
	{Canonical: wire.UserPromptSubmit, Native: "input", NoMatcher: true, Sync: true, MaxMS: 30_000, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow, Note: "the prompt is taken out, and the reason shown"},
		{Decision: wire.Context, Form: ModuleContext},
	}},
	{Canonical: wire.UserPromptSubmit, Native: "before_agent_start", NoMatcher: true, Sync: true, MaxMS: 30_000, Says: []Say{ // of prompts that were not typed
		{Decision: wire.Context, Form: ModuleContext},
	}},
	{Canonical: wire.PreToolUse, Native: "tool_call", Sync: true, MaxMS: 30_000, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow},
		{Decision: wire.Ask, Form: ModuleAsk},
		{Decision: wire.Modify, Form: ModuleInput},
		{Decision: wire.Context, Form: ModuleContext, Note: "it goes beside the tool's result"}, // as tool_result
	}},
	{Canonical: wire.PermissionRequest, Native: "tool_approval_requested"},
	{Canonical: wire.PostToolUse, Native: "tool_result", Sync: true, MaxMS: 30_000, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow, Note: "the tool has run: the reason replaces its result"},
		{Decision: wire.Context, Form: ModuleContext},
		{Decision: wire.Modify, Form: ModuleOutput, If: BlocksOut},
		{Decision: wire.Modify, Form: ModuleOutput, If: TextOut},
	}},
	{Canonical: wire.PreCompact, Native: "session_before_compact", NoMatcher: true, Sync: true, MaxMS: 30_000, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow, Note: "the session is not compacted"},
	}},
	{Canonical: wire.PostCompact, Native: "session_compact", NoMatcher: true},
	{Canonical: wire.Stop, Native: "session_stop", NoMatcher: true, Sync: true, MaxMS: 30_000, Says: []Say{
		{Decision: wire.Deny, Form: ModuleGoOn, Note: continues},
	}},
	{Canonical: wire.SubagentStart, Native: "session_start", NoMatcher: true, Sync: true, MaxMS: 30_000, Says: ompNext},
	{Canonical: wire.SubagentStop, Native: "agent_end", NoMatcher: true},
	// For hooks on the host's own events only.
	{Native: "resources_discover", ParseOnly: true},
	{Native: "session_before_switch", ParseOnly: true},
	{Native: "session_before_branch", ParseOnly: true},
	{Native: "session_branch", ParseOnly: true},
	{Native: "session.compacting", ParseOnly: true},
	{Native: "session_before_tree", ParseOnly: true},
	{Native: "session_tree", ParseOnly: true},
	{Native: "after_provider_response", ParseOnly: true},
	{Native: "before_subagent_spawn", ParseOnly: true}, // from 18.3 on
	{Native: "agent_start", ParseOnly: true},
	{Native: "turn_start", ParseOnly: true},
	{Native: "turn_end", ParseOnly: true},
	{Native: "tool_execution_start", ParseOnly: true},
	{Native: "tool_execution_end", ParseOnly: true},
	{Native: "auto_compaction_start", ParseOnly: true},
	{Native: "auto_compaction_end", ParseOnly: true},
	{Native: "auto_retry_start", ParseOnly: true},
	{Native: "auto_retry_end", ParseOnly: true},
	{Native: "retry_fallback_applied", ParseOnly: true},
	{Native: "retry_fallback_succeeded", ParseOnly: true},
	{Native: "ttsr_triggered", ParseOnly: true},
	{Native: "todo_reminder", ParseOnly: true},
	{Native: "goal_updated", ParseOnly: true},
	{Native: "credential_disabled", ParseOnly: true},
	{Native: "tool_approval_resolved", ParseOnly: true},
	{Native: "user_bash", ParseOnly: true},
	{Native: "user_python", ParseOnly: true},
	{Native: "mcp_notification", ParseOnly: true},
}

var ompNext = []Say{{Decision: wire.Context, Form: ModuleContext, Note: "it goes with the next prompt"}}

// isError is the event's own [O]; a command's exit code is among its details if it is
// not 0 [O].
var ompOutcome = Outcome{Exit: "details.exitCode", Payload: []Sign{{At: "isError", Is: "true"}}}
