package host

// Sources: [R] warpdotdev/warp, source of 2026-08-22 (app/src/ai/mcp, crates/mcp,
// crates/ai/src/project_context); [D] docs.warp.dev, MCP and file locations.
// Nothing was run.
var warpCaller = Caller{
	ID: "warp", Name: "Warp", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var warp = Host{
	Caller: &warpCaller,
	Docs:   "https://docs.warp.dev",

	Probe: Probe{
		Bins: []string{"warp-terminal"}, // unverified
		Files: []Loc{{Path: "~/.warp"}, // [D]
			{Path: "$XDG_CONFIG_HOME/warp-terminal|~/.config/warp-terminal", Darwin: "~/Library/Application Support/dev.warp.Warp-Stable", Windows: "$LOCALAPPDATA/warp/Warp"}}, // [D]
	},
	// TERM_PROGRAM=WarpTerminal is the terminal, in which any agent may run.

	Server: Server{
		User: Loc{Path: "~/.warp/.mcp.json"}, Project: Loc{Path: ".warp/.mcp.json"}, // [R, D] on every system
		AlsoUser: []string{"claude-code", "codex"}, AlsoProject: []string{"claude-code", "codex"}, // [R] enum MCPProvider
		Format: JSON, Root: []string{"mcpServers"}, // [R]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "working_directory"},                                             // [R]; cwd is unknown to it
		HTTP:       Fields{URL: "url", Headers: "headers"},                                                                                     // [R]
		Transports: Transports{Stdio: "-", HTTP: "-", SSE: "-"},                                                                                // [R] it tries the one, then the other
		Expand:     ExpandFileText,                                                                                                             // [R] substitute_env_vars
		RunsInCmd:  true,                                                                                                                       // [R] runtime.rs
		Gate:       "Warp starts the server by itself; it also reads ~/.claude.json and ~/.codex/config.toml, and takes equal entries for one", // [R]
		// [D]
		ProjectGate: "Warp starts a server of a project only after you have approved it",
	},

	Memory: Memory{ // WARP.md goes before AGENTS.md in a folder [R]
		User:    []Loc{{Path: "~/.agents/AGENTS.md"}},
		Project: []Loc{{Path: "WARP.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // app/src/terminal/input/slash_command_model.rs [R]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Warp has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Skills: Content{ // [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.warp/skills"}}, AlsoProject: []Loc{{Path: ".warp/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Warp reads name and description of a skill; tools and model are dropped", // unverified
	},
	// A workflow puts its command into the input, where the user starts it.
	// [R] user_config, workflows/local_workflows.rs, paths.rs data_dir; format:
	// FORMAT.md of warpdotdev/workflows; Windows: [D].
	Actions: Actions{
		User: Loc{Path: "$XDG_DATA_HOME/warp-terminal/workflows|~/.local/share/warp-terminal/workflows", Darwin: "~/.warp/workflows",
			Windows: "$APPDATA/warp/Warp/data/workflows|~/AppData/Roaming/warp/Warp/data/workflows"},
		Project: Loc{Path: ".warp/workflows"},
		Format:  File, Form: ActionWorkflow, Start: "$NAME in its workflows (Ctrl+Shift+R), and Enter", Labels: true, Asks: true,
	},

	Gaps: []string{
		"no hooks, subagents or status line that a file says", // [R, D]
		"of the entries in the files of Claude Code and Codex that differ from its own, as ours do, Warp makes servers of their own, which it starts only if you say so", // [R]
		"servers that were added in Warp's own window are in Warp Drive, not in a file",                                                                                  // [D]
		"one ${X} in a file whose variable is not set makes Warp drop all its servers: ac-proxy expands them, and in a project none is written",                          // [R]
		"for the same reason Warp takes no server from ~/.claude.json while an entry there has a variable that is not set, or a default",                                 // [R]
		"on Windows Warp gives the command to cmd.exe: an argument with a character that means something there is refused",                                               // [R]
	},
}
