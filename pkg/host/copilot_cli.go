package host

import "agentconnector/pkg/wire"

// Sources: [B] npm @github/copilot-linux-x64@1.0.102, run, its settings table and
// schema; [C] its changelog.json; [O] observed in 1.0.102 (contracts, fixtures);
// [D] docs.github.com, Copilot CLI hooks reference.
var copilotCLICaller = Caller{
	ID: "copilot-cli", Stamp: "copilot-sdk", Name: "GitHub Copilot CLI", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "COPILOT_CLI", Value: "1"}, {Var: "COPILOT_AGENT_SESSION_ID"}}, // hooks; shell and servers [O, C]

	// bash and powershell are its own names of a command; command stands for both
	// [C]. On Windows that would go to PowerShell, which takes a quoted path for a
	// text, and a hook that fails denies every call (case 52;
	// github/copilot-cli#4001). That powershell goes before command: unverified.
	Hooks: Hooks{
		User: copilotUserHooks, Project: copilotProjectHooks, Beside: true, // [D]
		Format: JSON, Root: []string{"hooks"}, Shape: CopilotFlat, PowerShell: "powershell", // [D]
		Header: []Const{{At: []string{"version"}, Value: "1"}}, // [D]
		Unit:   Seconds, DefaultTimeoutMS: 30_000,              // [D]
		Matcher: MatchRegex, Payload: CopilotPayload, // a matcher must match the whole name [C]
		ProjectVar: "COPILOT_PROJECT_DIR",                                                      // [O]
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}},                  // [B]
		Gate:       "Copilot CLI runs the hooks of a project only after its folder is trusted", // [C]
		// It runs the project's .claude/settings.json, if that is trusted [O]; its
		// payloads have a timestamp, Claude's have none.
		AlsoRuns: []string{"claude-code"}, Marks: []string{"timestamp"},
		// Every event has two names [C]. Under Claude's the payload has Claude's
		// keys and tool names; under its own a result can be changed. A hook that
		// exits with 1 or 2 denies [O], one that times out allows [C].
		Events: copilotEvents,
	},
	Status: Status{ // [B]
		User: Loc{Path: "$COPILOT_HOME/settings.json|~/.copilot/settings.json"}, Format: JSON, At: []string{"statusLine"}, Refresh: "refreshInterval",
	},

	Outcome:  &copilotOutcome,
	Tools:    copilotTools,
	Unmapped: []string{"list_bash", "read_bash", "stop_bash", "write_bash", "list_agents", "read_agent", "write_agent", "skill"}, // seed 000
	MCPTool:  MCPDash,                                                                                                            // [O]
}

var copilotCLI = Host{
	Caller: &copilotCLICaller,
	Docs:   "https://docs.github.com/en/copilot",

	Probe: Probe{
		Bins:  []string{"copilot"},                        // [C]
		Files: []Loc{{Path: "$COPILOT_HOME/|~/.copilot"}}, // [C]
		Vars:  []string{"COPILOT_HOME"},                   // [B]
	},
	Client: []string{"copilot-cli"}, // [O]

	Above: copilotAbove,

	Server: Server{
		User:    copilotServers,                                   // [B]
		Project: Loc{Path: ".mcp.json"}, ProjectOf: "claude-code", // [B]; type may be stdio, too
		Format: JSON, Root: []string{"mcpServers"}, // [B]
		Stdio: copilotLocal, HTTP: copilotRemote, // [B]
		// copilot mcp add writes tools: ["*"], too [B].
		Transports:  Transports{TypeKey: "type", Stdio: "local", HTTP: "http", SSE: "sse"}, // [B]
		Expand:      ExpandWordsDefault,                                                    // observed in 1.0.102, in arguments and environment
		ProjectGate: "Copilot CLI reads .mcp.json only in a folder that you trust",         // [B]
	},

	// copilot help config [B]; of --repo and --local it names the files. Left out is what
	// allows something, runs something, reaches the network, or chooses a model.
	Config: Config{
		User: Loc{Path: "$COPILOT_HOME/settings.json|~/.copilot/settings.json"}, Project: Loc{Path: ".github/copilot/settings.json"},
		Local: Loc{Path: ".github/copilot/settings.local.json"}, Format: JSON,
		Allowed: []string{"banner", "bannerStyle", "beep", "beepOnSchedule", "notifications", "terminalNotifications", "compactPaste", "copyOnSelect",
			"footer", "includeCoAuthoredBy", "renderMarkdown", "inlineImages", "inlineImageLiveWindow", "mouse", "scrollbar", "screenReader",
			"showTipsOnStartup", "stream", "streamerMode", "tabs", "terminalProgress", "theme", "updateTerminalTitle"},
	},
	// [B]; observed in 1.0.102: of a project's root AGENTS.md, CLAUDE.md and GEMINI.md, all
	// of them, each with what it brings in.
	Memory: Memory{User: copilotMemory, Project: []Loc{{Path: "AGENTS.md"}}, AlsoProject: []string{"claude-code", "gemini-cli"}, AlsoRoot: true, Imports: true},
	Commands: Content{ // docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/create-skills: /NAME
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Copilot CLI has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Subagents: Content{ // docs.github.com/en/copilot/reference/custom-agents-configuration
		User: Loc{Path: "$COPILOT_HOME/agents|~/.copilot/agents"}, Project: Loc{Path: ".github/agents"},
		Form: MarkdownFrontmatter, Ext: ".agent.md", Fields: copilotAgent, ToolNames: copilotAgentTools, MCPTool: MCPSlash,
		Note: "an agent of Copilot has no list of tools that it may not use",
	},
	Skills: Content{ // [B]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser:    []Loc{{Path: "$COPILOT_HOME/skills|~/.copilot/skills"}},
		AlsoProject: []Loc{{Path: ".github/skills"}, {Path: ".claude/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Copilot CLI reads name and description of a skill; tools and model are dropped",
	},

	// docs.github.com/en/copilot/reference/copilot-cli-reference/cli-plugin-reference; the
	// variable [C].
	Plugin: Plugin{
		Format: "copilot-plugin",
		Proof:  "Copilot CLI 1.0.102 takes it with copilot plugin and works with it",
		Manifest: Document{Path: "plugin.json", Members: []Member{
			{"name", SayID}, {"description", SayDescription}, {"version", SayAnyVersion}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense},
			{"agents", SaySubagents}, {"skills", `$with skills,commands "./skills"`}, {"hooks", SayHooks}, {"mcpServers", SayServer}}},
		Catalog: Document{Path: ".github/plugin/marketplace.json", Members: []Member{
			{"name", SayID}, {"owner", SayOwnerOnly}, {"plugins", SayEntry}}},
		RootVar: "COPILOT_PLUGIN_ROOT",
		Install: []Deed{ // they ask nothing [O]
			{Do: []string{"copilot", "plugin", "marketplace", "add", "$dir"}, Undo: []string{"copilot", "plugin", "marketplace", "remove", "$id"}},
			{Do: []string{"copilot", "plugin", "install", "$id@$id"}, Undo: []string{"copilot", "plugin", "uninstall", "$id@$id"}},
		},
		Server: ".mcp.json", Hooks: "hooks.json", Commands: "skills", Skills: "skills", Subagents: "agents",
	},
	Gaps: []string{
		"Stop does not tell what the agent has said last: a rule on lastMessage fits nothing",
		"PreToolUse takes no context",
		"ask on PreToolUse is put to a person at its own screen alone: without one, and in an editor (ACP), it is a deny",
		"a hook that fails denies the tool, one that times out allows it",
		"a shell command that fails counts as success",
		"a subagent fires Stop, too",
		"in a project it reads .mcp.json: it gets the entry that Claude Code would get, and whether it understands a default of a variable there is unverified",
	},
}

// What Copilot CLI reads of a reply, flat under both names of an event [O].
const (
	copilotTell    Form = `{"additionalContext":$context}`
	copilotReplace Form = `{"modifiedResult":{"resultType":"success","textResultForLlm":$reason}}`
	copilotResult  Form = `{"modifiedResult":{"resultType":"success","textResultForLlm":$text}}`
)

var copilotContext = []Say{{Decision: wire.Context, Form: copilotTell}} // [O]

var copilotBefore = []Say{
	{Decision: wire.Deny, Form: `{"permissionDecision":"deny","permissionDecisionReason":$reason}`}, // [O]
	{Decision: wire.Ask, Form: `{"permissionDecision":"ask","permissionDecisionReason":$reason}`},   // [D] at its own screen unverified; headless and over ACP it refuses at once [O]
	{Decision: wire.Modify, Form: `{"permissionDecision":$grant,"modifiedArgs":$input}`},            // [O]
	{Decision: Grant, Form: `{"permissionDecision":"allow"}`},                                       // [O] over ACP: nobody is asked
}

// What the hosts have in common that run it (copilot_app.go, vscode_copilot.go).
var (
	copilotServers      = Loc{Path: "$COPILOT_HOME/mcp-config.json|~/.copilot/mcp-config.json"}
	copilotUserHooks    = Loc{Path: "$COPILOT_HOME/hooks/agent-connector.json|~/.copilot/hooks/agent-connector.json"}
	copilotProjectHooks = Loc{Path: ".github/hooks/agent-connector.json"}
	copilotMemory       = []Loc{{Path: "$COPILOT_HOME/copilot-instructions.md|~/.copilot/copilot-instructions.md"}}
	copilotLocal        = Fields{Command: "command", Args: "args", Env: "env", Cwd: "workingDirectory", TimeoutMS: "timeout", Allow: "tools", Deny: "excludeTools"}
	copilotRemote       = Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Allow: "tools", Deny: "excludeTools"}

	copilotEvents = []Event{
		{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: copilotContext},
		{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
		{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: "the run ends with exit status 1"}, // [O]
			{Decision: wire.Context, Form: copilotTell},                                    // [O]; hookSpecificOutput is dropped
		}},
		{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: copilotBefore},
		{Canonical: wire.PostToolUse, Native: "postToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: copilotReplace, Note: "the tool has run: the reason replaces its result"}, // [O]
			{Decision: wire.Modify, Form: copilotResult},                                                          // [O]
			{Decision: wire.Context, Form: copilotTell},                                                           // [O]
		}},
		{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure"},
		{Canonical: wire.PermissionRequest, Native: "permissionRequest", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: `{"behavior":"deny","message":$reason}`}, // [O]
			{Decision: Grant, Form: `{"behavior":"allow"}`},                      // [O] over ACP: nobody is asked
			{Decision: wire.Ask, Form: Silence},                                  // the host asks [O]
		}},
		{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
		{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues}, // [O]
		}},
		{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true},
		{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true},
		{Canonical: wire.Notification, Native: "Notification", NoMatcher: true},
		{Canonical: wire.SessionStart, Native: "sessionStart", ParseOnly: true, Says: copilotContext}, // [O]
		{Canonical: wire.SessionEnd, Native: "sessionEnd", ParseOnly: true},
		{Canonical: wire.UserPromptSubmit, Native: "userPromptSubmitted", ParseOnly: true, Says: copilotContext}, // [O]
		{Canonical: wire.PreToolUse, Native: "preToolUse", ParseOnly: true, Says: copilotBefore},                 // [D]
		{Canonical: wire.PostToolUse, Native: "PostToolUse", ParseOnly: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: "the tool has run: the reason replaces its result"}, // [O]
			{Decision: wire.Context, Form: copilotTell},                                                     // [O]
		}},
		{Canonical: wire.PostToolUseFailure, Native: "postToolUseFailure", ParseOnly: true},
		{Canonical: wire.PermissionRequest, Native: "PermissionRequest", ParseOnly: true},
		{Canonical: wire.PreCompact, Native: "preCompact", ParseOnly: true},
		{Canonical: wire.Stop, Native: "agentStop", ParseOnly: true},
		{Canonical: wire.SubagentStart, Native: "subagentStart", ParseOnly: true},
		{Canonical: wire.SubagentStop, Native: "subagentStop", ParseOnly: true},
		{Canonical: wire.Notification, Native: "notification", ParseOnly: true},
		{Native: "userPromptTransformed", ParseOnly: true},
		{Native: "preMcpToolCall", ParseOnly: true},
		{Native: "errorOccurred", ParseOnly: true},
	}

	// seed 000; those under Claude's names are what PascalCase events bring [O].
	copilotTools = []Tool{
		{Native: "bash", Canonical: Bash}, // [O]
		{Native: "view", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}},                                                                                             // [O]
		{Native: "create", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "file_text", Canonical: "content"}}},                                             // inputs unverified
		{Native: "edit", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "old_str", Canonical: "old_string"}, {Native: "new_str", Canonical: "new_string"}}}, // inputs unverified
		{Native: "grep", Canonical: Grep},
		{Native: "glob", Canonical: Glob},
		{Native: "task", Canonical: Agent}, // [O]
		{Native: "web_fetch", Canonical: WebFetch},
		{Native: "web_search", Canonical: WebSearch},
		{Native: "update_todo", Canonical: TodoWrite},
		{Native: "Read", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}, Alias: true}, // [O]
		{Native: "Task", Canonical: Agent, Alias: true},
		{Native: "powershell", Canonical: Bash, Alias: true},
		{Native: "apply_patch", Canonical: Edit, Alias: true},
		{Native: "str_replace_editor", Canonical: Edit, Alias: true},
		{Native: "rg", Canonical: Grep, Alias: true},
		{Native: "ask_user", Canonical: AskUserQuestion},
		// VS Code's own names, which its older harness sends: ToolName of microsoft/vscode,
		// extensions/copilot tools/common/toolNames.ts, and its hooks FAQ (seed 000).
		{Native: "read_file", Canonical: Read, Inputs: vscodePath, Alias: true},
		{Native: "create_file", Canonical: Write, Inputs: vscodePath, Alias: true},
		{Native: "replace_string_in_file", Canonical: Edit, Inputs: vscodeEdit, Alias: true},
		{Native: "multi_replace_string_in_file", Canonical: Edit, Alias: true}, // a list of replacements
		{Native: "insert_edit_into_file", Canonical: Edit, Inputs: vscodePath, Alias: true},
		{Native: "edit_files", Canonical: Edit, Alias: true},
		{Native: "editFiles", Canonical: Edit, Alias: true},
		{Native: "run_in_terminal", Canonical: Bash, Inputs: []Input{{Native: "explanation", Canonical: "description"}, {Native: "isBackground", Canonical: "run_in_background"}}, Alias: true},
		{Native: "grep_search", Canonical: Grep, Inputs: []Input{{Native: "query", Canonical: "pattern"}}, Alias: true}, // input unverified
		{Native: "file_search", Canonical: Glob, Inputs: []Input{{Native: "query", Canonical: "pattern"}}, Alias: true}, // input unverified
		{Native: "list_dir", Canonical: Glob, Alias: true},
		{Native: "runSubagent", Canonical: Agent, Alias: true},
		{Native: "search_subagent", Canonical: Agent, Alias: true},
		{Native: "explore_subagent", Canonical: Agent, Alias: true},
		{Native: "execution_subagent", Canonical: Agent, Alias: true},
	}
	vscodePath = []Input{{Native: "filePath", Canonical: "file_path"}}
	vscodeEdit = []Input{{Native: "filePath", Canonical: "file_path"}, {Native: "oldString", Canonical: "old_string"}, {Native: "newString", Canonical: "new_string"}}
)

// copilotManagedAt is where the enterprise's settings are that all local clients of
// Copilot read: docs.github.com, configure-enterprise-managed-settings. On macOS
// and Linux the CLI takes them only from a file of root that nobody else can write.
var copilotManagedAt = Loc{Path: "/etc/github-copilot/managed-settings.json", Darwin: "/Library/Application Support/GitHubCopilot/managed-settings.json", Windows: "$ProgramFiles/GitHubCopilot/managed-settings.json|C:/Program Files/GitHubCopilot/managed-settings.json"}

var copilotAbove = []Above{{Scope: wire.ScopeManaged, At: copilotManagedAt, Surfaces: []string{wire.Server}, Why: copilotForbids}}

const copilotForbids = "servers may be forbidden there (allowedMcpServers)"

// The form of agents in docs.github.com/en/copilot/reference/custom-agents-configuration:
// hosts of GitHub share their files. Names in lists stand for kinds of tools.
var (
	copilotAgent      = ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", ToolSep: ToolList}
	copilotAgentTools = []Tool{
		{Native: "execute", Canonical: Bash}, {Native: "read", Canonical: Read}, {Native: "search", Canonical: Grep}, {Native: "search", Canonical: Glob},
		{Native: "edit", Canonical: Write}, {Native: "edit", Canonical: Edit}, {Native: "edit", Canonical: MultiEdit}, {Native: "edit", Canonical: Delete},
		{Native: "web", Canonical: WebFetch}, {Native: "web", Canonical: WebSearch}, {Native: "agent", Canonical: Agent}, {Native: "todo", Canonical: TodoWrite},
	}
)

// A result has a type: success, failure, rejected, denied or timeout (github/copilot-sdk
// nodejs/src/types.ts). A command that fails has success, and its exit code stands at
// the end of the text [O].
var copilotOutcome = Outcome{
	Exit:     uniformExit,
	ExitText: []ExitText{{At: "text_result_for_llm|textResultForLlm", Before: "completed with exit code ", After: ">"}},
	Output: []Sign{
		failedType, {At: resultType, Is: `"rejected"`, Error: wire.Rejected}, {At: resultType, Is: `"denied"`, Error: wire.Denied},
		{At: resultType, Is: `"timeout"`, Error: wire.Timeout}, failedSuccess, failedMCP,
	},
}
