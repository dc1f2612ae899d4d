package host

import "agentconnector/pkg/wire"

// Sources: [B] npm @qoder-ai/qodercli@1.1.52, its bundle and the skill hook-config in
// it; [O] observed in 1.1.52, run without an account; [X] third parties (toolhive).
// The editor Qoder keeps its servers in a file of its own.
var qoderCaller = Caller{
	ID: "qoder", Name: "Qoder CLI", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "QODER_CLI", Value: "1"}, {Var: "QODER_PROJECT_DIR"}}, // servers [O]; hooks [B]

	Hooks: Hooks{
		User: Loc{Path: "$QODER_CONFIG_DIR/settings.json|~/.qoder/settings.json"}, Project: qoderProject, Local: qoderLocal, // [B]
		Format: JSONC, Root: []string{"hooks"}, Shape: ClaudeNested, // [B]
		Unit: Seconds, DefaultTimeoutMS: 60_000, // [B]
		Matcher: MatchRegex, Payload: ClaudePayload, // [B]
		ProjectVar: "QODER_PROJECT_DIR",                                       // [B]
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}}, // [B]
		Events:     qoderEvents,
	},
	Status: Status{User: Loc{Path: "$QODER_CONFIG_DIR/settings.json|~/.qoder/settings.json"}, Local: qoderLocal, Format: JSONC, At: []string{"statusLine"}}, // [B]

	MCPTool:  MCPDouble, // [B]
	Outcome:  &uniformOutcome,
	OwnNames: true,
}

var qoder = Host{
	Caller: &qoderCaller,
	Docs:   "https://docs.qoder.com/cli",

	Probe: Probe{
		Bins:  []string{"qodercli"},                                      // [O]; qoder is the editor, too
		Files: []Loc{{Path: "$QODER_CONFIG_DIR/settings.json|~/.qoder"}}, // [O]
		Vars:  []string{"QODER_CONFIG_DIR"},                              // [B]
	},
	Client: []string{"mcp-test-client"}, // [O] mcp list

	Above: []Above{{Scope: wire.ScopeUser, At: Loc{Path: "~/.qoder/mcp.json", Windows: "$APPDATA/Qoder/SharedClientCache/mcp.json|~/AppData/Roaming/Qoder/SharedClientCache/mcp.json"},
		Surfaces: []string{wire.Server}, Why: "it is the editor's: Qoder CLI does not read it, and a server there is none to it"}}, // [X]

	Server: Server{
		User: Loc{Path: "$QODER_CONFIG_DIR/settings.json|~/.qoder/settings.json"}, Local: qoderLocal, // [O] mcp add -s
		Project: Loc{Path: ".mcp.json"}, ProjectOf: "claude-code", // [O]
		Format: JSONC, Root: []string{"mcpServers"}, // [O] comments are kept apart
		Stdio: qoderStdio, HTTP: qoderHTTP, Transports: qoderTransports,
		Expand:      ExpandWordsDefault, // [O] in arguments and environment
		ProjectGate: qoderProjectGate,
	},
	Memory: Memory{User: []Loc{{Path: "$QODER_CONFIG_DIR/AGENTS.md|~/.qoder/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}, Local: Loc{Path: "AGENTS.local.md"}}, // [B]; the user's unverified
	Commands: Content{ // [B]
		User: Loc{Path: "$QODER_CONFIG_DIR/commands|~/.qoder/commands"}, Project: Loc{Path: ".qoder/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", // unverified
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"},
		Note:   qoderNote,
	},
	Skills: Content{ // [B]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.qoder/skills"}}, AlsoProject: []Loc{{Path: ".qoder/skills"}},
		Form: SkillDir, Fields: qoderSkill,
	},
	Subagents: Content{ // [B]; fields unverified
		User: Loc{Path: "$QODER_CONFIG_DIR/agents|~/.qoder/agents"}, Project: Loc{Path: ".qoder/agents"},
		Form: MarkdownFrontmatter, Fields: qoderAgent,
	},
	Gaps: qoderGaps,
}

// Sources: those of qoder. The edition for China is another program with a home of
// its own; its files in a project are the same, unverified.
var qoderCNCaller = Caller{
	ID: "qoder-cn", Name: "Qoder CN CLI", Paradigm: JSONStdio, Visibility: FullHooks, As: "qoder",
	Runtime: []Signal{{Var: "QODERCN_CLI", Value: "1"}}, // [B]

	Hooks: Hooks{
		User: Loc{Path: "$QODERCN_CONFIG_DIR/settings.json|~/.qoder-cn/settings.json"}, Project: qoderProject, Local: qoderLocal, // [B]
		Format: JSONC, Root: []string{"hooks"}, Shape: ClaudeNested,
		Unit: Seconds, DefaultTimeoutMS: 60_000,
		Matcher: MatchRegex, Payload: ClaudePayload,
		ProjectVar: "QODER_PROJECT_DIR", // [B]
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}},
		Events:     qoderEvents,
	},
	Status:   Status{User: Loc{Path: "$QODERCN_CONFIG_DIR/settings.json|~/.qoder-cn/settings.json"}, Local: qoderLocal, Format: JSONC, At: []string{"statusLine"}},
	MCPTool:  MCPDouble,
	Outcome:  &uniformOutcome,
	OwnNames: true,
}

var qoderCN = Host{
	Caller: &qoderCNCaller,
	Docs:   "https://docs.qoder.com/cli",

	Probe: Probe{
		Bins:  []string{"qoderclicn"},                                         // [B]
		Files: []Loc{{Path: "$QODERCN_CONFIG_DIR/settings.json|~/.qoder-cn"}}, // [B]
		Vars:  []string{"QODERCN_CONFIG_DIR"},                                 // [B]
	},
	Server: Server{
		User: Loc{Path: "$QODERCN_CONFIG_DIR/settings.json|~/.qoder-cn/settings.json"}, Local: qoderLocal, // [B]
		Project: Loc{Path: ".mcp.json"}, ProjectOf: "claude-code",
		Format: JSONC, Root: []string{"mcpServers"},
		Stdio: qoderStdio, HTTP: qoderHTTP, Transports: qoderTransports,
		Expand:      ExpandWordsDefault,
		ProjectGate: qoderProjectGate,
	},
	Memory: Memory{User: []Loc{{Path: "$QODERCN_CONFIG_DIR/AGENTS.md|~/.qoder-cn/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}, Local: Loc{Path: "AGENTS.local.md"}},
	Commands: Content{
		User: Loc{Path: "$QODERCN_CONFIG_DIR/commands|~/.qoder-cn/commands"}, Project: Loc{Path: ".qoder/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS",
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"},
		Note:   qoderNote,
	},
	Skills: Content{
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.qoder-cn/skills"}}, AlsoProject: []Loc{{Path: ".qoder/skills"}},
		Form: SkillDir, Fields: qoderSkill,
	},
	Subagents: Content{
		User: Loc{Path: "$QODERCN_CONFIG_DIR/agents|~/.qoder-cn/agents"}, Project: Loc{Path: ".qoder/agents"},
		Form: MarkdownFrontmatter, Fields: qoderAgent,
	},
	Gaps: qoderGaps,
}

// What both editions share.
var (
	qoderProject    = Loc{Path: ".qoder/settings.json"}                                                                                                   // [B]
	qoderLocal      = Loc{Path: ".qoder/settings.local.json"}                                                                                             // [O]
	qoderStdio      = Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutMS: "timeout", Allow: "includeTools", Deny: "excludeTools"} // [O], the last three [B]; unit of timeout unverified
	qoderHTTP       = Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Allow: "includeTools", Deny: "excludeTools"}                           // [B]
	qoderTransports = Transports{TypeKey: "type", Stdio: "-", HTTP: "http", SSE: "sse"}                                                                   // [O] mcp add
	qoderSkill      = ContentField{Name: "name", Description: "description", AllowTools: "allowed-tools", ToolSep: ", "}                                  // [B] its own skills
	qoderAgent      = ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", ToolSep: ", "}

	// 23 events of the skill hook-config [B]; what obeys an answer: DefaultHookOutput and
	// its kin [B].
	qoderEvents = []Event{
		{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
		{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop},
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: PermissionDeny},
			{Decision: wire.Ask, Form: PermissionAsk},
			{Decision: wire.Modify, Form: InputAlone},
			{Decision: wire.Context, Form: ContextNested},
			{Decision: Grant, Form: PermissionAllow},
		}},
		{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockContext, Note: "the tool has run: the model is told so"},
			{Decision: wire.Context, Form: ContextNested},
			{Decision: wire.Modify, Form: OutputMCP, If: MCPTool},
			{Decision: wire.Modify, Form: OutputNested},
		}},
		{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure", Says: []Say{
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.PermissionRequest, Native: "PermissionRequest", Sync: true, Says: []Say{
			{Decision: Grant, Form: BehaviorAllow},
			{Decision: wire.Deny, Form: BehaviorDeny},
			{Decision: wire.Ask, Form: Silence}, // the host is about to ask
		}},
		{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
		{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true},
		{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues},
		}},
		{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues},
		}},
		{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
		{Native: "TeammateIdle", ParseOnly: true},
		{Native: "StopFailure", ParseOnly: true},
		{Native: "ConfigChange", ParseOnly: true},
		{Native: "InstructionsLoaded", ParseOnly: true},
		{Native: "CwdChanged", ParseOnly: true},
		{Native: "FileChanged", ParseOnly: true},
		{Native: "WorktreeCreate", ParseOnly: true},
		{Native: "WorktreeRemove", ParseOnly: true},
		{Native: "TaskCreated", ParseOnly: true},
		{Native: "TaskCompleted", ParseOnly: true},
	}
	qoderGaps = []string{
		"what its hooks obey is read in its program, and was not seen: the model needs an account",
		"the editor Qoder has its servers in ~/.qoder/mcp.json, which is not written",
		"on Windows a hook runs in bash or PowerShell: which one is unverified",
		"in a project it reads .mcp.json: it gets the entry that Claude Code would get",
	}
)

const (
	qoderProjectGate = "Qoder asks once before it starts a server from .mcp.json" // [B] mcp reset-project-choices
	qoderNote        = "tools and model of a command are dropped: their names in Qoder are unverified"
)
