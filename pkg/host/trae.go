package host

import "agentconnector/pkg/wire"

// Sources: [D] docs.trae.cn/ide_hook-configuration-reference (2026-08) and
// docs.trae.ai/ide/add-mcp-servers; [X] third parties: unity-mcp (which read
// Trae's main.js), toolhive, OpenViking's and clawd-on-desk's installers.
// Nothing of it was observed. TRAE Work and the TRAE CLI are other products.
var traeCaller = Caller{
	ID: "trae", Name: "Trae", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "TRAE_PROJECT_DIR"}}, // hooks [D]; servers: none known

	Hooks: Hooks{
		User: Loc{Path: "~/.trae/hooks.json"}, Project: Loc{Path: ".trae/hooks.json"}, // [X]; project: [D]
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested, // [D]
		Unit: Seconds, DefaultTimeoutMS: 30_000, // [D]
		Matcher: MatchRegex, Payload: ClaudePayload, // [D]
		ProjectVar: "TRAE_PROJECT_DIR", // [D]
		// Claude Code's hooks, of the user and of a project, if the user has imported them [D].
		AlsoRuns: []string{"claude-code"}, Marks: []string{"workspace_roots"},
		Gate:   traeGate,
		Events: traeEvents,
	},

	Outcome:  &uniformOutcome, // unverified: [D] shows no call that failed
	Tools:    traeTools,
	Unmapped: traeUnmapped,
	MCPTool:  MCPDouble, // [D]
}

var trae = Host{
	Caller: &traeCaller,
	Docs:   "https://docs.trae.ai",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins: []string{"trae"}, // [X]
		Files: []Loc{{Path: "$XDG_CONFIG_HOME/Trae|~/.config/Trae", Darwin: "~/Library/Application Support/Trae", Windows: "$APPDATA/Trae|~/AppData/Roaming/Trae"}, // [X]
			{Path: "~/.trae"}}, // [X]
	},

	Above: []Above{{Scope: wire.ScopeUser, At: Loc{Path: "$XDG_CONFIG_HOME/Trae/mcp.json|~/.config/Trae/mcp.json",
		Darwin: "~/Library/Application Support/Trae/mcp.json", Windows: "$APPDATA/Trae/mcp.json|~/AppData/Roaming/Trae/mcp.json"},
		Surfaces: []string{wire.Server}, Why: "Trae does not read it: a server there is none"}}, // [X]
	Server: Server{
		// The editor's user-data folder; one level up it is never read [X].
		User: Loc{Path: "$XDG_CONFIG_HOME/Trae/User/mcp.json|~/.config/Trae/User/mcp.json",
			Darwin: "~/Library/Application Support/Trae/User/mcp.json", Windows: "$APPDATA/Trae/User/mcp.json|~/AppData/Roaming/Trae/User/mcp.json"},
		Project: Loc{Path: ".trae/mcp.json"},        // [D]
		Format:  JSON, Root: []string{"mcpServers"}, // [D]
		Stdio:       traeStdio,
		HTTP:        traeHTTP,
		Transports:  traeTransports,
		Expand:      ExpandNothing, // unverified
		State:       traeState,
		ProjectGate: traeProjectGate,
	},

	Memory: Memory{User: []Loc{{Path: "~/.trae/user_rules.md"}}, Project: []Loc{{Path: ".trae/rules/project_rules.md"}}}, // [X]
	Commands: Content{ // [X]; fields unverified
		User: Loc{Path: "~/.trae/commands"}, Project: Loc{Path: ".trae/commands"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description"},
		Note:   "a command of Trae has a description alone: unverified",
	},
	Skills: Content{ // [X]
		User: Loc{Path: "~/.trae/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoProject: []Loc{{Path: ".trae/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Trae reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // from 3.3.67 on, with a beta switch [X]
		User: Loc{Path: "~/.trae/agents"}, Project: Loc{Path: ".trae/agents"},
		Form:   MarkdownFrontmatter,
		Fields: traeAgent,
		Note:   "Trae reads agents from files only with the switch for them under Settings > Beta",
	},
	Gaps: traeGaps,
}

// Sources: those of trae. It is the edition for China, which is installed beside
// the other one; its files in a project are the same.
var traeCNCaller = Caller{
	ID: "trae-cn", Name: "Trae CN", Paradigm: JSONStdio, Visibility: FullHooks, As: "trae",
	Runtime: []Signal{{Var: "TRAE_PROJECT_DIR"}}, // [D]

	Hooks: Hooks{
		User: Loc{Path: "~/.trae-cn/hooks.json"}, Project: Loc{Path: ".trae/hooks.json"}, // [D]
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested, // [D]
		Unit: Seconds, DefaultTimeoutMS: 30_000, // [D]
		Matcher: MatchRegex, Payload: ClaudePayload, // [D]
		ProjectVar: "TRAE_PROJECT_DIR",                                          // [D]
		AlsoRuns:   []string{"claude-code"}, Marks: []string{"workspace_roots"}, // [D]
		Gate:   traeGate,
		Events: traeEvents,
	},

	Outcome:  &uniformOutcome,
	Tools:    traeTools,
	Unmapped: traeUnmapped,
	MCPTool:  MCPDouble, // [D]
}

var traeCN = Host{
	Caller: &traeCNCaller,
	Docs:   "https://docs.trae.cn",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins: []string{"trae-cn"}, // [X]
		Files: []Loc{{Path: "$XDG_CONFIG_HOME/Trae CN|~/.config/Trae CN", Darwin: "~/Library/Application Support/Trae CN", Windows: "$APPDATA/Trae CN|~/AppData/Roaming/Trae CN"}, // [X]
			{Path: "~/.trae-cn"}}, // [D]
	},

	Above: []Above{{Scope: wire.ScopeUser, At: Loc{Path: "$XDG_CONFIG_HOME/Trae CN/mcp.json|~/.config/Trae CN/mcp.json",
		Darwin: "~/Library/Application Support/Trae CN/mcp.json", Windows: "$APPDATA/Trae CN/mcp.json|~/AppData/Roaming/Trae CN/mcp.json"},
		Surfaces: []string{wire.Server}, Why: "Trae does not read it: a server there is none"}}, // [X]
	Server: Server{
		User: Loc{Path: "$XDG_CONFIG_HOME/Trae CN/User/mcp.json|~/.config/Trae CN/User/mcp.json",
			Darwin: "~/Library/Application Support/Trae CN/User/mcp.json", Windows: "$APPDATA/Trae CN/User/mcp.json|~/AppData/Roaming/Trae CN/User/mcp.json"}, // [X]
		Project: Loc{Path: ".trae/mcp.json"}, // [D]
		Format:  JSON, Root: []string{"mcpServers"},
		Stdio:       traeStdio,
		HTTP:        traeHTTP,
		Transports:  traeTransports,
		Expand:      ExpandNothing, // unverified
		State:       traeState,
		ProjectGate: traeProjectGate,
	},

	Memory: Memory{User: []Loc{{Path: "~/.trae-cn/user_rules.md"}}, Project: []Loc{{Path: ".trae/rules/project_rules.md"}}}, // unverified; [X]
	Commands: Content{
		User: Loc{Path: "~/.trae-cn/commands"}, Project: Loc{Path: ".trae/commands"}, // unverified; [X]
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description"},
		Note:   "a command of Trae has a description alone: unverified",
	},
	Skills: Content{
		User: Loc{Path: "~/.trae-cn/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true, // unverified; [X]
		AlsoProject: []Loc{{Path: ".trae/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Trae reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{
		User: Loc{Path: "~/.trae-cn/agents"}, Project: Loc{Path: ".trae/agents"}, // unverified; [X]
		Form:   MarkdownFrontmatter,
		Fields: traeAgent,
		Note:   "Trae reads agents from files only with the switch for them under Settings > Beta",
	},
	Gaps: traeGaps,
}

// What both editions share.
var (
	traeStdio = Fields{Command: "command", Args: "args", Env: "env"} // [D]
	traeHTTP  = Fields{URL: "url", Headers: "headers"}               // [X]
	// Streamable HTTP and SSE look alike, with a url alone [X]; type is not documented.
	traeTransports = Transports{Stdio: "-", HTTP: "-", SSE: "-"}
	traeState      = []string{"enabled", "fromGalleryId"}                                                                       // [X]
	traeAgent      = ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", ToolSep: ", "} // [X]

	traeEvents = []Event{ // the 6 of [D]
		{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockContext},
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: traeDeny},
			{Decision: wire.Ask, Form: traeAsk},
			{Decision: wire.Modify, Form: InputAlone, Note: "the new input replaces the old one whole"},
			{Decision: wire.Context, Form: ContextNested},
			{Decision: Grant, Form: PermissionAllow, Note: "a tool that runs by hand only still asks"},
		}},
		{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockContext, Note: "the tool has run: the model is told so"},
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues}, // 5 times (loop_limit)
		}},
		{Canonical: wire.Notification, Native: "Notification", NoMatcher: true}, // its matcher is the kind of notification
	}
	traeTools = []Tool{ // the others have the canonical names [D]
		{Native: "RunCommand", Canonical: Bash},
	}
	traeUnmapped = []string{"LS"} // [D]
	traeGaps     = []string{
		"hooks need IDE 3.3.66 or later; the enterprise edition takes HTTP hooks alone",
		"no SessionEnd, no PreCompact, no PermissionRequest, no events of subagents and of failed tools",
		"PostToolUse cannot change the output of a tool",
		"on Windows hooks run in PowerShell, and the sandbox breaks quoted paths: a home with a space in its path may keep them from starting",
		"a server has no working directory, no time limit and no tool lists; variables in its entry are expanded by ac-proxy",
		"both editions are called trae in what hooks record",
	}
)

const (
	traeDeny Form = nested + `"permissionDecision":"deny","permissionDecisionReason":$reason,"additionalContext":$context}}`
	traeAsk  Form = nested + `"permissionDecision":"ask","permissionDecisionReason":$reason,"additionalContext":$context}}`

	traeGate        = "in Trae, enable the hooks under Settings > Hooks (global and project each), and let them run outside the sandbox: in it ac-hook may not reach its files" // [D]
	traeProjectGate = "Trae reads .trae/mcp.json only with project MCP enabled under Settings > MCP"                                                                            // [D]
)
