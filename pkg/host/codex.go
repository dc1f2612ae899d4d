package host

import "agentconnector/pkg/wire"

// Sources: [B] the program @openai/codex@0.171.0 run in an isolated home;
// [R] openai/codex codex-rs/hooks/src/{schema,engine/discovery}.rs;
// pNN, qNN: measured on 0.171.0 (case numbers of the reply contracts);
// [schema] its own output schemas, not measured; [D] developers.openai.com/codex/hooks; [O] observed in 0.171.0.
var codexCaller = Caller{
	ID: "codex", Name: "Codex CLI", Paradigm: JSONStdio, Visibility: FullHooks,
	// The agent's shell only: hooks and MCP servers get none of them [O].
	Runtime: []Signal{{Var: "CODEX_THREAD_ID"}, {Var: "CODEX_SESSION_ID"}},

	Hooks: Hooks{
		User:    Loc{Path: "$CODEX_HOME/hooks.json|~/.codex/hooks.json"}, // [B]
		Project: Loc{Path: ".codex/hooks.json"},                          // [B]
		Format:  JSON, Root: []string{"hooks"}, Shape: ClaudeNested,      // [B]
		Unit: Seconds, DefaultTimeoutMS: 600_000, // [B]
		Matcher: MatchRegex, Payload: ClaudePayload,
		// A command runs in -c of the shell that the system has for the user, bash or
		// zsh, and bash in place of fish; SHELL is not looked at [O, Linux]. On Windows
		// in %COMSPEC% /C; one that has not read its input when it ends has failed
		// (hooks/src/engine/command_runner.rs of an older commit; its messages are in
		// [B]); with 100 kB unread on Linux it was done [O]. The field is in [B].
		WindowsCommand: "commandWindows",
		Gate:           "Codex runs a hook only after you have reviewed it with /hooks; a changed one asks again", // [B]
		// The 14 of the app-server schema HookEventName [B]; SessionEnd and Interrupt have 1 s [B].
		Events: codexEvents,
	},

	// Hooks call the shell tools "Bash", whatever the model was offered [O].
	Outcome:  &codexOutcome,
	Tools:    codexTools,
	Unmapped: []string{"update_plan"}, // seed 000
	MCPTool:  MCPDouble,               // [O]
	MCPMax:   64,                      // 24 of the name and 40 of its SHA-1: codex-rs/core/src/mcp_connection_manager.rs, unverified in 0.171.0
	MCPKept:  24,
}

var codex = Host{
	Caller: &codexCaller,
	Docs:   "https://developers.openai.com/codex",

	Probe: Probe{
		Bins:  []string{"codex"},                      // [B]
		Files: []Loc{{Path: "$CODEX_HOME/|~/.codex"}}, // [B]
		Vars:  []string{"CODEX_HOME"},                 // [B]
	},
	Client: []string{"codex-mcp-client"}, // [O]

	// Places on Unix [B, strings]; keys and Windows: developers.openai.com/codex/enterprise/managed-configuration.
	Above: []Above{
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/codex/requirements.toml", Windows: "$ProgramData/OpenAI/Codex/requirements.toml|C:/ProgramData/OpenAI/Codex/requirements.toml"},
			Surfaces: []string{wire.Server, wire.Hooks, wire.NativeHooks}, Why: "it may allow certain servers alone (mcp_servers), and no hooks but its own (allow_managed_hooks_only)"},
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/codex/managed_config.toml", Windows: "$CODEX_HOME/managed_config.toml|~/.codex/managed_config.toml"},
			Surfaces: []string{wire.Server}, Why: "what it sets goes before config.toml"},
		{Scope: wire.ScopeSystem, At: Loc{Path: "/etc/codex/config.toml", Windows: "$ProgramData/OpenAI/Codex/config.toml|C:/ProgramData/OpenAI/Codex/config.toml"}, // Windows: unverified
			Why: "it holds for all users where their own config.toml says nothing"},
		// [O] --profile NAME: servers of config.toml are there, and the file goes before
		// it, enabled included. A config.toml with profile = "NAME" keeps 0.171.0 from
		// starting; its [profiles.NAME] tables are not looked at.
		{Scope: wire.ScopeProfile, At: Loc{Path: "$CODEX_HOME/*.config.toml|~/.codex/*.config.toml"},
			Surfaces: []string{wire.Server}, Why: "with codex --profile it goes before config.toml: it may set or switch off the same server"},
		{Scope: wire.ScopeUser, At: Loc{Path: "$CODEX_HOME/mcp.json|~/.codex/mcp.json"}, // getgaal/gaal#91
			Surfaces: []string{wire.Server}, Why: "Codex does not read it: a server there is none"},
	},

	Server: Server{
		Defers:  true,                                                      // a tool search stands before them: observed 0.171.0
		User:    Loc{Path: "$CODEX_HOME/config.toml|~/.codex/config.toml"}, // [B]
		Project: Loc{Path: ".codex/config.toml"},                           // [B]
		Format:  TOML, Root: []string{"mcp_servers"},                       // [B]
		// Accepted under --strict-config [B].
		Stdio: codexStdio,
		HTTP:  codexHTTP,
		State: codexState, // tools.<t>.approval_mode: approvals of single tools (dyoshikawa/rulesync#1709); both keys accepted under --strict-config [B]
		// type is rejected under --strict-config; no SSE [B].
		Transports:  Transports{Stdio: "-", HTTP: "-"},
		Expand:      ExpandNothing,                                              // no ${VAR} anywhere in config.toml [O]
		Login:       "log in with codex mcp login $ID",                          // mintlify.com/openai/codex/cli/mcp
		ProjectGate: "Codex reads .codex/config.toml only in a trusted project", // [O]
	},

	// Nothing of a project is the user's own: no name of such a file is in [B].
	// AGENTS.override.md would take the place of AGENTS.md, at most one is read of a
	// directory [D guides/agents-md].
	// AGENTS.override.md before AGENTS.md [B strings]; 32 KiB: project_doc_max_bytes (seed 002 §4).
	// Names in [B]; our judgement: what is shown, and how much of a text counts. All
	// else could loosen what guards the user, run commands, or send data elsewhere.
	Config: Config{
		User: Loc{Path: "$CODEX_HOME/config.toml|~/.codex/config.toml"}, Project: Loc{Path: ".codex/config.toml"}, Format: TOML,
		Allowed: []string{"tui.theme", "tui.animations", "tui.show_tooltips", "hide_agent_reasoning", "show_raw_agent_reasoning",
			"model_reasoning_summary", "model_verbosity", "tool_output_token_limit", "project_doc_max_bytes"},
	},
	Memory: Memory{
		User:     []Loc{{Path: "$CODEX_HOME/AGENTS.override.md|~/.codex/AGENTS.override.md"}, {Path: "$CODEX_HOME/AGENTS.md|~/.codex/AGENTS.md"}},
		Project:  []Loc{{Path: "AGENTS.override.md"}, {Path: "AGENTS.md"}},
		MaxBytes: 32 << 10,
		// Of a folder the first file counts; without one of these two, those that the user
		// names. Nothing of a project is read with a limit of 0. [B strings]
		UserNames: Loc{Path: "$CODEX_HOME/config.toml|~/.codex/config.toml"}, ProjectNames: Loc{Path: ".codex/config.toml"},
		FallbackAt: []string{"project_doc_fallback_filenames"}, MaxAt: []string{"project_doc_max_bytes"},
	},
	// No trace of custom prompts (~/.codex/prompts) in 0.171.0 [B]: a command is a skill there.
	Commands: Content{
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form:   CommandAsSkill,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Codex has no custom commands any more: installed as a skill",
	},
	Skills: Content{ // skills/list of the app-server [B]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "$CODEX_HOME/skills|~/.codex/skills"}},
		AlsoProject: []Loc{{Path: ".codex/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Codex reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // developer_instructions is required [B strings]
		User: Loc{Path: "$CODEX_HOME/agents|~/.codex/agents"}, Project: Loc{Path: ".codex/agents"},
		Form: CodexAgentTOML, Models: codexModels,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", ReadOnly: "sandbox_mode: read-only"}, // developers.openai.com/codex/subagents
		Note:   "Codex roles take no tool lists: tools are dropped",
	},

	// Installed from a catalog, led through a conversation in which server, hooks and
	// skills work, and removed [O]. Commands and roles of agents in a plugin: unverified.
	Plugin: Plugin{
		Format: "codex-plugin",
		Proof:  "Codex 0.171.0 takes it with codex plugin and works with it",
		Manifest: Document{Path: ".codex-plugin/plugin.json", Members: []Member{
			{"name", SayID}, {"version", SayVersion}, {"description", SayDescription}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Catalog: Document{Path: ".agents/plugins/marketplace.json", Members: []Member{
			{"name", SayID}, {"plugins", SayEntry}}},
		RootVar: "PLUGIN_ROOT",
		Install: []Deed{ // they ask nothing [O]
			{Do: []string{"codex", "plugin", "marketplace", "add", "$dir"}, Undo: []string{"codex", "plugin", "marketplace", "remove", "$id"}},
			{Do: []string{"codex", "plugin", "add", "$id@$id"}, Undo: []string{"codex", "plugin", "remove", "$id@$id"}},
		},
		// /hooks of [B]; the contents of all files count [O].
		HooksGate: "Codex runs the hooks of a plugin only after you have reviewed them with /hooks; after an update that changes any file of it they fail until you have done so again",
		Server:    ".mcp.json", ServerRoot: []string{"mcpServers"}, Hooks: "hooks/hooks.json",
		Commands: "skills", Skills: "skills",
	},
	Gaps: []string{
		"a project whose guidance is in a file that project_doc_fallback_filenames names gets an AGENTS.md, which Codex reads instead; another limit in project_doc_max_bytes is not looked at",
		"hooks run only after the user has reviewed them with /hooks; a changed hook asks again",
		"PreToolUse cannot ask: Codex drops it and runs the tool, so ask becomes deny",
		"no PostToolUse for an MCP tool that returns isError",
		"it expands no ${VAR} in config.toml: variables are passed by name",
	},
}

// codexModels are those of OpenAI; one of another provider needs more than its name.
var codexModels = []string{"gpt-*", "o1*", "o3*", "o4*", "codex-*"}

// The output of apply_patch opens with an exit code [O]; that of a command is its text
// alone [O], or opens with the words of a unified exec (seed 000's source system;
// unverified in hooks). Of an MCP tool that failed no event comes [O].
var codexOutcome = Outcome{
	Exit:     uniformExit,
	ExitText: []ExitText{{Before: "Exit code: "}, {Before: "Process exited with code "}},
	Output:   []Sign{failedSuccess, failedMCP},
}

// What Codex has wherever its home is (xcode.go).
var (
	codexEvents = []Event{
		{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // measured
		}},
		{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true, TimeoutMS: 1000, MaxMS: 3000}, // more is clamped, with a warning [O: hooks/list]
		{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop},         // measured
			{Decision: wire.Context, Form: ContextNested}, // measured
		}},
		{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: PermissionDeny},                                                                 // p01; ask is dropped and the tool runs (p06)
			{Decision: wire.Modify, Form: InputAllowed, Note: "Codex takes a change only together with the permission"}, // p03, p04
			{Decision: wire.Context, Form: ContextNested},                                                               // p05; allow without updatedInput is refused (p16)
		}},
		{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockContext, Note: "the tool has run: the reason replaces its result"}, // q02, q07
			{Decision: wire.Context, Form: ContextNested},                                                       // q01; q03, n01, n02: no output can be changed
		}},
		{Canonical: wire.PermissionRequest, Native: "PermissionRequest", Sync: true, Says: []Say{
			{Decision: Grant, Form: BehaviorAllow},    // [O] in the app-server: the user is not asked; not reachable in codex exec
			{Decision: wire.Deny, Form: BehaviorDeny}, // [O] likewise; updatedInput fails closed [schema]
			{Decision: wire.Ask, Form: Silence},       // the host asks [O]
		}},
		{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
		{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true},
		{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues}, // measured; context is dropped
		}},
		{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // [O]
		}},
		{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [O]
		}},
		{Native: "PreModelRequest", ParseOnly: true},
		{Native: "PostModelRequest", ParseOnly: true},
		{Native: "Interrupt", ParseOnly: true, TimeoutMS: 1000},
	}

	codexTools = []Tool{
		{Native: "apply_patch", Canonical: Edit},                                                          // [O]; its input is {command: PATCH}
		{Native: "spawn_agent", Canonical: Agent},                                                         // [O]
		{Native: "exec_command", Canonical: Bash, Inputs: []Input{{Native: "cmd", Canonical: "command"}}}, // [O]
		{Native: "shell_command", Canonical: Bash},                                                        // [O]
	}

	codexStdio = Fields{Command: "command", Args: "args", Env: "env", EnvVars: "env_vars", Cwd: "cwd",
		TimeoutSec: "tool_timeout_sec", Enabled: "enabled", Allow: "enabled_tools", Deny: "disabled_tools"}

	codexHTTP = Fields{URL: "url", Headers: "http_headers", EnvHeaders: "env_http_headers", Bearer: "bearer_token_env_var",
		TimeoutSec: "tool_timeout_sec", Enabled: "enabled", Allow: "enabled_tools", Deny: "disabled_tools"}

	codexState = []string{"tools", "default_tools_approval_mode"}
)
