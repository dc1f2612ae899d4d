package host

// Sources: seed 000, GitHub Copilot app, seen live there in 1.1.14 on macOS; [V]
// vscode-copilot.addendum: the hosts that run the Copilot CLI share its files. It
// keeps a pool of Copilot CLI processes: files, events and replies are copilot_cli.go's.
var copilotAppCaller = Caller{
	ID: "copilot-app", Name: "GitHub Copilot app", Paradigm: JSONStdio, Visibility: FullHooks, As: "copilot-cli",
	Hooks: Hooks{
		User: copilotUserHooks, Project: copilotProjectHooks, Beside: true, // user: seen live, seed 000; project: [V]
		Format: JSON, Root: []string{"hooks"}, Shape: CopilotFlat, PowerShell: "powershell",
		Header: []Const{{At: []string{"version"}, Value: "1"}},
		Unit:   Seconds, DefaultTimeoutMS: 30_000,
		Matcher: MatchRegex, Payload: CopilotPayload,
		ProjectVar: "COPILOT_PROJECT_DIR",
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}},
		Gate:       "the Copilot app runs the hooks of a project only after its folder is trusted", // as the CLI; unverified
		Events:     copilotEvents,
	},

	Outcome: &copilotOutcome,
	Tools:   copilotTools,
	Unmapped: []string{"rename_session", "rename_branch", // seed 000
		"list_bash", "read_bash", "stop_bash", "write_bash", "list_agents", "read_agent", "write_agent", "skill"},
	MCPTool: MCPDash,
}

var copilotApp = Host{
	Caller: &copilotAppCaller,
	Docs:   "https://docs.github.com/en/copilot",
	GUI:    true, // unverified what it makes of the login shell

	// The app alone makes data.db; session-state and the rest are the CLI's, too.
	Probe: Probe{Files: []Loc{{Path: "$COPILOT_HOME/data.db|~/.copilot/data.db"}}}, // seed 000; elsewhere than on macOS unverified
	// What its processes have in their environment is the CLI's.

	Above: copilotAbove,

	Server: Server{
		User: copilotServers, Project: Loc{Path: ".mcp.json"}, ProjectOf: "claude-code", // [V]
		Format: JSON, Root: []string{"mcpServers"}, Stdio: copilotLocal, HTTP: copilotRemote,
		Transports:  Transports{TypeKey: "type", Stdio: "local", HTTP: "http", SSE: "sse"},
		Expand:      ExpandWordsDefault,                                                                              // unverified
		Gate:        "whether the Copilot app hands the servers of mcp-config.json on to its sessions is unverified", // seed 000
		ProjectGate: "whether the Copilot app hands the servers of .mcp.json on to its sessions is unverified",
	},
	Memory: Memory{User: copilotMemory, Project: []Loc{{Path: "AGENTS.md"}}}, // as the CLI; unverified
	Commands: Content{ // as the CLI; unverified
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "the Copilot app has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Subagents: Content{ // as the CLI; unverified
		User: Loc{Path: "$COPILOT_HOME/agents|~/.copilot/agents"}, Project: Loc{Path: ".github/agents"},
		Form: MarkdownFrontmatter, Ext: ".agent.md", Fields: copilotAgent, ToolNames: copilotAgentTools, MCPTool: MCPSlash,
		Note: "an agent of Copilot has no list of tools that it may not use",
	},
	Skills: Content{ // as the CLI; unverified
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "$COPILOT_HOME/skills|~/.copilot/skills"}},
		AlsoProject: []Loc{{Path: ".github/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "the Copilot app reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"it is called copilot-cli in pointers and in what hooks record: it runs the same files",
		"hooks do not run in sessions in the cloud",               // seed 000: unconfirmed
		"no status line: that of the CLI's settings is not shown", // unverified
	},
}
