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

	// What stands in a plugin's folder [R], with a manifest of the name alone [X];
	// agy plugin install takes such a folder [X]. Nothing was run. It has no hooks of
	// ours, for the reason that a project has none.
	Plugin: Plugin{
		Format: "agy-plugin",
		Manifest: Document{Path: "plugin.json", Members: []Member{
			{"name", SayID}, {"version", SayAnyVersion}, {"description", SayDescription}}},
		Server: "mcp_config.json", Skills: "skills",
	},
	Gaps: antigravityGaps,
}
