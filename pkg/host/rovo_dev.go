package host

import "agentconnector/pkg/wire"

// Sources: [D] support.atlassian.com/rovo/docs: connect-to-an-mcp-server-in-rovo-dev-cli,
// manage-rovo-dev-cli-settings, use-memory-, extend- (skills), use-subagents-,
// save-and-reuse-a-prompt- and use-tools-in-rovo-dev-cli; [R] rulesync 17 and its #1986.
// Nothing was run.
var rovoDevCaller = Caller{
	ID: "rovo-dev", Name: "Rovo Dev CLI", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var rovoDev = Host{
	Caller: &rovoDevCaller,
	Docs:   "https://support.atlassian.com/rovo/docs/use-rovo-dev-cli/",

	// acli is Atlassian's program for other things, too.
	Probe: Probe{Bins: []string{"acli"}, Vague: true, Files: []Loc{{Path: "~/.rovodev"}}}, // [D]

	Above: []Above{{Scope: wire.ScopeUser, At: Loc{Path: "~/.rovodev/mcp_config.json"}, Surfaces: []string{wire.Server},
		Why: "Rovo Dev reads it instead of ~/.rovodev/mcp.json if mcp.mcpConfigPath in ~/.rovodev/config.yml names it"}}, // [D], the page of settings
	Server: Server{
		User:   Loc{Path: "~/.rovodev/mcp.json"},   // [D]
		Format: JSON, Root: []string{"mcpServers"}, // [D]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"},                       // [D]
		HTTP:       Fields{URL: "url", Headers: "headers"},                                     // [D]
		Transports: Transports{TypeKey: "transport", Stdio: "stdio", HTTP: "http", SSE: "sse"}, // [D]
		Expand:     ExpandNothing,                                                              // unverified
		State:      []string{"enable_instructions"},                                            // [D]
	},

	// ~/.rovodev before the project, in which AGENTS.local.md counts beside AGENTS.md [D].
	Memory: Memory{User: []Loc{{Path: "~/.rovodev/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}, Local: Loc{Path: "AGENTS.local.md"}},
	Commands: Content{
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true, // in the menu of /skills [D]
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "saved prompts of Rovo Dev need a line in prompts.yml each, which is not written: installed as a skill",
	},
	Skills: Content{ // [D]; of one name the user's counts
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.rovodev/skills"}}, AlsoProject: []Loc{{Path: ".rovodev/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Rovo Dev reads name and description of a skill; tools and model are dropped", // unverified
	},
	Subagents: Content{ // [D]; that tools are a list is unverified
		User: Loc{Path: "~/.rovodev/subagents"}, Project: Loc{Path: ".rovodev/subagents"},
		Form:      MarkdownFrontmatter,
		Fields:    ContentField{Name: "name", Description: "description", AllowTools: "tools", ToolSep: ToolList},
		ToolNames: rovoTools,
		Note:      "a subagent of Rovo Dev has no list of tools that it may not use; its models have names of their own, so that none is written",
	},
	Gaps: []string{
		"its hooks (eventHooks in ~/.rovodev/config.yml: a tool permission, the end of an answer, an error) are documented nowhere, neither their keys nor what a command is told: none is written (rulesync #1986)",
		"if mcp.mcpConfigPath in ~/.rovodev/config.yml names another file, that is the one it reads, and not ~/.rovodev/mcp.json: acli rovodev mcp opens it",
		"no servers of a project: .rovodev/mcp.json is read where a configuration names it, as in Bitbucket Pipelines",
		"a server is switched off in config.yml (mcp.disabledMcpServers), not in its entry: one that is declared so is not written",
		"an entry has no working directory, time limit or tool lists: ac-proxy does what it can of that",
	},
}

// rovoTools are those of the page on tools [D].
var rovoTools = []Tool{
	{Native: "open_files", Canonical: Read}, {Native: "create_file", Canonical: Write}, {Native: "find_and_replace_code", Canonical: Edit}, {Native: "find_and_replace_code", Canonical: MultiEdit},
	{Native: "delete_file", Canonical: Delete}, {Native: "grep", Canonical: Grep}, {Native: "expand_folder", Canonical: Glob}, {Native: "bash", Canonical: Bash},
}
