package host

import "agentconnector/pkg/wire"

// Sources: [N] npm cline@3.0.65 with @cline/core and @cline/shared 0.0.86; [O]
// observed in 3.0.65 (contracts, fixtures).
var clineCaller = Caller{
	ID: "cline", Name: "Cline", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "CLINE_CONNECTOR_CLI_LAUNCH"}}, // hooks and servers [O]

	// Every file in these folders whose name is that of an event, with or without
	// one of 11 extensions, is run: with what stands behind "#!" in its first line,
	// split at white space, and its path; without that, with bash. All of an event
	// run one after the other, and what they say is joined [N hook-file-hooks,
	// hook-file-config]. ~/Documents/Cline/Hooks and .clinerules/hooks are read,
	// too [N]; .clinerules may be a file.
	Hooks: Hooks{
		User: Loc{Path: "$CLINE_DIR/hooks|~/.cline/hooks"}, Project: Loc{Path: ".cline/hooks"}, // [N]
		Format: File, Shape: HookFiles, NoQuotes: true, // [N]
		Unit: Seconds, DefaultTimeoutMS: 120_000, // [N]
		Matcher: MatchNone, Payload: ClinePayload, MaxContext: 50_000, // [N]
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "TaskStart", NoMatcher: true}, // runs beside the task: nothing is read of it [N, O]
			{Canonical: wire.SessionEnd, Native: "SessionShutdown", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true}, // not by the prompt that starts a headless run [O]
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: clineCancel, Note: "Cline ends the whole run"}, // [O]
				{Decision: wire.Modify, Form: clineInput},                                  // [O]
				{Decision: wire.Context, Form: clineContext},                               // [O]
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse"}, // context is dropped [O]
			{Canonical: wire.Stop, Native: "TaskComplete", NoMatcher: true},
			{Canonical: wire.SessionStart, Native: "TaskResume", ParseOnly: true},
			{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true, ParseOnly: true}, // the name is known, but it is never fired [N]
			{Native: "TaskCancel", ParseOnly: true},
			{Native: "TaskError", ParseOnly: true},
		},
	},

	Outcome: &clineOutcome,
	Tools: []Tool{
		{Native: "run_commands", Canonical: Bash, Inputs: []Input{{Native: "commands", Canonical: "command", List: true}}},                                                                           // [O]
		{Native: "read_files", Canonical: Read, Inputs: []Input{{Native: "files", Canonical: "file_path", List: true, Each: "path"}}},                                                                // [O]
		{Native: "search_codebase", Canonical: Grep, Inputs: []Input{{Native: "queries", Canonical: "pattern", List: true}}},                                                                         // [N]
		{Native: "fetch_web_content", Canonical: WebFetch, Inputs: []Input{{Native: "requests", Canonical: "url", List: true, Each: "url"}}},                                                         // [N]
		{Native: "editor", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "old_text", Canonical: "old_string"}, {Native: "new_text", Canonical: "new_string"}}}, // [O] its schema; it makes new files, too
		{Native: "apply_patch", Canonical: Edit, Alias: true},     // [N] in its place for some models
		{Native: "spawn_agent", Canonical: Agent},                 // [O]; subagent_NAME for each that is defined [O]
		{Native: "skills", Canonical: Skill},                      // [O]
		{Native: "execute_command", Canonical: Bash, Alias: true}, // seed 000: the extension
		{Native: "read_file", Canonical: Read, Alias: true},       // seed 000
		{Native: "replace_in_file", Canonical: Edit, Alias: true}, // seed 000
	},
	Unmapped: []string{"write_to_file", "search_files", "list_files", "browser_action", "use_mcp_tool", "ask_followup_question", "attempt_completion", "new_task", "plan_mode_respond"}, // seed 000
	MCPTool:  MCPPlain,                                                                                                                                                                  // [O]
}

var cline = Host{
	Caller: &clineCaller,
	Docs:   "https://docs.cline.bot",

	Probe: Probe{
		Bins:  []string{"cline"},                     // [N]
		Files: []Loc{{Path: "$CLINE_DIR/|~/.cline"}}, // [N]
		Vars:  []string{"CLINE_DIR"},                 // [N]
	},
	Client: []string{"@cline/core"}, // [O]

	Above: []Above{{Scope: wire.ScopeUser, At: Loc{Path: "$CLINE_DIR/mcp.json|~/.cline/mcp.json"},
		Surfaces: []string{wire.Server}, Why: "Cline does not read it: a server there is none"}}, // [N]: one file of servers
	Server: Server{
		User:   Loc{Path: "$CLINE_MCP_SETTINGS_PATH|$CLINE_DATA_DIR/settings/cline_mcp_settings.json|$CLINE_DIR/data/settings/cline_mcp_settings.json|~/.cline/data/settings/cline_mcp_settings.json"}, // [N]; none of a project
		Format: JSON, Root: []string{"mcpServers"},                                                                                                                                                     // [N]
		// It writes them inside of "transport" itself; the flat form, which extensions
		// have always had, it reads as well, and leaves as it is [N, O]. timeout is in
		// seconds [N].
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutSec: "timeout", Disabled: "disabled"},
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutSec: "timeout", Disabled: "disabled"},
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "streamableHttp", SSE: "sse"}, // [N]; without a type an address is SSE
		Expand:     ExpandNothing,                                                                   // unverified: nothing in its bundle looks like it replaces ${…} [N]
		State:      []string{"oauth", "oauthClient", "metadata", "autoApprove"},                     // [N]; autoApprove: [O] in what it wrote
	},

	Memory: Memory{User: []Loc{{Path: "~/.agents/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}}, // [N]
	Commands: Content{ // workflows [N]
		User: Loc{Path: "~/.cline/workflows"}, Project: Loc{Path: ".clinerules/workflows"},
		AlsoProject: []Loc{{Path: ".cline/workflows"}},
		Form:        MarkdownBody,
		Note:        "a workflow of Cline is its prompt alone: description, argument hint, tools and model are dropped",
	},
	Subagents: Content{ // schema of agent files [N]
		User: Loc{Path: "~/.cline/agents"}, Project: Loc{Path: ".cline/agents"},
		Form: MarkdownFrontmatter, Ext: ".yml",
		Fields:    ContentField{Name: "name", Description: "description", Model: "modelId", AllowTools: "tools", ToolSep: ToolList},
		ToolNames: clineAgentTools,
		Note:      "an agent of Cline has no list of tools that it may not use",
	},
	Skills: Content{ // [N]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.cline/skills"}}, AlsoProject: []Loc{{Path: ".cline/skills"}, {Path: ".clinerules/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Cline reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"a denial ends the whole run; ask becomes deny",
		"TaskStart and PostToolUse are told, and take no answer",
		"a hook that fails is ignored",
		"its model is told of a skill by name alone, whatever its description says", // [O]
		"the prompt that starts a headless run fires no UserPromptSubmit",
		"each event has one file, which asks all connectors: one that somebody else has put there is left alone, and the hook is not installed",
	},
}

// What Cline reads of a reply [O].
const (
	clineCancel  Form = `{"cancel":true,"errorMessage":$reason}`
	clineInput   Form = `{"overrideInput":$input}`
	clineContext Form = `{"contextModification":$context}`
)

// clineAgentTools are the names of its core [N].
var clineAgentTools = []Tool{
	{Native: "run_commands", Canonical: Bash}, {Native: "read_files", Canonical: Read}, {Native: "search_codebase", Canonical: Grep}, {Native: "search_codebase", Canonical: Glob},
	{Native: "editor", Canonical: Write}, {Native: "editor", Canonical: Edit}, {Native: "editor", Canonical: MultiEdit}, {Native: "fetch_web_content", Canonical: WebFetch},
}

// A list of commands has a result for each, and one that failed says so [O].
var clineOutcome = Outcome{
	Output:  []Sign{failedSuccess, failedMCP},
	Payload: []Sign{{At: "tool_result.error"}}, // [N]
}
