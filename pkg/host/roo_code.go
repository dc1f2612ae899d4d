package host

// Sources: [S] RooCodeInc/Roo-Code, src/services/mcp/McpHub.ts and
// src/utils/config.ts; [X] rulesync 17 (roo-paths), public configurations.
// The last release is 3.54.0 of 2026-05-15. Its successor Zoo Code keeps files of
// its own and is another host.
var rooCodeCaller = Caller{
	ID: "roo-code", Name: "Roo Code", Paradigm: MCPOnly, Visibility: MCPToolsOnly,

	MCPTool: MCPDouble, // unverified; no event names one
}

var rooCode = Host{
	Caller: &rooCodeCaller,
	Docs:   "https://docs.roocode.com",
	GUI:    true, // unverified what it makes of the login shell

	Client: []string{"Roo Code"}, // unverified

	Server: Server{
		User: Loc{Path: "$XDG_CONFIG_HOME/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json|~/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
			Darwin:  "~/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
			Windows: "$APPDATA/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json|~/AppData/Roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"}, // [S], [X]
		Homes:   rooHomes,
		Project: Loc{Path: ".roo/mcp.json"},         // [S]
		Format:  JSON, Root: []string{"mcpServers"}, // parsed by JSON.parse [S]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutSec: "timeout", Disabled: "disabled", Deny: "disabledTools"}, // [S]; 1 to 3600 s
		HTTP:  Fields{URL: "url", Headers: "headers", TimeoutSec: "timeout", Disabled: "disabled", Deny: "disabledTools"},                           // [S]
		// A url without a type is an error [S].
		Transports: Transports{TypeKey: "type", Stdio: "-", HTTP: "streamable-http", SSE: "sse"},
		Expand:     ExpandEnv,               // in the whole entry; one that is not set stays as it is, and backslashes in a value become slashes [S]
		State:      []string{"alwaysAllow"}, // [S]
		FiltersEnv: true,                    // a server gets the few default variables and those of its entry [S]
		RunsBatch:  true,                    // it puts cmd.exe /c before every command [S]
	},

	// Every file in .roo/rules is read, and AGENTS.md of the project [X].
	Memory: Memory{User: []Loc{{Path: "~/.roo/rules/agent-connector.md"}}, Project: []Loc{{Path: "AGENTS.md"}}},
	Commands: Content{ // [X]
		User: Loc{Path: "~/.roo/commands"}, Project: Loc{Path: ".roo/commands"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"},
		Note:   "a command of Roo Code takes no tools and no model: they are dropped",
	},
	Skills: Content{ // [X]
		User: Loc{Path: "~/.roo/skills"}, Project: Loc{Path: ".roo/skills"},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Roo Code reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"no hooks: Roo Code cannot be watched or guarded",
		"in several editors it has a file of servers in each that holds it: VS Code, its Insiders edition, VSCodium, Cursor, and a remote machine's ~/.vscode-server; other editors are not known",
		"Roo Code has modes (.roomodes) and no subagents",
		"Zoo Code, its successor, reads .roo/mcp.json too, and a file of the user that is not written",
	},
}

// rooHomes are the extension's folders in VS Code [S], in editors made of it, and
// on a remote machine [X].
var rooHomes = []Home{
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/Code/User/globalStorage/rooveterinaryinc.roo-cline|~/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline",
		Darwin: "~/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline", Windows: "$APPDATA/Code/User/globalStorage/rooveterinaryinc.roo-cline|~/AppData/Roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline|~/.config/Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline",
		Darwin: "~/Library/Application Support/Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline", Windows: "$APPDATA/Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline|~/AppData/Roaming/Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline|~/.config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline",
		Darwin: "~/Library/Application Support/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline", Windows: "$APPDATA/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline|~/AppData/Roaming/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/Cursor/User/globalStorage/rooveterinaryinc.roo-cline|~/.config/Cursor/User/globalStorage/rooveterinaryinc.roo-cline",
		Darwin: "~/Library/Application Support/Cursor/User/globalStorage/rooveterinaryinc.roo-cline", Windows: "$APPDATA/Cursor/User/globalStorage/rooveterinaryinc.roo-cline|~/AppData/Roaming/Cursor/User/globalStorage/rooveterinaryinc.roo-cline"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "~/.vscode-server/data/User/globalStorage/rooveterinaryinc.roo-cline"}},
}
