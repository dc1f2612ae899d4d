package host

import "agentconnector/pkg/wire"

// Sources: [D] junie.jetbrains.com/docs: junie-cli-mcp-configuration, junie-cli-hooks
// (2026-08: SessionStart alone), guidelines-and-memory, agent-skills, junie-cli-subagents;
// [X] rulesync 17 and vibe-pushover, for the Early Access build. Nothing was run: npm
// @jetbrains/junie downloads the program from elsewhere.
var junieCaller = Caller{
	ID: "junie", Name: "JetBrains Junie", Paradigm: JSONStdio, Visibility: FullHooks,

	Hooks: Hooks{
		// The user's alone: those of a project are not run, by design [D].
		User:   Loc{Path: "~/.junie/config.json"},                  // [D]
		Format: JSON, Root: []string{"hooks"}, Shape: ClaudeNested, // [D]
		Unit: Seconds, DefaultTimeoutMS: 10_000, // [D]
		Matcher: MatchNone, Payload: ClaudePayload, // [D]: as Gemini's and Codex's; the tools' names are not known, so that no matcher could be right
		Gate: "hooks are run by the Junie CLI alone, beside SessionStart in its Early Access build, not by the plugin in the IDE", // [X]
		// What a hook of SessionStart says does not count [D]; the others are [X].
		Events: []Event{
			{Canonical: wire.SessionStart, Native: "SessionStart", NoMatcher: true},
			{Canonical: wire.SessionEnd, Native: "SessionEnd", NoMatcher: true},
			{Canonical: wire.UserPromptSubmit, Native: "UserPromptSubmit", NoMatcher: true},
			{Canonical: wire.PreToolUse, Native: "PreToolUse", Sync: true, Says: []Say{
				{Decision: wire.Deny, Form: ReasonText, Exit: 2}, // unverified
			}},
			{Canonical: wire.Stop, Native: "Stop", NoMatcher: true},
			// One that answers with success may give the permission [X]: never installed.
			{Canonical: wire.PermissionRequest, Native: "PermissionRequest", ParseOnly: true},
			{Native: "StopFailure", ParseOnly: true},
		},
	},
	MCPTool: MCPDouble, // unverified
}

var junie = Host{
	Caller: &junieCaller,
	Docs:   "https://junie.jetbrains.com/docs",

	Probe: Probe{
		Bins:  []string{"junie"},                                         // [D]
		Files: []Loc{{Path: "~/.junie"}, {Path: "~/.local/share/junie"}}, // [D]; what its installer makes: npm @jetbrains/junie 3110.7.0
	},

	Server: Server{
		User: Loc{Path: "~/.junie/mcp/mcp.json"}, Project: Loc{Path: ".junie/mcp/mcp.json"}, // [D]
		Format: JSON, Root: []string{"mcpServers"}, // [D]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"}, // [D]
		HTTP:       Fields{URL: "url", Headers: "headers"},               // [D], the CLI; the plugin unverified
		Transports: Transports{Stdio: "-", HTTP: "-"},                    // told apart by the fields [D]
		Expand:     ExpandNothing,                                        // unverified
		State:      []string{"enabled"},                                  // unverified
	},

	// .junie/AGENTS.md goes before the one in the root, and hides the older files
	// [D guidelines-and-memory].
	Memory: Memory{User: []Loc{{Path: "~/.junie/AGENTS.md"}}, Project: []Loc{{Path: ".junie/AGENTS.md"}, {Path: "AGENTS.md"}, {Path: ".junie/guidelines.md"}, {Path: "AGENTS.md"}}},
	Commands: Content{ // [X]; fields unverified
		User: Loc{Path: "~/.junie/commands"}, Project: Loc{Path: ".junie/commands"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description"},
		Note:   "a command of Junie has a description alone: unverified",
	},
	Skills: Content{ // [D] agent-skills
		User: Loc{Path: "~/.junie/skills"}, Project: Loc{Path: ".junie/skills"},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Junie reads name and description of a skill; tools and model are dropped",
	},
	Subagents: Content{ // [D] junie-cli-subagents; tools and model unverified
		User: Loc{Path: "~/.junie/agents"}, Project: Loc{Path: ".junie/agents"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "tools and model of an agent are dropped: their names in Junie are unverified",
	},
	Gaps: []string{
		"hooks are installed for the user only, and run by the CLI alone",
		"PreToolUse can be denied: ask becomes deny, a change and context are dropped, and the rest is told and obeys nothing",
		"no hook is installed on PermissionRequest: one that ends well may give the permission",
		"no PostToolUse, no PreCompact, no events of subagents and no Notification",
		"the names of its tools are not known: a matcher for one of the host's own fires only if Junie calls it as Claude Code does",
		"neither hooks nor servers are told that they run under Junie",
	},
}
