package host

// Sources: [Z] Zoo-Code-Org/Zoo-Code, McpHub and the specs of its import and of the
// move to .zoo; [X] rulesync 17 (zoocode-paths), public configurations. It goes on where
// Roo Code ended: what is not said here is from roo_code.go.
var zooCodeCaller = Caller{
	ID: "zoo-code", Name: "Zoo Code", Paradigm: MCPOnly, Visibility: MCPToolsOnly,

	MCPTool: MCPDouble, // unverified; no event names one
}

var zooCode = Host{
	Caller: &zooCodeCaller,
	Docs:   "https://docs.zoocode.dev",
	GUI:    true, // unverified what it makes of the login shell

	// Where .zoo/mcp.json is, it is read and .roo/mcp.json not [Z]; which release does
	// so is not known, so that it is not made.
	Moved: []Move{{Old: Loc{Path: ".zoo/mcp.json"}, New: Loc{Path: ".roo/mcp.json"}, First: true}},

	Server: Server{
		User: Loc{Path: "$XDG_CONFIG_HOME/Code/User/globalStorage/zoocodeorganization.zoo-code/settings/mcp_settings.json|~/.config/Code/User/globalStorage/zoocodeorganization.zoo-code/settings/mcp_settings.json",
			Darwin:  "~/Library/Application Support/Code/User/globalStorage/zoocodeorganization.zoo-code/settings/mcp_settings.json",
			Windows: "$APPDATA/Code/User/globalStorage/zoocodeorganization.zoo-code/settings/mcp_settings.json|~/AppData/Roaming/Code/User/globalStorage/zoocodeorganization.zoo-code/settings/mcp_settings.json"}, // [X]
		Homes:   zooHomes,
		Project: Loc{Path: ".roo/mcp.json"}, ProjectOf: "roo-code", // [X], [Z]
		Format: JSON, Root: []string{"mcpServers"},
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutSec: "timeout", Disabled: "disabled", Deny: "disabledTools"}, // [Z]
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutSec: "timeout", Disabled: "disabled", Deny: "disabledTools"},                           // [Z]
		Transports: Transports{TypeKey: "type", Stdio: "-", HTTP: "streamable-http", SSE: "sse"},                                                         // [Z]
		Expand:     ExpandEnv,
		State:      []string{"alwaysAllow"},
		FiltersEnv: true,
		RunsBatch:  true,
	},

	Memory: Memory{User: []Loc{{Path: "~/.roo/rules/agent-connector.md"}}, Project: []Loc{{Path: "AGENTS.md"}}}, // [X]
	Commands: Content{ // [X]
		User: Loc{Path: "~/.roo/commands"}, Project: Loc{Path: ".roo/commands"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Description: "description", ArgumentHint: "argument-hint"},
		Note:   "a command of Zoo Code takes no tools and no model: they are dropped",
	},
	Skills: Content{ // [X]
		User: Loc{Path: "~/.roo/skills"}, Project: Loc{Path: ".roo/skills"},
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Zoo Code reads name and description of a skill; tools and model are dropped",
	},
	Gaps: []string{
		"no hooks: Zoo Code cannot be watched or guarded",
		"in several editors it has a file of servers in each that holds it: VS Code, its Insiders edition, VSCodium, Cursor, and a remote machine's ~/.vscode-server; other editors are not known",
		"Zoo Code has modes (.roomodes) and no subagents",
		"it can bring in Roo Code's settings once: a server that came that way is taken for ours only if it is the same",
	},
}

// zooHomes are the extension's folders in VS Code, in editors made of it, and on a
// remote machine [X].
var zooHomes = []Home{
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/Code/User/globalStorage/zoocodeorganization.zoo-code|~/.config/Code/User/globalStorage/zoocodeorganization.zoo-code",
		Darwin: "~/Library/Application Support/Code/User/globalStorage/zoocodeorganization.zoo-code", Windows: "$APPDATA/Code/User/globalStorage/zoocodeorganization.zoo-code|~/AppData/Roaming/Code/User/globalStorage/zoocodeorganization.zoo-code"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/Code - Insiders/User/globalStorage/zoocodeorganization.zoo-code|~/.config/Code - Insiders/User/globalStorage/zoocodeorganization.zoo-code",
		Darwin: "~/Library/Application Support/Code - Insiders/User/globalStorage/zoocodeorganization.zoo-code", Windows: "$APPDATA/Code - Insiders/User/globalStorage/zoocodeorganization.zoo-code|~/AppData/Roaming/Code - Insiders/User/globalStorage/zoocodeorganization.zoo-code"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/VSCodium/User/globalStorage/zoocodeorganization.zoo-code|~/.config/VSCodium/User/globalStorage/zoocodeorganization.zoo-code",
		Darwin: "~/Library/Application Support/VSCodium/User/globalStorage/zoocodeorganization.zoo-code", Windows: "$APPDATA/VSCodium/User/globalStorage/zoocodeorganization.zoo-code|~/AppData/Roaming/VSCodium/User/globalStorage/zoocodeorganization.zoo-code"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "$XDG_CONFIG_HOME/Cursor/User/globalStorage/zoocodeorganization.zoo-code|~/.config/Cursor/User/globalStorage/zoocodeorganization.zoo-code",
		Darwin: "~/Library/Application Support/Cursor/User/globalStorage/zoocodeorganization.zoo-code", Windows: "$APPDATA/Cursor/User/globalStorage/zoocodeorganization.zoo-code|~/AppData/Roaming/Cursor/User/globalStorage/zoocodeorganization.zoo-code"}},
	{In: "settings/mcp_settings.json", At: Loc{Path: "~/.vscode-server/data/User/globalStorage/zoocodeorganization.zoo-code"}},
}
