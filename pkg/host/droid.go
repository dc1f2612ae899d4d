package host

import "agentconnector/pkg/wire"

// Sources: [B] the program @factory/cli-linux-x64@0.225.2 and 0.215.0, run and
// strings; [O] observed in 0.225.2 (contracts, fixtures).
var droidCaller = Caller{
	ID: "droid", Name: "Factory Droid", Paradigm: JSONStdio, Visibility: FullHooks,
	// Hooks only; MCP servers get nothing that says so [O].
	Runtime: []Signal{{Var: "FACTORY_PROJECT_DIR"}, {Var: "DROID_PROJECT_DIR"}},

	Hooks: Hooks{
		User: Loc{Path: "~/.factory/hooks.json"}, Project: Loc{Path: ".factory/hooks.json"}, // [B]
		Format: JSON, Shape: ClaudeNested, // the events stand at the top: under "hooks" they are not found [O]
		Unit: Seconds, DefaultTimeoutMS: 60_000, // [B]
		Matcher: MatchRegex, Payload: ClaudePayload,
		ProjectVar: "FACTORY_PROJECT_DIR", // [O]
		// The 9 of [B].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // [O]
			}},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop},         // [B] unverified: does not fire in droid exec
				{Decision: wire.Context, Form: ContextNested}, // [B] unverified
			}},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: PermissionDeny},                                                            // [O]; decision block is dropped, and so is ask: the tool runs [O]
				{Decision: wire.Modify, Form: InputAllowed, Note: "Droid takes a change together with the permission"}, // [O]
				{Decision: Grant, Form: PermissionAllow},                                                               // [O] over ACP: nobody is asked
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // [O]; decision block is dropped [O]
			}},
			{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [O]
			}},
			{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [B] unverified
			}},
			{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
		},
	},
	Status: Status{ // [B]
		User: Loc{Path: "~/.factory/settings.json"}, Format: JSON, At: []string{"statusLine"},
	},

	// seed 000.
	Outcome: &droidOutcome,
	Tools: []Tool{
		{Native: "Execute", Canonical: Bash}, // [O]
		{Native: "Create", Canonical: Write},
		{Native: "FetchUrl", Canonical: WebFetch},
		{Native: "Task", Canonical: Agent},
		{Native: "Edit", Canonical: Edit, Inputs: []Input{{Native: "old_str", Canonical: "old_string"}, {Native: "new_str", Canonical: "new_string"}}}, // inputs unverified
	},
	Unmapped: []string{"LS", "ApplyPatch"}, // no documented matcher names them (seed 000); seen in its payloads by others alone
	MCPTool:  MCPTriple,                    // [O]
}

var droid = Host{
	Caller: &droidCaller,
	Docs:   "https://docs.factory.ai",

	Probe: Probe{
		Bins:  []string{"droid"},           // [B]
		Files: []Loc{{Path: "~/.factory"}}, // [B]
	},
	Client: []string{"factory-cli"}, // [O]

	// The organisation's settings go before all others, keys and places [B].
	Above: []Above{
		{Scope: wire.ScopeManaged, At: droidManaged, Surfaces: []string{wire.Server}, Why: "servers may be forbidden there (mcpPolicy)"},
		{Scope: wire.ScopeManaged, At: droidManaged, Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: "hooks may be forbidden there (allowManagedHooksOnly, hooks.hooksDisabled)",
			Off: []Const{{At: []string{"allowManagedHooksOnly"}, Value: "true"}, {At: []string{"hooks", "hooksDisabled"}, Value: "true"}}},
	},

	Server: Server{
		Defers: true,                                                                      // a tool search stands before them: observed 0.225.2
		User:   Loc{Path: "~/.factory/mcp.json"}, Project: Loc{Path: ".factory/mcp.json"}, // [B]
		Format: JSON, Root: []string{"mcpServers"}, // [B]
		// droid mcp add writes disabled: false, too [B].
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", TimeoutMS: "timeout", Disabled: "disabled", Allow: "enabledTools", Deny: "disabledTools"},
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Disabled: "disabled", Allow: "enabledTools", Deny: "disabledTools"},
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"}, // [B]
		// In the environment, not in arguments: observed in 0.225.2; in headers
		// unverified, as is the unit of timeout.
		Expand: ExpandAllSet, ExpandEnvOnly: true,
	},

	// The schema and the defaults of the settings [B]; a project has both files.
	Config: Config{
		User: Loc{Path: "~/.factory/settings.json"}, Project: Loc{Path: ".factory/settings.json"}, Local: Loc{Path: ".factory/settings.local.json"}, Format: JSON,
		Allowed: []string{"diffMode", "enableCompletionBell", "completionSound", "awaitingInputSound", "soundFocusMode", "completionSoundFocusMode",
			"awaitingInputSoundFocusMode", "subagentSounds", "todoDisplayMode", "toolResultDisplay", "showThinkingInMainView", "streamAssistantResponses",
			"showTokenUsageIndicator", "logoAnimation", "theme", "overrideTerminalColors", "nerdFont", "includeCoAuthoredByDroid"},
	},

	// [B] agentsMdGuidelines: the folders up to the repository's root, and .factory in
	// the home; of all guidance together 80,000 characters.
	Memory: Memory{User: []Loc{{Path: "~/.factory/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}, MaxBytes: 80_000,
		AlsoProject: []string{"claude-code"}, AlsoRoot: true}, // observed in 0.225.2: CLAUDE.md beside AGENTS.md, as it stands
	Commands: Content{ // [B]
		User: Loc{Path: "~/.factory/commands"}, Project: Loc{Path: ".factory/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", // docs.factory.ai/cli/configuration/custom-slash-commands
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"}, // [B]
		Note:   "Droid commands take no tools and no model: they are dropped",
	},
	Skills: Content{ // it reads .agents, too [B]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.factory/skills"}}, AlsoProject: []Loc{{Path: ".factory/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Droid reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // docs.factory.ai/harness/subagents
		User: Loc{Path: "~/.factory/droids"}, Project: Loc{Path: ".factory/droids"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", Inherit: true, AllowTools: "tools", ToolSep: ToolList},
		Note:   "a droid has no list of tools that it may not use",
	},

	// Files and fields: strings of [B]; installed, led through a conversation and
	// removed [O]. The variable is replaced in the text of a hook; in the environment
	// it is no folder [B].
	Plugin: Plugin{
		Format: "factory-plugin",
		Proof:  "Droid 0.225.2 takes it with droid plugin and works with it",
		Manifest: Document{Path: ".factory-plugin/plugin.json", Members: []Member{
			{"name", SayID}, {"version", SayAnyVersion}, {"description", SayDescription}, {"author", SayOwner},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Catalog: Document{Path: ".factory-plugin/marketplace.json", Members: []Member{
			{"name", SayID}, {"owner", SayOwner}, {"description", SayDescription}, {"plugins", SayEntry}}},
		RootText: "${DROID_PLUGIN_ROOT}",
		// They ask nothing; it calls a catalog by the name of its folder [O], which is
		// the connector's id.
		Install: []Deed{
			{Do: []string{"droid", "plugin", "marketplace", "add", "$dir"}, Undo: []string{"droid", "plugin", "marketplace", "remove", "$id"}},
			{Do: []string{"droid", "plugin", "install", "$id@$id"}, Undo: []string{"droid", "plugin", "uninstall", "$id@$id"}},
		},
		Server: "mcp.json", Hooks: "hooks/hooks.json", Commands: "commands", Skills: "skills", Subagents: "droids",
	},

	// A file with #! in .factory/commands is a slash command, its first line behind
	// that what the menu shows; what it prints goes into the conversation [B], and
	// docs.factory.ai/harness/custom-slash-commands.
	Actions: Actions{
		User: Loc{Path: "~/.factory/commands"}, Project: Loc{Path: ".factory/commands"},
		Format: File, Form: ActionScript, Start: "/$NAME",
		Gate: "what an action prints goes into Droid's conversation; on Windows it runs only where there is an sh", // Windows: unverified
	},
	Gaps: []string{
		"Stop does not tell what the agent has said last: a rule on lastMessage fits nothing",
		"PreToolUse cannot ask: Droid drops it and runs the tool, so ask becomes deny",
		"PostToolUse takes context only: a denial and a changed output are dropped",
		"droid exec fires no UserPromptSubmit, nor does it where another program shows it (ACP)", // [O]
		"a shell command that fails is told by the text of its result only",
	},
}

// droidManaged is where those who run the machine keep the organisation's
// settings [B].
var droidManaged = Loc{Path: "$FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH|/etc/factory/settings.json",
	Darwin:  "$FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH|/Library/Application Support/Factory/settings.json",
	Windows: "$FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH|C:/Program Files/Factory/settings.json"}

// The output of a command ends with its exit code: observed 0.225.2.
var droidOutcome = Outcome{
	Exit:     uniformExit,
	ExitText: []ExitText{{Before: "[Process exited with code ", After: "]"}},
	Output:   []Sign{failedSuccess, failedMCP},
}
