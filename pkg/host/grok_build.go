package host

import "agentconnector/pkg/wire"

// Sources: [G] xai-org/grok-build of 2026-08-19, the user guide in
// crates/codegen/xai-grok-pager/docs and the code beside it; [O] observed in
// @xai-official/grok 1.0.41, led by a scripted model; [U] the guide that 1.0.41 itself
// writes to ~/.grok/docs/user-guide, which is newer. npm @vibe-kit/grok-cli is another
// program of that name.
var grokBuildCaller = Caller{
	ID: "grok-build", Name: "Grok Build", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "GROK_HOOK_EVENT"}, {Var: "GROK_SESSION_ID"}}, // hooks [O]; servers [G]

	Hooks: Hooks{
		User: Loc{Path: "$GROK_HOME/hooks/agent-connector.json|~/.grok/hooks/agent-connector.json"}, Project: Loc{Path: ".grok/hooks/agent-connector.json"}, Beside: true, // [G]
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested, // [G]
		Unit: Seconds, DefaultTimeoutMS: 5_000, // [G]
		// One of letters, digits, "_" and "|" must be the whole name, any other is found
		// anywhere in it [G matcher.rs].
		Matcher: MatchRegex, Payload: GrokPayload,
		ProjectVar: "GROK_WORKSPACE_ROOT", // [O]
		// It runs those of Claude Code and Cursor, of the user and of a project [G]. Its
		// payloads have Claude's keys, and its own beside them [O].
		AlsoRuns: []string{"claude-code", "cursor"}, Marks: []string{"hookEventName"},
		Gate: "Grok runs the hooks of a project only in a folder that you trust (/hooks-trust, or grok --trust)", // [G]
		// The 15 of [G]; which obey an answer, and their times [U 10-hooks].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, TimeoutMS: 30_000, Says: grokPrompt},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: grokBefore},
			{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, TimeoutMS: 600_000, Says: grokAfter},
			{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure", Sync: true, Says: grokFailed},
			{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
			{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, TimeoutMS: 600_000, Says: grokStop},
			{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true},
			{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true, Sync: true, TimeoutMS: 600_000, Says: grokStop},
			{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
			{Native: "PermissionDenied", ParseOnly: true},
			{Native: "StopFailure", ParseOnly: true},
			{Native: "StopCancelled", ParseOnly: true},
			// As payloads of 2026-08 have them [G event.rs].
			{Canonical: wire.SessionStart, Native: "session_start", ParseOnly: true},
			{Canonical: wire.SessionEnd, Native: "session_end", ParseOnly: true},
			{Canonical: wire.UserPromptSubmit, Native: "user_prompt_submit", Sync: true, ParseOnly: true, Says: grokPrompt},
			{Canonical: wire.PreToolUse, Native: "pre_tool_use", Sync: true, ParseOnly: true, Says: grokBefore},
			{Canonical: wire.PostToolUse, Native: "post_tool_use", Sync: true, ParseOnly: true, Says: grokAfter},
			{Canonical: wire.PostToolUseFailure, Native: "post_tool_use_failure", Sync: true, ParseOnly: true, Says: grokFailed},
			{Canonical: wire.PreCompact, Native: "pre_compact", ParseOnly: true},
			{Canonical: wire.PostCompact, Native: "post_compact", ParseOnly: true},
			{Canonical: wire.Stop, Native: "stop", Sync: true, ParseOnly: true, Says: grokStop},
			{Canonical: wire.SubagentStart, Native: "subagent_start", ParseOnly: true},
			{Canonical: wire.SubagentStop, Native: "subagent_stop", Sync: true, ParseOnly: true, Says: grokStop},
			{Canonical: wire.Notification, Native: "notification", ParseOnly: true},
			{Native: "permission_denied", ParseOnly: true},
			{Native: "stop_failure", ParseOnly: true},
			{Native: "stop_cancelled", ParseOnly: true},
		},
	},
	Status: Status{ // [G] 25-status-line
		User: Loc{Path: "$GROK_HOME/config.toml|~/.grok/config.toml"}, Format: TOML, At: []string{"ui", "status_line"},
		Refresh: "refresh_interval", MaxLines: 5, LimitMS: 10_000,
	},

	// [G] types/claude_alias.rs; inputs: implementations/grok_build.
	Tools: []Tool{
		{Native: "run_terminal_command", Canonical: Bash},
		{Native: "read_file", Canonical: Read, Inputs: []Input{{Native: "target_file", Canonical: "file_path"}}},
		{Native: "search_replace", Canonical: Edit},
		{Native: "write", Canonical: Write}, // [O], its inputs are the canonical ones
		{Native: "grep", Canonical: Grep},
		{Native: "list_dir", Canonical: Glob, Inputs: []Input{{Native: "target_directory", Canonical: "path"}}},
		{Native: "web_search", Canonical: WebSearch},
		{Native: "web_fetch", Canonical: WebFetch},
		{Native: "todo_write", Canonical: TodoWrite},
		{Native: "spawn_subagent", Canonical: Agent},
	},
	Unmapped: []string{"kill_command_or_subagent", "get_command_or_subagent_output", "scheduler_create", "scheduler_delete", "scheduler_list", "monitor", "search_tool", "use_tool",
		"workflow", "enter_plan_mode", "exit_plan_mode", "ask_user_question", "send_feedback", "image_gen", "image_edit", "image_to_video", "reference_to_video"}, // [O]
	MCPTool: MCPPlain, // [O]: that of the server, not use_tool, by way of which it is called
	Outcome: &uniformOutcome,
}

var grokBuild = Host{
	Caller: &grokBuildCaller,
	Docs:   "https://docs.x.ai/build",

	Probe: Probe{
		Bins: []string{"grok"}, Vague: true, // [O]; so is @vibe-kit/grok-cli called
		Files: []Loc{{Path: "$GROK_HOME/config.toml|~/.grok/config.toml"}, {Path: "$GROK_HOME/hooks|~/.grok/hooks"}, {Path: "$GROK_HOME/logs|~/.grok/logs"}}, // [O]; ~/.grok is the other one's, too
		Vars:  []string{"GROK_HOME"},                                                                                                                         // [G]
	},
	Client: []string{"grok-shell"}, // [O]

	Above: []Above{
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/grok/requirements.toml", Windows: "$GROK_HOME/requirements.toml|~/.grok/requirements.toml"}, Surfaces: []string{wire.Server}, Why: "it may allow certain servers alone"},              // [G]; docs.x.ai/build/settings: or in GROK_HOME, on Windows as well
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/grok/managed_config.toml", Windows: "$GROK_HOME/managed_config.toml|~/.grok/managed_config.toml"}, Why: "it holds where the user's config.toml says nothing, and its hooks run, too"}, // [G]
	},

	Server: Server{
		User: Loc{Path: "$GROK_HOME/config.toml|~/.grok/config.toml"}, Project: Loc{Path: ".grok/config.toml"}, // [G], [O]
		// ~/.claude.json, .mcp.json and Cursor's two files: of one name config.toml goes
		// first, and the entry counts as a whole [G].
		AlsoUser: []string{"claude-code", "cursor"}, AlsoProject: []string{"claude-code", "cursor"},
		Format: TOML, Root: []string{"mcp_servers"}, // [O]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutSec: "tool_timeout_sec", Enabled: "enabled"}, // [G] config-types/src/mcp.rs
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutSec: "tool_timeout_sec", Enabled: "enabled"},                           // [G]
		State:      []string{"oauth", "tool_timeouts", "startup_timeout_sec", "expose_image_base64"},                                     // [G]
		Transports: Transports{TypeKey: "type", Stdio: "-", HTTP: "-", SSE: "sse"},                                                       // [O] mcp add
		// observed in 1.0.41, in arguments: $X and ${X:-d}, and what is not set stays;
		// "$$" becomes "$", in front of a word that is looked up all the same.
		Expand:      ExpandWordsDefault,
		Defers:      true,                                                                                  // search_tool stands before them [G]
		RunsBatch:   true,                                                                                  // [G] 07-mcp-servers, a bare name alone
		Login:       "log in from /mcps in Grok",                                                           // [G]
		ProjectGate: "Grok starts the servers of a project only in a folder that you trust (grok --trust)", // [O] mcp doctor
	},

	// Of the home ~/.grok and ~/.claude, of a project each folder up to the root: every
	// file of these names, all of them [G, O]; of a project where it is trusted [U 12-project-rules].
	// A line "@PATH" in one brings nothing in [O].
	Memory: Memory{User: []Loc{{Path: "$GROK_HOME/AGENTS.md|~/.grok/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}},
		AlsoUser: []string{"claude-code"}, AlsoProject: []string{"claude-code"}},
	Commands: Content{ // [G] 08-skills: of one name the first counts
		User: Loc{Path: "$GROK_HOME/commands|~/.grok/commands"}, Project: Loc{Path: ".grok/commands"},
		AlsoUser: []Loc{{Path: "~/.claude/commands"}, {Path: "~/.agents/commands"}}, AlsoProject: []Loc{{Path: ".claude/commands"}, {Path: ".agents/commands"}},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint", Model: "model", AllowTools: "allowed-tools", ToolSep: ", "},
		Note:   "whether Grok puts the arguments into a command is unverified",
	},
	Skills: Content{ // [G]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "~/.grok/skills"}, {Path: "~/.claude/skills"}, {Path: "~/.cursor/skills"}},
		AlsoProject: []Loc{{Path: ".grok/skills"}, {Path: ".claude/skills"}, {Path: ".cursor/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation", AllowTools: "allowed-tools", ToolSep: ", "},
	},
	Subagents: Content{ // [G] 16-subagents; fields beside the first two unverified
		User: Loc{Path: "$GROK_HOME/agents|~/.grok/agents"}, Project: Loc{Path: ".grok/agents"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model"},
		Note:   "the names of the tools in an agent of Grok are unverified: its lists are dropped",
	},
	Gaps: []string{
		"a hook that fails or takes too long denies nothing, whatever the connector says of that",
		"context of PreToolUse comes with the result of the call; where Grok approves all calls (--yolo) it also approves what a hook wants asked",
		"SessionStart is told what happens, and obeys nothing; a prompt can be denied, and takes no context",
		"the output of Grok's own tools is replaced only by an object of the tool's own shape",
		"no PermissionRequest",
		"Stop fires once more when the session ends, where no answer counts",
		"Grok also runs the hooks of Claude Code and Cursor, and has their servers, skills and commands: each call is answered once, by its own hooks",
		"two dollar signs in the entry of a server become one",
		"the input of a server's tool cannot be changed, and a file that is not there counts as success: PostToolUse",
	},
}

// What Grok reads of a reply [U 10-hooks].
var (
	grokPrompt = []Say{
		{Decision: wire.Deny, Form: BlockTop},
	}
	grokBefore = []Say{
		{Decision: wire.Deny, Form: DenyTop},
		{Decision: wire.Ask, Form: PermissionAsk},
		{Decision: wire.Modify, Form: grokInput, If: OwnTool}, // a server's tool is called by way of use_tool, whose input it would be
		{Decision: wire.Context, Form: ContextNested, Note: "it comes with the result of the call"},
	}
	grokAfter = []Say{
		{Decision: wire.Deny, Form: BlockContext, Note: "the result stays, the reason comes beside it"},
		{Decision: wire.Modify, Form: grokOutput, If: MCPTool},
		{Decision: wire.Modify, Form: OutputNested, If: OwnObject},
		{Decision: wire.Context, Form: ContextNested},
	}
	grokFailed = []Say{
		{Decision: wire.Context, Form: ContextNested},
	}
	grokStop = []Say{
		{Decision: wire.Deny, Form: BlockTop, Note: continues + ", eight times at most"},
		{Decision: wire.Context, Form: `{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":$context}}`, If: Fresh, Note: continues},
	}
)

const (
	grokInput  Form = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":$input,"additionalContext":$context}}`
	grokOutput Form = nested + `"updatedToolOutput":$text,"additionalContext":$context}}` // a text is taken as it stands
)
