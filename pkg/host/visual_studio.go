package host

// Sources: [D] learn.microsoft.com/visualstudio/ide/mcp-servers (2026-04), source in
// MicrosoftDocs/visualstudio-docs; [G] github/github-mcp-server, its guide for it;
// [A] agentsview (traces, memory and prompts). Nothing was run but what others make of
// its key: observed in Copilot CLI 1.0.102, Claude Code 2.1.332 and Qwen Code 0.24.4.
var visualStudioCaller = Caller{
	ID: "visual-studio", Name: "GitHub Copilot in Visual Studio", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var visualStudio = Host{
	Caller: &visualStudioCaller,
	Docs:   "https://learn.microsoft.com/visualstudio/ide/mcp-servers",
	GUI:    true,

	// Versions 2022 (from 17.14 on) and 2026. devenv is mostly on no PATH, and elsewhere
	// another program.
	Probe: Probe{
		Bins: []string{"devenv"}, Vague: true,
		Files: []Loc{{Windows: "$LOCALAPPDATA/Microsoft/VisualStudio/17.*|~/AppData/Local/Microsoft/VisualStudio/17.*"}, // [A]
			{Windows: "$LOCALAPPDATA/Microsoft/VisualStudio/18.*|~/AppData/Local/Microsoft/VisualStudio/18.*"}}, // [A]
	},

	Server: Server{
		User: Loc{Windows: "~/.mcp.json"}, Project: Loc{Path: ".mcp.json"}, Local: Loc{Path: ".vs/mcp.json"}, // [D]
		AlsoProject: []string{"cursor"},              // .cursor/mcp.json [D]; that it takes mcpServers there, and an entry of one name for one server, is unverified
		Format:      JSON, Root: []string{"servers"}, // [D]
		// Others have mcpServers in the same file. Without it Claude Code, Copilot CLI and
		// Qwen Code call the file wrong; of servers beside it they take no notice: observed.
		Header:      []Const{{At: []string{"mcpServers"}, Value: "{}"}},
		Stdio:       Fields{Command: "command", Args: "args", Env: "env"},                                                                    // [D]
		HTTP:        Fields{URL: "url", Headers: "headers"},                                                                                  // [D]; headers: [G]
		Transports:  Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"},                                                   // [D]
		Expand:      ExpandNothing,                                                                                                           // unverified; ${input:ID} it asks for
		Login:       "in Visual Studio choose Manage Authentication above the server $ID in the file",                                        // [D]
		Gate:        "Visual Studio has the tools of a new server switched off: tick them in the tool picker of Copilot's chat, as an agent", // [D]
		ProjectGate: "Visual Studio has the tools of a new server switched off: tick them in the tool picker of Copilot's chat, as an agent",
	},

	Memory: Memory{ // [A]; .github/copilot-instructions.md it reads beside it
		Project: []Loc{{Path: "AGENTS.md"}}, Note: "Visual Studio has no memory file of the user's that is documented",
	},
	Subagents: Content{ // hosts of GitHub share the folder [A] and, by its reference, the form
		Project: Loc{Path: ".github/agents"},
		Form:    MarkdownFrontmatter, Ext: ".agent.md", Fields: copilotAgent, ToolNames: copilotAgentTools, MCPTool: MCPSlash,
		Note: "an agent of Copilot has no list of tools that it may not use",
	},
	Gaps: []string{
		"it runs on Windows alone: the servers of the user are in %USERPROFILE%\\.mcp.json, which has mcpServers beside them, because Claude Code and others read a file of that name",
		"no hooks: Copilot in Visual Studio can be watched through its servers alone",
		"it reads .vscode/mcp.json, too, and .cursor/mcp.json, in this order after its own: nothing is written there for it",
		"in a project its servers stand under servers of the .mcp.json in which other hosts have mcpServers; --local writes .vs/mcp.json, which is this user's alone",
		"when a server changes its list of tools, what the user has approved of it is asked again",
		"a value that it would ask for (${input:ID}) needs a definition under inputs, which is not written",
		"commands are not written: its prompt files (.github/prompts) are read by Copilot in JetBrains IDEs as well, which gets them as skills; whether it reads skills is not known",
		"an entry has no working directory, time limit or tool lists: ac-proxy does what it can of that",
	},
}
