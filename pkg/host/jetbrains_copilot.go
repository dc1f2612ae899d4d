package host

// Sources: microsoft/copilot-intellij-feedback, issues #168, #672, #701, #2044
// (place and shape, team and users), #546, #589 (no file of a project), #1653 and
// #1819 (hooks); microsoft/apm#1636. Plugin 1.16 and 1.17; nothing was run.
var jetbrainsCopilotCaller = Caller{
	ID: "jetbrains-copilot", Name: "GitHub Copilot in JetBrains IDEs", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var jetbrainsCopilot = Host{
	Caller: &jetbrainsCopilotCaller,
	Docs:   "https://docs.github.com/en/copilot",
	GUI:    true, // unverified what it makes of the login shell

	// Not .github, which most repositories have.
	Probe: Probe{Files: []Loc{{Path: "~/.config/github-copilot/intellij", Windows: "$LOCALAPPDATA/github-copilot/intellij|~/AppData/Local/github-copilot/intellij"}}}, // #2044

	Above: copilotAbove,

	Server: Server{
		// One for all IDEs; on macOS it is the same path (#168, #701).
		User:   Loc{Path: "~/.config/github-copilot/intellij/mcp.json", Windows: "$LOCALAPPDATA/github-copilot/intellij/mcp.json|~/AppData/Local/github-copilot/intellij/mcp.json"}, // #168, #672
		Format: JSON, Root: []string{"servers"},                                                                                                                                     // #168
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"},                          // #168
		HTTP:       Fields{URL: "url", Headers: "headers", HeadersIn: "requestInit"},              // apm#1636
		Transports: Transports{Stdio: "-", HTTP: "-", SSE: "-"},                                   // which of the two it finds out; sse unverified
		Expand:     ExpandNothing,                                                                 // ${input:} and envFile are not supported; ${env:} unverified
		Gate:       "Copilot in JetBrains starts a server once you have started it in its window", // unverified
	},

	Memory: Memory{ // 1.6.1; nothing of the user's is documented
		Project: []Loc{{Path: "AGENTS.md"}}, Note: "Copilot in JetBrains has no memory file of the user's that is documented",
	},
	// docs.github.com/en/copilot/reference/customization-cheat-sheet: skills are a preview
	// there, in the folders that all of Copilot reads; hooks are not supported.
	Commands: Content{
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form:   CommandAsSkill,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "installed as a skill, which Copilot chooses by itself: prompt files (.github/prompts) are of projects alone, and not written",
	},
	Skills: Content{
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.copilot/skills"}, {Path: "~/.claude/skills"}}, AlsoProject: []Loc{{Path: ".github/skills"}, {Path: ".claude/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "skills are a preview in JetBrains IDEs; name and description are read, tools and model are dropped",
	},
	Subagents: Content{ // hosts of GitHub share the folder and, by its reference, the form
		Project: Loc{Path: ".github/agents"},
		Form:    MarkdownFrontmatter, Ext: ".agent.md", Fields: copilotAgent, ToolNames: copilotAgentTools, MCPTool: MCPSlash,
		Note: "an agent of Copilot has no list of tools that it may not use",
	},
	Gaps: []string{
		"its hooks are a preview that users report not to fire (#1653), with six events and deny as the only answer (#1819): none is written, because Copilot CLI would run what is in .github/hooks, too",
		"no servers of a project (#546, #589)",
		"its Copilot CLI provider should read ~/.copilot/mcp-config.json, which copilot-cli gets (#2039)",
		"no status line; skills and agents are previews there",
	},
}
