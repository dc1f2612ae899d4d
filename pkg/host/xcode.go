package host

const (
	xcodeClaude = "~/Library/Developer/Xcode/CodingAssistant/ClaudeAgentConfig" // CLAUDE_CONFIG_DIR [X]
	xcodeCodexs = "~/Library/Developer/Xcode/CodingAssistant/codex"             // CODEX_HOME [X]
)

// Sources: [A] developer.apple.com, Setting up coding intelligence; [X] several who
// asked the agents in Xcode 26.3 for their servers (claude mcp list). Xcode starts a
// Claude Code and a Codex of its own, each with a home below its CodingAssistant
// folder, so that ~/.claude and ~/.codex are not read [X]. The files of a project are
// theirs, and all else is as in claude_code.go and codex.go. On macOS alone.
var xcodeCaller = Caller{
	ID: "xcode", Name: "Claude Agent in Xcode", Paradigm: JSONStdio, Visibility: FullHooks, As: "claude-code",
	// Its processes have Claude Code's variables: nothing tells that they are Xcode's.

	Hooks: Hooks{
		User: Loc{Darwin: xcodeClaude + "/settings.json"}, Project: Loc{Path: ".claude/settings.json"}, Local: Loc{Path: ".claude/settings.local.json"},
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested,
		Unit: Seconds, DefaultTimeoutMS: 60_000,
		Matcher: MatchRegex, Payload: ClaudePayload,
		ProjectVar: "CLAUDE_PROJECT_DIR",
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}},
		Events:     claudeEvents,
	},
	Tools:     []Tool{{Native: "Task", Canonical: Agent, Alias: true}},
	MCPTool:   MCPDouble,
	MCPPlugin: "plugin_$id_$id",
	Outcome:   &claudeOutcome,
	OwnNames:  true,
}

var xcode = Host{
	Caller: &xcodeCaller,
	Docs:   "https://developer.apple.com/documentation/xcode/setting-up-coding-intelligence",
	GUI:    true, // its PATH is restricted [X]

	Probe: Probe{Files: []Loc{{Darwin: xcodeClaude}}},
	Server: Server{
		Defers: true,
		User:   Loc{Darwin: xcodeClaude + "/.claude.json"}, Project: Loc{Path: ".mcp.json"},
		Local: Loc{Darwin: xcodeClaude + "/.claude.json"}, LocalRoot: []string{"projects", ProjectPath, "mcpServers"},
		Format: JSON, Root: []string{"mcpServers"},
		Stdio: claudeStdio, HTTP: claudeHTTP, Transports: claudeTransports,
		Expand:       ExpandShell,
		MinTimeoutMS: 1000,
		ProjectGate:  "Claude Code asks once before it starts a server from .mcp.json",
	},
	Memory: Memory{
		User: []Loc{{Darwin: xcodeClaude + "/CLAUDE.md"}}, Project: claudeMemory,
		Local: Loc{Path: "CLAUDE.local.md"}, Hides: []Loc{{Path: "AGENTS.md"}, {Path: ".claude/AGENTS.md"}},
		Imports: true,
	},
	Commands: Content{
		User: Loc{Darwin: xcodeClaude + "/commands"}, Project: Loc{Path: ".claude/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", Models: claudeModels, Fields: claudeCommand,
	},
	Skills: Content{
		User: Loc{Darwin: xcodeClaude + "/skills"}, Project: Loc{Path: ".claude/skills"},
		Form: SkillDir, Models: claudeModels, Fields: claudeSkill,
	},
	Subagents: Content{
		User: Loc{Darwin: xcodeClaude + "/agents"}, Project: Loc{Path: ".claude/agents"},
		Form: MarkdownFrontmatter, Models: claudeModels, Fields: claudeAgent, ToolNames: claudeAgentTools,
	},
	Config: Config{
		User: Loc{Darwin: xcodeClaude + "/settings.json"}, Project: Loc{Path: ".claude/settings.json"}, Local: Loc{Path: ".claude/settings.local.json"}, Format: JSON,
		Denied: claudeDenied,
	},
	Gaps: []string{
		"Xcode has a Claude Code of its own, with another home: what is installed for claude-code is not there",
		"it is called claude-code in what hooks record; what a connector has for claude-code alone (platforms.claude-code) is not in its home, and is in the files of a project",
		"Xcode gives its agents a server of its own (xcode-tools), which is left alone",
	},
}

// Sources: those of xcode.
var xcodeCodexCaller = Caller{
	ID: "xcode-codex", Name: "Codex in Xcode", Paradigm: JSONStdio, Visibility: FullHooks, As: "codex",

	Hooks: Hooks{
		User: Loc{Darwin: xcodeCodexs + "/hooks.json"}, Project: Loc{Path: ".codex/hooks.json"},
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested,
		Unit: Seconds, DefaultTimeoutMS: 600_000,
		Matcher: MatchRegex, Payload: ClaudePayload,
		WindowsCommand: "commandWindows",
		Gate:           "Codex runs a hook only after you have reviewed it; whether Xcode has a way to do so is unverified",
		Events:         codexEvents,
	},
	Tools:    codexTools,
	Unmapped: []string{"update_plan"},
	MCPTool:  MCPDouble,
	MCPMax:   64,
	MCPKept:  24,
	Outcome:  &codexOutcome,
}

var xcodeCodex = Host{
	Caller: &xcodeCodexCaller,
	Docs:   "https://developer.apple.com/documentation/xcode/setting-up-coding-intelligence",
	GUI:    true, // its PATH is restricted [X]

	Probe: Probe{Files: []Loc{{Darwin: xcodeCodexs}}},
	Server: Server{
		Defers: true,
		User:   Loc{Darwin: xcodeCodexs + "/config.toml"}, Project: Loc{Path: ".codex/config.toml"},
		Format: TOML, Root: []string{"mcp_servers"},
		Stdio: codexStdio, HTTP: codexHTTP, State: codexState,
		Transports:  Transports{Stdio: "-", HTTP: "-"},
		Expand:      ExpandNothing,
		ProjectGate: "Codex reads .codex/config.toml only in a trusted project",
	},
	Memory: Memory{
		User:     []Loc{{Darwin: xcodeCodexs + "/AGENTS.override.md"}, {Darwin: xcodeCodexs + "/AGENTS.md"}},
		Project:  []Loc{{Path: "AGENTS.override.md"}, {Path: "AGENTS.md"}},
		MaxBytes: 32 << 10,
	},
	Commands: Content{
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Fields: ContentField{Name: "name", Description: "description"},
		Note: "Codex has no custom commands any more: installed as a skill",
	},
	Skills: Content{
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Darwin: xcodeCodexs + "/skills"}}, AlsoProject: []Loc{{Path: ".codex/skills"}},
		Form: SkillDir, Fields: ContentField{Name: "name", Description: "description"},
		Note: "Codex reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{
		User: Loc{Darwin: xcodeCodexs + "/agents"}, Project: Loc{Path: ".codex/agents"},
		Form: CodexAgentTOML, Models: codexModels,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", ReadOnly: "sandbox_mode: read-only"},
		Note:   "Codex roles take no tool lists: tools are dropped",
	},
	Gaps: []string{
		"Xcode has a Codex of its own, with another home: what is installed for codex is not there",
		"it is called codex in what hooks record",
		"whether the hooks of a user can be reviewed in Xcode is unverified: until then they do not run",
	},
}
