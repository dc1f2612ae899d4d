package host

import "agentconnector/pkg/wire"

// Sources: [R] charmbracelet/crush, source and docs of 2026-08-21; [O] observed
// (contracts, fixtures), and in 0.90.0, built from its source and driven by conformance.
var crushCaller = Caller{
	ID: "crush", Name: "Crush", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "CRUSH", Value: "1"}}, // hooks and the shell; servers get nothing [O]

	Hooks: Hooks{
		User: Loc{Path: "$CRUSH_GLOBAL_CONFIG/crush.json|$XDG_CONFIG_HOME/crush/crush.json|~/.config/crush/crush.json",
			Windows: "$CRUSH_GLOBAL_CONFIG/crush.json|$LOCALAPPDATA/crush/crush.json|~/AppData/Local/crush/crush.json"}, // [R]
		// .crush.json goes before it, and a crushrc before both, key by key [R].
		Project: Loc{Path: "crush.json"},
		Format:  JSON, Root: []string{"hooks"}, Shape: CursorFlat, // [R]
		Unit: Seconds, DefaultTimeoutMS: 30_000, // [R]
		Matcher: MatchRegex, Payload: ClaudePayload, // found anywhere in the name [R], [O]: "as" in bash
		ProjectVar: "CRUSH_PROJECT_DIR", // [O]
		// The only event there is [R]; others in the file are ignored [O].
		Events: []Event{
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: DenyTop}, // [O]
				{Decision: wire.Modify, Form: crushInput, Note: "Crush takes a change together with the permission, and what the change leaves out stays as it was"}, // merged at the input's top [R], [O] in 0.90.0
				{Decision: wire.Context, Form: crushContext}, // [O]
				{Decision: Grant, Form: crushAllow},          // [R] unverified
			}},
		},
	},

	Outcome: &Outcome{Whole: []string{AllEvents}}, // no hook behind a tool [R]
	Tools: []Tool{ // as the model is offered them [O] 0.90.0
		{Native: "bash", Canonical: Bash},
		{Native: "view", Canonical: Read},
		{Native: "write", Canonical: Write},
		{Native: "edit", Canonical: Edit},
		{Native: "multiedit", Canonical: MultiEdit},
		{Native: "grep", Canonical: Grep},
		{Native: "glob", Canonical: Glob},
		{Native: "fetch", Canonical: WebFetch},
		{Native: "agent", Canonical: Agent},
		{Native: "todos", Canonical: TodoWrite},
	},
	Unmapped: []string{"ls", "download", "sourcegraph", "agentic_fetch", "crush_info", "crush_logs", "job_kill", "job_output",
		"list_mcp_resources", "read_mcp_resource", "lsp_call_hierarchy", "lsp_definition", "lsp_diagnostics", "lsp_references",
		"lsp_rename", "lsp_replace_symbol", "lsp_restart", "lsp_symbols", // [O] 0.90.0
		"question", "web_fetch", "web_search", // [R] with a person before it; of agents that it starts
		"diagnostics"}, // of older versions, unverified
	MCPTool: MCPSingle, // [O]
}

var crush = Host{
	Caller: &crushCaller,
	Docs:   "https://github.com/charmbracelet/crush",

	Probe: Probe{
		Bins:  []string{"crush"},                                                                                                                                         // [R]
		Files: []Loc{{Path: "$CRUSH_GLOBAL_CONFIG/|$XDG_CONFIG_HOME/crush|~/.config/crush", Windows: "$CRUSH_GLOBAL_CONFIG/|$LOCALAPPDATA/crush|~/AppData/Local/crush"}}, // [R]
		Vars:  []string{"CRUSH_GLOBAL_CONFIG"},                                                                                                                           // [R]
	},
	Client: []string{"crush"}, // [O]

	// A crushrc is a program for a shell, and goes before crush.json, key by key [R].
	Above: []Above{
		{Scope: wire.ScopeUser, At: Loc{Path: "$XDG_CONFIG_HOME/crush/crushrc|~/.config/crush/crushrc", Windows: "~/.config/crush/crushrc"},
			Surfaces: []string{wire.Server, wire.Hooks, wire.NativeHooks}, Why: "servers and hooks that it sets go before those of crush.json"},
		{Scope: wire.ScopeProject, At: Loc{Path: ".crush.json"},
			Surfaces: []string{wire.Server, wire.Hooks, wire.NativeHooks}, Why: "servers and hooks that it sets go before those of crush.json"},
		{Scope: wire.ScopeProject, At: Loc{Path: "crushrc"},
			Surfaces: []string{wire.Server, wire.Hooks, wire.NativeHooks}, Why: "servers and hooks that it sets go before those of crush.json"},
	},

	Server: Server{
		User: Loc{Path: "$CRUSH_GLOBAL_CONFIG/crush.json|$XDG_CONFIG_HOME/crush/crush.json|~/.config/crush/crush.json",
			Windows: "$CRUSH_GLOBAL_CONFIG/crush.json|$LOCALAPPDATA/crush/crush.json|~/AppData/Local/crush/crush.json"}, Project: Loc{Path: "crush.json"}, // [R]
		Format: JSON, Root: []string{"mcp"}, // [R]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Disabled: "disabled", Allow: "enabled_tools", Deny: "disabled_tools"}, // [R]
		HTTP:       Fields{URL: "url", Headers: "headers", Disabled: "disabled", Allow: "enabled_tools", Deny: "disabled_tools"},               // [R]
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"},                                                      // [R]
		// timeout is that of connecting and of pings, not of tool calls [R init.go].
		// Every value is read as a here-document of its own shell, $(…) and all [R
		// internal/shell/expand.go]; what we escape was run through that library
		// (mvdan.cc/sh v3.13.1) and came out as it was.
		Expand: ExpandDocument,
		State:  []string{"oauth_token"}, // [R]
	},

	// schema.json of its repository.
	Config: Config{
		User: Loc{Path: "$CRUSH_GLOBAL_CONFIG/crush.json|$XDG_CONFIG_HOME/crush/crush.json|~/.config/crush/crush.json",
			Windows: "$CRUSH_GLOBAL_CONFIG/crush.json|$LOCALAPPDATA/crush/crush.json"}, Project: Loc{Path: "crush.json"}, Format: JSON,
		Allowed: []string{"options.tui", "options.attribution", "options.debug", "options.disable_auto_summarize"},
	},
	Memory: Memory{ // CRUSH.md and others are read, too [R]
		User:    []Loc{{Path: "$CRUSH_GLOBAL_CONFIG/CRUSH.md|$XDG_CONFIG_HOME/crush/CRUSH.md|~/.config/crush/CRUSH.md", Windows: "$CRUSH_GLOBAL_CONFIG/CRUSH.md|$LOCALAPPDATA/crush/CRUSH.md|~/AppData/Local/crush/CRUSH.md"}},
		Project: []Loc{{Path: "AGENTS.md"}},
		Local:   Loc{Path: "CRUSH.local.md"}, // one of its default context paths, all of which are read [R config.go]
	},
	Commands: Content{ // [R] internal/commands/commands.go; it asks for each $NAME in capitals
		User: Loc{Path: "$XDG_CONFIG_HOME/crush/commands|~/.config/crush/commands"}, Project: Loc{Path: ".crush/commands"},
		AlsoUser: []Loc{{Path: "~/.crush/commands"}},
		Form:     MarkdownBody, Args: "$ARGUMENTS",
		Note: "a Crush command is its prompt alone: description, argument hint, tools and model are dropped",
	},
	Skills: Content{ // [R]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.claude/skills"}}, AlsoProject: []Loc{{Path: ".crush/skills"}, {Path: ".claude/skills"}, {Path: ".cursor/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Crush reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"PreToolUse is the only event; it cannot ask, so ask becomes deny",
		"a change of an input is merged into it, key by key: nothing can be taken out of an input",
		"an agent that it starts runs no hooks: the call that starts it does", // [R] docs/hooks
		"a crushrc goes before crush.json, key by key: hooks and servers that it sets replace ours",
		"Crush has no working directory for servers: ac-proxy sees to it",
	},
}

// What Crush reads of a reply [O].
const (
	crushAllow   Form = `{"decision":"allow"}`
	crushInput   Form = `{"decision":"allow","updated_input":$input}`
	crushContext Form = `{"context":$context}`
)
