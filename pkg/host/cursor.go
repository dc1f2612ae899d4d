package host

import "agentconnector/pkg/wire"

// Sources: [S] the hook engine and config code in npm @cursor/sdk@1.0.32
// dist/bundled/index.js; [D] cursor.com/docs/agent/hooks. Never run here.
var cursorCaller = Caller{
	ID: "cursor", Name: "Cursor", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "CURSOR_VERSION"}, {Var: "CURSOR_AGENT", Value: "1"}}, // hooks; the agent's shell [S]

	Hooks: Hooks{
		User: Loc{Path: "~/.cursor/hooks.json"}, Project: Loc{Path: ".cursor/hooks.json"}, // [S]
		Format: JSON, Root: []string{"hooks"}, Shape: CursorFlat, // [S]
		Header: []Const{{At: []string{"version"}, Value: "1"}}, // [S]
		Unit:   Seconds, DefaultTimeoutMS: 60_000,              // [S]
		Matcher: MatchRegex, Payload: CursorPayload,
		// The payload is a here-document behind the command, so that it must be one
		// simple command; on Windows a pipe in PowerShell [S executeCommandScript].
		MaxContext: 10_000,                                                      // [S]
		Quiet:      "{}",                                                        // no output counts as a failed hook, and blocks where the entry says failClosed [S]
		ProjectVar: "CURSOR_PROJECT_DIR",                                        // [S]
		AlsoRuns:   []string{"claude-code"}, Marks: []string{"conversation_id"}, // [S]
		// 21 events [S]. The tool-specific ones are understood but not installed:
		// preToolUse and postToolUse fire for the same calls.
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "sessionStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorHalt},
				{Decision: wire.Context, Form: cursorContext},
			}},
			{Canonical: wire.SessionEnd, Native: "sessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "beforeSubmitPrompt", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorHaltTell},
				{Decision: wire.Context, Form: cursorContext},
			}},
			{Canonical: wire.PreToolUse, Native: "preToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorDeny},
				{Decision: wire.Modify, Form: cursorInput, Note: "Cursor takes over the fields that it knows of the tool, and drops the others"},
				{Decision: wire.Context, Form: cursorContext},
			}},
			{Canonical: wire.PostToolUse, Native: "postToolUse", Sync: true, Says: []Say{
				{Decision: wire.Context, Form: cursorContext},
				{Decision: wire.Deny, Form: cursorReason, Note: "the tool has run: the reason goes beside its result"},
				{Decision: wire.Modify, Form: cursorOutput, If: MCPTool},
			}},
			{Canonical: wire.PostToolUseFailure, Native: "postToolUseFailure", Says: []Say{
				{Decision: wire.Context, Form: cursorContext},
			}},
			{Canonical: wire.PreCompact, Native: "preCompact", NoMatcher: true},
			{Canonical: wire.Stop, Native: "stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorFollowup, Note: cursorContinues},
			}},
			{Canonical: wire.SubagentStart, Native: "subagentStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorDenyUser},
			}},
			{Canonical: wire.SubagentStop, Native: "subagentStop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorFollowup, Note: cursorContinues},
			}},
			{Canonical: wire.PreToolUse, Native: "beforeShellExecution", Sync: true, ParseOnly: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorRefuse},
				{Decision: wire.Ask, Form: cursorAsk},
			}},
			{Canonical: wire.PreToolUse, Native: "beforeMCPExecution", Sync: true, ParseOnly: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorRefuse},
			}},
			{Canonical: wire.PreToolUse, Native: "beforeReadFile", Sync: true, ParseOnly: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorDenyUser},
			}},
			{Canonical: wire.PreToolUse, Native: "beforeTabFileRead", Sync: true, ParseOnly: true, Says: []Say{
				{Decision: wire.Deny, Form: cursorDenyUser},
			}},
			{Canonical: wire.PostToolUse, Native: "afterShellExecution", ParseOnly: true},
			{Canonical: wire.PostToolUse, Native: "afterMCPExecution", ParseOnly: true},
			{Canonical: wire.PostToolUse, Native: "afterFileEdit", ParseOnly: true},
			{Canonical: wire.PostToolUse, Native: "afterTabFileEdit", ParseOnly: true},
			{Native: "afterAgentResponse", ParseOnly: true},
			{Native: "afterAgentThought", ParseOnly: true},
			{Native: "workspaceOpen", ParseOnly: true},
		},
	},
	// Of its CLI alone: its own skill statusline, which it ships. The file has
	// members that the CLI must find (cursor.com/docs/cli/reference/configuration).
	Status: Status{
		// The folder of XDG and the fields that the file must have: developersdigest.tech,
		// which quotes the pages of Cursor's CLI; the variable is unverified.
		User: Loc{Path: "$CURSOR_CONFIG_DIR/cli-config.json|$XDG_CONFIG_HOME/cursor/cli-config.json|~/.cursor/cli-config.json",
			Darwin: "$CURSOR_CONFIG_DIR/cli-config.json|~/.cursor/cli-config.json", Windows: "$CURSOR_CONFIG_DIR/cli-config.json|~/.cursor/cli-config.json"},
		Format: JSON, At: []string{"statusLine"}, LimitMS: 2000, NotMade: true,
	},

	// [S]: the engine's own map from Claude's names is Bash→Shell, Edit→Write. Its
	// hooks get the canonical keys (command, file_path, pattern, url) already.
	Outcome: &cursorOutcome,
	Tools: []Tool{
		{Native: "Shell", Canonical: Bash},
		{Native: "Fetch", Canonical: WebFetch},
		{Native: "Write", Canonical: Write},
		{Native: "Task", Canonical: Agent},
		{Native: "TabRead", Canonical: Read},
		{Native: "TabWrite", Canonical: Edit},
		// Names that seed 000's adapter knows; the engine of [S] has none of them.
		{Native: "edit_file", Canonical: Edit, Alias: true},
		{Native: "read_file", Canonical: Read, Alias: true},
		{Native: "create_file", Canonical: Write, Alias: true},
		{Native: "delete_file", Canonical: Delete, Alias: true},
		{Native: "run_terminal_command", Canonical: Bash, Alias: true},
		{Native: "search", Canonical: Grep, Alias: true},
		{Native: "grep_search", Canonical: Grep, Alias: true},
		{Native: "codebase_search", Canonical: Grep, Alias: true},
		{Native: "file_search", Canonical: Glob, Alias: true},
		{Native: "list_directory", Canonical: Glob, Alias: true},
	},
	Unmapped: []string{"List", "ReadLints", "WriteShellStdin", "ListMcpResources", "FetchMcpResource", "ComputerUse", "RecordScreen"}, // [S]
	MCPTool:  MCPColon,                                                                                                                // [S]
}

var cursor = Host{
	Caller: &cursorCaller,
	Docs:   "https://cursor.com/docs",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins:  []string{"cursor", "cursor-agent"}, // [D]
		Files: []Loc{{Path: "~/.cursor"}},         // [S]
	},

	Above: []Above{{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/cursor/hooks.json", Darwin: "/Library/Application Support/Cursor/hooks.json", Windows: "$ProgramData/Cursor/hooks.json|C:/ProgramData/Cursor/hooks.json"},
		Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: "its hooks run, too, and their answers go before others"}}, // [D]
	Server: Server{
		User: Loc{Path: "~/.cursor/mcp.json"}, Project: Loc{Path: ".cursor/mcp.json"}, // [S]
		Format: JSON, Root: []string{"mcpServers"}, // [S]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", Allow: "enabledTools"}, // [S]
		HTTP:  Fields{URL: "url", Headers: "headers", Allow: "enabledTools"},                           // [S]
		// Inferred from command or url [S]; a url is tried as Streamable HTTP, then SSE: unverified.
		Login:      "log in with agent mcp login $ID, or in Cursor's settings", // cursor.com/docs/cli/mcp; the settings unverified
		Transports: Transports{Stdio: "-", HTTP: "-", SSE: "-"},
		Expand:     ExpandEnvDefault, // ${env:NAME}, :-default recognised [S]
	},

	// Nothing of a project is the user's own: the engine watches .cursor/rules,
	// AGENTS.md, hooks.json and mcp.json, and of Claude's local files what it takes
	// over from there [S].
	// No file for user rules: they live in the app (seed 002 §4, agent-connector 0.4.0).
	Memory: Memory{Project: []Loc{{Path: "AGENTS.md"}}, Note: "Cursor keeps user rules in the app: there is no user file to write"}, // [D]
	Commands: Content{ // [D] unverified
		User: Loc{Path: "~/.cursor/commands"}, Project: Loc{Path: ".cursor/commands"},
		Form: MarkdownBody,
		Note: "a Cursor command is its prompt alone: description, argument hint, tools and model are dropped",
	},
	Skills: Content{ // it also reads .agents and .claude [D] unverified
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "~/.cursor/skills"}, {Path: "~/.claude/skills"}},
		AlsoProject: []Loc{{Path: ".cursor/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"},
		Note:        "Cursor reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // [D] unverified
		User: Loc{Path: "~/.cursor/agents"}, Project: Loc{Path: ".cursor/agents"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", ReadOnly: "readonly"},
		Note:   "Cursor subagents take no tool lists: tools are dropped",
	},

	// Fields: github.com/cursor/plugins schemas/plugin.schema.json, which allows no
	// others; catalog and layout: cursor.com/docs/plugins/building. The variable [S].
	// Nothing was run. Guidance is a rule there.
	Plugin: Plugin{
		Format: "cursor-plugin",
		Proof:  "unverified: valid by the schemas that Cursor has published; Cursor itself has taken none of ours",
		Name:   `[a-z0-9]([a-z0-9.-]*[a-z0-9])?`,
		Manifest: Document{Path: ".cursor-plugin/plugin.json", Members: []Member{
			{"name", SayID}, {"displayName", SayName}, {"version", SayVersion}, {"description", SayDescription}, {"author", SayContact},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense},
			{"commands", SayCommands}, {"agents", SaySubagents}, {"skills", SaySkills}, {"rules", `$with memory "./rules"`}, {"hooks", SayHooks}, {"mcpServers", SayServer}}},
		Catalog: Document{Path: ".cursor-plugin/marketplace.json", Members: []Member{
			{"name", SayID}, {"owner", SayOwnerOnly}, {"plugins", SayEntryOnly}}},
		RootVar: "CURSOR_PLUGIN_ROOT",
		Server:  "mcp.json", Hooks: "hooks/hooks.json", Commands: "commands", Skills: "skills", Subagents: "agents", Memory: "rules/guidance.mdc",
		Rule: "---\nalwaysApply: true\n---\n\n", // cursor.com/docs/context/rules
		// github.com/vercel/vercel-plugin/issues/125, seen in Cursor 3.12.10.
		HooksGate: "Cursor was seen to keep, of a plugin from a catalog, only the files that its manifest names: then its hooks decide nothing unless the connector is installed, too",
	},
	Gaps: []string{
		"preToolUse cannot ask: Cursor reads ask on beforeShellExecution only, so ask becomes deny",
		"preToolUse names an MCP tool without its server: a matcher for tools of one server takes those of all",
		"Cursor also runs the hooks in ~/.claude/settings.json and .claude/settings.json: each call reaches ac-hook once per file",
		"no PermissionRequest and no Notification event",
		"a user rule cannot be installed: Cursor keeps them in the app",
	},
}

// What Cursor reads of a reply [S]. What its validators let through is not
// always obeyed: the engine reads "ask" on beforeShellExecution alone,
// elsewhere the tool would run.
const (
	cursorDeny     Form = `{"permission":"deny","user_message":$reason,"agent_message":$reason,"additional_context":$context}`
	cursorRefuse   Form = `{"permission":"deny","user_message":$reason,"agent_message":$reason}`
	cursorDenyUser Form = `{"permission":"deny","user_message":$reason}`
	cursorAsk      Form = `{"permission":"ask","user_message":$reason,"agent_message":$reason}`
	cursorInput    Form = `{"updated_input":$input,"additional_context":$context}`
	cursorContext  Form = `{"additional_context":$context}`
	cursorReason   Form = `{"additional_context":$reason}`
	cursorHalt     Form = `{"continue":false,"user_message":$reason}`
	cursorHaltTell Form = `{"continue":false,"user_message":$reason,"additional_context":$context}`
	cursorFollowup Form = `{"followup_message":$reason}`
	cursorOutput   Form = `{"updated_mcp_tool_output":$output,"additional_context":$context}`

	cursorContinues = "the reason is the next message, five times at most unless loop_limit says otherwise"
)

// exit_code of a command is in newer builds only [D]; failure_type of postToolUseFailure:
// "error" was captured, timeout and permission_denied are what a third party reads
// (docs.rs/kranz-engine 0.2.2, map_cursor_hook); is_interrupt is unverified.
var cursorOutcome = Outcome{
	Exit:   "exitCode|exit_code",
	Output: []Sign{failedMCP, failedSuccess},
	Payload: []Sign{
		interrupted, {At: "failure_type", Is: `"timeout"`, Error: wire.Timeout}, {At: "failure_type", Is: `"permission_denied"`, Error: wire.Denied},
	},
	Whole:  []string{"beforeReadFile", "beforeTabFileRead"}, // seed 000
	Untold: []string{"afterFileEdit", "afterTabFileEdit"},
}
