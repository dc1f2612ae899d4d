package host

import "agentconnector/pkg/wire"

// Sources: [D] docs.windsurf.com (now docs.devin.ai/desktop): cascade/hooks,
// mcp, memories, agents-md, skills, workflows; [S] seed 000.
// Windsurf is called Devin Desktop now. This is its agent Cascade; Devin Local
// has files of its own (~/.config/devin, .devin) and is another host.
var windsurfCaller = Caller{
	ID: "windsurf", Name: "Windsurf Cascade", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "WINDSURF_SESSION_ID"}, {Var: "WINDSURF_CONTEXT_ID"}}, // [S] unverified

	Hooks: Hooks{
		User: Loc{Path: "~/.codeium/windsurf/hooks.json"}, Project: Loc{Path: ".windsurf/hooks.json"}, // [D]
		Format: JSON, Root: []string{"hooks"}, Shape: CommandFlat, // [D]: no matcher, no timeout
		Unit: Seconds, DefaultTimeoutMS: 30_000, // no limit is documented: unverified
		Matcher: MatchNone, Payload: CascadePayload,
		// The 12 of [D]: one for each kind of tool. Exit status 2 stops what a pre_
		// event announces; nothing else that a hook says reaches the model [D].
		Events: []Event{
			{Canonical: wire.UserPromptSubmit, Native: "pre_user_prompt", NoMatcher: true, Sync: true, Says: cascadeStops},
			{Canonical: wire.PreToolUse, Native: "pre_run_command", NoMatcher: true, Sync: true, Says: cascadeStops},
			{Canonical: wire.PreToolUse, Native: "pre_write_code", NoMatcher: true, Sync: true, Says: cascadeStops},
			{Canonical: wire.PreToolUse, Native: "pre_read_code", NoMatcher: true, Sync: true, Says: cascadeStops},
			{Canonical: wire.PreToolUse, Native: "pre_mcp_tool_use", NoMatcher: true, Sync: true, Says: cascadeStops},
			{Canonical: wire.PostToolUse, Native: "post_run_command", NoMatcher: true},
			{Canonical: wire.PostToolUse, Native: "post_write_code", NoMatcher: true},
			{Canonical: wire.PostToolUse, Native: "post_read_code", NoMatcher: true},
			{Canonical: wire.PostToolUse, Native: "post_mcp_tool_use", NoMatcher: true},
			{Canonical: wire.Stop, Native: "post_cascade_response", NoMatcher: true}, // beside the agent, which does not wait [D]
			{Native: "post_cascade_response_with_transcript", ParseOnly: true},
			{Native: "post_setup_worktree", ParseOnly: true},
		},
	},

	// Cascade names no tool but those of MCP servers: these are our words for what
	// its events are about. An edit is partial most times [S].
	Outcome: &windsurfOutcome,
	Tools: []Tool{
		{Native: "run_command", Canonical: Bash, Inputs: []Input{{Native: "command_line", Canonical: "command"}}}, // [D]
		{Native: "read_code", Canonical: Read},  // [D]
		{Native: "write_code", Canonical: Edit}, // [D]
	},
}

var windsurf = Host{
	Caller: &windsurfCaller,
	Docs:   "https://docs.windsurf.com/windsurf/cascade",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins:  []string{"windsurf"},                 // the editor's launcher: unverified
		Files: []Loc{{Path: "~/.codeium/windsurf"}}, // [D]
	},

	Above: []Above{{Scope: wire.ScopeSystem, At: Loc{Path: "/etc/windsurf/hooks.json", Darwin: "/Library/Application Support/Windsurf/hooks.json", Windows: "C:/ProgramData/Windsurf/hooks.json"},
		Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: "its hooks run, too"}}, // [D]
	Server: Server{ // none of a project [D]
		User:   Loc{Path: "~/.codeium/windsurf/mcp_config.json"}, // [D], on every system
		Format: JSON, Root: []string{"mcpServers"},               // [D]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Disabled: "disabled", Deny: "disabledTools"}, // [D]; the last two unverified
		HTTP:  Fields{URL: "serverUrl", Headers: "headers", Disabled: "disabled", Deny: "disabledTools"},         // [D]; url alone registers nothing
		// stdio, Streamable HTTP and SSE, told apart by the fields [D].
		Transports: Transports{Stdio: "-", HTTP: "-", SSE: "-"},
		Expand:     ExpandEnv, // in command, args, env, serverUrl and headers [D]
		Gate:       "in Windsurf, refresh the MCP servers after a change; an administrator may allow listed servers alone",
	},

	// AGENTS.md at the root is always on [D].
	Memory: Memory{User: []Loc{{Path: "~/.codeium/windsurf/memories/global_rules.md"}}, Project: []Loc{{Path: "AGENTS.md"}}},
	Commands: Content{ // workflows [D]; 12000 characters each
		User: Loc{Path: "~/.codeium/windsurf/global_workflows"}, Project: Loc{Path: ".windsurf/workflows"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description"},
		Note:   "a workflow of Windsurf has a description alone",
	},
	Skills: Content{ // [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.codeium/windsurf/skills"}}, AlsoProject: []Loc{{Path: ".windsurf/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Windsurf reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"a hook can stop what is about to happen, no more: ask becomes deny, a change and context are dropped",
		"the hooks have no matchers: ac-hook starts for every tool",
		"Stop tells what has happened, and is not waited for",
		"global_rules.md is read up to 6000 characters",
		"a reference with a default (${env:X:-d}) in the arguments of ac-proxy may be taken for a variable of an odd name: unverified",
		"no SessionStart, no SessionEnd, and no event for web searches and other tools",
		"a file of the system (/etc/windsurf, /Library/Application Support/Windsurf, ProgramData) runs first; agent-connector does not read it",
		"the plugin for JetBrains reads ~/.codeium/mcp_config.json, which is not written",
		"Devin Local, the other agent of Devin Desktop, is not installed by this version",
	},
}

// cascadeStops: what is on stderr goes to the model [D].
var cascadeStops = []Say{{Decision: wire.Deny, Form: ReasonText, Exit: 2}}

// No event behind a tool tells what it came to [D].
var windsurfOutcome = Outcome{Untold: []string{"post_read_code", "post_write_code", "post_run_command", "post_mcp_tool_use"}}
