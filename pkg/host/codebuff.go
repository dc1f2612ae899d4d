package host

// Sources: [S] npm @codebuff/sdk@0.10.7, its bundle; [F] its config directory as
// other tools read it, unverified. The program itself was not run: npm codebuff
// is a launcher that downloads it.
var codebuffCaller = Caller{
	ID: "codebuff", Name: "Codebuff", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var codebuff = Host{
	Caller: &codebuffCaller,
	Docs:   "https://www.codebuff.com/docs",

	Probe: Probe{
		Bins: []string{"codebuff"}, // [S]
		// Its old name. Not ~/.agents, which many hosts share.
		Files: []Loc{{Path: "~/.config/manicode"}}, // [S] getConfigDir
	},
	Client: []string{"codebuff"}, // [S]

	Server: Server{
		User: Loc{Path: "~/.agents/mcp.json"}, Project: Loc{Path: ".agents/mcp.json"}, // [S]
		Format: JSON, Root: []string{"mcpServers"}, // [S] JSON.parse: no comments
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"},                  // [S]
		HTTP:       Fields{URL: "url", Headers: "headers"},                                // [S]
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"}, // [S]
		Expand:     ExpandCapitals, ExpandEnvOnly: true,                                   // [S]
		Strict:    true,                                                                                                                      // [S] zod strictObject
		ClearsEnv: true,                                                                                                                      // [S] the SDK's getDefaultEnvironment
		RunsBatch: true,                                                                                                                      // [S] cross-spawn
		Gate:      "Codebuff reads mcp.json when it starts; an unknown key in any entry there, also of another host, makes it skip the file", // [S]
	},

	Memory: Memory{ // one of each folder, in this order [S]
		User:    []Loc{{Path: "~/.knowledge.md"}, {Path: "~/.AGENTS.md"}, {Path: "~/.CLAUDE.md"}, {Path: "~/.AGENTS.md"}},
		Project: []Loc{{Path: "knowledge.md"}, {Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "AGENTS.md"}},
	},
	Skills: Content{ // [S]; names of small letters, digits and single dashes
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.claude/skills"}}, AlsoProject: []Loc{{Path: ".claude/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Codebuff reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"no hooks, commands or status line",                                   // [S] nothing of the kind in the bundle
		"its agents are TypeScript modules in .agents, which are not written", // [S]
		"an environment value that begins with $ is a variable as a whole, and if that is not set Codebuff drops all servers of the file: none is written so", // [S]
		"a server gets HOME, PATH and the like of its environment only, and what its entry says",                                                              // [S]
	},
}
