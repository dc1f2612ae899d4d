package host

import "agentconnector/pkg/wire"

// Sources: [N] npm @google/gemini-cli@0.61.0, bundled docs and source; [O]
// observed in 0.61.0; pNN, qNN, mNN: replies measured on 0.61.0 (case numbers
// of the reply contracts).
var geminiCLICaller = Caller{
	ID: "gemini-cli", Name: "Gemini CLI", Paradigm: JSONStdio, Visibility: FullHooks,
	// MCP servers and the shell have GEMINI_CLI, hooks only the others [O].
	// GEMINI_PROJECT_DIR proves nothing: Qwen Code sets it, too.
	Runtime: []Signal{{Var: "GEMINI_CLI", Value: "1"}, {Var: "GEMINI_SESSION_ID"}},

	Hooks: Hooks{
		User: Loc{Path: "~/.gemini/settings.json"}, Project: Loc{Path: ".gemini/settings.json"}, // [N]
		Format: JSONC, Root: []string{"hooks"}, Shape: ClaudeNested, // [N]
		Unit: Millis, DefaultTimeoutMS: 60_000, // [N]
		Matcher: MatchRegex, Payload: GeminiPayload,
		ProjectVar: "GEMINI_PROJECT_DIR",                                                             // [O]
		Switch:     []Const{{At: []string{"hooksConfig", "enabled"}, Value: "false"}},                // [N]
		Gate:       "Gemini CLI runs the hooks of a project in trusted folders only, and warns once", // [N]
		// The 11 of [N]; all but Notification were seen [O].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // measured
			}},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "BeforeAgent", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop},         // measured
				{Decision: wire.Context, Form: ContextNested}, // measured
			}},
			{Canonical: wire.PreToolUse, Native: "BeforeTool", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: DenyTop},        // p14; p01 is dropped and the tool runs
				{Decision: wire.Modify, Form: geminiModify}, // p15, m03; ask and context are dropped (p05, p06)
			}},
			{Canonical: wire.PostToolUse, Native: "AfterTool", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: "the tool has run: the reason replaces its result"}, // q02; q07: no context beside it
				{Decision: wire.Context, Form: ContextNested},                                                   // q01; no output can be changed (q03, n01, n02)
			}},
			{Canonical: wire.PreCompact, Native: "PreCompress", NoMatcher: true},
			{Canonical: wire.Stop, Native: "AfterAgent", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: continues}, // measured: a new prompt, BeforeAgent fires again
			}},
			{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
			{Native: "BeforeModel", ParseOnly: true},
			{Native: "AfterModel", ParseOnly: true},
			{Native: "BeforeToolSelection", ParseOnly: true},
		},
	},

	// seed 000.
	Outcome: &geminiOutcome,
	Tools: []Tool{
		{Native: "read_file", Canonical: Read},
		{Native: "write_file", Canonical: Write},
		{Native: "replace", Canonical: Edit},
		{Native: "run_shell_command", Canonical: Bash},
		{Native: "glob", Canonical: Glob},
		{Native: "grep_search", Canonical: Grep},
		{Native: "google_web_search", Canonical: WebSearch},
		{Native: "web_fetch", Canonical: WebFetch},
		{Native: "invoke_agent", Canonical: Agent},    // [O]
		{Native: "write_todos", Canonical: TodoWrite}, // google-gemini/gemini-cli tools/definitions, WRITE_TODOS_TOOL_NAME
	},
	Unmapped: []string{"list_directory"}, // seed 000
	MCPTool:  MCPSingle,                  // [O]
	MCPMax:   63,                         // its middle is "..." then: generateValidName in mcp-tool.ts of google-gemini/gemini-cli, unverified in 0.61.0
	MCPKept:  28,
}

var geminiCLI = Host{
	Caller: &geminiCLICaller,
	Docs:   "https://geminicli.com/docs",

	Probe: Probe{
		Bins: []string{"gemini"}, // [N]
		// Not ~/.gemini: Antigravity keeps its files there, too.
		Files: []Loc{{Path: "~/.gemini/settings.json"}}, // [N]
	},
	Client: []string{"gemini-cli-mcp-client"}, // [O]

	// Its settings go before those of the user and of projects [N].
	Above: []Above{
		{Scope: wire.ScopeSystem, At: geminiSystem, Surfaces: []string{wire.Server}, Why: "servers may be forbidden there (mcp.allowed, mcp.excluded)"},
		{Scope: wire.ScopeSystem, At: geminiSystem, Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: "hooks may be forbidden there (hooksConfig.enabled)", Off: []Const{{At: []string{"hooksConfig", "enabled"}, Value: "false"}}},
		{Scope: wire.ScopeSystem, At: Loc{Path: "$GEMINI_CLI_SYSTEM_DEFAULTS_PATH|/etc/gemini-cli/system-defaults.json", Darwin: "$GEMINI_CLI_SYSTEM_DEFAULTS_PATH|/Library/Application Support/GeminiCli/system-defaults.json", Windows: "$GEMINI_CLI_SYSTEM_DEFAULTS_PATH|C:/ProgramData/gemini-cli/system-defaults.json"},
			Why: "it holds for all users where their own settings say nothing"},
	},

	Server: Server{
		User: Loc{Path: "~/.gemini/settings.json"}, Project: Loc{Path: ".gemini/settings.json"}, // [N]
		Format: JSONC, Root: []string{"mcpServers"}, // [N]; comments are stripped before it is parsed: unverified
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutMS: "timeout",
			Allow: "includeTools", Deny: "excludeTools"}, // [N]
		HTTP: Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Allow: "includeTools", Deny: "excludeTools"}, // [N]
		// gemini mcp add writes {url, type} [O]; httpUrl is deprecated [N].
		Transports:  Transports{TypeKey: "type", Stdio: "-", HTTP: "http", SSE: "sse"},
		Expand:      ExpandWordsDefault,                        // observed in 0.61.0, in arguments and environment
		FiltersEnv:  true,                                      // names like TOKEN, SECRET, KEY are dropped unless env lists them [N]
		Login:       "log in with /mcp auth $ID in Gemini CLI", // geminicli.com/docs/tools/mcp-server
		Gate:        "Gemini CLI starts stdio servers in trusted folders only",
		ProjectGate: "Gemini CLI reads the project's settings, and starts its stdio servers, in trusted folders only", // [N]
	},

	// [N] docs/reference/configuration.md; our judgement: how things look.
	Config: Config{
		User: Loc{Path: "~/.gemini/settings.json"}, Project: Loc{Path: ".gemini/settings.json"}, Format: JSONC,
		Allowed: []string{"ui.theme", "ui.hide*", "ui.show*", "ui.accessibility", "ui.footer", "general.vimMode"},
		Denied:  []string{"ui.hideFooter", "ui.footer.hideSandboxStatus", "ui.show*Warning*"}, // they tell the user of a danger
	},

	// context.fileName names others in its place; nothing of a project is the user's
	// own [N].
	Memory: Memory{User: []Loc{{Path: "~/.gemini/GEMINI.md"}}, Project: []Loc{{Path: "GEMINI.md"}},
		UserNames: Loc{Path: "~/.gemini/settings.json"}, ProjectNames: Loc{Path: ".gemini/settings.json"}, NamesAt: []string{"context", "fileName"}},
	Commands: Content{ // [N docs/cli/custom-commands.md]
		User: Loc{Path: "~/.gemini/commands"}, Project: Loc{Path: ".gemini/commands"},
		Form: CommandTOML, Args: "{{args}}",
		Fields: ContentField{Description: "description"},
		Note:   "a command of Gemini CLI has a description and a prompt, in which !{…} runs a command of the shell and @{…} is a file",
	},
	Skills: Content{ // the alias .agents/skills wins over .gemini/skills [N]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"},
		AlsoUser: []Loc{{Path: "~/.gemini/skills"}}, AlsoProject: []Loc{{Path: ".gemini/skills"}},
		Form: SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Gemini CLI reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // [N docs/core/subagents.md, localAgentSchema]
		User: Loc{Path: "~/.gemini/agents"}, Project: Loc{Path: ".gemini/agents"},
		Form: MarkdownFrontmatter, Strict: true, Models: geminiModels,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", Inherit: true, AllowTools: "tools", ToolSep: ToolList},
		Note:   "Gemini CLI asks before a new agent of a project is used; an agent there has no list of tools that it may not use",
	},

	// An extension: docs/extensions/reference.md of [N]; validated, installed, led
	// through a conversation and removed [O]. Of ${…} in the hooks it replaces its own
	// words alone [N].
	Plugin: Plugin{
		Format: "gemini-extension",
		Proof:  "Gemini CLI 0.61.0 finds it valid (gemini extensions validate), takes it with gemini extensions and works with it",
		Manifest: Document{Path: "gemini-extension.json", Members: []Member{
			{"name", SayID}, {"version", SayAnyVersion}, {"description", SayDescription}}},
		RootText: "${extensionPath}",
		Install: []Deed{ // what it would ask is whether to trust a stranger [O]
			{Do: []string{"gemini", "extensions", "install", "$dir", "--consent"}, Undo: []string{"gemini", "extensions", "uninstall", "$id"}},
		},
		Server: "gemini-extension.json", Hooks: "hooks/hooks.json", Commands: "commands", Skills: "skills", Subagents: "agents", Memory: "GEMINI.md",
	},
	Gaps: []string{
		"BeforeTool cannot ask and takes no context: ask becomes deny, context is dropped",
		"AfterTool cannot change the output of a tool, and context beside the result of one that failed is dropped",
		"a shell command that fails is not told apart from one that succeeds",
		"PreCompress fires before nearly every request",
		"no PermissionRequest, no events of subagents",
		// 0.61.0 over ACP: BeforeAgent came, and neither SessionStart nor BeforeTool [O]; its session there executes tools itself [N].
		"where another program shows it (ACP: an editor), no hook runs at the start or for a tool: no call is denied there",
	},
}

// What Gemini CLI alone understands.
const (
	geminiModify Form = `{"hookSpecificOutput":{"hookEventName":$event,"tool_input":$input}}`
)

// geminiSystem are the settings of the system [N].
var geminiSystem = Loc{Path: "$GEMINI_CLI_SYSTEM_SETTINGS_PATH|/etc/gemini-cli/settings.json", Darwin: "$GEMINI_CLI_SYSTEM_SETTINGS_PATH|/Library/Application Support/GeminiCli/settings.json", Windows: "$GEMINI_CLI_SYSTEM_SETTINGS_PATH|C:/ProgramData/gemini-cli/settings.json"}

// geminiModels are names and aliases of its models [N].
var geminiModels = []string{"gemini-*", "auto*", "pro", "flash", "flash-lite"}

// A tool that failed has an error in its response [O], save for a shell command, of
// which nothing is told but its text.
var geminiOutcome = Outcome{
	Payload: []Sign{{At: "tool_response.error"}},
}
