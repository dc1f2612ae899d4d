package host

import "agentconnector/pkg/wire"

// Sources: [D] zcode.z.ai/en/docs (hooks, mcp-services, agents, commands, skill) by way
// of rulesync 17 and of akitaonrails/ai-memory #532, which quotes it; [S] the guides to
// its files that ZCode brings along (zcode-configuration-guide, diagnosing-mcp, -skills,
// -commands), in asgeirtj/system_prompts_leaks; [C] third parties who read or ran its
// zcode.cjs: ai-memory #512 and #532 (0.16.5), rullerzhou-afk/clawd-on-desk #880
// (3.5.3), wxtsky/CodeIsland #258, Octane0411/open-vibe-island #710, DietrichGebert/
// ponytail #799, zai-org/feedback #353. Nothing was run.
var zcodeCaller = Caller{
	ID: "zcode", Name: "ZCode", Paradigm: JSONStdio, Visibility: FullHooks,
	Runtime: []Signal{{Var: "ZCODE_APP_VERSION"}}, // every process that it starts [C #799]

	Outcome: &uniformOutcome, // PostToolUseFailure tells the rest [D]

	Hooks: Hooks{
		User:   Loc{Path: "~/.zcode/cli/config.json"},                        // those of a workspace are never run [D]
		Format: JSON, Root: []string{"hooks", "events"}, Shape: ClaudeNested, // [D]
		Header: []Const{{At: []string{"hooks", "enabled"}, Value: "true"}},  // without it none is run [D]
		Switch: []Const{{At: []string{"hooks", "enabled"}, Value: "false"}}, // [D]
		Unit:   Millis, TimeoutKey: "timeoutMs", DefaultTimeoutMS: 60_000,   // [C #880, #258]
		// A matcher of letters, digits, "_" and "|" is a list of names, any other a regular
		// expression [D]. What it calls the tools of a server is not documented: ac-hook is
		// asked about every tool, so that no guard is passed by.
		Matcher: MatchNone, Payload: ClaudePayload, // [C #710]
		// stdout is JSON, of which a field that it does not know makes it drop all [C #258].
		Events: []Event{ // the 7 of [D]
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // [D]
			}},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop},         // unverified
				{Decision: wire.Context, Form: ContextNested}, // [C #353]
			}},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: PermissionDeny}, // as in Claude Code: unverified
			}},
			{Canonical: wire.PermissionRequest, Native: "PermissionRequest", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BehaviorDeny}, // [C #258]; of several hooks the last one counts [C #880]
				{Decision: Grant, Form: BehaviorAllow},    // [C #258]
			}},
			{Canonical: wire.PostToolUse, Native: "PostToolUse", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Context, Form: ContextNested}, // unverified
			}},
			{Canonical: wire.PostToolUseFailure, Native: "PostToolUseFailure", NoMatcher: true},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true, Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: BlockTop, If: Fresh, Note: continues}, // [C #353]
			}},
		},
	},

	// Its tools have Claude Code's names: unverified.
	Unmapped: []string{"AskUserQuestion"}, // [C #880]
	MCPTool:  MCPDouble,                   // unverified
}

var zcode = Host{
	Caller: &zcodeCaller,
	Docs:   "https://zcode.z.ai/en/docs",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins:  []string{"zcode"},         // on Linux that of the window [C]
		Files: []Loc{{Path: "~/.zcode"}}, // [D]
	},

	Above: []Above{
		{Scope: wire.ScopeUser, At: Loc{Path: "~/.agents/mcp.json"}, If: zcodeFallback, Surfaces: []string{wire.Server}, Why: zcodeHides},
		{Scope: wire.ScopeProject, At: Loc{Path: ".agents/mcp.json"}, If: zcodeFallback, Surfaces: []string{wire.Server}, Why: zcodeHides},
	},

	Server: Server{
		User: Loc{Path: "~/.zcode/cli/config.json"}, Project: Loc{Path: ".zcode/config.json"}, // [S]; of one name the user's counts
		Format: JSON, Root: []string{"mcp", "servers"}, // [S]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Enabled: "enable"}, // [D]
		HTTP:       Fields{URL: "url", Headers: "headers", Enabled: "enable"},               // [D]
		Transports: Transports{TypeKey: "type", Stdio: "-", HTTP: "http", SSE: "sse"},       // [D]
		Expand:     ExpandNothing,                                                           // unverified
	},

	Memory: Memory{User: []Loc{{Path: "~/.zcode/AGENTS.md"}}, Project: []Loc{{Path: "AGENTS.md"}}}, // [S]
	Commands: Content{ // [S]; fields unverified
		User: Loc{Path: "~/.zcode/commands"}, Project: Loc{Path: ".zcode/commands"},
		AlsoUser: []Loc{{Path: "~/.agents/commands"}}, AlsoProject: []Loc{{Path: ".agents/commands"}},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description"},
		Note:   "a command of ZCode has a description alone: unverified",
	},
	Skills: Content{ // [S]; of one name the first one counts, in the order of these
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		AlsoUser: []Loc{{Path: "~/.zcode/skills"}}, AlsoProject: []Loc{{Path: ".zcode/skills"}},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "ZCode reads name and description of a skill; tools and model are dropped", // unverified
	},
	Subagents: Content{ // [D]; an earlier page says that there are none of the user's own
		User:   Loc{Path: "~/.zcode/agents"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", ToolSep: ", "}, // unverified
		Note:   "agents of ZCode have no list of tools that they may not use",
	},
	Gaps: []string{
		"hooks of a workspace are never run, for safety: the user's alone",
		"no SessionEnd, no PreCompact, no Notification, no events of subagents",
		"ask becomes deny, and a changed input or output is dropped: that it honours them is not known",
		"what a hook gives back at Stop stands in the conversation as an answer (zai-org/feedback #353)",
		"before its 0.16 the agent of ZCode itself ran no hooks (zai-org/feedback #32)",
		"an entry has no working directory, time limit or tool lists: ac-proxy does what it can of that",
	},
}

// zcodeFallback is any server in the file that it reads if it has none of its own [S].
var zcodeFallback = []Const{{At: []string{"mcpServers", "*"}}}

const zcodeHides = "ZCode reads its servers only while its own file of that scope has none: with one of ours there they are gone from ZCode, and have to stand there, too"
