package host

import "agentconnector/pkg/wire"

// Sources: [S] aaif-goose/goose (it was block/goose), source as of 2026-09, v1.48
// and a little later: hooks/mod.rs, plugins/{discovery,mcp_servers}.rs,
// agents/extension.rs, config/{base,paths,extensions}.rs, hints/load_hints.rs,
// skills/mod.rs; [D] its documentation (goose-docs.ai);
// [O] observed in 1.52.0 on Linux (npm @aaif/goose-binary-linux-x64, 2026-11).
var gooseCaller = Caller{
	ID: "goose", Name: "goose", Paradigm: JSONStdio, Visibility: FullHooks,
	// The agent's shell in older versions [D]. Since, the shell and the servers have
	// AGENT_SESSION_ID, the hooks PLUGIN_ROOT, which others set, too [S], [O].
	Runtime: []Signal{{Var: "GOOSE_TERMINAL", Value: "1"}, {Var: "AGENT", Value: "goose"}},

	Hooks: Hooks{ // of plugins, which need no plugin.json [S discovery.rs]
		User:    Loc{Path: "$GOOSE_PATH_ROOT/.agents/plugins/agent-connector/hooks/hooks.json|~/.agents/plugins/agent-connector/hooks/hooks.json"}, // [S], [D], [O]
		Project: Loc{Path: ".agents/plugins/agent-connector-project/hooks/hooks.json"},                                                             // [S], [D]
		Format:  JSON, Root: []string{"hooks"}, Shape: ClaudeNested,                                                                                // [S]; sh -c, also on Windows
		Unit: Seconds, DefaultTimeoutMS: 30_000, // [S]
		Matcher: MatchRegex, Payload: GoosePayload, // [S] of Rust; a bare * is none, and drops the rule [O]
		// The 12 of [S], all [O]. A hook says nothing by saying nothing: any other text
		// counts as a failure, after which the call goes on [O].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true}, // [S] what it says is at most a banner for the user; the model gets nothing [O]
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true}, // [S] a matcher would be tried on the prompt; what it says is not read [O]
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop}, // [S] classify_output, [O]; so does status 2 [O]
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse"},               // [S], [O] not read
			{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure"}, // [S] not read
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [S] stop_hook, [O]
			}},
			{Native: "PreToolUseResult", ParseOnly: true},     // [S] since v1.48
			{Native: "BeforeReadFile", ParseOnly: true},       // [S] beside PreToolUse
			{Native: "BeforeShellExecution", ParseOnly: true}, // [S] beside PreToolUse
			{Native: "AfterShellExecution", ParseOnly: true},  // [S] beside PostToolUse
			{Native: "AfterFileEdit", ParseOnly: true},        // [S] beside PostToolUse
		},
	},

	// [S] developer/mod.rs, summon.rs, todo.rs, [O]; those with developer__ are of older
	// versions [D].
	Outcome: &gooseOutcome,
	Tools: []Tool{
		{Native: "shell", Canonical: Bash},
		{Native: "write", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "edit", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "before", Canonical: "old_string"}, {Native: "after", Canonical: "new_string"}}},
		{Native: "delegate", Canonical: Agent},
		{Native: "todo__todo_write", Canonical: TodoWrite},
		{Native: "developer__shell", Canonical: Bash, Alias: true},
		{Native: "developer__text_editor", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}, Alias: true},
	},
	Unmapped: []string{"tree", "load", "analyze"}, // [S]

	MCPProject: "agent-connector-project_", // [S] the plugin's name and a colon, name_to_key; [O]
	MCPTool:    MCPPlain,                   // [S] fetch_public_tools, [O]
}

var goose = Host{
	Caller: &gooseCaller,
	Docs:   "https://goose-docs.ai",

	Probe: Probe{
		Bins: []string{"goose"}, Vague: true, // [D]; pressly/goose, which migrates databases, has the same name
		Files: []Loc{{Path: "$GOOSE_PATH_ROOT/config|$XDG_CONFIG_HOME/goose|~/.config/goose",
			Windows: "$GOOSE_PATH_ROOT/config|$APPDATA/Block/goose|~/AppData/Roaming/Block/goose"}}, // [S] paths.rs; macOS as Linux [D]
		Vars: []string{"GOOSE_PATH_ROOT"}, // [S]
	},
	Client: []string{"goose-cli", "goose-desktop"}, // goose-cli [S], [O], goose-desktop unverified

	Server: Server{
		User:   gooseConfig,                        // [S], [D], [O]
		Format: YAML, Root: []string{"extensions"}, // [S], [O]; its own are among them: it writes the file anew at its first start
		Stdio: gooseLocal, HTTP: gooseRemote, // [S] ExtensionConfig, [O]
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "streamable_http"}, // [S]; sse is kept for old files and loads nothing
		// Nothing of a local server is looked up; of a remote one uri and headers, from
		// envs and env_keys alone [S resolve, substitute_env_vars], [O].
		Expand: ExpandNothing, RemoteExpand: ExpandListed,
		// Without cmd, args or enabled an entry is skipped in silence [S], [O]; without
		// name it was in older versions (case 09; 1.52 takes it [O]), and with these
		// timeout and envs are what goose itself writes.
		Must:      []Const{{At: []string{"enabled"}, Value: "true"}, {At: []string{"timeout"}, Value: "300"}},
		MustStdio: []Const{{At: []string{"args"}, Value: "[]"}, {At: []string{"envs"}, Value: "{}"}},
		DropsEnv:  gooseDropsEnv,
		State:     []string{"description", "env_keys", "bundled"},     // [S] goose adds them when it writes the entry anew
		Login:     "goose opens a browser once the server refuses it", // [S] should_attempt_oauth_fallback
		InProject: &Server{
			// The servers of a plugin, since v1.39 [S mcp_servers.rs], [O]. A plugin of the
			// project takes the place of the user's of the same name [S discovery.rs]:
			// ours have two names.
			Project: Loc{Path: ".agents/plugins/agent-connector-project/.mcp.json"},
			Format:  JSON, Root: []string{"mcpServers"}, // [S]
			Stdio:       Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd"}, // [S]
			Transports:  Transports{Stdio: "-"},                                           // [S] local ones alone
			Expand:      ExpandPluginRoot,                                                 // [S]
			DropsEnv:    gooseDropsEnv,
			ProjectGate: "goose calls the server agent-connector-project:NAME, and reads it only when it is started in the project's root folder", // [S]
		},
	},

	// documentation/docs/guides/environment-variables of its repository: each may stand
	// in the file, too.
	Config: Config{
		User: gooseConfig, Format: YAML,
		Allowed: []string{"GOOSE_CLI_THEME", "GOOSE_CLI_LIGHT_THEME", "GOOSE_CLI_DARK_THEME", "GOOSE_CLI_SHOW_COST", "GOOSE_CLI_SHOW_THINKING",
			"GOOSE_CLI_MIN_PRIORITY", "GOOSE_CLI_BELL", "GOOSE_RANDOM_THINKING_MESSAGES", "GOOSE_MAX_CODE_BLOCK_LINES", "GOOSE_TRUNCATED_SHOW_LINES",
			"GOOSE_NO_CODE_TRUNCATION", "GOOSE_AUTO_COMPACT_THRESHOLD", "GOOSE_TOOL_CALL_CUTOFF"},
	},

	// All of them are read: .goosehints and AGENTS.md of the config folder, then
	// ~/.agents/AGENTS.md, then both of every folder from the root of the work tree
	// on [S load_hints.rs]. CONTEXT_FILE_NAMES can name others.
	Memory: Memory{
		User: []Loc{{Path: "$GOOSE_PATH_ROOT/config/.goosehints|$XDG_CONFIG_HOME/goose/.goosehints|~/.config/goose/.goosehints",
			Windows: "$GOOSE_PATH_ROOT/config/.goosehints|$APPDATA/Block/goose/config/.goosehints|~/AppData/Roaming/Block/goose/config/.goosehints"}},
		Project: []Loc{{Path: "AGENTS.md"}},
	},
	Commands: Content{ // /skills NAME [S]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: false,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "a command of goose is a recipe that its configuration names: installed as a skill",
	},
	Skills: Content{ // [S all_skill_dirs]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "$GOOSE_PATH_ROOT/config/skills|$XDG_CONFIG_HOME/goose/skills|~/.config/goose/skills",
			Windows: "$GOOSE_PATH_ROOT/config/skills|$APPDATA/Block/goose/config/skills|~/AppData/Roaming/Block/goose/config/skills"},
			{Path: "~/.claude/skills"}, {Path: "~/.config/agents/skills"}},
		AlsoProject: []Loc{{Path: ".goose/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "goose reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // [D custom-agents]; .goose/agents and the config folder since v1.34
		User: Loc{Path: "$GOOSE_PATH_ROOT/config/agents|$XDG_CONFIG_HOME/goose/agents|~/.config/goose/agents",
			Windows: "$GOOSE_PATH_ROOT/config/agents|$APPDATA/Block/goose/config/agents|~/AppData/Roaming/Block/goose/config/agents"},
		Project:     Loc{Path: ".goose/agents"},
		AlsoUser:    []Loc{{Path: "~/.agents/agents"}, {Path: "~/.claude/agents"}},
		AlsoProject: []Loc{{Path: ".agents/agents"}, {Path: ".claude/agents"}},
		Form:        MarkdownFrontmatter,
		Fields:      ContentField{Name: "name", Description: "description"}, // model is one of its own provider's
		Note:        "a goose agent takes no tool lists, and models of its own provider alone: tools and model are dropped",
	},
	Gaps: []string{
		"PreToolUse can deny alone: ask becomes deny, a change and context are dropped; no other hook can give the model anything",
		"a hook is told neither what a tool gave nor why it failed",                                  // [S] with_tool_output has no caller, [O]
		"a hook of SessionStart, SessionEnd or UserPromptSubmit is told no directory: it runs in it", // [O]
		"subagents run no hooks", // [S] is_subagent, [O]: what a hook denies ran there
		"it runs the hooks of a project only when it is started in its root folder; on Windows sh must be on PATH",                          // [S]
		"a Stop that is denied again and again is let through after GOOSE_STOP_HOOK_BLOCK_CAP times (8)",                                    // [S], [O]
		"no PreCompact, Notification, PermissionRequest or subagent events",                                                                 // [S]
		"a plugin that is in disabledPlugins of a settings.json, or off under plugins in config.yaml, runs no hooks: that is not looked at", // [S]
		"in an extension's environment goose drops PATH and the like: such variables are set by ac-proxy, or not at all",                    // [S]
		"its recipes and slash commands are not written, nor /etc/goose/config.yaml and GOOSE_ADDITIONAL_CONFIG_FILES looked at",            // [S]
		"goose writes config.yaml anew when it changes a setting: comments there go then",                                                   // [S] serde_yaml, [O]
		"it notes our plugin under plugins in config.yaml, and leaves the note there when the plugin is gone",                               // [O]
	},
}

var (
	gooseConfig = Loc{Path: "$GOOSE_PATH_ROOT/config/config.yaml|$XDG_CONFIG_HOME/goose/config.yaml|~/.config/goose/config.yaml",
		Windows: "$GOOSE_PATH_ROOT/config/config.yaml|$APPDATA/Block/goose/config/config.yaml|~/AppData/Roaming/Block/goose/config/config.yaml"}
	// cwd came with the servers of plugins (v1.39); an older goose does not look at it.
	gooseLocal = Fields{Name: "name", Command: "cmd", Args: "args", Env: "envs", Cwd: "cwd",
		TimeoutSec: "timeout", Enabled: "enabled", Allow: "available_tools"}
	gooseRemote = Fields{Name: "name", URL: "uri", Headers: "headers", EnvVars: "env_keys",
		TimeoutSec: "timeout", Enabled: "enabled", Allow: "available_tools"}
	// [S] Envs::DISALLOWED_KEYS, [O].
	gooseDropsEnv = []string{"PATH", "PATHEXT", "SystemRoot", "windir", "LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT", "LD_DEBUG", "LD_BIND_NOW",
		"LD_ASSUME_KERNEL", "DYLD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "DYLD_FRAMEWORK_PATH", "PYTHONPATH", "PYTHONHOME", "NODE_OPTIONS",
		"RUBYOPT", "GEM_PATH", "GEM_HOME", "CLASSPATH", "GO111MODULE", "GOROOT", "APPINIT_DLLS", "SESSIONNAME", "ComSpec", "TEMP", "TMP",
		"LOCALAPPDATA", "USERPROFILE", "HOMEDRIVE", "HOMEPATH"}
)

// Which event comes is all that is told [O].
var gooseOutcome = Outcome{}
