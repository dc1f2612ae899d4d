package host

import "agentconnector/pkg/wire"

// Sources: [D] docs.devin.ai/cli: extensibility/{hooks/overview, hooks/lifecycle-hooks,
// mcp/configuration, configuration, rules, skills}, reference/configuration/config-file
// and the changelog; [X] docs.claude-mem.ai, which saw payloads. Nothing was run. The
// local agent of Devin Desktop has the same files; its other agent is windsurf.
var devinCaller = Caller{
	ID: "devin", Name: "Devin (CLI and Local)", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "DEVIN_PROJECT_DIR"}}, // hooks [D]; servers: none known

	Hooks: Hooks{
		// The whole file of a project is the table of events; the user's is a part of the
		// settings [D].
		User:    Loc{Path: "~/.config/devin/config.json", Windows: "$APPDATA/devin/config.json|~/AppData/Roaming/devin/config.json"},
		Project: Loc{Path: ".devin/config.json"}, Local: Loc{Path: ".devin/config.local.json"}, // [D]: hooks are read there, too
		Format: JSONC, Root: []string{"hooks"}, Shape: ClaudeNested, // [D]
		Unit: Seconds, DefaultTimeoutMS: 60_000, // [D]; the default is unverified
		Matcher: MatchRegex, Payload: ClaudePayload, // [D] on the tools' events
		ProjectVar: "DEVIN_PROJECT_DIR",                              // [D]; the payload has no cwd [X]
		AlsoRuns:   []string{"claude-code"}, Misses: []string{"cwd"}, // hooks in .claude are picked up, too [D]; its payloads have no cwd [X]
		Events: []Event{ // the 8 of [D]
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // [D]
			}},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop}, // [D]
			}},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop},             // [D]
				{Decision: Grant, Form: `{"decision":"approve"}`}, // [D]
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: "the tool has run"}, // unverified
			}},
			{Canonical: wire.PermissionRequest, Native: "PermissionRequest", Sync: true, Says: []Say{
				{Decision: Grant, Form: `{"decision":"approve"}`}, // [D]
				{Decision: wire.Deny, Form: BlockTop},             // [D]
				{Decision: wire.Ask, Form: Silence},               // the host is about to ask
			}},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [D]
			}},
			{Canonical: wire.PostCompact, Native: "PostCompaction", NoMatcher: true}, // [D]
		},
	},

	Tools: []Tool{ // [D]; the others have names that are not documented
		{Native: "exec", Canonical: Bash},
		{Native: "edit", Canonical: Edit},
		{Native: "read", Canonical: Read},
		{Native: "write", Canonical: Write}, // unverified
		{Native: "grep", Canonical: Grep},   // unverified
		{Native: "glob", Canonical: Glob},   // unverified
	},
	MCPTool: MCPDouble, // [D]
	Outcome: &uniformOutcome,
}

var devin = Host{
	Caller: &devinCaller,
	Docs:   "https://docs.devin.ai/cli",

	Probe: Probe{
		Bins: []string{"devin"}, // [D]
		Files: []Loc{{Path: "~/.config/devin", Windows: "$APPDATA/devin|~/AppData/Roaming/devin"}, // [D]
			{Path: "~/.local/share/devin", Darwin: "~/Library/Application Support/devin", Windows: "$LOCALAPPDATA/devin"}}, // sessions; Windows unverified
	},

	Server: Server{ // since 3000.3; before that mcpServers of config.json, which it moves over when it starts [D]
		User:    Loc{Path: "~/.config/devin/mcp_config.json", Windows: "$APPDATA/devin/mcp_config.json|~/AppData/Roaming/devin/mcp_config.json"}, // [D]
		Project: Loc{Path: ".devin/mcp_config.json"}, Local: Loc{Path: ".devin/mcp_config.local.json"},                                           // [D]
		Format: JSON, Root: []string{"mcpServers"}, // [D]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Deny: "disabledTools"}, // [D]
		HTTP:       Fields{URL: "url", Headers: "headers", Deny: "disabledTools"},               // [D]; serverUrl is the same
		Transports: Transports{Stdio: "-", HTTP: "-", SSE: "-"},                                 // told apart by the fields [D]; SSE unverified
		Expand:     ExpandNothing,                                                               // unverified
		State:      []string{"disabled"},                                                        // unverified
	},

	// AGENTS.md, AGENT.md and CLAUDE.md of a project, all of them, and of the home
	// Claude's file beside its own [D].
	Memory: Memory{User: []Loc{{Path: "~/.config/devin/AGENTS.md", Windows: "$APPDATA/devin/AGENTS.md|~/AppData/Roaming/devin/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}},
		AlsoUser: []string{"claude-code"}},
	Commands: Content{ // [D] skills: /NAME
		User: Loc{Path: "~/.config/devin/skills", Windows: "$APPDATA/devin/skills|~/AppData/Roaming/devin/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Devin has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Skills: Content{ // [D]
		User: Loc{Path: "~/.config/devin/skills", Windows: "$APPDATA/devin/skills|~/AppData/Roaming/devin/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoProject: []Loc{{Path: ".devin/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "tools and model of a skill are dropped: their names in Devin are unverified",
	},
	Gaps: []string{
		"PreToolUse can be denied or approved: ask becomes deny; a change of the input and context are dropped, since how Devin takes them is not documented",
		"hooks in .claude are run, too, unless read_config_from.claude is false: that a call comes from there is known by its payload, which has no cwd as others saw it",
		"a subagent is a folder with AGENT.md (.devin/agents), whose fields are unverified: none is written",
		"no SubagentStop, no Notification, and no event of a failed tool",
		"Cascade, the other agent of Devin Desktop, is windsurf here",
	},
}
