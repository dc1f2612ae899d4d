package host

import "agentconnector/pkg/wire"

// Sources: [D] docs/ of npm @earendil-works/pi-coding-agent@1.6.0 (extensions.md,
// mcp.md, configuration.md, prompt-templates.md, skills.md); [S] its dist/;
// [O] observed in 1.6.0, run offline with a scripted model; [M] the same,
// replies of an extension measured (contracts/pi).
var piCaller = Caller{
	ID: "pi", Name: "Pi", Paradigm: TSPlugin, Visibility: FullHooks,
	Runtime: []Signal{{Var: "PI_CODING_AGENT", Value: "true"}}, // [O]

	Hooks: Hooks{
		User: Loc{Path: "$PI_CODING_AGENT_DIR/extensions|~/.pi/agent/extensions"}, Project: Loc{Path: ".pi/extensions"}, // [D]
		Format: File, Shape: PiModule,
		Unit: Millis, DefaultTimeoutMS: 60_000, // the host has no limit; our module has
		Matcher: MatchNone, Payload: PiPayload,
		Gate: "Pi loads extensions when it starts, or after /reload; those of a project once it is trusted", // [D]
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "session_start", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ModuleContext, Note: "it goes with the next prompt"}, // [O] before_agent_start
			}},
			{Canonical: wire.SessionEnd, Native: "session_shutdown", NoMatcher: true}, // [O]
			{Canonical: wire.UserPromptSubmit, Native: "input", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the prompt is taken out; the reason is shown where Pi has a screen"}, // [M] action handled
				{Decision: wire.Context, Form: ModuleContext}, // [M] before_agent_start; while the agent works, behind the text
			}},
			{Canonical: wire.PreToolUse, Native: "tool_call", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow},                                                // [M]
				{Decision: wire.Ask, Form: ModuleAsk},                                                   // [D] ctx.ui.confirm; without a screen it is a deny [O]
				{Decision: wire.Modify, Form: ModuleInput},                                              // [M], in place
				{Decision: wire.Context, Form: ModuleContext, Note: "it goes beside the tool's result"}, // as tool_result
			}},
			{Canonical: wire.PostToolUse, Native: "tool_result", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the tool has run: the reason replaces its result"}, // [O] isError
				{Decision: wire.Context, Form: ModuleContext},                                                      // [M]: one block more
				{Decision: wire.Modify, Form: ModuleOutput, If: BlocksOut},                                         // [M]
				{Decision: wire.Modify, Form: ModuleOutput, If: TextOut},                                           // [M]
			}},
			{Canonical: wire.PreCompact, Native: "session_before_compact", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the session is not compacted"}, // [D] cancel
			}},
			{Canonical: wire.PostCompact, Native: "session_compact", NoMatcher: true}, // [D]
			{Canonical: wire.Stop, Native: "agent_before_settle", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleGoOn, Note: continues}, // [O]; not fired for a run that was aborted [D]
			}},
			{Canonical: wire.Notification, Native: "ui_prompt_start", NoMatcher: true}, // [D]: the user is being asked
			// For hooks on the host's own events only [D].
			{Native: "project_trust", ParseOnly: true},
			{Native: "resources_discover", ParseOnly: true},
			{Native: "session_info_changed", ParseOnly: true},
			{Native: "session_before_switch", ParseOnly: true},
			{Native: "session_before_fork", ParseOnly: true},
			{Native: "session_compact_failed", ParseOnly: true},
			{Native: "before_agent_start", ParseOnly: true},
			{Native: "agent_start", ParseOnly: true},
			{Native: "agent_end", ParseOnly: true},
			{Native: "agent_settled", ParseOnly: true},
			{Native: "turn_start", ParseOnly: true},
			{Native: "tool_execution_start", ParseOnly: true},
			{Native: "tool_execution_end", ParseOnly: true},
			{Native: "after_provider_response", ParseOnly: true},
			{Native: "model_select", ParseOnly: true},
			{Native: "thinking_level_select", ParseOnly: true},
			{Native: "user_bash", ParseOnly: true},
			{Native: "ui_prompt_end", ParseOnly: true},
		},
	},
	// No subagents: they are an example among its extensions [D].

	// Names and inputs as the model is offered them [O]; grep, find, ls [S].
	Outcome: &piOutcome,
	Tools: []Tool{
		{Native: "bash", Canonical: Bash, Inputs: []Input{{Native: "timeout", Canonical: "timeout_s"}}}, // in seconds [D]
		{Native: "powershell", Canonical: Bash, Alias: true},                                            // [D]
		{Native: "read", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "write", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "edit", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}}, // with a list of edits
		{Native: "grep", Canonical: Grep},
		{Native: "find", Canonical: Glob},
	},
	Unmapped: []string{"ls", // seed 000
		"codemode", "tool_search", "list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"}, // [D]
	MCPTool: MCPDoubleClean, // [O], [D]
}

var pi = Host{
	Caller: &piCaller,
	Docs:   "https://pi.dev/docs",

	Probe: Probe{
		Bins:  []string{"pi"},                                     // [D]
		Files: []Loc{{Path: "$PI_CODING_AGENT_DIR/|~/.pi/agent"}}, // [D]
		Vars:  []string{"PI_CODING_AGENT_DIR"},                    // [D]
	},
	Client: []string{"pi"}, // [O]

	Server: Server{
		User: Loc{Path: "$PI_CODING_AGENT_DIR/mcp.json|~/.pi/agent/mcp.json"}, Project: Loc{Path: ".pi/mcp.json"}, // [D]
		Format: JSON, Root: []string{"mcpServers"}, // [D]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutSec: "timeout", Enabled: "enabled"}, // [D]
		HTTP:  Fields{URL: "url", Headers: "headers", TimeoutSec: "timeout", Enabled: "enabled"},                           // [D]
		// type may be left out; sse is rejected [D].
		Transports: Transports{Stdio: "-", HTTP: "-"},
		Expand:     ExpandDollar, ExpandEnvOnly: true, // [S] resolve-config-value.js, mcp/runtime.js
		ProjectGate: "Pi reads .pi/mcp.json only in a trusted project", // [D]
	},

	// docs/settings.md of 1.6.0: what is shown, and how much of a session is kept. Left
	// out is what names programs, packages, models, trust, the network.
	Config: Config{
		User: Loc{Path: "$PI_CODING_AGENT_DIR/settings.json|~/.pi/agent/settings.json"}, Project: Loc{Path: ".pi/settings.json"}, Format: JSON,
		Allowed: []string{"hideThinkingBlock", "showCacheMissNotices", "steeringMode", "followUpMode", "doubleEscapeAction", "treeFilterMode",
			"compaction", "branchSummary", "theme", "quietStartup", "tuiMode", "fullscreen*", "editorPaddingX", "outputPad",
			"autocompleteMaxVisible", "showHardwareCursor", "terminal", "images", "markdown"},
	},
	// In one folder the first counts [D].
	Memory: Memory{
		User: []Loc{{Path: "$PI_CODING_AGENT_DIR/AGENTS.override.md|~/.pi/agent/AGENTS.override.md"}, {Path: "$PI_CODING_AGENT_DIR/AGENTS.md|~/.pi/agent/AGENTS.md"},
			{Path: "$PI_CODING_AGENT_DIR/CLAUDE.md|~/.pi/agent/CLAUDE.md"}, {Path: "$PI_CODING_AGENT_DIR/AGENTS.md|~/.pi/agent/AGENTS.md"}},
		Project: []Loc{{Path: "AGENTS.override.md"}, {Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // [D] prompt templates
		User: Loc{Path: "$PI_CODING_AGENT_DIR/prompts|~/.pi/agent/prompts"}, Project: Loc{Path: ".pi/prompts"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", // [D]
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"},
		Note:   "a Pi prompt template has no model and no tool lists",
	},
	Skills: Content{ // [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"},
		AlsoUser:    []Loc{{Path: "$PI_CODING_AGENT_DIR/skills|~/.pi/agent/skills"}},
		AlsoProject: []Loc{{Path: ".pi/skills"}},
		Form:        SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"},
		Note:   "Pi reads name and description of a skill; tools and model are dropped",
	},

	// packages.md and extensions.md of [D]: the module registers the server, and adds a
	// section to the system prompt. pi install notes the folder, and copies nothing [O].
	Plugin: Plugin{
		Format: "pi-package",
		Proof:  "Pi 1.6.0 takes it with pi install and works with it",
		Manifest: Document{Path: "package.json", Members: []Member{
			{"name", `"pi-$id"`}, {"version", SayAnyVersion}, {"description", SayDescription}, {"type", `"module"`}, {"keywords", `["pi-package"]`},
			{"pi", `{"extensions":["./index.js"],"skills":["./skills"],"prompts":["./prompts"]}`}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Module: "index.js", Glue: "package_pi.js",
		Install: []Deed{{Do: []string{"pi", "install", "$dir"}, Undo: []string{"pi", "remove", "$dir"}}}, // they ask nothing [O]
		Server:  "mcp.json", Hooks: ".", Commands: "prompts", Skills: "skills", Memory: "AGENTS.md",
	},
	Actions: Actions{ // [D] pi.registerCommand; listed and started in RPC mode [O]
		User: Loc{Path: "$PI_CODING_AGENT_DIR/extensions|~/.pi/agent/extensions"}, Project: Loc{Path: ".pi/extensions"},
		Format: File, Form: ActionPi, Start: "/$NAME", Asks: true,
		Gate: "Pi loads extensions when it starts, or after /reload; those of a project once it is trusted",
	},
	Gaps: []string{
		"no PermissionRequest: Pi has no permissions of its own",
		"a failed tool comes as PostToolUse with isError: there is no PostToolUseFailure",
		"ask on PreToolUse needs a screen: without one it is a deny",
		"no subagents",
		"what a hook says of a tool that a codemode script has called stands beside the result of the script",
		"its model calls an MCP tool from codemode scripts alone, unless the entry says exposure: direct (platforms.pi.extra)",
	},
}

// isError is the event's own, a command's exit code is in its structured content [O].
var piOutcome = Outcome{Exit: "structuredContent.exit_code", Payload: []Sign{{At: "isError", Is: "true"}}}
