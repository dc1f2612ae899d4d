package host

import "agentconnector/pkg/wire"

// Sources: [S] repository mistralai/mistral-vibe at 2.18.4 (2026-07), vibe/core; [R]
// rulesync 17, which quotes 2.21 to 2.25. PyPI has 3.0.3 of 2026-10, which nobody here
// has seen. Nothing was run.
var mistralVibeCaller = Caller{
	ID: "mistral-vibe", Name: "Mistral Vibe", Paradigm: JSONStdio, Visibility: FullHooks,

	Hooks: Hooks{
		User: Loc{Path: "$VIBE_HOME/hooks.toml|~/.vibe/hooks.toml"}, Project: Loc{Path: ".vibe/hooks.toml"}, // [S]
		Format: TOML, Root: []string{"hooks"}, Shape: EventList, EventKey: "type", NameKey: "name", // [S] hooks/config.py: of one name the project's counts
		Unit: Seconds, DefaultTimeoutMS: 60_000, // [S]
		// match is a glob, or an expression behind "re:"; without one all fit [S].
		Matcher: MatchNone, Payload: ClaudePayload,
		// 2.18 gives the command to a shell [S]; 2.25 takes it apart itself, and drops a
		// hook with a backslash in its command [R].
		Gate: "Vibe runs the hooks of a project only in a folder that you trust; before 2.21 hooks are off, and their kinds have other names", // [S], [R]
		Events: []Event{ // names since 2.21 [R]; the older ones [S]
			{Canonical: wire.PreToolUse, Native: "pre_tool", Sync: true, Says: vibeBefore},
			{Canonical: wire.PostToolUse, Native: "post_tool", Sync: true, Says: vibeAfter},
			{Canonical: wire.Stop, Native: "post_agent", NoMatcher: true, Sync: true, Says: vibeStop},
			{Canonical: wire.PreToolUse, Native: "before_tool", Sync: true, ParseOnly: true, Says: vibeBefore},
			{Canonical: wire.PostToolUse, Native: "after_tool", Sync: true, ParseOnly: true, Says: vibeAfter},
			{Canonical: wire.Stop, Native: "post_agent_turn", NoMatcher: true, Sync: true, ParseOnly: true, Says: vibeStop},
		},
	},

	// [S] tools/builtins.
	Tools: []Tool{
		{Native: "bash", Canonical: Bash},
		{Native: "read", Canonical: Read},
		{Native: "write_file", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},
		{Native: "edit", Canonical: Edit},
		{Native: "grep", Canonical: Grep},
		{Native: "webfetch", Canonical: WebFetch},
		{Native: "websearch", Canonical: WebSearch},
		{Native: "task", Canonical: Agent},
		{Native: "todo", Canonical: TodoWrite},
	},
	Unmapped: []string{"ask_user_question", "exit_plan_mode", "skill"}, // [S]
	MCPTool:  MCPBare,                                                  // [S] tools/mcp/tools.py, config/models.py normalize_name
	Outcome:  &Outcome{Exit: "returncode", Payload: []Sign{{At: "tool_error"}}},
}

var mistralVibe = Host{
	Caller: &mistralVibeCaller,
	Docs:   "https://docs.mistral.ai/mistral-vibe",

	Probe: Probe{
		Bins: []string{"vibe"}, Vague: true, // [S]; a common word
		Files: []Loc{{Path: "$VIBE_HOME/|~/.vibe"}}, // [S]
		Vars:  []string{"VIBE_HOME"},                // [S]
	},

	// None of a project: in 2.18.4 its config.toml takes the place of the user's whole
	// one [S harness_files], so that ours would hide the user's models and keys.
	Server: Server{
		User:   Loc{Path: "$VIBE_HOME/config.toml|~/.vibe/config.toml"}, // [S]
		Format: TOML, Root: []string{"mcp_servers"}, NameKey: "name",    // [S] config/models.py
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutSec: "tool_timeout_sec", Disabled: "disabled", Deny: "disabled_tools"}, // [S]; command is taken apart as a shell would
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutSec: "tool_timeout_sec", Disabled: "disabled", Deny: "disabled_tools"},                           // [S]
		State:      []string{"prompt", "sampling_enabled", "startup_timeout_sec", "auth", "api_key_env", "api_key_header", "api_key_format"},                       // [S]
		Transports: Transports{TypeKey: "transport", Stdio: "stdio", HTTP: "streamable-http"},                                                                      // [S]; no SSE
		Expand:     ExpandNothing,                                                                                                                                  // [S]
		ClearsEnv:  true,                                                                                                                                           // the Python SDK of MCP: unverified
	},

	Memory: Memory{User: []Loc{{Path: "$VIBE_HOME/AGENTS.md|~/.vibe/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}}, // [S]
	Commands: Content{ // a skill is /NAME, too [S README]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Vibe has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Skills: Content{ // [S]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "$VIBE_HOME/skills|~/.vibe/skills"}}, AlsoProject: []Loc{{Path: ".vibe/skills"}},
		Form: SkillDir, MaxName: 64,
		Fields: ContentField{Name: "name", Description: "description", AllowTools: "allowed-tools", ToolSep: " "}, // [S] skills/models.py
	},
	Gaps: []string{
		"hooks are told before and after a tool and at the end of a turn, no more: no session, no prompt",
		"ask becomes deny, and context before a tool is dropped; a hook that fails lets the tool run, whatever the connector says of that",
		"the hooks have no matchers here: ac-hook starts for every tool",
		"Stop does not tell what the agent has said last, and can send it on three times",
		"a server of a project is not written: the file would take the place of the user's settings there",
		"its agents are TOML files (~/.vibe/agents) that set a whole session: none is written",
		"before 2.21 the kinds of hooks have other names: ours are refused there, with a warning",
		"neither hooks nor servers are told that they run under Vibe: unverified",
	},
}

// What Vibe reads of a reply [S] hooks/models.py.
var (
	vibeBefore = []Say{
		{Decision: wire.Deny, Form: DenyTop},
		{Decision: wire.Modify, Form: `{"hook_specific_output":{"tool_input":$input}}`},
	}
	vibeAfter = []Say{
		{Decision: wire.Deny, Form: `{"decision":"deny","reason":$reason,"hook_specific_output":{"additional_context":$context}}`, Note: "the tool has run: the reason replaces its result"},
		{Decision: wire.Modify, Form: `{"decision":"deny","reason":$text,"hook_specific_output":{"additional_context":$context}}`},
		{Decision: wire.Context, Form: `{"hook_specific_output":{"additional_context":$context}}`},
	}
	vibeStop = []Say{{Decision: wire.Deny, Form: DenyTop, Note: continues + ", three times at most"}}
)
