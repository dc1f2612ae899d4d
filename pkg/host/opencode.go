package host

import "agentconnector/pkg/wire"

// Sources: [B] the program opencode-ai@1.18.33, its bundled JavaScript and its
// built-in skill on configuration; [T] types of npm @opencode-ai/plugin@1.18.33;
// [O] observed in 1.18.33, run offline with a scripted model; [M] the same,
// replies of a plugin measured (reply contracts); what our own module does was
// observed in 1.18.33, too, decision by decision.
var opencodeCaller = Caller{
	ID: "opencode", Name: "opencode", Paradigm: TSPlugin, Visibility: FullHooks,
	Runtime: []Signal{{Var: "OPENCODE", Value: "1"}, {Var: "OPENCODE_PID"}}, // MCP servers and the agent's shell [O]

	Hooks: Hooks{
		User:    Loc{Path: "$OPENCODE_CONFIG_DIR/plugins|$XDG_CONFIG_HOME/opencode/plugins|~/.config/opencode/plugins"}, // [B] {plugin,plugins}/*.{ts,js}
		Project: Loc{Path: ".opencode/plugins"},                                                                         // [B]
		Format:  File, Shape: OpencodeModule,
		Unit: Millis, DefaultTimeoutMS: 60_000, // the host has no limit; our module has
		Matcher: MatchNone, Payload: OpencodePayload,
		Gate:   "opencode loads plugins when it starts: quit and start it again",
		Events: opencodeEvents,
	},

	Outcome: &opencodeOutcome,
	Tools: []Tool{
		{Native: "bash", Canonical: Bash},
		{Native: "read", Canonical: Read, Inputs: []Input{{Native: "filePath", Canonical: "file_path"}}},
		{Native: "write", Canonical: Write, Inputs: []Input{{Native: "filePath", Canonical: "file_path"}}},
		{Native: "edit", Canonical: Edit, Inputs: []Input{{Native: "filePath", Canonical: "file_path"}, {Native: "oldString", Canonical: "old_string"}, {Native: "newString", Canonical: "new_string"}, {Native: "replaceAll", Canonical: "replace_all"}}},
		{Native: "apply_patch", Canonical: Edit, Alias: true}, // seed 000; for some models in place of edit
		{Native: "grep", Canonical: Grep, Inputs: []Input{{Native: "include", Canonical: "glob"}}},
		{Native: "glob", Canonical: Glob},
		{Native: "task", Canonical: Agent},
		{Native: "webfetch", Canonical: WebFetch},
		{Native: "websearch", Canonical: WebSearch}, // seed 000
		{Native: "todowrite", Canonical: TodoWrite},
		{Native: "skill", Canonical: Skill},              // seed 000
		{Native: "question", Canonical: AskUserQuestion}, // seed 000
	},
	Unmapped: []string{"lsp", "invalid", "plan_exit", // seed 000, [B]
		"list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"}, // [O]
	MCPTool: MCPBare, // [O], [B]
}

var opencode = Host{
	Caller: &opencodeCaller,
	Docs:   "https://opencode.ai/docs",

	Probe: Probe{
		Bins:  []string{"opencode"},                                                                                                                           // [B]
		Files: []Loc{{Path: "$OPENCODE_CONFIG_DIR/|$XDG_CONFIG_HOME/opencode|~/.config/opencode"}, {Path: "$XDG_DATA_HOME/opencode|~/.local/share/opencode"}}, // [O]; ~/.config on every system [B]
		Vars:  []string{"OPENCODE_CONFIG_DIR"},                                                                                                                // [B]
	},
	Client: []string{"opencode"}, // [O]

	Above: []Above{ // [B]
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/opencode/opencode.json", Darwin: "/Library/Application Support/opencode/opencode.json", Windows: "$ProgramData/opencode/opencode.json|C:/ProgramData/opencode/opencode.json"},
			Surfaces: []string{wire.Server}, Why: "what it says of a server of the same name goes before your own file"},
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/opencode/opencode.jsonc", Darwin: "/Library/Application Support/opencode/opencode.jsonc", Windows: "$ProgramData/opencode/opencode.jsonc|C:/ProgramData/opencode/opencode.jsonc"},
			Surfaces: []string{wire.Server}, Why: "what it says of a server of the same name goes before your own file"},
	},

	Server: Server{
		User:    Loc{Path: "$OPENCODE_CONFIG_DIR/opencode.json|$XDG_CONFIG_HOME/opencode/opencode.json|~/.config/opencode/opencode.json"}, // read beside an opencode.jsonc [B]
		Project: Loc{Path: "opencode.json"},                                                                                               // [B]
		Format:  JSONC, Root: []string{"mcp"},                                                                                             // comments and trailing commas are fine [O]
		Stdio: Fields{Argv: "command", Env: "environment", Cwd: "cwd", TimeoutMS: "timeout", Enabled: "enabled"}, // [B]
		HTTP:  Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Enabled: "enabled"},                  // [B]
		// A remote server is tried as Streamable HTTP, then SSE [B].
		Login:      "log in with opencode mcp auth $ID", // anomalyco/opencode packages/opencode/src/cli/cmd/mcp.ts; of version 2 its docs name /mcps
		Transports: Transports{TypeKey: "type", Stdio: "local", HTTP: "remote", SSE: "remote"},
		Expand:     ExpandBraces, // in the whole file, before it is parsed; ${X} is not [B]
	},

	// The schema of the configuration [B]: what is shown, cut short or compacted.
	Config: Config{
		User:    Loc{Path: "$OPENCODE_CONFIG_DIR/opencode.json|$XDG_CONFIG_HOME/opencode/opencode.json|~/.config/opencode/opencode.json"},
		Project: Loc{Path: "opencode.json"}, Format: JSONC,
		Allowed: []string{"compaction", "tool_output", "username", "experimental.disable_paste_summary"},
	},

	// The first that exists is read; a CLAUDE.md would go unread once there is an AGENTS.md [B].
	Memory: Memory{
		User: []Loc{{Path: "$OPENCODE_CONFIG_DIR/AGENTS.md|$XDG_CONFIG_HOME/opencode/AGENTS.md|~/.config/opencode/AGENTS.md"}, {Path: "~/.claude/CLAUDE.md"},
			{Path: "$OPENCODE_CONFIG_DIR/AGENTS.md|$XDG_CONFIG_HOME/opencode/AGENTS.md|~/.config/opencode/AGENTS.md"}},
		Project: []Loc{{Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "CONTEXT.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // [B]
		User: Loc{Path: "$OPENCODE_CONFIG_DIR/commands|$XDG_CONFIG_HOME/opencode/commands|~/.config/opencode/commands"}, Project: Loc{Path: ".opencode/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", Models: opencodeModels, // [B]
		Fields: ContentField{Description: "description", Model: "model", Subtask: "subtask"}, // [B]
		Note:   "an opencode command has no argument hint and no tool lists",
	},
	Skills: Content{ // opencode debug skill [O]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"},
		AlsoUser:    []Loc{{Path: "$OPENCODE_CONFIG_DIR/skills|$XDG_CONFIG_HOME/opencode/skills|~/.config/opencode/skills"}, {Path: "~/.claude/skills"}},
		AlsoProject: []Loc{{Path: ".opencode/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "opencode reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // [B]
		User: Loc{Path: "$OPENCODE_CONFIG_DIR/agents|$XDG_CONFIG_HOME/opencode/agents|~/.config/opencode/agents"}, Project: Loc{Path: ".opencode/agents"},
		Form:      MarkdownFrontmatter,
		Fields:    ContentField{Description: "description", Model: "model", Always: "mode: subagent", AllowTools: "permission", DenyTools: "permission", ToolSep: ToolRules},
		ToolNames: opencodeRules, Models: opencodeModels,
		Note: "an opencode agent has permissions instead of tool lists: one for all that edits files; where a list says what it may use, nothing else is",
	},

	// A package: main or exports["./server"] of its package.json are loaded; its hook
	// "config" gets the configuration to change, in which servers, skills.paths,
	// instructions, commands and agents count [O]. opencode plugin takes a folder, and
	// lists it under "plugin"; no command takes it out [O].
	Plugin: Plugin{
		Format: "npm-plugin",
		Proof:  "opencode 1.18.33 takes it with opencode plugin and works with it",
		Manifest: Document{Path: "package.json", Members: []Member{
			{"name", `"opencode-$id"`}, {"version", SayAnyVersion}, {"description", SayDescription}, {"type", `"module"`}, {"main", `"./index.js"`},
			{"exports", `{".":"./index.js","./server":"./index.js"}`}, {"keywords", `["opencode-plugin"]`}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Module: "index.js", Glue: "package_opencode.js", Listed: opencodePlugins, ByHand: []string{"opencode plugin -g $dir"},
		Server: "opencode.json", Hooks: ".", Skills: "skills", Memory: "AGENTS.md",
		CommandsIn: Entries{Root: opencodeCommandRoot, Body: "template"}, SubagentsIn: Entries{Root: opencodeAgentRoot, Body: "prompt"},
	},
	Gaps: []string{
		"tool.execute.before cannot ask: ask becomes deny",
		"PermissionRequest is answered beside the question that the user sees, since 1.18.33 never calls permission.ask; opencode run refuses by itself at once",
		"no hook runs after an MCP tool that failed",
		"a failing shell command comes as PostToolUse: there is no PostToolUseFailure, and no Notification",
		"Stop cannot be denied: session.idle tells that it has happened",
		"a session that is resumed fires no SessionStart, and SessionEnd comes when a session is deleted, though not with the command session delete", // the latter observed in 1.18.33
		"a refused prompt fails with an error that does not tell the reason",
		"once a project has a folder .opencode, opencode installs a package of its own into it when it starts, from npm",
		"a tool of an MCP server is known by SERVER_TOOL: where the server has an underscore in its name, its first part counts as the name",
	},
}

// opencodeEvents are those of opencode and of Kilo, its fork, where all that
// says [O] was observed again (7.7.7). An event of a
// subagent's session is that of the subagent (payload family).
var opencodeEvents = []Event{
	{Canonical: wire.SessionStart, Native: "session.created", NoMatcher: true, Sync: true, Says: []Say{
		{Decision: wire.Context, Form: ModuleContext, Note: "it goes with the session's first message"}, // as chat.message
	}},
	{Canonical: wire.SessionEnd, Native: "session.deleted", NoMatcher: true}, // [B]
	{Canonical: wire.UserPromptSubmit, Native: "chat.message", NoMatcher: true, Sync: true, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow, Note: "the run ends with an error that does not tell the reason"}, // [O]: no call of the model
		{Decision: wire.Context, Form: ModuleContext},                                                              // [M]: a part of the message
	}},
	{Canonical: wire.PreToolUse, Native: "tool.execute.before", Sync: true, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow},   // [M]
		{Decision: wire.Modify, Form: ModuleInput}, // [M]; in place: another object is not looked at [O]
		{Decision: wire.Context, Form: ModuleContext, Note: "it goes beside the tool's result, if it succeeds"}, // as tool.execute.after
	}},
	{Canonical: wire.PostToolUse, Native: "tool.execute.after", Sync: true, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow, Note: "the tool has run: the reason replaces its result"}, // [M], [O] of an MCP tool
		{Decision: wire.Context, Form: ModuleContext},                                                      // [M]: appended to the text, or a block of an MCP result
		{Decision: wire.Modify, Form: ModuleOutput, If: MCPBlocks},                                         // [O]
		{Decision: wire.Modify, Form: ModuleOutput, If: TextOut},                                           // [M]
	}},
	{Canonical: wire.PermissionRequest, Native: "permission.asked", Sync: true, Says: []Say{ // the module answers through the host's client
		{Decision: Grant, Form: ModulePermit},                                                       // [O] "once"
		{Decision: wire.Deny, Form: ModuleThrow, Note: "the run stops, as if the user had refused"}, // [O] "reject"
		{Decision: wire.Ask, Form: Silence},                                                         // the host is asking
	}},
	{Canonical: wire.PreCompact, Native: "experimental.session.compacting", NoMatcher: true, Sync: true, Says: []Say{
		{Decision: wire.Context, Form: ModuleContext, Note: "it goes into the prompt that asks for the summary"}, // [O]
	}},
	{Canonical: wire.PostCompact, Native: "session.compacted", NoMatcher: true}, // [O]
	{Canonical: wire.Stop, Native: "session.idle", NoMatcher: true},             // [O]
	{Canonical: wire.SubagentStart, Native: "session.created", NoMatcher: true, Sync: true, Says: []Say{
		{Decision: wire.Context, Form: ModuleContext, Note: "it goes with the session's first message"}, // as chat.message
	}},
	{Canonical: wire.SubagentStop, Native: "session.idle", NoMatcher: true}, // [O]
	// For hooks on the host's own events only: hooks [T], then events of the bus [B].
	{Native: "command.execute.before", ParseOnly: true},
	{Native: "shell.env", ParseOnly: true},
	{Native: "chat.params", ParseOnly: true},
	{Native: "chat.headers", ParseOnly: true},
	{Native: "tool.definition", ParseOnly: true},
	{Native: "experimental.chat.messages.transform", ParseOnly: true},
	{Native: "experimental.chat.system.transform", ParseOnly: true},
	{Native: "experimental.compaction.autocontinue", ParseOnly: true},
	{Native: "experimental.text.complete", ParseOnly: true},
	{Native: "session.error", ParseOnly: true},
	{Native: "session.status", ParseOnly: true},
	{Native: "permission.replied", ParseOnly: true},
	{Native: "file.edited", ParseOnly: true},
	{Native: "todo.updated", ParseOnly: true},
	{Native: "command.executed", ParseOnly: true},
}

// What opencode and its forks have: models by provider, and names in permissions,
// where one stands for all tools that change files [B].
var (
	opencodeModels = []string{"*/*"}
	opencodeRules  = []Tool{
		{Native: "bash", Canonical: Bash}, {Native: "read", Canonical: Read}, {Native: "grep", Canonical: Grep}, {Native: "glob", Canonical: Glob},
		{Native: "edit", Canonical: Write}, {Native: "edit", Canonical: Edit}, {Native: "edit", Canonical: MultiEdit}, {Native: "edit", Canonical: Delete},
		{Native: "task", Canonical: Agent}, {Native: "webfetch", Canonical: WebFetch}, {Native: "websearch", Canonical: WebSearch}, {Native: "todowrite", Canonical: TodoWrite},
	}
)

// Where opencode and its forks list plugins, and have commands and agents in their
// configuration [O]. Lists stand apart, as in kilo_cli.go.
var (
	opencodePlugins     = []string{"plugin"}
	opencodeCommandRoot = []string{"command"}
	opencodeAgentRoot   = []string{"agent"}
)

// A command's exit code is among its metadata [O]. Behind a tool that threw, and an MCP
// tool that failed, no hook runs [O].
var opencodeOutcome = Outcome{
	Exit:   "metadata.exit",
	Output: []Sign{failedMCP},
}
