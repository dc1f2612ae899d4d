package host

import "agentconnector/pkg/wire"

// Sources: [B] the program @kilocode/cli@7.7.7, its bundled JavaScript and its
// built-in guide on configuration; [T] types of npm @kilocode/plugin@7.3.1;
// [O] observed in 7.7.7, run offline with a scripted model; [M] the same,
// replies of a plugin measured (reply contracts). A fork of opencode. What our own
// module does was observed in 7.7.7, too, decision by decision.
var kiloCLICaller = Caller{
	ID: "kilo-cli", Name: "Kilo CLI", Paradigm: TSPlugin, Visibility: FullHooks,
	Runtime: []Signal{{Var: "KILO", Value: "1"}, {Var: "KILO_PID"}}, // it sets OPENCODE=1, too [O]
	Hooks:   kiloHooks,

	Outcome:  &opencodeOutcome, // a fork of opencode (seed 000)
	Tools:    kiloTools,
	Unmapped: kiloUnmapped,
	MCPTool:  MCPBare, // [O]
}

var kiloCLI = Host{
	Caller: &kiloCLICaller,
	Docs:   "https://kilo.ai/docs",

	Probe: Probe{
		Bins:  []string{"kilo", "kilocode"},                                                                                                                  // [B]
		Files: []Loc{{Path: "$KILO_CONFIG_DIR/|$XDG_CONFIG_HOME/kilo|~/.config/kilo"}, {Path: "$XDG_DATA_HOME/kilo|~/.local/share/kilo"}, {Path: "~/.kilo"}}, // [B]
		Vars:  []string{"KILO_CONFIG_DIR"},                                                                                                                   // [B]
	},
	Client: []string{"kilo", "kilocode"}, // [O]; seed 000's name for it

	Above: kiloAbove,

	Server:    kiloServer,
	Config:    kiloConfig,
	Memory:    kiloMemory,
	Commands:  kiloCommands,
	Skills:    kiloSkills,
	Subagents: kiloSubagents,

	// As opencode's; kilo plugin takes a folder and lists it in a file opencode.json,
	// which it makes beside its own [O]; no command takes it out.
	Plugin: Plugin{
		Format: "kilo-plugin",
		Proof:  "Kilo CLI 7.7.7 takes it with kilo plugin and works with it",
		Manifest: Document{Path: "package.json", Members: []Member{
			{"name", `"kilo-$id"`}, {"version", SayAnyVersion}, {"description", SayDescription}, {"type", `"module"`}, {"main", `"./index.js"`},
			{"exports", `{".":"./index.js","./server":"./index.js"}`}, {"keywords", `["kilo-plugin"]`}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Module: "index.js", Glue: "package_opencode.js", Listed: opencodePlugins, ByHand: []string{"kilo plugin -g $dir"},
		Server: "kilo.json", Hooks: ".", Skills: "skills", Memory: "AGENTS.md",
		CommandsIn: Entries{Root: opencodeCommandRoot, Body: "template"}, SubagentsIn: Entries{Root: opencodeAgentRoot, Body: "prompt"},
	},
	Gaps: []string{
		"tool.execute.before cannot ask: ask becomes deny",
		"PermissionRequest is answered beside the question that the user sees, since 7.7.7 never calls permission.ask",
		"no hook runs after an MCP tool that failed",
		"a failing shell command comes as PostToolUse: there is no PostToolUseFailure, and no Notification",
		"Stop cannot be denied: session.idle tells that it has happened",
		"a session that is resumed fires no SessionStart, and SessionEnd comes when a session is deleted",
		"a refused prompt fails with an error that does not tell the reason",
		"a tool of an MCP server is known by SERVER_TOOL: where the server has an underscore in its name, its first part counts as the name",
	},
}

// What the VS Code extension has, too: it runs the same program.
var (
	kiloAbove = []Above{ // [B]
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/kilo/kilo.json", Darwin: "/Library/Application Support/kilo/kilo.json", Windows: "$ProgramData/kilo/kilo.json|C:/ProgramData/kilo/kilo.json"},
			Surfaces: []string{wire.Server}, Why: "what it says of a server of the same name goes before your own file"},
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/kilo/kilo.jsonc", Darwin: "/Library/Application Support/kilo/kilo.jsonc", Windows: "$ProgramData/kilo/kilo.jsonc|C:/ProgramData/kilo/kilo.jsonc"},
			Surfaces: []string{wire.Server}, Why: "what it says of a server of the same name goes before your own file"},
	}

	// Lists stand apart: of a struct with lists in it, which two hosts share, the
	// compiler would make the second copy when the program starts.
	kiloRoot = []string{"mcp"}

	kiloServer = Server{
		User:    Loc{Path: "$KILO_CONFIG_DIR/kilo.json|$XDG_CONFIG_HOME/kilo/kilo.json|~/.config/kilo/kilo.json"}, // read beside a kilo.jsonc [B]
		Project: Loc{Path: "kilo.json"},                                                                           // [B]
		Format:  JSONC, Root: kiloRoot,                                                                            // [B]
		Stdio:      Fields{Argv: "command", Env: "environment", Cwd: "cwd", TimeoutMS: "timeout", Enabled: "enabled"}, // [B]
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Enabled: "enabled"},                  // [B]
		Transports: Transports{TypeKey: "type", Stdio: "local", HTTP: "remote", SSE: "remote"},                        // as opencode
		Expand:     ExpandBraces,                                                                                      // as opencode
	}

	// The schema of the configuration [B], as in opencode.
	kiloConfig = Config{
		User:    Loc{Path: "$KILO_CONFIG_DIR/kilo.json|$XDG_CONFIG_HOME/kilo/kilo.json|~/.config/kilo/kilo.json"},
		Project: Loc{Path: "kilo.json"}, Format: JSONC,
		Allowed: kiloSettings,
	}
	kiloSettings = []string{"compaction", "username", "experimental.disable_paste_summary"}

	kiloHooks = Hooks{
		User:    Loc{Path: "$KILO_CONFIG_DIR/plugins|$XDG_CONFIG_HOME/kilo/plugins|~/.config/kilo/plugins"}, // [B] {plugin,plugins}/*.{ts,js}
		Project: Loc{Path: ".kilo/plugins"},                                                                 // [B]
		Format:  File, Shape: OpencodeModule,
		Unit: Millis, DefaultTimeoutMS: 60_000, // the host has no limit; our module has
		Matcher: MatchNone, Payload: OpencodePayload,
		Gate:   "Kilo loads plugins when it starts: quit and start it again; in VS Code, reload the window",
		Events: opencodeEvents, // the hooks of [T] are opencode's; replies measured [M]
	}

	// As opencode; ~/.claude/CLAUDE.md is unverified and left out.
	kiloMemory = Memory{
		User: kiloUserMemory, Project: kiloProjectMemory,
	}
	kiloUserMemory    = []Loc{{Path: "$KILO_CONFIG_DIR/AGENTS.md|$XDG_CONFIG_HOME/kilo/AGENTS.md|~/.config/kilo/AGENTS.md"}} // [B]
	kiloProjectMemory = []Loc{{Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "CONTEXT.md"}, {Path: "AGENTS.md"}}

	kiloCommands = Content{ // [B]
		User: Loc{Path: "$KILO_CONFIG_DIR/commands|$XDG_CONFIG_HOME/kilo/commands|~/.config/kilo/commands"}, Project: Loc{Path: ".kilo/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", Models: opencodeModels, // [B]
		Fields: ContentField{Description: "description", Model: "model", Subtask: "subtask"}, // [B]
		Note:   "a Kilo command has no argument hint and no tool lists",
	}

	kiloSkills = Content{ // kilo debug skill [O]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"},
		AlsoUser: kiloUserSkills, AlsoProject: kiloProjectSkills,
		Form: SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Kilo reads name and description of a skill; tools and model are dropped",
	}

	kiloUserSkills    = []Loc{{Path: "$KILO_CONFIG_DIR/skills|$XDG_CONFIG_HOME/kilo/skills|~/.config/kilo/skills"}, {Path: "~/.claude/skills"}}
	kiloProjectSkills = []Loc{{Path: ".kilo/skills"}, {Path: ".claude/skills"}}

	kiloSubagents = Content{ // [B]
		User: Loc{Path: "$KILO_CONFIG_DIR/agents|$XDG_CONFIG_HOME/kilo/agents|~/.config/kilo/agents"}, Project: Loc{Path: ".kilo/agents"},
		Form:      MarkdownFrontmatter,
		Fields:    ContentField{Description: "description", Model: "model", Always: "mode: subagent", AllowTools: "permission", DenyTools: "permission", ToolSep: ToolRules},
		ToolNames: opencodeRules, Models: opencodeModels,
		Note: "a Kilo agent has permissions instead of tool lists: one for all that edits files; where a list says what it may use, nothing else is",
	}

	// Names and inputs as the model is offered them [O].
	kiloTools = []Tool{
		{Native: "bash", Canonical: Bash},
		{Native: "read", Canonical: Read, Inputs: []Input{{Native: "filePath", Canonical: "file_path"}}},
		{Native: "write", Canonical: Write, Inputs: []Input{{Native: "filePath", Canonical: "file_path"}}},
		{Native: "edit", Canonical: Edit, Inputs: []Input{{Native: "filePath", Canonical: "file_path"}, {Native: "oldString", Canonical: "old_string"}, {Native: "newString", Canonical: "new_string"}, {Native: "replaceAll", Canonical: "replace_all"}}},
		{Native: "apply_patch", Canonical: Edit, Alias: true}, // seed 000
		{Native: "grep", Canonical: Grep, Inputs: []Input{{Native: "include", Canonical: "glob"}}},
		{Native: "glob", Canonical: Glob},
		{Native: "task", Canonical: Agent},
		{Native: "webfetch", Canonical: WebFetch},
		{Native: "websearch", Canonical: WebSearch}, // seed 000
		{Native: "todowrite", Canonical: TodoWrite},
		{Native: "skill", Canonical: Skill}, // seed 000, as are the next three
		{Native: "question", Canonical: AskUserQuestion},
		{Native: "todoread", Canonical: TaskList},
		{Native: "plan", Canonical: EnterPlanMode},
	}

	kiloUnmapped = []string{"agent_manager", "lsp", "invalid", "plan_exit", // seed 000
		"background_process", "board_post", "board_read", "cancel_wakeup", "schedule_wakeup", "kilo_local_recall", // [O]
		"list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"} // [O]
)
