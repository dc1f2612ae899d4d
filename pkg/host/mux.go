package host

// Sources: [R] coder/mux, source and docs of 2026-08-22 (now Xum, npm
// @coder/xum); nothing was run. npm mux is another program.
var muxCaller = Caller{
	ID: "mux", Name: "Xum (Mux)", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
	// The agent's shell, and servers, unverified [R].
	Runtime: []Signal{{Var: "XUM_WORKSPACE_NAME"}, {Var: "MUX_WORKSPACE_NAME"}},
}

var mux = Host{
	Caller: &muxCaller,
	Docs:   "https://mux.coder.com",

	Probe: Probe{
		Bins:  []string{"xum", "mux"},                                          // [R]
		Files: []Loc{{Path: "$XUM_ROOT/|$MUX_ROOT/|~/.xum"}, {Path: "~/.mux"}}, // [R]
		Vars:  []string{"XUM_ROOT", "MUX_ROOT"},                                // [R]
	},
	Client: []string{"xum", "mux"}, // [R] mcpClient.ts; mux unverified

	// It moves ~/.mux to ~/.xum when it first starts under the new name, unless
	// there is one, and reads .mux in a project where .xum has no such file [R].
	Moved: []Move{
		{Old: Loc{Path: "~/.mux"}, New: Loc{Path: "~/.xum"}, Whole: true},
		{Old: Loc{Path: ".mux"}, New: Loc{Path: ".xum"}},
	},
	Server: Server{
		User: Loc{Path: "$XUM_ROOT/mcp.jsonc|$MUX_ROOT/mcp.jsonc|~/.xum/mcp.jsonc"}, Project: Loc{Path: ".xum/mcp.jsonc"}, // [R]
		Format: JSONC, Root: []string{"servers"}, // [R]
		// A line for bash, alone or as command of an object [R, mcpConfigService.ts].
		Stdio:       Fields{Line: "command", Disabled: "disabled", Allow: "toolAllowlist"},
		HTTP:        Fields{URL: "url", Headers: "headers", Disabled: "disabled", Allow: "toolAllowlist"}, // [R]
		Transports:  Transports{TypeKey: "transport", Stdio: "-", HTTP: "http", SSE: "sse"},               // [R]
		Expand:      ExpandNothing,                                                                        // [R] in headers {secret: NAME} is one of Xum's own
		ProjectGate: "Xum reads .xum/mcp.jsonc only in a trusted project",                                 // [R]
	},

	Memory: Memory{ // of a folder the first counts, and .xum/AGENTS.md beside it [R]
		User:    []Loc{{Path: "$XUM_ROOT/AGENTS.md|$MUX_ROOT/AGENTS.md|~/.xum/AGENTS.md"}},
		Project: []Loc{{Path: "AGENTS.md"}, {Path: "AGENT.md"}, {Path: "CLAUDE.md"}, {Path: "AGENTS.md"}},
		Local:   Loc{Path: "AGENTS.local.md"},
	},
	Commands: Content{ // docs/agents/agent-skills.mdx [R]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Xum has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Skills: Content{ // [R]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.xum/skills"}}, AlsoProject: []Loc{{Path: ".xum/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"}, // [R]
		Note:   "Xum reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // docs/agents/index.mdx [R]
		User: Loc{Path: "$XUM_ROOT/agents|$MUX_ROOT/agents|~/.xum/agents"}, Project: Loc{Path: ".xum/agents"},
		Form: MarkdownFrontmatter, Models: claudeModels,
		Fields: ContentField{Name: "name", Description: "description", Model: "ai.model", DenyTools: "tools.remove", ToolSep: ToolList,
			Always: "base: exec\nsubagent: {runnable: true}\nui: {hidden: true}"},
		ToolNames: muxTools,
		Note:      "an agent of Xum has the tools of its agent exec: a list can take some away",
	},
	Gaps: []string{
		"its tool hooks (.xum/tool_pre and tool_post, an experiment) are one executable for all, the project's in place of the user's: none is written", // [R]
		"no status line",
		"the line of a server runs in bash, on SSH and container workspaces there: our ac-proxy must be there, too", // [R]
		"a header with a variable is written only with its value: Xum has secrets of its own for it",
	},
}

// muxTools are patterns of names, as docs/agents/index.mdx and the agents of its
// program have them [R].
var muxTools = []Tool{
	{Native: "bash.*", Canonical: Bash}, {Native: "file_read", Canonical: Read},
	{Native: "file_edit_.*", Canonical: Write}, {Native: "file_edit_.*", Canonical: Edit}, {Native: "file_edit_.*", Canonical: MultiEdit}, {Native: "file_edit_.*", Canonical: Delete},
	{Native: "web_fetch", Canonical: WebFetch}, {Native: "web_search", Canonical: WebSearch}, {Native: "todo_write", Canonical: TodoWrite},
	{Native: "task", Canonical: Agent}, {Native: "task_.*", Canonical: Agent},
}
