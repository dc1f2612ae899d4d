package host

import "agentconnector/pkg/wire"

// Sources: [D] kiro.dev/docs: hooks, hooks/actions, cli/v3/hooks,
// cli/v3/hooks-migration, mcp/configuration, steering; [S] seed 000, which
// watched Kiro 42.08 on macOS; [A] awslabs aidlc-workflows, payload captured from
// Kiro IDE 1.0.165; [X] third parties who run CLI 2.13.
// One set of files serves the IDE from 1.0 on and the CLI from 3.0 on.
var kiroCaller = Caller{
	ID: "kiro", Name: "Kiro", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "KIRO_SESSION_ID"}, {Var: "KIRO_IDE"}}, // [S] unverified: its servers were seen without them

	Hooks: Hooks{
		User:    Loc{Path: "~/.kiro/hooks/agent-connector.json"},             // every file there is read [D]; by CLI 2.13 and later [X]
		Project: Loc{Path: ".kiro/hooks/agent-connector.json"}, Beside: true, // [D]
		Format: JSON, Root: []string{"hooks"}, Shape: TriggerList, // [D]
		Header: []Const{{At: []string{"version"}, Value: `"v1"`}}, // [D]
		Unit:   Seconds, DefaultTimeoutMS: 60_000,                 // [D]
		// A matcher is a regular expression on the tool's name [D]. The names of
		// built-in tools differ between IDE and CLI, and those of MCP tools are not
		// documented: ac-hook is asked about every tool, so that no guard is passed by.
		Matcher: MatchNone, Payload: ClaudePayload, // [S], [A]
		Gate: "Kiro runs these hooks from IDE 1.0 and CLI 3.0 on; older versions ignore them",
		// 2 stops, and stderr goes to the model; other codes are failures [D]. The
		// IDE takes every code but 0 for a denial before a tool [D].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextText}, // [D]
			}},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{ // a matcher is tried on the prompt [D]
				{Decision: wire.Deny, Form: ReasonText, Exit: 2}, // [D]
				{Decision: wire.Context, Form: ContextText},      // [D]
			}},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ReasonText, Exit: 2}, // [D]
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse", NoMatcher: true}, // what it says is dropped [X]
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true},               // after each turn [X]; cannot stop it [D]
			{Native: "PostFileCreate", ParseOnly: true},
			{Native: "PostFileSave", ParseOnly: true},
			{Native: "PostFileDelete", ParseOnly: true},
			{Native: "PreTaskExec", ParseOnly: true},
			{Native: "PostTaskExec", ParseOnly: true},
			{Native: "Manual", ParseOnly: true},
		},
	},

	Outcome: &uniformOutcome, // {success, result} [S], [A]
	Tools: []Tool{
		{Native: "execute_bash", Canonical: Bash},                                                         // [A]
		{Native: "read_file", Canonical: Read, Inputs: []Input{{Native: "path", Canonical: "file_path"}}}, // [S] watched
		{Native: "str_replace", Canonical: Edit, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "oldStr", Canonical: "old_string"}, {Native: "newStr", Canonical: "new_string"}}}, // [S] watched
		{Native: "fs_write", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "fileText", Canonical: "content"}}},                                                 // [D], [A]; inputs [S], unverified
		{Native: "grep_search", Canonical: Grep},             // [S] watched
		{Native: "list_directory", Canonical: Glob},          // [S] watched
		{Native: "web_fetch", Canonical: WebFetch},           // [S] watched
		{Native: "read_files", Canonical: Read, Alias: true}, // [S] watched
		{Native: "fs_read", Canonical: Read, Alias: true},    // [S]
		{Native: "read", Canonical: Read, Alias: true},       // [S]
		{Native: "write", Canonical: Write, Alias: true},     // [S]
		{Native: "shell", Canonical: Bash, Alias: true},      // [S]
		// Best effort of [S]: names of the IDE without a confirmed source.
		{Native: "fsRead", Canonical: Read, Alias: true},
		{Native: "readFile", Canonical: Read, Alias: true},
		{Native: "readMultipleFiles", Canonical: Read, Alias: true},
		{Native: "fsWrite", Canonical: Write, Alias: true},
		{Native: "writeFile", Canonical: Write, Alias: true},
		{Native: "fsCreate", Canonical: Write, Alias: true},
		{Native: "fsAppend", Canonical: Edit, Alias: true},
		{Native: "fsReplace", Canonical: Edit, Alias: true},
		{Native: "fs_edit", Canonical: Edit, Alias: true},
		{Native: "editFile", Canonical: Edit, Alias: true},
		{Native: "strReplace", Canonical: Edit, Alias: true},
		{Native: "deletePath", Canonical: Delete, Alias: true},
		{Native: "fs_delete", Canonical: Delete, Alias: true},
		{Native: "deleteFile", Canonical: Delete, Alias: true},
		{Native: "listDirectory", Canonical: Glob, Alias: true},
		{Native: "fs_list", Canonical: Glob, Alias: true},
		{Native: "fileSearch", Canonical: Glob, Alias: true},
		{Native: "fs_find", Canonical: Glob, Alias: true},
		{Native: "findFiles", Canonical: Glob, Alias: true},
		{Native: "grepSearch", Canonical: Grep, Alias: true},
		{Native: "grep", Canonical: Grep, Alias: true},
		{Native: "search_code", Canonical: Grep, Alias: true},
		{Native: "executeBash", Canonical: Bash, Alias: true},
		{Native: "executePwsh", Canonical: Bash, Alias: true},
		{Native: "run_command", Canonical: Bash, Alias: true},
	},
	Unmapped: []string{"kiro_powers", "update_session_information", "createHook", "use_aws", "aws"}, // [S]; the last two take no command line
	MCPTool:  MCPAt,                                                                                 // as in Amazon Q: unverified
}

var kiro = Host{
	Caller: &kiroCaller,
	Docs:   "https://kiro.dev/docs",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins:  []string{"kiro", "kiro-cli"}, // [D]
		Files: []Loc{{Path: "~/.kiro"}},     // [D]
	},

	// [D cli/custom-agents/configuration-reference]; agents in Markdown are not looked at.
	Above: []Above{
		{Scope: wire.ScopeProfile, At: Loc{Path: "~/.kiro/agents/*.json"}, Unless: kiroIncludes, Surfaces: []string{wire.Server}, Why: kiroAlone},
		{Scope: wire.ScopeProfile, At: Loc{Path: ".kiro/agents/*.json"}, Unless: kiroIncludes, Surfaces: []string{wire.Server}, Why: kiroAlone},
	},

	Server: Server{
		User: Loc{Path: "~/.kiro/settings/mcp.json"}, Project: Loc{Path: ".kiro/settings/mcp.json"}, // [D]
		Format: JSON, Root: []string{"mcpServers"}, // [D]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", TimeoutMS: "timeout", Disabled: "disabled", Deny: "disabledTools"}, // [D]
		HTTP:  Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Disabled: "disabled", Deny: "disabledTools"},               // [D]
		// A url alone is a remote server [D]; whether it takes SSE: unverified.
		Transports: Transports{Stdio: "-", HTTP: "-"},
		Expand:     ExpandPlain, ExpandEnvOnly: true, // in env and headers [D]; elsewhere: unverified
		State:       []string{"autoApprove"}, // [D]
		FiltersEnv:  true,                    // a server gets 16 common variables and those of its entry [S]
		Gate:        kiroGate,
		ProjectGate: kiroGate,
	},

	// A steering file without a head is always read [D]; in the home no AGENTS.md is.
	Memory: Memory{User: []Loc{{Path: "~/.kiro/steering/agent-connector.md"}}, Project: []Loc{{Path: "AGENTS.md"}}},
	Commands: Content{ // prompts [D]
		User: Loc{Path: "~/.kiro/prompts"}, Project: Loc{Path: ".kiro/prompts"},
		Form: MarkdownBody,
		Note: "a prompt of Kiro is a text alone",
	},
	Skills: Content{ // [D]
		User: Loc{Path: "~/.kiro/skills"}, Project: Loc{Path: ".kiro/skills"},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Kiro reads name and description of a skill; tools and model are dropped",
	},

	// A hook with the trigger Manual has a button in the panel of hooks [D].
	Actions: Actions{
		User: Loc{Path: "~/.kiro/hooks/agent-connector.json"}, Project: Loc{Path: ".kiro/hooks/agent-connector.json"},
		Format: JSON, Form: ActionTrigger, At: []string{"hooks"}, Start: "$NAME in the panel Agent Hooks", Labels: true,
		Gate: "Kiro has these from IDE 1.0 on; its CLI has no panel", // CLI: unverified
	},
	// Markdown is for IDE 1.x and CLI 3.0; older ones read JSON there.
	Subagents: Content{ // kiro.dev/docs/custom-agents
		User: Loc{Path: "~/.kiro/agents"}, Project: Loc{Path: ".kiro/agents"},
		Form: MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", ToolSep: ToolList,
			AllTools: "*"}, // unverified in Markdown
		ToolNames: kiroAgentTools,
		Note:      "an agent of Kiro has no list of tools that it may not use; IDE 0.x and CLI 2.x do not read it",
	},
	Gaps: []string{
		"a hook can stop a tool or a prompt, no more: ask becomes deny, a change is dropped",
		"PreToolUse and PostToolUse take no context",
		"no SessionEnd, no PreCompact, no Notification, no PermissionRequest, no events of subagents",
		"UserPromptSubmit may come without the prompt",
		"CLI 2.x reads hooks from agent files alone (kiro-cli agent migrate moves them), and IDE 0.x from .kiro.hook files: neither is written",
		"an SSE server is not written: whether Kiro loads one is not known",
	},
}

const kiroGate = "Kiro expands only the variables that you approve: in its warning, or under Mcp Approved Env Vars in its settings" // third party (docs.firecrawl.dev)

// kiroAgentTools stand for kinds of tools (kiro.dev/docs/custom-agents).
var kiroAgentTools = []Tool{
	{Native: "read", Canonical: Read}, {Native: "read", Canonical: Grep}, {Native: "read", Canonical: Glob},
	{Native: "write", Canonical: Write}, {Native: "write", Canonical: Edit}, {Native: "write", Canonical: MultiEdit}, {Native: "write", Canonical: Delete},
	{Native: "shell", Canonical: Bash}, {Native: "web", Canonical: WebFetch}, {Native: "web", Canonical: WebSearch},
}

// An agent has the servers of mcp.json only if it says so; both words are in use.
const kiroAlone = "an agent there does not say includeMcpJson: with it Kiro has none of the servers of mcp.json"

var kiroIncludes = []Const{{At: []string{"includeMcpJson"}, Value: "true"}, {At: []string{"useLegacyMcpJson"}, Value: "true"}}
