package host

import "agentconnector/pkg/wire"

// Sources: [V] code.visualstudio.com docs/agents/reference/mcp-configuration
// (2026-11-25) and docs/agent-customization/migrate-customizations (2026-09-30);
// nothing was run. Its default harness is the Copilot CLI: files, events and
// replies are copilot_cli.go's. .vscode/mcp.json and the profile's mcp.json belong
// to the older harness, which is deprecated, and whose servers VS Code hands on
// and offers to move: an entry there, too, would be a second server.
var vscodeCopilotCaller = Caller{
	ID: "vscode-copilot", Name: "GitHub Copilot in VS Code", Paradigm: JSONStdio, Visibility: FullHooks, As: "copilot-cli", Stamp: "copilot",
	Hooks: Hooks{
		User: copilotUserHooks, Project: copilotProjectHooks, Beside: true, // [V]
		Format: JSON, Root: []string{"hooks"}, Shape: CopilotFlat, PowerShell: "powershell",
		Header: []Const{{At: []string{"version"}, Value: "1"}},
		Unit:   Seconds, DefaultTimeoutMS: 30_000,
		Matcher: MatchRegex, Payload: CopilotPayload,
		ProjectVar: "COPILOT_PROJECT_DIR",
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}},
		Gate:       "VS Code runs the hooks of a project only in a workspace that you trust", // unverified
		Events:     copilotEvents,                                                            // [V] the CLI's implementation
	},

	Outcome:  &vscodeOutcome,
	Tools:    copilotTools,
	Unmapped: []string{"list_bash", "read_bash", "stop_bash", "write_bash", "list_agents", "read_agent", "write_agent", "skill"},
	MCPTool:  MCPDash,
}

var vscodeCopilot = Host{
	Caller: &vscodeCopilotCaller,
	Docs:   "https://code.visualstudio.com/docs/copilot",
	GUI:    true, // unverified what it makes of the login shell

	// What the extension keeps, in the stable and the Insiders edition; unverified.
	Probe: Probe{Files: []Loc{
		{Path: "$XDG_CONFIG_HOME/Code/User/globalStorage/github.copilot-chat|~/.config/Code/User/globalStorage/github.copilot-chat",
			Darwin: "~/Library/Application Support/Code/User/globalStorage/github.copilot-chat", Windows: "$APPDATA/Code/User/globalStorage/github.copilot-chat|~/AppData/Roaming/Code/User/globalStorage/github.copilot-chat"},
		{Path: "$XDG_CONFIG_HOME/Code - Insiders/User/globalStorage/github.copilot-chat|~/.config/Code - Insiders/User/globalStorage/github.copilot-chat",
			Darwin: "~/Library/Application Support/Code - Insiders/User/globalStorage/github.copilot-chat", Windows: "$APPDATA/Code - Insiders/User/globalStorage/github.copilot-chat|~/AppData/Roaming/Code - Insiders/User/globalStorage/github.copilot-chat"},
	}},
	// What its processes have in their environment is the CLI's; unverified.

	Above: []Above{
		{Scope: wire.ScopeManaged, At: copilotManagedAt, Surfaces: []string{wire.Server}, Why: copilotForbids},
		{Scope: wire.ScopeUser, At: Loc{Path: "$XDG_CONFIG_HOME/Code/User/settings.json|~/.config/Code/User/settings.json",
			Darwin: "~/Library/Application Support/Code/User/settings.json", Windows: "$APPDATA/Code/User/settings.json|~/AppData/Roaming/Code/User/settings.json"},
			If: vscodeHookFiles, Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: vscodeNotAsked},
		{Scope: wire.ScopeUser, At: Loc{Path: "$XDG_CONFIG_HOME/Code - Insiders/User/settings.json|~/.config/Code - Insiders/User/settings.json",
			Darwin: "~/Library/Application Support/Code - Insiders/User/settings.json", Windows: "$APPDATA/Code - Insiders/User/settings.json|~/AppData/Roaming/Code - Insiders/User/settings.json"},
			If: vscodeHookFiles, Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: vscodeNotAsked},
		{Scope: wire.ScopeProject, At: Loc{Path: ".vscode/settings.json"},
			If: vscodeHookFiles, Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: vscodeNotAsked},
	},

	Server: Server{
		User: copilotServers, Project: Loc{Path: ".mcp.json"}, ProjectOf: "claude-code", // [V]
		Format: JSON, Root: []string{"mcpServers"}, Stdio: copilotLocal, HTTP: copilotRemote, // [V]
		Transports: Transports{TypeKey: "type", Stdio: "local", HTTP: "http", SSE: "sse"},
		Expand:     ExpandWordsDefault, // unverified
		// As for every server there, by the older docs of that harness.
		Asks:        &vscodeLocal,
		Gate:        "VS Code asks whether you trust the server before it starts it",
		ProjectGate: "VS Code asks whether you trust the server before it starts it",
	},
	Memory: Memory{User: copilotMemory, Project: []Loc{{Path: "AGENTS.md"}}}, // user: as the CLI, unverified
	Commands: Content{ // prompt files are not read by the Copilot harness, which has skills for them [V]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Copilot has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Subagents: Content{ // [V]; the form is the CLI's
		User: Loc{Path: "$COPILOT_HOME/agents|~/.copilot/agents"}, Project: Loc{Path: ".github/agents"},
		Form: MarkdownFrontmatter, Ext: ".agent.md", Fields: copilotAgent, ToolNames: copilotAgentTools, MCPTool: MCPSlash,
		Note: "an agent of Copilot has no list of tools that it may not use",
	},
	Skills: Content{ // [V]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "$COPILOT_HOME/skills|~/.copilot/skills"}},
		AlsoProject: []Loc{{Path: ".github/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Copilot reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"it is called copilot-cli in pointers and in what hooks record: it runs the same files",
		"the deprecated Local harness is not served: it reads .vscode/mcp.json, and runs hooks of .claude/settings.json and of .github/hooks under other names",
		"an entry of ours that its migration moves from another file is not known as ours there",
		"inputs (${input:ID}, which VS Code asks for) are that harness's, and it hands no such server on: the files that are served know none, and a server that needs one is told of with what to put where; else a secret comes from the environment", // [V]
		"chat.hookFilesLocations is that harness's, too: hooks run from ~/.copilot/hooks and .github/hooks whatever it says",                                                                                                                            // [V]
		"prompt files are not read by the Copilot harness: commands are skills",                                                                                                                                                                         // [V]
	},
}

// vscodeHookFiles is where the Local harness looks for hooks [V].
var vscodeHookFiles = []Const{{At: []string{"chat.hookFilesLocations"}}}

const vscodeNotAsked = "chat.hookFilesLocations there is that of the deprecated Local agent: the hooks run from ~/.copilot/hooks and .github/hooks, whatever it says"

// vscodeLocal are the servers of the Local harness, which asks for inputs
// (code.visualstudio.com/docs/agents/reference/mcp-configuration).
var vscodeLocal = Server{
	User:    Loc{Path: "~/.config/Code/User/mcp.json", Darwin: "~/Library/Application Support/Code/User/mcp.json", Windows: "~/AppData/Roaming/Code/User/mcp.json"},
	Project: Loc{Path: ".vscode/mcp.json"},
	Format:  JSONC, Root: []string{"servers"},
	Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd"},
	HTTP:       Fields{URL: "url", Headers: "headers"},
	Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"},
	Expand:     ExpandEnv,
}

// VS Code's tool_response may be a text; that of a command in the terminal ends with
// its exit code (seed 000's source system; unverified).
var vscodeOutcome = Outcome{
	Exit:     uniformExit,
	ExitText: []ExitText{{Before: "Command exited with code "}},
	Output:   []Sign{failedType, failedSuccess, failedMCP},
}
