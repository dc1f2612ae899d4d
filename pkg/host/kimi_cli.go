package host

import "agentconnector/pkg/wire"

// Sources: [S] repository MoonshotAI/kimi-cli at 1.49.0 (2026-07), src/kimi_cli;
// [D] its documentation in docs/en; [F] facts: PyPI 1.52.0 calls it archived, in
// favour of Kimi Code, which is another host. Never run here.
var kimiCLICaller = Caller{
	ID: "kimi-cli", Name: "Kimi CLI", Paradigm: JSONStdio, Visibility: FullHooks,

	Hooks: Hooks{
		User:   Loc{Path: "$KIMI_SHARE_DIR/config.toml|~/.kimi/config.toml"}, // [S]; none of a project
		Format: TOML, Root: []string{"hooks"}, Shape: EventList,              // [S] hooks/config.py
		Unit: Seconds, DefaultTimeoutMS: 30_000, // 1 to 600 [S]
		Matcher: MatchRegex, Payload: ClaudePayload, // re.search on the tool's name [S engine.py]
		// The 13 of [S]. Exit 2, or permissionDecision deny, blocks; nothing else of an
		// answer is read, whatever [D] says of its text [S runner.py]. What has no Sync
		// is not waited for, or its answer not looked at [S].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{ // a matcher would be tried on the prompt
				{Decision: wire.Deny, Form: ReasonText, Exit: 2}, // the reason is the turn's answer
			}},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: PermissionDeny},
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse"},
			{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure"},
			{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
			{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ReasonText, Exit: 2, Note: continues + ", once"},
			}},
			{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true},
			{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true},
			{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
			{Native: "StopFailure", ParseOnly: true},
		},
	},

	// [S] tools/*, agents/default/agent.yaml.
	Outcome: &uniformOutcome, // PostToolUseFailure tells the rest [S]
	Tools: []Tool{
		{Native: "Shell", Canonical: Bash},
		{Native: "ReadFile", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "WriteFile", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "StrReplaceFile", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}}}, // old and new stand in edit, or in a list of them
		{Native: "Glob", Canonical: Glob, Inputs: []Input{{Native: "directory", Canonical: "path"}}},
		{Native: "Grep", Canonical: Grep},
		{Native: "FetchURL", Canonical: WebFetch},
		{Native: "SearchWeb", Canonical: WebSearch},
		{Native: "SetTodoList", Canonical: TodoWrite},
		{Native: "Agent", Canonical: Agent},
	},
	Unmapped: []string{"AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "ReadMediaFile", "SendDMail", "TaskList", "TaskOutput", "TaskStop", "Think"}, // [S]
	MCPTool:  MCPAlone,                                                                                                                                  // [S] soul/toolset.py
}

var kimiCLI = Host{
	Caller: &kimiCLICaller,
	Docs:   "https://moonshotai.github.io/kimi-cli",

	Probe: Probe{
		Bins:   []string{"kimi-cli"},                           // [F]; its other name, kimi, is that of Kimi Code, too
		Files:  []Loc{{Path: "$KIMI_SHARE_DIR|~/.kimi"}},       // [S] share.py
		Vars:   []string{"KIMI_SHARE_DIR"},                     // [S]
		Unless: []Loc{{Path: "$KIMI_CODE_HOME/|~/.kimi-code"}}, // [F]: Kimi Code has taken its place
	},
	// Nothing says so to hooks [S runner.py]; to servers: unverified.

	Server: Server{
		User:   Loc{Path: "$KIMI_SHARE_DIR/mcp.json|~/.kimi/mcp.json"}, // [S] cli/mcp.py; none of a project
		Format: JSON, Root: []string{"mcpServers"},                     // [S]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd"},       // [S], cwd of FastMCP's MCPConfig, which reads the file
		HTTP:       Fields{URL: "url", Headers: "headers"},                                 // [S]; the time limit is one for all, in config.toml
		Transports: Transports{TypeKey: "transport", Stdio: "-", HTTP: "http", SSE: "sse"}, // [S], [D]
		Expand:     ExpandNothing,                                                          // [S]
		ClearsEnv:  true,                                                                   // the Python SDK of MCP, through FastMCP: unverified
	},

	// .kimi/AGENTS.md beside it is read, too [S soul/agent.py].
	Memory: Memory{Project: []Loc{{Path: "AGENTS.md"}}, Note: "Kimi CLI reads guidance of projects alone: there is no user file to write"},
	Commands: Content{ // a skill is /skill:NAME, too [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Kimi CLI has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Skills: Content{ // [D]; names that are there twice count once
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "~/.kimi/skills"}, {Path: "~/.claude/skills"}, {Path: "~/.codex/skills"}},
		AlsoProject: []Loc{{Path: ".kimi/skills"}, {Path: ".claude/skills"}, {Path: ".codex/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Kimi CLI reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"servers and hooks are installed for the user only: Kimi CLI has none of a project",
		"hooks are not written while config.toml has the line hooks = [], which Kimi CLI puts there when it makes the file: take it out first", // [S config.py]
		"PreToolUse can only be denied: ask becomes deny, changes and context are dropped",
		"a tool of an MCP server is known by its bare name: a guard of one server's tool fires for another server's of the same name",
		"nothing comes back after a tool, a tool that reports an error comes as PostToolUse, and its result is a text cut at 2000 characters",
		"UserPromptSubmit has no text where the prompt is more than text",
		"skills in ~/.agents/skills are not read once there is a ~/.config/agents/skills",
		"it is archived: where a ~/.kimi-code is, that of Kimi Code counts",
	},
}
