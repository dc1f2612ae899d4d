package host

import "agentconnector/pkg/wire"

// Sources: [N] npm @moonshot-ai/kimi-code@2.1.0, its bundle; [D]
// moonshotai.github.io/kimi-code docs; [O] observed in 2.1.0 (contracts).
// The Python kimi-cli, whose home is ~/.kimi, is archived and not this host.
var kimiCaller = Caller{
	ID: "kimi", Name: "Kimi Code", Paradigm: JSONStdio, Visibility: FullHooks,

	Hooks: Hooks{
		User:   Loc{Path: "$KIMI_CODE_HOME/config.toml|~/.kimi-code/config.toml"}, // [D]; none of a project
		Format: TOML, Root: []string{"hooks"}, Shape: EventList,                   // an extra key makes the whole file fail [D]
		Unit: Seconds, DefaultTimeoutMS: 30_000, // 1 to 600 [D]
		Matcher: MatchRegex, Payload: ClaudePayload,
		// The 20 of [N]. Only PreToolUse, Stop and UserPromptSubmit block [D]. A
		// matcher on an event with nothing to match never matches; that of
		// UserPromptSubmit is tried on the prompt [D].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true}, // context is dropped [O]
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ReasonText, Exit: 2}, // [D]
				{Decision: wire.Context, Form: ContextText},      // [O] plain text is added to the prompt
			}},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: PermissionDeny}, // [O]; updatedInput and decision block are ignored [O]
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse"}, // context is dropped [O]
			{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure"},
			{Canonical: wire.PermissionRequest, Native: "PermissionRequest"},
			{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
			{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ReasonText, Exit: 2, Note: continues}, // [O]
			}},
			{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true},
			{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true},
			{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
			{Native: "UserPromptQueued", ParseOnly: true},
			{Native: "PermissionResult", ParseOnly: true},
			{Native: "SessionHeartbeat", ParseOnly: true},
			{Native: "TaskStarted", ParseOnly: true},
			{Native: "TurnStarted", ParseOnly: true},
			{Native: "StopFailure", ParseOnly: true, Observed: true},
			{Native: "Interrupt", ParseOnly: true, Observed: true},
		},
	},
	// [N] a shell runs it (on Windows unverified), its first line is shown; Kimi Code
	// writes the file anew when one of its settings changes, without comments.
	Status: Status{
		User: Loc{Path: "$KIMI_CODE_HOME/tui.toml|~/.kimi-code/tui.toml"}, Format: TOML, At: []string{"status_line", "command"},
		Plain: true, MaxLines: 1, LimitMS: 300,
	},

	// Its shell is "Bash" [O]; the others' names are unverified and stay as they are.
	Outcome: &uniformOutcome, // PostToolUseFailure tells the rest [N]
	Tools: []Tool{
		{Native: "Read", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}}, // [O] a rule on file_path kept nothing before
	},
	MCPTool: MCPDouble, // [O]
}

var kimi = Host{
	Caller: &kimiCaller,
	Docs:   "https://moonshotai.github.io/kimi-code",

	Probe: Probe{
		Bins: []string{"kimi"}, Vague: true, // [N]; so is the program of Kimi CLI called
		Files: []Loc{{Path: "$KIMI_CODE_HOME/|~/.kimi-code"}}, // [D]
		Vars:  []string{"KIMI_CODE_HOME"},                     // [D]
	},
	// Neither hooks nor servers get a variable that says so [O].
	Client: []string{"kimi-code"}, // [O]

	Server: Server{
		User: Loc{Path: "$KIMI_CODE_HOME/mcp.json|~/.kimi-code/mcp.json"}, Project: Loc{Path: ".kimi-code/mcp.json"}, // [D]
		AlsoProject: []string{"claude-code"},            // [N] .mcp.json in the project's root
		Format:      JSON, Root: []string{"mcpServers"}, // [D]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutMS: "toolTimeoutMs", Enabled: "enabled",
			Allow: "enabledTools", Deny: "disabledTools"}, // [D]
		HTTP: Fields{URL: "url", Headers: "headers", Bearer: "bearerTokenEnvVar", TimeoutMS: "toolTimeoutMs", Enabled: "enabled",
			Allow: "enabledTools", Deny: "disabledTools"}, // [D]
		Transports:  Transports{TypeKey: "transport", Stdio: "-", HTTP: "-", SSE: "sse"}, // [D]; ws is rejected
		Expand:      ExpandNothing,                                                       // observed in 2.1.0
		ProjectGate: "Kimi Code reads .kimi-code/mcp.json only in a trusted folder",      // [D]
	},

	// TuiConfigFileSchema of 2.1.0. Left out is what runs a command or installs.
	Config: Config{
		User: Loc{Path: "$KIMI_CODE_HOME/tui.toml|~/.kimi-code/tui.toml"}, Format: TOML,
		Allowed: []string{"theme", "tui_mode", "render_latex", "cache_expiry_hint", "disable_paste_burst", "disable_feedback_survey", "notifications", "markdown"},
	},

	Memory: Memory{User: []Loc{{Path: "$KIMI_CODE_HOME/AGENTS.md|~/.kimi-code/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}}, // [D]
	Commands: Content{ // a skill is /skill:NAME, too [B]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Kimi Code has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Subagents: Content{ // agentRoots.ts, parser of agent files [B]
		User: Loc{Path: "$KIMI_CODE_HOME/agents|~/.kimi-code/agents"}, Project: Loc{Path: ".kimi-code/agents"},
		AlsoUser: []Loc{{Path: "~/.agents/agents"}}, AlsoProject: []Loc{{Path: ".agents/agents"}},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", AllowTools: "tools", DenyTools: "disallowedTools", ToolSep: ToolList},
		Note:   "an agent of Kimi Code has no model of its own",
	},
	Skills: Content{ // [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "$KIMI_CODE_HOME/skills|~/.kimi-code/skills"}}, AlsoProject: []Loc{{Path: ".kimi-code/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Kimi Code reads name and description of a skill; tools and model are dropped",
	},

	// Fields: parseManifest of [N]; led through a conversation [O]. Commands are
	// /ID:NAME there (commands.ts of [N]), and a server is called plugin-ID:NAME. Only its
	// window installs one.
	Plugin: Plugin{
		Format: "kimi-plugin",
		Proof:  "Kimi Code 2.1.0 works with it, noted as /plugins install does; the command itself needs its window",
		Manifest: Document{Path: "kimi.plugin.json", Members: []Member{
			{"name", SayID}, {"version", SayAnyVersion}, {"description", SayDescription}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"license", SayLicense}, {"commands", SayCommands}, {"agents", SaySubagents}, {"skills", SaySkills}, {"systemPromptPath", SayMemory}}},
		RootVar: "KIMI_PLUGIN_ROOT",
		Server:  "kimi.plugin.json", Hooks: "kimi.plugin.json", Commands: "commands", Skills: "skills", Subagents: "agents", Memory: "guidance.md",
		CommandsAs: &kimiCommands, NoCwd: true, // normalizePluginMcpServer of [N]
		ByHand: []string{"/plugins install $dir"}, // [D]
	},
	Gaps: []string{
		"Stop does not tell what the agent has said last: a rule on lastMessage fits nothing",
		"hooks are installed for the user only: Kimi Code has none of a project",
		"PreToolUse can only be denied: ask becomes deny, changes and context are dropped",
		"nothing comes back after a tool: PostToolUse is told, and takes no answer",
	},
}

// kimiCommands are those of a plugin: commands.ts of [N].
var kimiCommands = Content{
	Form: MarkdownFrontmatter, Args: "$ARGUMENTS",
	Fields: ContentField{Name: "name", Description: "description"},
	Note:   "a command in a plugin of Kimi Code has a description alone",
}
