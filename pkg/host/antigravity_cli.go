package host

import "agentconnector/pkg/wire"

// antigravityCLI is agy, the successor of Gemini CLI for personal use. Sources:
// as of antigravity.go, which holds what both share.
var antigravityCLICaller = Caller{
	ID: "antigravity-cli", Name: "Antigravity CLI", Paradigm: JSONStdio, Visibility: FullHooks, As: "antigravity",
	Hooks: antigravityHooks,
	// Third parties that set it (codeburn, agystatusline), and one that captured what
	// it sends (dev.to/wassim-azi, 1.3.0 to 1.4.0); unverified.
	Status: Status{User: Loc{Path: "~/.gemini/antigravity-cli/settings.json"}, Format: JSON, At: []string{"statusLine"}},

	Outcome:  &antigravityOutcome,
	Tools:    antigravityTools,
	Unmapped: antigravityUnmapped,
}

var antigravityCLI = Host{
	Caller: &antigravityCLICaller,
	Docs:   "https://antigravity.google/docs/cli",

	Probe: Probe{
		Bins:  []string{"agy"},                            // [R]
		Files: []Loc{{Path: "~/.gemini/antigravity-cli"}}, // [R]
	},

	Above: []Above{{Scope: wire.ScopeUser, At: Loc{Path: "~/.gemini/antigravity-cli/mcp_config.json"},
		Surfaces: []string{wire.Server}, Why: "Antigravity does not read it any more: a server there is none"}}, // [R], [X]
	Server: antigravityServer,
	Memory: antigravityMemory,
	Commands: Content{ // workflows [R]
		User: Loc{Path: "~/.gemini/antigravity-cli/global_workflows"}, Project: Loc{Path: ".agents/workflows"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description"},
		Note:   "a workflow of Antigravity has a description alone",
	},
	Subagents: antigravitySubagents,
	Skills:    antigravitySkills,

	// What stands in a plugin's folder [R], with a manifest of name and description
	// [X: stbenjam/skillsaw, agy 1.1.25: of other keys nothing is read]; commands are
	// those of Gemini CLI, agents have files [X: addyosmani/agent-skills], rules say
	// when they count [X]. agy plugin install takes such a folder, agy plugin uninstall
	// its name [X]. Nothing was run by us. One that others install has no hooks, for the
	// reason that a project has none; agy 1.1.11 was seen to read those of plugins alone
	// [X: michaelAGI/toolahead], from the file beside the manifest [X: pstack-claude].
	Plugin: Plugin{
		Format: "agy-plugin",
		Proof:  "unverified: third parties' plugins of that form were taken by agy 1.1 to 1.5, none of ours",
		Manifest: Document{Path: "plugin.json", Members: []Member{
			{"name", SayID}, {"version", SayAnyVersion}, {"description", SayDescription}}},
		Install: []Deed{{Do: []string{"agy", "plugin", "install", "$dir"}, Undo: []string{"agy", "plugin", "uninstall", "$id"}}},
		Server:  "mcp_config.json", Hooks: "hooks.json", HooksStaged: true, Commands: "commands", Skills: "skills", Subagents: "agents", Memory: "rules/guidance.md",
		CommandsAs: &agyCommands, Rule: "---\ntrigger: always_on\n---\n\n",
	},
	Gaps: antigravityGaps,
}

// agyCommands are those of a plugin [X].
var agyCommands = Content{
	Form: CommandTOML, Args: "{{args}}",
	Fields: ContentField{Description: "description"},
	Note:   "a command in a plugin of Antigravity has a description and a prompt",
}
