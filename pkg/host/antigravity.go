package host

import "agentconnector/pkg/wire"

// Sources: [S] seed 000, which read antigravity.google/docs/hooks; [R] rulesync 17
// and add-mcp 2.4, source; [M] a third party's measurement of agy 1.2.3 on
// Windows; [X] other third parties who ran agy 1.1 and 1.2. Nothing was observed
// by us. The IDE and agy read the same files: agy is called by the IDE's name.
var antigravityCaller = Caller{
	ID: "antigravity", Name: "Google Antigravity", Paradigm: JSONStdio, Visibility: FullHooks,
	Hooks: antigravityHooks,

	Outcome:  &antigravityOutcome,
	Tools:    antigravityTools,
	Unmapped: antigravityUnmapped,
}

var antigravity = Host{
	Caller: &antigravityCaller,
	Docs:   "https://antigravity.google/docs",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins: []string{"antigravity"}, // [R]
		// Not ~/.gemini, which is Gemini CLI's, and not ~/.gemini/config, which agy makes, too.
		Files: []Loc{{Path: "~/.gemini/antigravity"}}, // [R]
	},

	Above: []Above{{Scope: wire.ScopeUser, At: Loc{Path: "~/.gemini/antigravity/mcp_config.json"},
		Surfaces: []string{wire.Server}, Why: "Antigravity does not read it any more: a server there is none"}}, // [R], [X]
	Server: antigravityServer,
	Memory: antigravityMemory,
	Commands: Content{ // workflows [R]
		User: Loc{Path: "~/.gemini/antigravity/global_workflows"}, Project: Loc{Path: ".agents/workflows"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description"},
		Note:   "a workflow of Antigravity has a description alone",
	},
	Subagents: antigravitySubagents,
	Skills:    antigravitySkills,
	Gaps:      antigravityGaps,
}

// What the IDE and agy share. Lists stand apart, as in kilo_cli.go.
var (
	antigravityServer = Server{
		User: Loc{Path: "~/.gemini/config/mcp_config.json"}, Project: Loc{Path: ".agents/mcp_config.json"}, // [R]; the older ~/.gemini/antigravity/mcp_config.json is not read
		Format: JSON, Root: antigravityRoot, // [R]; agy takes comments from 1.1.24 on
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Disabled: "disabled", Deny: "disabledTools"}, // [R]
		HTTP:  Fields{URL: "serverUrl", Headers: "headers", Disabled: "disabled", Deny: "disabledTools"},         // [R]
		// Told apart by the fields [R]; whether serverUrl takes SSE: unverified.
		Transports: Transports{Stdio: "-", HTTP: "-"},
		Expand:     ExpandNothing, // unverified
	}
	antigravityRoot = []string{"mcpServers"}

	antigravityHooks = Hooks{
		// .agents/hooks.json of a project is read, too [R], but not written: on a
		// machine that has no sh the command would fail, and with it every tool.
		User:   Loc{Path: "~/.gemini/config/hooks.json"},          // [R], [M]
		Format: JSON, Root: antigravityGroup, Shape: ClaudeNested, // a named group of hooks [R]
		Unit: Seconds, DefaultTimeoutMS: 30_000, // [X]: 60 at most; the default is unverified
		// The pattern of a matcher is a regular expression [S]; what it calls MCP
		// tools is not known: ac-hook is asked about every tool.
		Matcher: MatchNone, Every: "*", Payload: AntigravityPayload, // an entry without a matcher is refused [X]
		NoQuotes: true, // [X]
		Gate:     "Antigravity denies every tool if ac-hook cannot be started: take the hooks out (ac uninstall) before you delete it",
		// The 5 of [R]. Fail closed: {} denies a tool, as does anything that is no
		// decision, and any exit status but 0; ask is the user's own policy [M].
		Events: antigravityEvents,
	}
	antigravityGroup = []string{"agent-connector"}

	antigravityMemory          = Memory{User: antigravityGuidance, Project: antigravityProjectGuidance}
	antigravityGuidance        = []Loc{{Path: "~/.gemini/GEMINI.md"}}                                                       // Gemini CLI's, too [R]
	antigravityProjectGuidance = []Loc{{Path: "AGENTS.md"}, {Path: "CONTEXT.md"}, {Path: "GEMINI.md"}, {Path: "AGENTS.md"}} // the first that exists [R]

	antigravitySubagents = Content{ // antigravity.google/docs/subagents by way of [R]: CLI 1.1.6 and later
		User: Loc{Path: "~/.gemini/config/agents"}, Project: Loc{Path: ".agents/agents"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description"}, // its lists of tools and names of models are not confirmed
		Note:   "tools and model of an agent are dropped: their names in Antigravity are not confirmed",
	}

	antigravitySkills = Content{ // [R]
		User: Loc{Path: "~/.gemini/config/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Antigravity reads name and description of a skill; tools and model are dropped",
	}

	antigravityEvents = []Event{
		{Canonical: wire.PreToolUse, Native: "PreToolUse", NoMatcher: true, Sync: true, MaxMS: 60_000, Quiet: `{"decision":"ask"}`, Says: []Say{
			{Decision: wire.Deny, Form: DenyTop}, // [M]
			{Decision: wire.Ask, Form: `{"decision":"force_ask","reason":$reason}`, Note: "asks even where the user has said always"}, // [X] agy 1.1.2
			{Decision: Grant, Form: `{"decision":"allow"}`}, // [M] runs without a question; agy 1.1.2 still asked [X]
		}},
		{Canonical: wire.PostToolUse, Native: "PostToolUse", NoMatcher: true, MaxMS: 60_000, Quiet: `{}`}, // [M]
		{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Bare: true, MaxMS: 60_000, Quiet: `{"decision":""}`, Says: []Say{ // [M]
			{Decision: wire.Deny, Form: `{"decision":"continue","reason":$reason}`, Note: continues}, // [M]; reason: unverified
		}},
		{Native: "PreInvocation", NoMatcher: true, Bare: true, ParseOnly: true, Quiet: `{}`}, // before each call of the model; takes injectSteps [M]
		{Native: "PostInvocation", NoMatcher: true, Bare: true, ParseOnly: true, Quiet: `{}`},
	}

	// Names [S], which has them from the host's own list; the inputs are what several
	// third parties read in its payloads and transcripts [X].
	antigravityTools = []Tool{
		{Native: "run_command", Canonical: Bash, Inputs: []Input{{Native: "CommandLine", Canonical: "command"}}},
		{Native: "view_file", Canonical: Read, Inputs: []Input{{Native: "AbsolutePath", Canonical: "file_path"}}},
		{Native: "write_to_file", Canonical: Write, Inputs: []Input{{Native: "TargetFile", Canonical: "file_path"}, {Native: "CodeContent", Canonical: "content"}}},
		{Native: "replace_file_content", Canonical: Edit, Inputs: []Input{{Native: "TargetFile", Canonical: "file_path"},
			{Native: "TargetContent", Canonical: "old_string"}, {Native: "ReplacementContent", Canonical: "new_string"}, {Native: "AllowMultiple", Canonical: "replace_all"}}},
		{Native: "multi_replace_file_content", Canonical: MultiEdit, Inputs: []Input{{Native: "TargetFile", Canonical: "file_path"}}}, // with a list of ReplacementChunks
		{Native: "list_dir", Canonical: Glob, Inputs: []Input{{Native: "DirectoryPath", Canonical: "path"}}},
		{Native: "find_by_name", Canonical: Glob, Inputs: []Input{{Native: "Pattern", Canonical: "pattern"}, {Native: "SearchDirectory", Canonical: "path"}}},
		{Native: "grep_search", Canonical: Grep, Inputs: []Input{{Native: "Query", Canonical: "pattern"}, {Native: "SearchPath", Canonical: "path"}}},
		{Native: "search_web", Canonical: WebSearch},
		{Native: "read_url_content", Canonical: WebFetch, Inputs: []Input{{Native: "Url", Canonical: "url"}}},
		{Native: "invoke_subagent", Canonical: Agent},
	}
	antigravityUnmapped = []string{"manage_task", "schedule", "list_permissions", "ask_permission", "define_subagent",
		"send_message", "manage_subagents", "ask_question", "generate_image"} // [S]

	antigravityGaps = []string{
		"a hook cannot change a tool's input or output, and takes no context",
		"no SessionStart, no SessionEnd, no UserPromptSubmit, no PreCompact, no Notification, no PermissionRequest, no events of subagents",
		"after a tool neither its name nor its output may be told, only whether it failed",
		"hooks of a project are not written: where there is no sh every tool would be denied",
		"one third party saw agy 1.1.11 read hooks of installed plugins alone",
		"an SSE server is not written: whether Antigravity loads one is not known",
		"agy is called antigravity in what hooks and servers record",
	}
)

// After a tool the error is there, and empty if it went well [S]; there is neither an
// output nor an exit code.
var antigravityOutcome = Outcome{Payload: []Sign{{At: "error"}}}
