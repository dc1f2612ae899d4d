package host

import "agentconnector/pkg/wire"

// Sources: [D] the documentation in npm @tencent-ai/agent-sdk (cli/dist/web-ui/docs),
// whose cli is CodeBuddy Code 2.117.0 without its window; [B] that program's strings; [O]
// observed in it, led by a scripted model. It has the layout of Claude Code, with names
// and a home of its own. A server is told its own name as that of the client [O].
var codebuddyCaller = Caller{
	ID: "codebuddy", Name: "CodeBuddy Code", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "CODEBUDDY_PROJECT_DIR"}}, // hooks [O]; servers get none

	Hooks: Hooks{
		User: Loc{Path: "$CODEBUDDY_CONFIG_DIR/settings.json|~/.codebuddy/settings.json"}, Project: Loc{Path: ".codebuddy/settings.json"}, Local: Loc{Path: ".codebuddy/settings.local.json"}, // [D]
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested, // [D]
		Unit: Seconds, DefaultTimeoutMS: 60_000, // [D]
		Matcher: MatchRegex, Payload: ClaudePayload, // found anywhere in the name [D]
		ProjectVar: "CODEBUDDY_PROJECT_DIR",                                                                                              // [O]
		Gate:       "CodeBuddy takes the hooks as they were when it started: a change must be reviewed in /hooks, or it must start anew", // [D]
		Events:     codebuddyEvents,
	},
	Status: Status{ // [D] statusline.md
		User: Loc{Path: "$CODEBUDDY_CONFIG_DIR/settings.json|~/.codebuddy/settings.json"}, Local: Loc{Path: ".codebuddy/settings.local.json"}, Format: JSON, At: []string{"statusLine"}, MaxLines: 1,
	},

	Tools:    codebuddyTools,
	MCPTool:  MCPDoubleClean, // [O]: "_" for "-"
	Outcome:  &uniformOutcome,
	OwnNames: true,
}

var codebuddy = Host{
	Caller: &codebuddyCaller,
	Docs:   "https://www.codebuddy.ai/docs/cli",

	Probe: Probe{
		Bins:  []string{"codebuddy", "cbc"},                                                      // [D]
		Files: []Loc{{Path: "$CODEBUDDY_CONFIG_DIR/|~/.codebuddy"}, {Path: "~/.codebuddy.json"}}, // [D]
		Vars:  []string{"CODEBUDDY_CONFIG_DIR"},                                                  // [B]
	},

	// Of a scope the first file that is there counts, and is made where none is [D].
	Moved: []Move{
		{Old: Loc{Path: "~/.codebuddy.json"}, New: Loc{Path: "~/.codebuddy/.mcp.json"}},
		{Old: Loc{Path: "~/.codebuddy/mcp.json"}, New: Loc{Path: "~/.codebuddy/.mcp.json"}},
	},
	Server: Server{
		Defers:  true,                                                                // ToolSearch and DeferExecuteTool stand before them [O]
		User:    Loc{Path: "$CODEBUDDY_CONFIG_DIR/.mcp.json|~/.codebuddy/.mcp.json"}, // [D]
		Project: Loc{Path: ".mcp.json"}, ProjectOf: "claude-code",                    // [D]
		Local: Loc{Path: "~/.codebuddy.json"}, LocalRoot: []string{"projects", ProjectPath, "mcpServers"}, // [D]
		Format: JSONC, Root: []string{"mcpServers"}, // [D]
		Stdio:       codebuddyStdio,
		HTTP:        codebuddyHTTP,
		State:       codebuddyState,
		Transports:  codebuddyTransports,
		Expand:      ExpandShell, // of capitals alone; what is not set stays as it is [D]
		ProjectGate: codebuddyProjectGate,
	},
	Memory: Memory{ // AGENTS.md counts in a project without a CODEBUDDY.md [D]
		User:    []Loc{{Path: "$CODEBUDDY_CONFIG_DIR/CODEBUDDY.md|~/.codebuddy/CODEBUDDY.md"}},
		Project: []Loc{{Path: ".codebuddy/CODEBUDDY.md"}, {Path: "CODEBUDDY.md"}, {Path: "AGENTS.md"}},
		Local:   Loc{Path: "CODEBUDDY.local.md"},
		Imports: true,
	},
	Commands: Content{ // [D] slash-commands.md
		User: Loc{Path: "$CODEBUDDY_CONFIG_DIR/commands|~/.codebuddy/commands"}, Project: Loc{Path: ".codebuddy/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS",
		Fields: codebuddyCommand,
	},
	Skills: Content{ // [D] skills.md
		User: Loc{Path: "$CODEBUDDY_CONFIG_DIR/skills|~/.codebuddy/skills"}, Project: Loc{Path: ".codebuddy/skills"},
		Form: SkillDir, Fields: codebuddySkill,
	},
	Subagents: Content{ // [D] sub-agents.md
		User: Loc{Path: "$CODEBUDDY_CONFIG_DIR/agents|~/.codebuddy/agents"}, Project: Loc{Path: ".codebuddy/agents"},
		Form: MarkdownFrontmatter, Fields: codebuddyAgent,
		Note: codebuddyNote,
	},
	Gaps: codebuddyGaps,
}

// Sources: [B] knows the home of WorkBuddy, which runs the same program, its settings and
// its servers; all else, and its files in a project, is taken for CodeBuddy's: unverified.
var workbuddyCaller = Caller{
	ID: "workbuddy", Name: "WorkBuddy", Paradigm: JSONStdio, Visibility: FullHooks, As: "codebuddy",
	Runtime: []Signal{{Var: "CODEBUDDY_PROJECT_DIR"}}, // unverified

	Hooks: Hooks{
		User: Loc{Path: "$WORKBUDDY_CONFIG_DIR/settings.json|~/.workbuddy/settings.json"}, Project: Loc{Path: ".codebuddy/settings.json"}, Local: Loc{Path: ".codebuddy/settings.local.json"}, // [B]
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested,
		Unit: Seconds, DefaultTimeoutMS: 60_000,
		Matcher: MatchRegex, Payload: ClaudePayload,
		ProjectVar: "CODEBUDDY_PROJECT_DIR",
		Events:     codebuddyEvents,
	},
	Tools:    codebuddyTools,
	MCPTool:  MCPDoubleClean,
	Outcome:  &uniformOutcome,
	OwnNames: true,
}

var workbuddy = Host{
	Caller: &workbuddyCaller,
	Docs:   "https://www.codebuddy.ai/docs/cli",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{Files: []Loc{{Path: "$WORKBUDDY_CONFIG_DIR/|~/.workbuddy"}}, Vars: []string{"WORKBUDDY_CONFIG_DIR"}}, // [B]
	Server: Server{
		User:    Loc{Path: "$WORKBUDDY_CONFIG_DIR/mcp.json|~/.workbuddy/mcp.json"}, // [B] as it tells its model
		Project: Loc{Path: ".mcp.json"}, ProjectOf: "claude-code",
		Format: JSONC, Root: []string{"mcpServers"},
		Stdio: codebuddyStdio, HTTP: codebuddyHTTP, State: codebuddyState, Transports: codebuddyTransports,
		Expand:      ExpandShell,
		ProjectGate: codebuddyProjectGate,
	},
	Memory: Memory{
		User:    []Loc{{Path: "$WORKBUDDY_CONFIG_DIR/CODEBUDDY.md|~/.workbuddy/CODEBUDDY.md"}}, // unverified
		Project: []Loc{{Path: ".codebuddy/CODEBUDDY.md"}, {Path: "CODEBUDDY.md"}, {Path: "AGENTS.md"}},
		Local:   Loc{Path: "CODEBUDDY.local.md"},
		Imports: true,
	},
	Commands: Content{
		User: Loc{Path: "$WORKBUDDY_CONFIG_DIR/commands|~/.workbuddy/commands"}, Project: Loc{Path: ".codebuddy/commands"}, // unverified
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS",
		Fields: codebuddyCommand,
	},
	Skills: Content{
		User: Loc{Path: "$WORKBUDDY_CONFIG_DIR/skills|~/.workbuddy/skills"}, Project: Loc{Path: ".codebuddy/skills"}, // unverified
		Form: SkillDir, Fields: codebuddySkill,
	},
	Subagents: Content{
		User: Loc{Path: "$WORKBUDDY_CONFIG_DIR/agents|~/.workbuddy/agents"}, Project: Loc{Path: ".codebuddy/agents"}, // unverified
		Form: MarkdownFrontmatter, Fields: codebuddyAgent,
		Note: codebuddyNote,
	},
	Gaps: []string{
		"nothing of WorkBuddy is documented: its home is taken for CodeBuddy's under another name, and its files in a project for the same",
		"PreToolUse takes no context, PostToolUse context alone",
	},
}

// What both share [D].
var (
	codebuddyTools      = []Tool{{Native: "Task", Canonical: Agent, Alias: true}} // its older name [D]; the others are the canonical ones [O]
	codebuddyStdio      = Fields{Command: "command", Args: "args", Env: "env"}
	codebuddyHTTP       = Fields{URL: "url", Headers: "headers"}
	codebuddyState      = []string{"defer_loading", "tools", "description"}
	codebuddyTransports = Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"}
	codebuddyCommand    = ContentField{Description: "description", ArgumentHint: "argument-hint", Model: "model", AllowTools: "allowed-tools", ToolSep: ", "}
	codebuddySkill      = ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "allowed-tools", NoModel: "disable-model-invocation", ToolSep: ", "}
	codebuddyAgent      = ContentField{Name: "name", Description: "description", Model: "model", Inherit: true, AllowTools: "tools", ToolSep: ", "}

	codebuddyEvents = []Event{ // the 9 of [D] hooks.md, and those that [B] knows beside them
		{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
		{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: codebuddyHalt},
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: PermissionDeny},
			{Decision: wire.Ask, Form: PermissionAsk},
			{Decision: wire.Modify, Form: codebuddyInput, Note: "CodeBuddy takes a change together with the permission, and keeps the fields that it does not name"},
			{Decision: Grant, Form: PermissionAllow},
		}},
		{Canonical: wire.PermissionRequest, Native: "PermissionRequest", Sync: true, Says: []Say{ // [B, O]
			{Decision: wire.Deny, Form: BehaviorDeny},
			{Decision: wire.Modify, Form: BehaviorAllowEdit},
			{Decision: Grant, Form: BehaviorAllow},
		}},
		{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // a denial is without effect, and so is updatedMCPToolOutput, which [B] has [O]
		}},
		{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure", Sync: true, Says: []Say{ // [B]
			{Decision: wire.Context, Form: ContextNested},
		}},
		{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
		{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true}, // [B]
		{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: codebuddyHalt, Note: continues},
		}},
		{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true}, // [B]: no answer counts
		{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: codebuddyHalt, Note: continues},
		}},
		{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
	}
	codebuddyGaps = []string{
		"its hooks run in Git Bash on Windows, and not at all without one",
		"PreToolUse takes no context; PostToolUse takes context, and no other result",
		"where all calls are approved (-y) nobody is asked, whatever a hook says",
		"in a run without its window (-p) a denied end, of it or of a subagent, is an end all the same",                             // observed in 2.117.0, with continue false and with decision block
		"a conversation that it shortens by itself is followed by another SessionStart: no PreCompact and no PostCompact come then", // observed in 2.117.0
		"in a run without its window (-p) a question that a hook wants asked waits for ever",                                        // observed in 2.117.0
		"in a run without its window (-p) what SessionStart says is lost now and then",                                              // observed in 2.117.0, in one run of three; over ACP it came each time
		"SessionStart has no cwd: the project is known by CODEBUDDY_PROJECT_DIR",
		"where ~/.codebuddy.json or ~/.codebuddy/mcp.json is and ~/.codebuddy/.mcp.json is not, CodeBuddy reads that one: so do we",
	}
)

const (
	codebuddyHalt  Form = `{"continue":false,"reason":$reason}`                           // decision block is deprecated [D]
	codebuddyInput Form = nested + `"permissionDecision":"allow","updatedInput":$input}}` // [B]; modifiedInput, as [D] has it, changed nothing: observed in 2.117.0

	codebuddyProjectGate = "CodeBuddy asks before it starts a server of a project"                             // [D]
	codebuddyNote        = "an agent of CodeBuddy has no list of tools that it may not use: those are dropped" // [D]
)
