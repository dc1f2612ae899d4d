package host

import "agentconnector/pkg/wire"

// Sources: [S1] npm @anthropic-ai/claude-agent-sdk@0.3.332 sdk.d.ts;
// [S2] strings of the program @anthropic-ai/claude-code-linux-x64@2.1.332;
// [S4] code.claude.com/docs/en/hooks; [O] observed in 2.1.332;
// pNN, qNN, nNN: replies measured on 2.1.332.
var claudeCodeCaller = Caller{
	ID: "claude-code", Name: "Claude Code", Paradigm: JSONStdio, Visibility: FullHooks,
	// [O] hooks, MCP servers and the agent's shell all have CLAUDECODE=1.
	// CLAUDE_PROJECT_DIR proves nothing: Gemini, Qwen, Copilot, Droid set it too.
	Runtime: []Signal{{Var: "CLAUDECODE", Value: "1"}, {Var: "CLAUDE_CODE_SESSION_ID"}},

	Hooks: Hooks{
		User:    Loc{Path: "$CLAUDE_CONFIG_DIR/settings.json|~/.claude/settings.json"}, // [S2]
		Project: Loc{Path: ".claude/settings.json"},                                    // [S2]
		Local:   Loc{Path: ".claude/settings.local.json"},                              // [S2]; it adds the file to the user's git ignore list when it next starts
		Format:  JSON, Root: []string{"hooks"}, Shape: ClaudeNested,                    // [S1]
		Unit: Seconds, DefaultTimeoutMS: 60_000, // seconds [S1]; older docs say 60 s, newer ones 600 s: the least
		Matcher: MatchRegex, Payload: ClaudePayload,
		// A command runs in /bin/sh -c, whatever SHELL is [O, Linux]; on Windows in Git
		// Bash, and in PowerShell where there is none [S2]. One that has not read its
		// input when it ends has failed, which blocks nothing [S2]; with 100 kB unread
		// on Linux it was done [O].
		ProjectVar: "CLAUDE_PROJECT_DIR",                                      // [O]
		Switch:     []Const{{At: []string{"disableAllHooks"}, Value: "true"}}, // [S1]
		// Names [S1 HOOK_EVENTS]; which obey an answer: measured [O].
		Events: claudeEvents,
	},

	// [S2]. None of the project: it would take the place of each teammate's own line.
	Status: Status{
		User:  Loc{Path: "$CLAUDE_CONFIG_DIR/settings.json|~/.claude/settings.json"},
		Local: Loc{Path: ".claude/settings.local.json"}, Format: JSON, At: []string{"statusLine"}, Refresh: "refreshInterval",
	},

	// Claude's names are the canonical ones (seed 000: the identity map), save
	// for the older name of Agent.
	Outcome:   &claudeOutcome,
	Tools:     []Tool{{Native: "Task", Canonical: Agent, Alias: true}},
	OwnNames:  true,
	MCPTool:   MCPDouble,        // [O]
	MCPPlugin: "plugin_$id_$id", // observed in 2.1.332: mcp__plugin_PLUGIN_SERVER__TOOL
}

var claudeCode = Host{
	Caller: &claudeCodeCaller,
	Docs:   "https://code.claude.com/docs",

	Probe: Probe{
		Bins:  []string{"claude"},                                                                                       // [S2]
		Files: []Loc{{Path: "$CLAUDE_CONFIG_DIR/|~/.claude"}, {Path: "$CLAUDE_CONFIG_DIR/.claude.json|~/.claude.json"}}, // [S2]
		Vars:  []string{"CLAUDE_CONFIG_DIR"},                                                                            // [S2]
	},
	Client: []string{"claude-code"}, // [O]

	// Places and keys [S2]; code.claude.com/docs/en/managed-mcp.
	Above: []Above{
		{Scope: wire.ScopeManaged, At: claudeManaged, Surfaces: []string{wire.Server}, Why: "servers may be forbidden there (allowedMcpServers, deniedMcpServers, allowManagedMcpServersOnly)"},
		{Scope: wire.ScopeManaged, At: claudeManaged, Surfaces: []string{wire.Hooks, wire.NativeHooks}, Why: "hooks may be forbidden there (disableAllHooks, allowManagedHooksOnly)",
			Off: []Const{{At: []string{"disableAllHooks"}, Value: "true"}, {At: []string{"allowManagedHooksOnly"}, Value: "true"}}},
		{Scope: wire.ScopeManaged, At: Loc{Path: "/etc/claude-code/managed-mcp.json", Darwin: "/Library/Application Support/ClaudeCode/managed-mcp.json", Windows: "C:/Program Files/ClaudeCode/managed-mcp.json"},
			Surfaces: []string{wire.Server}, Always: true, Why: "where it is, Claude Code loads its servers and no others"},
	},

	Server: Server{
		Defers:  true,                                                        // a tool search stands before them: observed 2.1.332
		User:    Loc{Path: "$CLAUDE_CONFIG_DIR/.claude.json|~/.claude.json"}, // [S2]
		Project: Loc{Path: ".mcp.json"},                                      // [S2]
		// [O claude mcp add -s local]: the key is the repository's first work tree with
		// links resolved, outside a repository the directory itself.
		Local: Loc{Path: "$CLAUDE_CONFIG_DIR/.claude.json|~/.claude.json"}, LocalRoot: []string{"projects", ProjectPath, "mcpServers"},
		Format: JSON, Root: []string{"mcpServers"}, // [S2]
		// No cwd in the stdio schema [S1+S2]; timeout is per call, ms, at least 1000 [S2].
		Stdio: claudeStdio,
		HTTP:  claudeHTTP, // [S2]
		// claude mcp add writes type "stdio" [O]; http, sse and ws [S2].
		Transports: claudeTransports,
		Expand:     ExpandShell, // in command, args, env, url, headers [S2]
		// claude mcp list shows it as "Pending approval" [O]; claude -p starts it unasked [O].
		Login:        "start it with /mcp in Claude Code", // code.claude.com/docs/en/mcp
		MinTimeoutMS: 1000,                                // [S2]
		// RunsBatch is unverified for all three hosts: "cmd /c" works in either case.
		ProjectGate: "Claude Code asks once before it starts a server from .mcp.json",
	},

	// Paths [S1]. In a project without CLAUDE.md it reads AGENTS.md since 2.1.277
	// (code.claude.com/docs/en/changelog#2-1-277), in the root or in .claude, and
	// none in the home [O]: a CLAUDE.md that we made would hide what the team wrote
	// there. CLAUDE.local.md, which is the user's alone, hides it too [O].
	Memory: Memory{
		User:    []Loc{{Path: "$CLAUDE_CONFIG_DIR/CLAUDE.md|~/.claude/CLAUDE.md"}},
		Project: claudeMemory,
		// Read as memory type Local, beside the others [S2]; deprecated no more since
		// 2025-12 (code.claude.com/docs/en/memory).
		Local: Loc{Path: "CLAUDE.local.md"}, Hides: []Loc{{Path: "AGENTS.md"}, {Path: ".claude/AGENTS.md"}},
		Imports: true, // code.claude.com/docs/en/memory: from the folder of the file that imports
	},
	Commands: Content{ // [S1]; fields: code.claude.com/docs/en/slash-commands
		User: Loc{Path: "$CLAUDE_CONFIG_DIR/commands|~/.claude/commands"}, Project: Loc{Path: ".claude/commands"},
		Form: MarkdownFrontmatter, Args: "$ARGUMENTS", Models: claudeModels,
		Fields: claudeCommand,
	},
	Skills: Content{ // [S1]; fields: code.claude.com/docs/en/skills
		User: Loc{Path: "$CLAUDE_CONFIG_DIR/skills|~/.claude/skills"}, Project: Loc{Path: ".claude/skills"},
		Form: SkillDir, Models: claudeModels,
		Fields: claudeSkill,
	},
	Subagents: Content{ // frontmatter tools, disallowedTools, model [S1]
		User: Loc{Path: "$CLAUDE_CONFIG_DIR/agents|~/.claude/agents"}, Project: Loc{Path: ".claude/agents"},
		Form: MarkdownFrontmatter, Models: claudeModels,
		Fields: claudeAgent, ToolNames: claudeAgentTools,
	},

	Config: Config{
		User:    Loc{Path: "$CLAUDE_CONFIG_DIR/settings.json|~/.claude/settings.json"}, // [S2]
		Project: Loc{Path: ".claude/settings.json"},                                    // [S2]
		Local:   Loc{Path: ".claude/settings.local.json"},                              // [S2]
		Format:  JSON,
		Denied:  claudeDenied,
	},

	// code.claude.com/docs/en/plugins/manifest-reference: the manifest's fields, the
	// folders of the standard layout, hooks with their own "hooks" object; the
	// variable [S2]. A plugin has no memory.
	Plugin: Plugin{
		Format: "claude-plugin",
		Proof:  "Claude Code 2.1.332 finds it valid (claude plugin validate --strict), takes it with claude plugin and works with it",
		Manifest: Document{Path: ".claude-plugin/plugin.json", Members: []Member{
			{"name", SayID}, {"version", SayVersion}, {"description", SayDescription}, {"author", SayAuthor},
			{"homepage", SayHomepage}, {"repository", SayRepository}, {"license", SayLicense}}},
		Catalog: Document{Path: ".claude-plugin/marketplace.json", Members: []Member{
			{"name", SayID}, {"owner", SayOwner}, {"description", SayDescription}, {"plugins", SayEntry}}},
		RootVar: "CLAUDE_PLUGIN_ROOT",

		// observed in 2.1.332: both ask nothing; install copies the plugin into
		// ~/.claude/plugins/cache, where uninstall leaves it.
		Install: []Deed{
			{Do: []string{"claude", "plugin", "marketplace", "add", "$dir"}, Undo: []string{"claude", "plugin", "marketplace", "remove", "$id"}},
			{Do: []string{"claude", "plugin", "install", "$id@$id"}, Undo: []string{"claude", "plugin", "uninstall", "$id@$id"}},
		},
		Server: ".mcp.json", Hooks: "hooks/hooks.json", Commands: "commands", Skills: "skills", Subagents: "agents",
	},
	Gaps: []string{
		"a stdio server has no cwd: the proxy changes to it instead",
		"nothing is asked of hooks while disableAllHooks is true or the folder is untrusted",
	},
}

// claudeManaged is where those who run the machine keep settings [S2].
var claudeManaged = Loc{Path: "/etc/claude-code/managed-settings.json", Darwin: "/Library/Application Support/ClaudeCode/managed-settings.json", Windows: "C:/Program Files/ClaudeCode/managed-settings.json"}

// claudeModels are aliases and names of models of whichever provider [S1].
var claudeModels = []string{"sonnet*", "opus*", "haiku*", "default", "*claude*"}

// PostToolUse comes for tools that succeeded, PostToolUseFailure for the others [O]: a
// command's exit code opens its error there. The signs in an output are those of seed
// 000, for what another program sends in Claude's name.
var claudeOutcome = Outcome{
	Exit:     uniformExit,
	ExitText: []ExitText{{Before: "Exit code "}}, // [O]
	Output:   []Sign{{At: "interrupted", Is: "true", Error: wire.Interrupted}, failedSuccess, failedMCP, failedType},
	Payload:  []Sign{interrupted}, // [S1]
}

// What Claude Code has wherever its home is (xcode.go).
var (
	claudeEvents = []Event{
		{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // measured
		}},
		{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
		{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop},         // measured
			{Decision: wire.Context, Form: ContextNested}, // measured
		}},
		{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: PermissionDeny},   // p01
			{Decision: wire.Ask, Form: PermissionAsk},     // p06; headless it is a deny; with --permission-prompt-tool somebody is asked [O]
			{Decision: wire.Modify, Form: InputAlone},     // p04; with grant p03
			{Decision: wire.Context, Form: ContextNested}, // p05; with grant p16
			{Decision: Grant, Form: PermissionAllow},      // measured: runs, no PermissionRequest
		}},
		{Canonical: wire.PostToolUse, Native: "PostToolUse", Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockContext, Note: "the tool has run: the reason goes beside its result"}, // q02, q07
			{Decision: wire.Context, Form: ContextNested},                                                          // q01
			{Decision: wire.Modify, Form: OutputNested, If: MCPBlocks},                                             // n02
			{Decision: wire.Modify, Form: OutputMCP, If: MCPTool},                                                  // n01, n04
			{Decision: wire.Modify, Form: OutputNested, If: OwnObject},                                             // q09; it drops a string (q03)
		}},
		{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure", Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // [S2]
		}},
		{Canonical: wire.PermissionRequest, Native: "PermissionRequest", Sync: true, Says: []Say{
			// The user is asked meanwhile, and the first answer counts [O].
			{Decision: Grant, Form: BehaviorAllow},                                                         // measured
			{Decision: wire.Deny, Form: BehaviorDeny},                                                      // [O]
			{Decision: wire.Ask, Form: Silence},                                                            // the host asks [O]
			{Decision: wire.Modify, Form: BehaviorAllowEdit, Note: "the change gives the permission, too"}, // [O]
		}},
		{Canonical: wire.PreCompact, Native: "PreCompact", NoMatcher: true},
		{Canonical: wire.PostCompact, Native: "PostCompact", NoMatcher: true},
		{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues},                    // measured
			{Decision: wire.Context, Form: ContextNested, If: Fresh, Note: continues}, // measured
		}},
		{Canonical: wire.SubagentStart, Native: "SubagentStart", NoMatcher: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // [O]
		}},
		{Canonical: wire.SubagentStop, Native: "SubagentStop", NoMatcher: true, Sync: true, Says: []Say{
			{Decision: wire.Deny, Form: BlockTop, Note: continues},                    // [O]
			{Decision: wire.Context, Form: ContextNested, If: Fresh, Note: continues}, // [S2]
		}},
		{Canonical: wire.Notification, Native: "Notification", NoMatcher: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // [S2]
		}},
		{Native: "StopFailure", ParseOnly: true, Observed: true},
		{Native: "InstructionsLoaded", ParseOnly: true, Observed: true},
		{Native: "PostModelSwitch", ParseOnly: true, Observed: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // [S2]
		}},
		{Native: "PostToolBatch", ParseOnly: true, Says: []Say{
			{Decision: wire.Context, Form: ContextNested}, // [S2]
		}},
		{Native: "MessageDisplay", ParseOnly: true},
		// For hooks on the host's own events only [S1 HOOK_EVENTS].
		{Native: "UserPromptExpansion", ParseOnly: true},
		{Native: "PreModelSwitch", ParseOnly: true},
		{Native: "PermissionDenied", ParseOnly: true, Observed: true},
		{Native: "Setup", ParseOnly: true},
		{Native: "TeammateIdle", ParseOnly: true},
		{Native: "TaskCreated", ParseOnly: true},
		{Native: "TaskCompleted", ParseOnly: true},
		{Native: "Elicitation", ParseOnly: true},
		{Native: "ElicitationResult", ParseOnly: true},
		{Native: "ConfigChange", ParseOnly: true},
		{Native: "WorktreeCreate", ParseOnly: true},
		{Native: "WorktreeRemove", ParseOnly: true},
		{Native: "CwdChanged", ParseOnly: true},
		{Native: "FileChanged", ParseOnly: true},
		{Native: "DirectoryAdded", ParseOnly: true},
		{Native: "PreSkillShellCommand", ParseOnly: true},
	}

	claudeStdio = Fields{Command: "command", Args: "args", Env: "env", TimeoutMS: "timeout"}

	claudeHTTP = Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout"}

	claudeTransports = Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse", WS: "ws"}

	claudeDenied = []string{
		// Those that seed 002 §4 (configPatch) names.
		"permissions*", "allowedTools*", "disallowedTools*", "apiKey*", "awsAuthRefresh", "awsCredentialExport",
		"forceLoginMethod", "forceLoginOrgUUID", "otelHeadersHelper",
		"env.ANTHROPIC_*", "env.AWS_*", "env.*_PROXY", "env.*TOKEN*", "env.*KEY*", "env.*SECRET*",
		// Our judgement, of keys that are there [S1 Settings]: the first run
		// commands or load code, the second loosen what guards the user.
		"gcpAuthRefresh", "proxyAuthHelper", "processWrapper", "policyHelper", "fileSuggestion", "subagentStatusLine",
		"sshHostCommands", "enabledPlugins", "extraKnownMarketplaces", "additionalMarketplaces",
		"sandbox", "autoMode", "disableAllHooks", "skipDangerousModePermissionPrompt", "skipAutoPermissionPrompt",
		"skipWebFetchPreflight", "forceLoginGatewayUrl",
		// Our judgement: what changes every program that is started.
		"env.PATH", "env.LD_*", "env.DYLD_*", "env.NODE_OPTIONS", "env.NODE_TLS_REJECT_UNAUTHORIZED",
		"env.NODE_EXTRA_CA_CERTS", "env.CLAUDE_CODE_PROCESS_WRAPPER", // the last two: [S1]
	}

	claudeMemory = []Loc{{Path: ".claude/CLAUDE.md"}, {Path: "CLAUDE.md"}, {Path: "AGENTS.md"}, {Path: ".claude/AGENTS.md"},
		{Path: "CLAUDE.md"}} // where there is none of them

	claudeCommand = ContentField{Description: "description", ArgumentHint: "argument-hint", Model: "model", Inherit: true, AllowTools: "allowed-tools", ToolSep: ", ",
		Subtask: "context: fork"} // [S2 strings]

	claudeSkill = ContentField{Name: "name", Description: "description", Model: "model", Inherit: true, AllowTools: "allowed-tools", NoModel: "disable-model-invocation", ToolSep: ", "}

	claudeAgent = ContentField{Name: "name", Description: "description", Model: "model", Inherit: true, AllowTools: "tools", DenyTools: "disallowedTools", ToolSep: ", "}

	claudeAgentTools = []Tool{{Native: "Edit", Canonical: Edit}, {Native: "NotebookEdit", Canonical: Edit}} // another tool that edits
)
