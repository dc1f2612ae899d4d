package host

import "agentconnector/pkg/wire"

// Sources: [P] the plugin API that amp plugins show-docs of npm
// @ampcode/cli-linux-x64@0.0.1790142911-g7618fb prints; [S] the plugin runtime
// that this version unpacks beside a plugin; [O] observed in it, run offline
// (mcp list, mcp doctor, tools list, skill list, plugins list); [F] facts tested
// before in the same version; [D] ampcode.com/manual and news, as of 2026. Our
// module was loaded by it, and run event by event in its runtime [O]; its agent
// needs its service, so that what becomes of the answers is [P], unmeasured.
var ampCaller = Caller{
	ID: "amp", Name: "Amp", Paradigm: TSPlugin, Visibility: FullHooks,
	// Plugins and what they start [O]; the agent's shell, third parties.
	Runtime: []Signal{{Var: "AMP_PLUGIN_RUNTIME_LOG_FILE"}, {Var: "AMP_CURRENT_THREAD_ID"}},

	Hooks: Hooks{
		User: Loc{Path: "$XDG_CONFIG_HOME/amp/plugins|~/.config/amp/plugins"}, Project: Loc{Path: ".amp/plugins"}, // [P]; *.ts and *.js, XDG [O]
		Format: File, Shape: AmpModule,
		Unit: Millis, DefaultTimeoutMS: 60_000, // the host has no limit that we know; our module has
		Matcher: MatchNone, Payload: AmpPayload,
		Gate: "Amp loads plugins when it starts, or after plugins: reload in its command palette", // [P]
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "session.start", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ModuleContext, Note: "it goes with the next prompt"}, // [P] agent.start
			}},
			{Canonical: wire.UserPromptSubmit, Native: "agent.start", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the turn is cancelled; the reason is shown where Amp has a screen"}, // [P] thread.cancel
				{Decision: wire.Context, Form: ModuleContext}, // [P] message, behind the user's
			}},
			{Canonical: wire.PreToolUse, Native: "tool.call", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow},                                                // [P] reject-and-continue
				{Decision: wire.Ask, Form: ModuleAsk},                                                   // [P] ui.confirm; without a screen it is a deny
				{Decision: wire.Modify, Form: ModuleInput},                                              // [P] modify
				{Decision: wire.Context, Form: ModuleContext, Note: "it goes beside the tool's result"}, // as tool.result
			}},
			{Canonical: wire.PostToolUse, Native: "tool.result", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the tool has run: the reason replaces its result"}, // [P] status error
				{Decision: wire.Context, Form: ModuleContext},                                                      // [P]: behind a text, or one block more
				{Decision: wire.Modify, Form: ModuleOutput, If: BlocksOut},                                         // [P] output
				{Decision: wire.Modify, Form: ModuleOutput, If: TextOut},                                           // [P]
			}},
			{Canonical: wire.Stop, Native: "agent.end", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleGoOn, Note: continues}, // [P] continue; Amp ignores it after five in a row
			}},
			// For hooks on the host's own events only [P].
			{Native: "changes.prompt", ParseOnly: true},
		},
	},
	// A subagent is a tool of its own [D].

	// tools list [O], the names that its runtime knows [S], and inputs that tools
	// show tells of [O] or its helpers read [S].
	Outcome: &ampOutcome,
	Tools: []Tool{
		{Native: "shell_command", Canonical: Bash},                                                             // [O]
		{Native: "Bash", Canonical: Bash, Alias: true, Inputs: []Input{{Native: "cmd", Canonical: "command"}}}, // [S], older modes
		{Native: "Read", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},           // [S]; input unverified
		{Native: "create_file", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},   // [S]
		{Native: "edit_file", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},      // [S]
		{Native: "apply_patch", Canonical: Edit, Alias: true},                                                  // [O], in place of the two, with patchText [S]
		{Native: "delete_file", Canonical: Delete, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},  // [S]; input unverified
		{Native: "Grep", Canonical: Grep},                                                                      // [S]
		{Native: "glob", Canonical: Glob},                                                                      // [S]
		{Native: "Task", Canonical: Agent},                                                                     // [S]
		{Native: "read_web_page", Canonical: WebFetch},                                                         // [O]
		{Native: "web_search", Canonical: WebSearch},                                                           // [O]
	},
	Unmapped: []string{"skill", "load_plugin", "reload_plugins", "reload_skills", "reload_mcp", "shell_command_status", "shell_command_kill",
		"download_thread_file", "download_thread_changes", "upload_thread_file", // [O]
		"finder", "oracle", "librarian", "painter", "read_thread", "find_thread", "view_media", "read_mcp_resource"}, // [S]
	MCPTool: MCPDoubleClean, // [O] mcp__my_probe_x__echo
}

var amp = Host{
	Caller: &ampCaller,
	Docs:   "https://ampcode.com/docs",

	Probe: Probe{
		Bins:  []string{"amp"},                                                                                            // [F]
		Files: []Loc{{Path: "$XDG_CONFIG_HOME/amp|~/.config/amp"}, {Path: "~/.local/share/amp", Windows: "$APPDATA/amp"}}, // [O]; APPDATA: toolhive [F]
		Vars:  []string{"AMP_SETTINGS_FILE"},                                                                              // [O]
	},
	Client: []string{"amp-mcp-client"}, // [O]

	Above: []Above{{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/ampcode/managed-settings.json", Darwin: "/Library/Application Support/ampcode/managed-settings.json", Windows: "$ProgramData/ampcode/managed-settings.json|C:/ProgramData/ampcode/managed-settings.json"},
		Surfaces: []string{wire.Server}, Why: "its settings go before your own, and may forbid servers (amp.mcpPermissions)"}}, // [D] news/enterprise-managed-settings

	// A settings.jsonc is read where there is no settings.json, which hides it [O].
	Moved: []Move{
		{Old: Loc{Path: "$XDG_CONFIG_HOME/amp/settings.jsonc|~/.config/amp/settings.jsonc"}, New: Loc{Path: "$XDG_CONFIG_HOME/amp/settings.json|~/.config/amp/settings.json"}},
		{Old: Loc{Path: ".amp/settings.jsonc"}, New: Loc{Path: ".amp/settings.json"}},
	},
	Server: Server{
		User: Loc{Path: "$AMP_SETTINGS_FILE|$XDG_CONFIG_HOME/amp/settings.json|~/.config/amp/settings.json"}, Project: Loc{Path: ".amp/settings.json"}, // [O]
		Format: JSONC, Root: []string{"amp.mcpServers"}, // comments and trailing commas are fine [O], [F]
		Stdio: Fields{Command: "command", Args: "args", Env: "env"}, // [O]; cwd, timeout, disabled and enabled are passed over
		HTTP:  Fields{URL: "url", Headers: "headers"},               // [O]
		// A remote server is tried as Streamable HTTP, then SSE; type is passed over [O].
		Transports:  Transports{Stdio: "-", HTTP: "-", SSE: "-"},
		Expand:      ExpandPlain,                                                                                                               // in all fields; what is not set stays as it is [O]
		State:       []string{"includeTools"},                                                                                                  // [D]; tools list and mcp doctor show the others all the same [O]
		ProjectGate: "Amp starts a server of a project once you have run amp mcp approve NAME, and asks again after every change of its entry", // [O] amp.mcpTrustedServers
	},

	// ampcode.com/manual, of settings.json (unverified).
	Config: Config{
		User:    Loc{Path: "$AMP_SETTINGS_FILE|$XDG_CONFIG_HOME/amp/settings.json|~/.config/amp/settings.json"},
		Project: Loc{Path: ".amp/settings.json"}, Format: JSONC, Flat: true,
		Allowed: []string{"amp.showCosts", "amp.notifications.enabled", "amp.git.commit.coauthor.enabled", "amp.git.commit.ampThread.enabled"},
	},

	// Of a folder the first counts [F], [D].
	Memory: Memory{
		User:    []Loc{{Path: "~/.config/amp/AGENTS.md"}}, // read beside a ~/.config/AGENTS.md [D]
		Project: []Loc{{Path: "AGENTS.md"}, {Path: "AGENT.md"}, {Path: "CLAUDE.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // commands gave way to skills [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: false,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Amp has no custom commands any more: installed as a skill",
	},
	Skills: Content{ // skill list [O]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"},
		AlsoUser:    []Loc{{Path: "~/.config/agents/skills"}, {Path: "~/.config/amp/skills"}, {Path: "~/.claude/skills"}},
		AlsoProject: []Loc{{Path: ".claude/skills"}},
		Form:        SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Amp reads name and description of a skill; tools and model are dropped",
	},
	Actions: Actions{ // [P] registerCommand
		User: Loc{Path: "$XDG_CONFIG_HOME/amp/plugins|~/.config/amp/plugins"}, Project: Loc{Path: ".amp/plugins"},
		Format: File, Form: ActionAmp, Start: "$NAME in its command palette", Labels: true, Asks: true,
		Gate: "Amp loads plugins when it starts, or after plugins: reload in its command palette",
	},
	Gaps: []string{
		"no PermissionRequest, PreCompact, SessionEnd or Notification: a plugin sees six events",
		"a failed tool comes as PostToolUse with isError: there is no PostToolUseFailure",
		"a subagent is a thread of its own: no SubagentStart or SubagentStop",
		"SessionStart comes, too, when an existing thread is opened",
		"ask on PreToolUse needs a screen: without one it is a deny",
		"a run that failed or was cancelled is no Stop",
		"what it makes of new output or context in the result of one of its own tools is unverified",
		"a variable that is not set reaches a server as ${NAME}, as it stands", // [O]
		"a server has no working directory, time limit or switch, and its tools cannot be limited",
		"a server can be forbidden by the user's amp.mcpPermissions or the workspace's registry", // [D]
		"servers of the account are kept by its service, and not written",
		"on Windows settings may stand in %APPDATA%/amp instead (unverified): AMP_SETTINGS_FILE says so",
	},
}

// status: done, error or cancelled [P].
var ampOutcome = Outcome{
	Payload: []Sign{{At: "status", Is: `"cancelled"`, Error: wire.Interrupted}, {At: "status", Is: `"error"`}},
}
