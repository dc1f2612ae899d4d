package host

import "agentconnector/pkg/wire"

// Sources: [B] the program in npm @mimo-ai/mimocode-linux-x64@0.1.15, its bundled
// JavaScript and its built-in reference; [T] types in XiaomiMiMo/MiMo-Code
// packages/plugin; [O] observed in 0.1.15, run offline with a scripted model, what
// our own module does decision by decision, too. A fork of opencode. A hooks key
// like Claude's stands in its repository, but not in the program: nothing is
// written there.
var mimoCodeCaller = Caller{
	ID: "mimo-code", Name: "MiMoCode", Paradigm: TSPlugin, Visibility: FullHooks,
	Runtime: []Signal{{Var: "MIMOCODE", Value: "1"}, {Var: "MIMOCODE_PID"}}, // MCP servers and the agent's shell; not OPENCODE [O]

	Hooks: Hooks{
		User:    Loc{Path: "$MIMOCODE_HOME/config/plugins|$XDG_CONFIG_HOME/mimocode/plugins|~/.config/mimocode/plugins"}, // {plugin,plugins}/*.{ts,js} [B], [O]
		Project: Loc{Path: ".mimocode/plugins"},                                                                          // [B]
		Format:  File, Shape: OpencodeModule,
		Unit: Millis, DefaultTimeoutMS: 60_000, // the host has no limit; our module has
		Matcher: MatchNone, Payload: OpencodePayload,
		Gate: "MiMoCode loads plugins when it starts: quit and start it again",
		// [T], [O]. A subagent is no session of its own: it is an actor of the session.
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "session.created", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ModuleContext, Note: "it goes with the session's first message"},
			}},
			{Canonical: wire.SessionEnd, Native: "session.deleted", NoMatcher: true}, // [B]
			{Canonical: wire.UserPromptSubmit, Native: "chat.message", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the run ends with an error that does not tell the reason"},
				{Decision: wire.Context, Form: ModuleContext},
			}},
			{Canonical: wire.PreToolUse, Native: "tool.execute.before", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow},
				{Decision: wire.Modify, Form: ModuleInput},
				{Decision: wire.Context, Form: ModuleContext, Note: "it goes beside the tool's result, if it succeeds"},
			}},
			{Canonical: wire.PostToolUse, Native: "tool.execute.after", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the tool has run: the reason replaces its result"},
				{Decision: wire.Context, Form: ModuleContext},
				{Decision: wire.Modify, Form: ModuleOutput, If: MCPBlocks},
				{Decision: wire.Modify, Form: ModuleOutput, If: TextOut},
			}},
			{Canonical: wire.PermissionRequest, Native: "permission.asked", Sync: true, Says: []Say{
				{Decision: Grant, Form: ModulePermit},
				{Decision: wire.Deny, Form: ModuleThrow, Note: "the run stops, as if the user had refused"},
				{Decision: wire.Ask, Form: Silence}, // the host is asking
			}},
			{Canonical: wire.PreCompact, Native: "experimental.session.compacting", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ModuleContext, Note: "it goes into the prompt that asks for the summary"}, // [B]
			}},
			{Canonical: wire.PostCompact, Native: "session.compacted", NoMatcher: true}, // [B]
			{Canonical: wire.Stop, Native: "session.idle", NoMatcher: true},             // [O]
			{Canonical: wire.SubagentStart, Native: "actor.registered", NoMatcher: true},
			{Canonical: wire.SubagentStop, Native: "actor.status", NoMatcher: true},
			// For hooks on the host's own events only [O].
			{Native: "command.execute.before", ParseOnly: true}, // [T]
			{Native: "shell.env", ParseOnly: true},
			{Native: "chat.params", ParseOnly: true},
			{Native: "chat.headers", ParseOnly: true},
			{Native: "tool.definition", ParseOnly: true},
			{Native: "experimental.chat.messages.transform", ParseOnly: true},
			{Native: "experimental.chat.system.transform", ParseOnly: true},
			{Native: "experimental.compaction.autocontinue", ParseOnly: true}, // [T]
			{Native: "experimental.text.complete", ParseOnly: true},
			{Native: "session.error", ParseOnly: true}, // [B]
			{Native: "session.status", ParseOnly: true},
			{Native: "permission.replied", ParseOnly: true},
			{Native: "metrics.tool_call", ParseOnly: true},
			{Native: "metrics.model_call", ParseOnly: true},
		},
	},

	// Names and inputs as the model is offered them [O]: the canonical ones, unlike
	// its parent's. A model may see other names, such as Bash: hooks do not [B].
	Outcome: &opencodeOutcome, // observed 0.1.15
	Tools: []Tool{
		{Native: "bash", Canonical: Bash},
		{Native: "read", Canonical: Read},
		{Native: "write", Canonical: Write},
		{Native: "edit", Canonical: Edit},
		{Native: "multiedit", Canonical: MultiEdit}, // [B]
		{Native: "notebook_edit", Canonical: Edit, Alias: true, Inputs: []Input{{Native: "notebook_path", Canonical: "file_path"}}},
		{Native: "apply_patch", Canonical: Edit, Alias: true}, // [B]
		{Native: "grep", Canonical: Grep, Inputs: []Input{{Native: "include", Canonical: "glob"}}},
		{Native: "glob", Canonical: Glob},
		{Native: "actor", Canonical: Agent}, // also sends to, waits for and stops one: operation.action
		{Native: "webfetch", Canonical: WebFetch},
		{Native: "websearch", Canonical: WebSearch}, // [B]
		{Native: "skill", Canonical: Skill},         // as its parent's
	},
	// "task" is its list of things to do, with actions of its own.
	Unmapped: []string{"task", "skill_search", "memory", "history", "cron", // [O]
		"question", "lsp", "codesearch", "plan_exit", "workflow", "invalid"}, // [B]
	MCPTool: MCPBare, // [O]
}

var mimoCode = Host{
	Caller: &mimoCodeCaller,
	Docs:   "https://github.com/XiaomiMiMo/MiMo-Code",

	// ~/.config on every system: the program looks for no other, though its README
	// says %LOCALAPPDATA% for Windows [B]; there: unverified.
	Probe: Probe{
		Bins: []string{"mimo"}, // [B]
		Files: []Loc{{Path: "$MIMOCODE_HOME/config|$XDG_CONFIG_HOME/mimocode|~/.config/mimocode"}, {Path: "$MIMOCODE_HOME/data|$XDG_DATA_HOME/mimocode|~/.local/share/mimocode"}, // mimo debug paths [O]
			{Path: "~/.mimocode/bin"}}, // where its installer puts the program (README)
		Vars: []string{"MIMOCODE_HOME"}, // [B]
	},
	Client: []string{"mimocode"}, // [O]

	Server: Server{
		User:    Loc{Path: "$MIMOCODE_HOME/config/mimocode.json|$XDG_CONFIG_HOME/mimocode/mimocode.json|~/.config/mimocode/mimocode.json"}, // read beside a mimocode.jsonc [B], [O]
		Project: Loc{Path: ".mimocode/mimocode.json"},                                                                                      // likewise
		Format:  JSONC, Root: []string{"mcp"},
		// An entry has no working directory [B].
		Stdio:      Fields{Argv: "command", Env: "environment", TimeoutMS: "timeout", Enabled: "enabled"}, // [B], [O]
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Enabled: "enabled"},      // [B]
		Transports: Transports{TypeKey: "type", Stdio: "local", HTTP: "remote", SSE: "remote"},            // as opencode: tried one after the other [B]
		Expand:     ExpandBraces,                                                                          // {env:X} and {file:X} in the whole file, before it is parsed [B]
		State:      []string{"sampling"},                                                                  // what the user lets the server ask of the model [B]
		AlsoUser:   []string{"claude-code"},                                                               // ~/.claude.json, but not what its own files name [B]
		Login:      "log in with mimo mcp auth $ID",                                                       // mimo mcp --help [O]
	},

	// The schema of the configuration [B], as in opencode.
	Config: Config{
		User:    Loc{Path: "$MIMOCODE_HOME/config/mimocode.json|$XDG_CONFIG_HOME/mimocode/mimocode.json|~/.config/mimocode/mimocode.json"},
		Project: Loc{Path: ".mimocode/mimocode.json"}, Format: JSONC,
		Allowed: []string{"compaction", "username", "experimental.disable_paste_summary"},
	},

	// The first of the user's that exists is read; in a project AGENTS.md hides the
	// others, unless it is shorter than 500 characters [B].
	Memory: Memory{
		User: []Loc{{Path: "$MIMOCODE_CONFIG_DIR/AGENTS.md"},
			{Path: "$MIMOCODE_HOME/config/AGENTS.md|$XDG_CONFIG_HOME/mimocode/AGENTS.md|~/.config/mimocode/AGENTS.md"}, {Path: "~/.claude/CLAUDE.md"},
			{Path: "$MIMOCODE_HOME/config/AGENTS.md|$XDG_CONFIG_HOME/mimocode/AGENTS.md|~/.config/mimocode/AGENTS.md"}},
		Project: []Loc{{Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "CONTEXT.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // {command,commands}/**/*.md [B]
		User: Loc{Path: "$MIMOCODE_HOME/config/commands|$XDG_CONFIG_HOME/mimocode/commands|~/.config/mimocode/commands"}, Project: Loc{Path: ".mimocode/commands"},
		AlsoUser: []Loc{{Path: "~/.claude/commands"}}, AlsoProject: []Loc{{Path: ".claude/commands"}}, // [B]
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", Models: opencodeModels, // [B]
		Fields: ContentField{Description: "description", Model: "model", Subtask: "subtask"}, // [B]
		Note:   "a MiMoCode command has no argument hint and no tool lists",
	},
	Skills: Content{ // mimo debug skill [O]; Claude's only if a variable says so [B]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"},
		AlsoUser:    []Loc{{Path: "$MIMOCODE_HOME/config/skills|$XDG_CONFIG_HOME/mimocode/skills|~/.config/mimocode/skills"}},
		AlsoProject: []Loc{{Path: ".mimocode/skills"}},
		Form:        SkillDir, Open: true,
		Fields: ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"},
		Note:   "MiMoCode reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // {agent,agents}/**/*.md [B]
		User: Loc{Path: "$MIMOCODE_HOME/config/agents|$XDG_CONFIG_HOME/mimocode/agents|~/.config/mimocode/agents"}, Project: Loc{Path: ".mimocode/agents"},
		Form:      MarkdownFrontmatter,
		Fields:    ContentField{Description: "description", Model: "model", Always: "mode: subagent", AllowTools: "permission", DenyTools: "permission", ToolSep: ToolRules},
		ToolNames: mimoRules, Models: opencodeModels,
		Note: "a MiMoCode agent has permissions instead of tool lists: one for all that edits files; where a list says what it may use, nothing else is",
	},

	// As opencode's: mimo plugin takes a folder, and lists it [O]; no command takes it out.
	Plugin: Plugin{
		Format: "mimo-plugin",
		Proof:  "MiMoCode 0.1.15 takes it with mimo plugin and works with it",
		Manifest: Document{Path: "package.json", Members: []Member{
			{"name", `"mimocode-$id"`}, {"version", SayAnyVersion}, {"description", SayDescription}, {"type", `"module"`}, {"main", `"./index.js"`},
			{"exports", `{".":"./index.js","./server":"./index.js"}`}, {"keywords", `["mimocode-plugin"]`}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Module: "index.js", Glue: "package_opencode.js", Listed: opencodePlugins, ByHand: []string{"mimo plugin -g $dir"},
		Server: "mimocode.json", Hooks: ".", Skills: "skills", Memory: "AGENTS.md",
		CommandsIn: Entries{Root: opencodeCommandRoot, Body: "template"}, SubagentsIn: Entries{Root: opencodeAgentRoot, Body: "prompt"},
	},
	Gaps: []string{
		"a conversation that fills the model is shortened by an actor that writes it down: SubagentStart comes, and no PreCompact", // [O]
		"a changed input must be whole: MiMoCode checks it after the hook, and its bash wants a description, too",                  // [O]
		"tool.execute.before cannot ask: ask becomes deny",
		"PermissionRequest is answered beside the question that the user sees; mimo run refuses by itself at once",
		"no hook runs after an MCP tool that failed",
		"a failing shell command comes as PostToolUse: there is no PostToolUseFailure, and no Notification",
		"Stop cannot be denied: session.idle tells that it has happened",
		"the session of mimo run may be there before plugins are, as on a busy machine: then no SessionStart comes; nor does one when a session is resumed", // [O]
		"SubagentStart and SubagentStop are told, and take no answer; tool calls of a subagent come as those of the session",
		"a refused prompt fails with an error that does not tell the reason",
		"the model of a command or an agent is PROVIDER/MODEL or the name of a group of the user's: any other name fails when it is used",
		"what a managed file of the system or one in MIMOCODE_CONFIG_DIR says of a server counts more than the file that is written",
		"a tool of an MCP server is known by SERVER_TOOL: where the server has an underscore in its name, its first part counts as the name",
	},
}

// Names in permissions, where "edit" stands for all tools that change files [B].
var mimoRules = []Tool{
	{Native: "bash", Canonical: Bash}, {Native: "read", Canonical: Read}, {Native: "grep", Canonical: Grep}, {Native: "glob", Canonical: Glob},
	{Native: "edit", Canonical: Write}, {Native: "edit", Canonical: Edit}, {Native: "edit", Canonical: MultiEdit}, {Native: "edit", Canonical: Delete},
	{Native: "actor", Canonical: Agent}, {Native: "webfetch", Canonical: WebFetch}, {Native: "websearch", Canonical: WebSearch},
}
