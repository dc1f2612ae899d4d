package host

import "agentconnector/pkg/wire"

// Sources: [D] aws/amazon-q-developer-cli, docs/hooks.md and docs/agent-format.md;
// [R] its source; [A] docs.aws.amazon.com, Amazon Q Developer user guide; [S]
// seed 000. The CLI became Kiro CLI in 2025-11; the plugins for IDEs are
// supported until 2027-04-30.
var amazonQCaller = Caller{
	ID: "amazon-q", Name: "Amazon Q Developer", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "AMAZON_Q_SESSION_ID"}, {Var: "Q_DEVELOPER_SESSION"}, {Var: "AWS_CODEWHISPERER_SESSION"}}, // [S] unverified

	Hooks: Hooks{
		// Hooks belong to an agent, and an agent is a file: this one is ours.
		User:    Loc{Path: "~/.aws/amazonq/cli-agents/agent-connector.json"}, // [D]
		Project: Loc{Path: ".amazonq/cli-agents/agent-connector.json"},       // [D]
		Format:  JSON, Root: []string{"hooks"}, Shape: CursorFlat,            // [D]
		Header: []Const{
			{At: []string{"name"}, Value: `"agent-connector"`},
			{At: []string{"description"}, Value: `"All tools, with the hooks of agent-connector"`},
			{At: []string{"tools"}, Value: `["*"]`},                                                                                           // without it an agent has none [D]
			{At: []string{"resources"}, Value: `["file://AmazonQ.md","file://AGENTS.md","file://README.md","file://.amazonq/rules/**/*.md"]`}, // those of the default agent: unverified
			{At: []string{"useLegacyMcpJson"}, Value: "true"},                                                                                 // [D]
		},
		Unit: Millis, TimeoutKey: "timeout_ms", DefaultTimeoutMS: 30_000, // [D]
		Matcher: MatchNone, Payload: ClaudePayload, // a matcher is a glob, or @server/tool [D]; without one a hook is for every tool
		Gate: "hooks run in the agent agent-connector alone: start q chat --agent agent-connector, or set it with q settings chat.defaultAgent agent-connector; the plugins for IDEs run none",
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "agentSpawn", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextText}, // [D]
			}},
			{Canonical: wire.UserPromptSubmit, Native: "userPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextText}, // [D]
			}},
			{Canonical: wire.PreToolUse, Native: "preToolUse", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ReasonText, Exit: 2}, // [D]
			}},
			{Canonical: wire.PostToolUse, Native: "postToolUse", NoMatcher: true}, // [D]
			{Canonical: wire.Stop, Native: "stop", NoMatcher: true},               // [S]
		},
	},

	Outcome: &amazonQOutcome,
	Tools: []Tool{ // [S]
		{Native: "fs_read", Canonical: Read}, // a list of operations, each with a path [S]
		{Native: "fs_write", Canonical: Write, Inputs: []Input{{Native: "path", Canonical: "file_path"}, {Native: "file_text", Canonical: "content"}, // by its command: create, str_replace …
			{Native: "old_str", Canonical: "old_string"}, {Native: "new_str", Canonical: "new_string"}}},
		{Native: "execute_bash", Canonical: Bash},
		{Native: "todo_list", Canonical: TodoWrite},
	},
	Unmapped: []string{"introspect", "report_issue", "knowledge", "thinking", "use_aws"}, // [S]
	MCPTool:  MCPAt,                                                                      // [D]
}

var amazonQ = Host{
	Caller: &amazonQCaller,
	Docs:   "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/",

	Probe: Probe{
		// Not q on PATH: other programs have that name, and Kiro replaced it.
		Files: []Loc{{Path: "~/.aws/amazonq"}}, // [D]
	},
	Client: []string{"Q DEV CLI"}, // [R]

	// agent-format.md [D].
	Above: []Above{
		{Scope: wire.ScopeProfile, At: Loc{Path: "~/.aws/amazonq/cli-agents/*.json"}, Unless: qIncludes, Surfaces: []string{wire.Server}, Why: qAlone},
		{Scope: wire.ScopeProfile, At: Loc{Path: ".amazonq/cli-agents/*.json"}, Unless: qIncludes, Surfaces: []string{wire.Server}, Why: qAlone},
	},

	Server: Server{
		User: Loc{Path: "~/.aws/amazonq/mcp.json"}, Project: Loc{Path: ".amazonq/mcp.json"}, // [D], of CLI and plugins
		Format: JSON, Root: []string{"mcpServers"}, // [D]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", TimeoutMS: "timeout", Disabled: "disabled"}, // [D]; 120 s if not set
		HTTP:  Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout", Disabled: "disabled"},               // [A]
		// type is stdio or http, and stdio if not set [R: schemas/agent-v1.json].
		Login:      "Amazon Q shows the address to log in at when the server is loaded", // docs.aws.amazon.com command-line-mcp-config-CLI
		Transports: Transports{TypeKey: "type", Stdio: "-", HTTP: "http"},
		// ${env:X} in env and headers; one that is not set becomes ${X}. The command is
		// expanded as a shell would ($X, ~), its arguments are not [R: mcp_client/client.rs].
		Expand: ExpandEnv, ExpandEnvOnly: true,
		State: []string{"autoApprove"}, // [A] unverified
		Gate:  "an agent of Amazon Q that does not say useLegacyMcpJson has the servers of its own file alone",
	},

	Memory: Memory{Project: []Loc{{Path: ".amazonq/rules/agent-connector.md"}}, // every file there is read [D]
		Note: "Amazon Q reads rules of a project; a file of the user is not known"},

	Commands: Content{ // prompts [D]; places unverified
		User: Loc{Path: "~/.aws/amazonq/prompts"}, Project: Loc{Path: ".amazonq/prompts"},
		Form: MarkdownBody,
		Note: "a prompt of Amazon Q is a text alone, started with @NAME",
	},
	Subagents: Content{ // agent-format.md [D]; the user starts one
		User: Loc{Path: "~/.aws/amazonq/cli-agents"}, Project: Loc{Path: ".amazonq/cli-agents"},
		Form:   AgentJSON,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", AllTools: "*", Always: "useLegacyMcpJson: true"},
		Note:   "an agent of Amazon Q is one that the user starts, with q chat --agent NAME; it has no list of tools that it may not use",
	},
	Gaps: []string{
		"a hook can stop a tool, no more: ask becomes deny, a change is dropped, a prompt cannot be refused",
		"PreToolUse and PostToolUse take no context",
		"no event names the session",
		"no SessionEnd, no PreCompact, no Notification, no PermissionRequest, no events of subagents",
		"Kiro CLI takes over the files of Amazon Q once: what is installed later must be installed for kiro, too",
		"a server's tools cannot be limited in its entry, and it has no working directory",
	},
}

const qAlone = "an agent there does not say useLegacyMcpJson: with it Amazon Q has none of the servers of mcp.json"

var qIncludes = []Const{{At: []string{"useLegacyMcpJson"}, Value: "true"}}

// Every tool answers {success, result} [D]; of a shell command result holds
// {exit_status, stdout, stderr} (seed 000; the status as a text: unverified).
var amazonQOutcome = Outcome{
	Exit:   "result.exit_status|exit_status",
	Output: []Sign{failedSuccess, failedMCP},
}
