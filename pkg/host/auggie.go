package host

import "agentconnector/pkg/wire"

// Sources: [B] npm @augmentcode/auggie@0.36.0, its bundle augment.mjs, and the
// program run without an account; [D] docs.augmentcode.com/cli/{config,hooks}. The
// extensions for VS Code and JetBrains keep their servers in panels of their own.
var auggieCaller = Caller{
	ID: "auggie", Name: "Auggie (Augment)", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "AUGMENT_HOOK_EVENT"}, {Var: "AUGMENT_AGENT", Value: "1"}}, // hooks; the agent's shell [B]

	Hooks: Hooks{
		User: Loc{Path: "~/.augment/settings.json"}, Project: Loc{Path: ".augment/settings.json"}, Local: Loc{Path: ".augment/settings.local.json"}, // [B]
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested, // [B]
		Unit: Millis, DefaultTimeoutMS: 60_000, // [B]
		// A regular expression is tried on the host's own tools alone: one for tools of
		// servers is written mcp:…, and only no matcher, or ".*", takes both [B]. So none.
		Matcher: MatchNone, Payload: ClaudePayload,
		// A command with one of |&;><$` goes to bash -c, any other is taken apart at
		// its blanks and quotes, and the program started without a shell; on Windows
		// the same with cmd /c [B].
		ProjectVar: "AUGMENT_PROJECT_DIR", // [B]
		// The 7 of [B]. SessionStart and PromptSubmit are not waited for, and what Stop
		// answers is not looked at [B]. A hookSpecificOutput for an event without one
		// of its own makes the whole answer invalid [B].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "PromptSubmit", NoMatcher: true},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: PermissionDeny}, // [B]; ask lets the tool run: only what stops it is looked at
				{Decision: wire.Modify, Form: auggieInput},  // [B]; context is thrown away where the tool runs
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: auggieBlock, Note: "the tool has run: the reason goes beside its result"}, // [B]
				{Decision: wire.Context, Form: ContextNested},                                                         // [B]
			}},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true},
			{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
		},
	},

	// Names: constructors in [B]; inputs: their schemas.
	Tools: []Tool{
		{Native: "launch-process", Canonical: Bash},
		{Native: "view", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "save-file", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "file_content", Canonical: "content"}}},
		{Native: "str-replace-editor", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}}, // command says whether it replaces or inserts
		{Native: "apply_patch", Canonical: Edit, Alias: true},
		{Native: "remove-files", Canonical: Delete, Inputs: []Input{{Native: "file_paths", Canonical: "file_path", List: true}}},
		{Native: "grep-search", Canonical: Grep},
		{Native: "web-fetch", Canonical: WebFetch},
		{Native: "web-search", Canonical: WebSearch}, // [D]
		{Native: "add_tasks", Canonical: TodoWrite},
		{Native: "update_tasks", Canonical: TodoWrite, Alias: true},
	},
	Unmapped: []string{"view_tasklist", "reorganize_tasklist", "ask-user", "codebase-retrieval", "conversation-retrieval", "enter-plan-mode", "exit-plan-mode",
		"kill-process", "list-processes", "read-process", "write-process", "render-mermaid", "search-untruncated", "view-range-untruncated", "view-session"}, // [B]
	MCPTool: MCPAfter, // [B] createNamespacedToolName
	MCPMax:  64,       // its end is lost [B]
	MCPKept: 64,
	Outcome: &Outcome{Payload: []Sign{{At: "tool_error"}}},
}

var auggie = Host{
	Caller: &auggieCaller,
	Docs:   "https://docs.augmentcode.com/cli",

	Probe: Probe{
		Bins:  []string{"auggie"},          // [B]
		Files: []Loc{{Path: "~/.augment"}}, // [B]
	},
	Client: []string{"augment-mcp-client"}, // [B]

	Above: []Above{{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/augment/settings.json", Windows: "$ProgramData/augment/settings.json|C:/ProgramData/augment/settings.json"},
		Surfaces: []string{wire.Server}, Why: "what it sets goes before the user's settings; its hooks run, too"}}, // [B]

	Server: Server{
		User: Loc{Path: "~/.augment/settings.json"}, Project: Loc{Path: ".augment/settings.json"}, Local: Loc{Path: ".augment/settings.local.json"}, // [B]
		Format: JSON, Root: []string{"mcpServers"}, // [B]; observed in 0.36.0: mcp add
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"},                  // observed in 0.36.0; cwd is in the schema of --mcp-config alone
		HTTP:       Fields{URL: "url", Headers: "headers"},                                // [B]
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"}, // observed in 0.36.0
		Expand:     ExpandAllSet,                                                          // [B] _expandConfigVariables throws where one is missing
	},

	// Of a workspace .augment-guidelines, AGENTS.md and CLAUDE.md are read, all of them;
	// rules of the user are always on where they say nothing else [B].
	Memory: Memory{User: []Loc{{Path: "~/.augment/rules/agent-connector.md"}}, Project: []Loc{{Path: "AGENTS.md"}}},
	Commands: Content{ // [B]; of one name .augment comes first
		User: Loc{Path: "~/.augment/commands"}, Project: Loc{Path: ".augment/commands"},
		AlsoUser: []Loc{{Path: "~/.claude/commands"}, {Path: "~/.agents/commands"}}, AlsoProject: []Loc{{Path: ".claude/commands"}, {Path: ".agents/commands"}},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS",
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint", Model: "model"},
		Note:   "a command of Auggie has no tools",
	},
	Skills: Content{ // [B]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "~/.augment/skills"}, {Path: "~/.claude/skills"}},
		AlsoProject: []Loc{{Path: ".augment/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Auggie reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // [B] SubAgentConfigLoader: of both lists of tools it takes the second alone
		User: Loc{Path: "~/.augment/agents"}, Project: Loc{Path: ".augment/agents"},
		AlsoUser: []Loc{{Path: "~/.claude/agents"}, {Path: "~/.agents/agents"}}, AlsoProject: []Loc{{Path: ".claude/agents"}, {Path: ".agents/agents"}},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", DenyTools: "disabled_tools", ToolSep: ToolList},
	},
	Gaps: []string{
		"a hook can stop a tool or change its input, and say something beside its result: SessionStart, PromptSubmit and Stop are told what happens and obey nothing",
		"ask becomes deny, and context before a tool is dropped",
		"the hooks have no matchers: a pattern would take the host's own tools or those of servers, not both",
		"no PreCompact, no PermissionRequest and no events of subagents; a tool that fails comes as PostToolUse",
		"Stop does not tell what the agent has said last: a rule on lastMessage fits nothing",
		"a server with a variable that is not set and has no default does not start",
		"the extensions for VS Code and JetBrains have servers in their own settings, which are not written",
	},
}

// What Auggie reads of a reply [B].
const (
	auggieInput Form = nested + `"updatedInput":$input}}`
	auggieBlock Form = nested + `"decision":"block","reason":$reason,"additionalContext":$context}}`
)
