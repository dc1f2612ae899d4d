package host

// Sources: [R] rulesync 17, aiassistant-paths, which read the plugin's plugin.xml
// (llm.mcp.client.{project,global}.mcp.json.path of builds 262.10315 and 263.4732);
// [D] jetbrains.com/help/ai-assistant (mcp, configure-project-rules, agent-skills);
// [J] jetbrains.com/help/air (mcp-servers, air-in-ides-extend-agent-capabilities,
// skills); [P] JetBrains' list of the folders of its IDEs. Nothing was run. Agents in
// its chat that are products of their own, as Junie, Claude Code and Codex, have their
// own files.
var jetbrainsAICaller = Caller{
	ID: "jetbrains-ai", Name: "JetBrains AI Assistant and Air", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var jetbrainsAI = Host{
	Caller: &jetbrainsAICaller,
	Docs:   "https://www.jetbrains.com/help/ai-assistant/mcp.html",
	GUI:    true, // unverified what it makes of the login shell

	Server: Server{
		User: Loc{Path: "~/.ai/mcp/mcp.json"}, Project: Loc{Path: ".ai/mcp/mcp.json"}, // [R]
		Homes: []Home{
			// The plugin, in any IDE [P], [R], or what it has made.
			{At: Loc{Path: "$XDG_DATA_HOME/JetBrains/*/ml-llm|~/.local/share/JetBrains/*/ml-llm", Darwin: "~/Library/Application Support/JetBrains/*/plugins/ml-llm",
				Windows: "$APPDATA/JetBrains/*/plugins/ml-llm|~/AppData/Roaming/JetBrains/*/plugins/ml-llm"}, File: Loc{Path: "~/.ai/mcp/mcp.json"}},
			{At: Loc{Path: "~/.ai/mcp"}, In: "mcp.json"},
			{At: Loc{Path: "~/.jetbrains"}, In: "mcp/mcp.json"}, // Air, on every system [J]
		},
		Format: JSON, Root: []string{"mcpServers"}, // [D], [J]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"},                                                                        // [D]; what the working directory of its window is called is not known
		HTTP:       Fields{URL: "url", Headers: "headers"},                                                                                      // [D]; headers: third parties' guides
		Transports: Transports{Stdio: "-", HTTP: "-", SSE: "-"},                                                                                 // [D]; how it tells the two apart is not known
		Expand:     ExpandNothing,                                                                                                               // unverified
		Gate:       "a new server is switched on under Settings > Tools > AI Assistant > Model Context Protocol, in Air under AI > MCP Servers", // unverified
	},

	Memory: Memory{ // every file there is read [D]
		Project: []Loc{{Path: ".aiassistant/rules/agent-connector.md"}}, Note: "AI Assistant has no rules of the user's in a file",
	},
	Commands: Content{
		Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true, // in Air they are in the menu of commands [J]
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "AI Assistant has no files for commands: installed as a skill",
	},
	Skills: Content{ // from 2026.1 on [D], [J]; those of the user are in the IDE
		Project: Loc{Path: ".agents/skills"}, Open: true,
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "AI Assistant reads name and description of a skill; tools and model are dropped", // unverified
	},
	Gaps: []string{
		"no hooks, subagents or status line",
		"Air takes no SSE; of a project it reads .air/mcp.json, which is not written, and, if that is switched on, the .mcp.json of Claude Code",
		"what is installed for Claude Code, Codex or Junie is theirs in its chat, too: they read their own files",
		"the type of a rule, as Always, is set in the IDE: a new file counts as it says there",
		"an entry has no working directory, time limit or tool lists that are documented: ac-proxy does what it can of that",
	},
}
