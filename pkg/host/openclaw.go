package host

import "agentconnector/pkg/wire"

// Sources: [D] docs/ of npm openclaw@2026.9.6 (cli/mcp, gateway/config-*,
// plugins/hooks, tools/skills, concepts/agent-workspace); [S] its dist/ and types;
// [O] observed in 2026.9.6, run offline with a scripted model: config validate,
// mcp status and show, agent --local; [M] the same, replies of a plugin measured,
// and then what our own module did, decision by decision.
var openclawCaller = Caller{
	ID: "openclaw", Name: "OpenClaw", Paradigm: TSPlugin, Visibility: FullHooks,
	Runtime: []Signal{{Var: "OPENCLAW_CLI", Value: "1"}, {Var: "OPENCLAW_SHELL"}}, // the agent's shell [O]; servers get nothing [O]

	Hooks: Hooks{
		User:   Loc{Path: "$OPENCLAW_STATE_DIR/extensions|$OPENCLAW_HOME/.openclaw/extensions|~/.openclaw/extensions"}, // [D]
		Format: File, Shape: OpenclawPlugin, Entries: []string{"plugins", "entries"},                                   // [D]
		Unit: Millis, DefaultTimeoutMS: 15_000, // [D] of the hooks that gate; our module says its own
		Matcher: MatchNone, Payload: OpenclawPayload,
		Gate:   "where plugins.allow of openclaw.json lists plugins, OpenClaw loads ours only if it is among them; a running gateway loads it when its configuration changes", // [D]
		Events: openclawEvents,
	},
	// Agents are entries of its configuration [D].

	// Names and inputs as the model is offered them [O]; the deferred ones [S].
	Outcome: &openclawOutcome,
	Tools: []Tool{
		{Native: "exec", Canonical: Bash},
		{Native: "read", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "write", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "edit", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}}, // with a list of edits
		{Native: "apply_patch", Canonical: Edit, Alias: true},                                        // the patch as input
		{Native: "sessions_spawn", Canonical: Agent, Inputs: []Input{{Native: "task", Canonical: "prompt"}}},
		{Native: "web_fetch", Canonical: WebFetch},
		{Native: "web_search", Canonical: WebSearch},
	},
	Unmapped: []string{"code_mode_exec", // an exec that gets JavaScript [D]
		"ls", "process", "openclaw", "sessions_yield", "tool_search", "tool_describe", "tool_call", "agents_list", "ask_user", "automations", "message", "subagents", "terminal"}, // [O]
	MCPTool: MCPPlain, // [O]
}

var openclaw = Host{
	Caller: &openclawCaller,
	Docs:   "https://docs.openclaw.ai",

	Probe: Probe{
		Bins:  []string{"openclaw"},                                                       // [D]
		Files: []Loc{{Path: "$OPENCLAW_STATE_DIR/|$OPENCLAW_HOME/.openclaw|~/.openclaw"}}, // [S] resolveStateDir
		Vars:  []string{"OPENCLAW_STATE_DIR", "OPENCLAW_HOME", "OPENCLAW_CONFIG_PATH"},    // [S]
	},
	Client: []string{"openclaw-bundle-mcp"}, // [O]

	// [D cli], [O] --profile work mcp list reads ~/.openclaw-work alone. --dev is such a one, too.
	Above: []Above{{Scope: wire.ScopeProfile, At: Loc{Path: "$OPENCLAW_HOME/.openclaw-*/openclaw.json|~/.openclaw-*/openclaw.json"},
		Surfaces: []string{wire.Server, wire.Hooks, wire.NativeHooks},
		Why:      "a profile (openclaw --profile) has a folder of its own and nothing of this: install again with OPENCLAW_STATE_DIR set to it"}},

	// There is no configuration of a project: the gateway serves one workspace [D].
	Server: Server{
		Defers: true,                                                                                                                                  // a tool search stands before them: observed 2026.9.6
		User:   Loc{Path: "$OPENCLAW_CONFIG_PATH|$OPENCLAW_STATE_DIR/openclaw.json|$OPENCLAW_HOME/.openclaw/openclaw.json|~/.openclaw/openclaw.json"}, // [S] resolveConfigPath
		Format: JSON5, Root: []string{"mcp", "servers"},                                                                                               // [D]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutMS: "requestTimeoutMs", Enabled: "enabled",
			ToolsIn: "toolFilter", Allow: "include", Deny: "exclude", ToolGlobs: true}, // [D], [O] mcp status
		HTTP: Fields{URL: "url", Headers: "headers", TimeoutMS: "requestTimeoutMs", Enabled: "enabled",
			ToolsIn: "toolFilter", Allow: "include", Deny: "exclude", ToolGlobs: true, OAuth: "auth"}, // [D], [O]
		// Without transport a remote entry is sse, one with a command stdio [D], [O].
		Transports: Transports{TypeKey: "transport", Stdio: "-", HTTP: "streamable-http", SSE: "sse"},
		Expand:     ExpandCapitalBraces,                                     // in every string of the file [D], [O]
		State:      []string{"codex", "oauth", "supportsParallelToolCalls"}, // the user's, by openclaw mcp configure [D]
		ClearsEnv:  true,                                                    // HOME, PATH, PWD, TERM and what the entry says [O]
		Login:      "log in with openclaw mcp login $ID",                    // [D]
	},

	// The workspace of the gateway; agents.defaults.workspace may name another [D].
	Memory: Memory{
		User: []Loc{{Path: "$OPENCLAW_WORKSPACE_DIR/AGENTS.md|$OPENCLAW_STATE_DIR/workspace/AGENTS.md|$OPENCLAW_HOME/.openclaw/workspace/AGENTS.md|~/.openclaw/workspace/AGENTS.md"}}, // [D]
		// Both go before what the environment says: docs/gateway/config-agents of 2026.9.6.
		UserNames: Loc{Path: "$OPENCLAW_CONFIG_PATH|$OPENCLAW_STATE_DIR/openclaw.json|$OPENCLAW_HOME/.openclaw/openclaw.json|~/.openclaw/openclaw.json"},
		DirAt:     []string{"agents", "defaults", "workspace"}, MaxAt: []string{"agents", "defaults", "bootstrapMaxChars"},
		MaxBytes: 20_000,                                                                 // agents.defaults.bootstrapMaxChars, if nobody has set it [D]
		Note:     "OpenClaw reads the AGENTS.md of its own workspace, none of a project", // [D]
	},
	Skills: Content{ // [D]; not with an OPENCLAW_STATE_DIR of its own, where only the next are read
		User:     Loc{Path: "~/.agents/skills"},
		AlsoUser: []Loc{{Path: "$OPENCLAW_STATE_DIR/skills|$OPENCLAW_HOME/.openclaw/skills|~/.openclaw/skills"}},
		Form:     SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"},
		Note:   "OpenClaw reads name and description of a skill; tools and model are dropped",
	},
	Commands: Content{ // a skill is a slash command of its name, too; no files for commands alone [D]
		User: Loc{Path: "~/.agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "OpenClaw has no files for commands: installed as a skill, which is a slash command, too",
	},

	// A native plugin: plugins/manifest and cli/plugins of [D]. OpenClaw installs no folder
	// without a package.json, and reads mcpServers and skills of the manifest [O]. What
	// was taken out once is noted as switched off, so that it is switched on again [O].
	Plugin: Plugin{
		Format: "openclaw-plugin",
		Proof:  "OpenClaw 2026.9.6 takes it with openclaw plugins install and works with it",
		Manifest: Document{Path: "openclaw.plugin.json", Members: []Member{
			{"id", SayID}, {"name", SayName}, {"description", SayDescription}, {"version", SayAnyVersion},
			{"activation", `{"onStartup":true}`}, {"contracts", `$with hooks {"agentToolResultMiddleware":["openclaw","codex"]}`},
			{"skills", `$with skills,commands ["./skills"]`}, {"configSchema", `{"type":"object","additionalProperties":false}`}}},
		Package: Document{Path: "package.json", Members: []Member{
			{"name", `"openclaw-$id"`}, {"version", SayAnyVersion}, {"description", SayDescription}, {"type", `"module"`}, {"main", `"./index.js"`},
			{"openclaw", `{"extensions":["./index.js"]}`}, {"keywords", `["openclaw-plugin"]`}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Module: "index.js", Glue: "package_openclaw.js",
		Install: []Deed{
			{Do: []string{"openclaw", "plugins", "install", "$dir", "--force", "--accept-capabilities"}, Undo: []string{"openclaw", "plugins", "uninstall", "$id", "--force"}},
			{Do: []string{"openclaw", "plugins", "enable", "$id", "--accept-capabilities"}, Undo: []string{"openclaw", "plugins", "disable", "$id"}},
			{With: "hooks,nativeHooks,memory", Do: []string{"openclaw", "config", "set", "plugins.entries.$id.hooks.allowConversationAccess", "true"},
				Undo: []string{"openclaw", "config", "unset", "plugins.entries.$id.hooks.allowConversationAccess"}},
		},
		Server: "openclaw.plugin.json", ServerRoot: openclawPluginServers, Hooks: ".", Commands: "skills", Skills: "skills", Memory: "AGENTS.md",
		HooksGate: "OpenClaw tells a plugin what is said in the conversation, and takes guidance from it, only with leave (allowConversationAccess); the commands that install it give that",
	},
	Actions: Actions{ // [D] registerCommand; loaded and listed [O]; who may use commands of the gateway may use it
		User:   Loc{Path: "$OPENCLAW_STATE_DIR/extensions|$OPENCLAW_HOME/.openclaw/extensions|~/.openclaw/extensions"},
		Format: File, Form: ActionOpenclaw, Start: "/$NAME",
		Gate: "where plugins.allow of openclaw.json lists plugins, OpenClaw loads ours only if it is among them; a running gateway loads it when its configuration changes",
	},
	Gaps: []string{
		"a SessionStart comes from the gateway alone: openclaw agent --local fires none",                               // [O]
		"a denied Stop has no effect after a run that may have changed something: OpenClaw ends it",                    // [M]
		"ask needs somebody whom the gateway can ask; elsewhere it is a deny",                                          // [D]
		"a call that was refused or blocked comes as no PostToolUse",                                                   // our module
		"a failed tool and a failing shell command come as PostToolUse: there is no PostToolUseFailure",                // our module
		"no PermissionRequest and no Notification",                                                                     // [D]
		"with a Codex or Copilot runtime some hooks are not called, and arguments cannot be changed",                   // [D]
		"a variable that is not set stays in an entry as it is spelled there; names in small letters are no variables", // [O]
		"openclaw.json must be no link: OpenClaw replaces what it writes",                                              // [D]
		"a workspace without an AGENTS.md gets ours in place of OpenClaw's template: set it up before",                 // [D]
		"no subagents and no status line",                                                                              // [D]
	},
}

var openclawPluginServers = []string{"mcpServers"}

// openclawEvents: what waits for an answer, and what only tells [D hook catalog].
var openclawEvents = []Event{
	{Canonical: wire.SessionStart, Native: "session_start", NoMatcher: true, Sync: true, Talk: true, Says: []Say{ // [S] types
		{Decision: wire.Context, Form: ModuleContext, Note: "it goes with the session's next prompt"}, // as before_prompt_build
	}},
	{Canonical: wire.SessionEnd, Native: "session_end", NoMatcher: true}, // [S] types
	{Canonical: wire.UserPromptSubmit, Native: "before_prompt_build", NoMatcher: true, Sync: true, Talk: true, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow},      // [M] before_agent_run: the model is not called
		{Decision: wire.Context, Form: ModuleContext}, // [M] appendContext
	}},
	{Canonical: wire.PreToolUse, Native: "before_tool_call", Sync: true, Says: []Say{
		{Decision: wire.Deny, Form: ModuleThrow},                                                // [M]
		{Decision: wire.Ask, Form: ModuleAsk},                                                   // [D] requireApproval; with nobody to ask a deny [O]
		{Decision: wire.Modify, Form: ModuleInput},                                              // [M] params
		{Decision: wire.Context, Form: ModuleContext, Note: "it goes beside the tool's result"}, // as after_tool_call
	}},
	{Canonical: wire.PostToolUse, Native: "after_tool_call", Sync: true, Says: []Say{ // asked in a tool-result middleware
		{Decision: wire.Deny, Form: ModuleThrow, Note: "the tool has run: the reason replaces its result"}, // [M]
		{Decision: wire.Context, Form: ModuleContext},                                                      // [M]: one block more
		{Decision: wire.Modify, Form: ModuleOutput, If: BlocksOut},                                         // [M]
		{Decision: wire.Modify, Form: ModuleOutput, If: TextOut},                                           // [M]
	}},
	{Canonical: wire.PreCompact, Native: "before_compaction", NoMatcher: true}, // [D]
	{Canonical: wire.PostCompact, Native: "after_compaction", NoMatcher: true}, // [D]
	{Canonical: wire.Stop, Native: "before_agent_finalize", NoMatcher: true, Sync: true, Talk: true, Says: []Say{
		{Decision: wire.Deny, Form: ModuleGoOn, Note: continues + ", three times at most, and only if the run has changed nothing"}, // [M], [S]
	}},
	{Canonical: wire.SubagentStart, Native: "subagent_spawned", NoMatcher: true}, // [S] types
	{Canonical: wire.SubagentStop, Native: "subagent_ended", NoMatcher: true},    // [S] types
	// For hooks on the host's own events only [D]; not tool_result_persist and
	// before_message_write, which take no answer that comes later.
	{Native: "before_model_resolve", Talk: true, ParseOnly: true},
	{Native: "agent_turn_prepare", Talk: true, ParseOnly: true},
	{Native: "before_agent_run", Talk: true, ParseOnly: true},
	{Native: "before_agent_reply", Talk: true, ParseOnly: true},
	{Native: "llm_input", Talk: true, ParseOnly: true},
	{Native: "llm_output", Talk: true, ParseOnly: true},
	{Native: "agent_end", Talk: true, ParseOnly: true},
	{Native: "heartbeat_prompt_contribution", ParseOnly: true},
	{Native: "model_call_started", ParseOnly: true},
	{Native: "model_call_ended", ParseOnly: true},
	{Native: "resolve_exec_env", ParseOnly: true},
	{Native: "before_reset", ParseOnly: true},
	{Native: "message_received", ParseOnly: true},
	{Native: "message_sending", ParseOnly: true},
	{Native: "message_sent", ParseOnly: true},
	{Native: "subagent_progress", ParseOnly: true},
	{Native: "gateway_start", ParseOnly: true},
	{Native: "gateway_stop", ParseOnly: true},
	{Native: "before_install", ParseOnly: true},
}

// A failing command has isError false, and its exit code among the details [O].
var openclawOutcome = Outcome{
	Exit:    "details.exitCode",
	Payload: []Sign{{At: "error"}, {At: "isError", Is: "true"}},
}
