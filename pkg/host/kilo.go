package host

// Sources: [S] Kilo-Org/kilocode, packages/kilo-vscode/src/services/cli-backend/
// server-manager.ts (000a08d): from 7 on the extension starts the kilo program that
// it brings along (kilo serve), with the editor's environment; [D] kilo.ai/docs,
// automate/mcp/using-in-kilo-code and automate/extending/plugins, which say the same
// files for both. Files, events and replies are those of kilo_cli.go; nothing was
// run in VS Code.
var kiloVSCodeCaller = Caller{
	ID: "kilo", Name: "Kilo Code", Paradigm: TSPlugin, Visibility: FullHooks, As: "kilo-cli",
	Runtime: []Signal{{Var: "KILOCODE_FEATURE", Value: "vscode-extension"}}, // [S]; its program adds KILO=1, and OPENCODE=1
	Hooks:   kiloHooks,                                                      // [D]

	Outcome:  &opencodeOutcome, // a fork of opencode (seed 000)
	Tools:    kiloTools,
	Unmapped: kiloUnmapped,
	MCPTool:  MCPBare, // [D]
}

var kiloVSCode = Host{
	Caller: &kiloVSCodeCaller,
	Docs:   "https://kilo.ai/docs",

	// What VS Code keeps for the extension, in the stable and the Insiders edition, in
	// editors made of it (as they keep it of others) and on a remote machine: known of versions before 7; of 7 unverified.
	Probe: Probe{Files: []Loc{
		{Path: "$XDG_CONFIG_HOME/Code/User/globalStorage/kilocode.kilo-code|~/.config/Code/User/globalStorage/kilocode.kilo-code",
			Darwin: "~/Library/Application Support/Code/User/globalStorage/kilocode.kilo-code", Windows: "$APPDATA/Code/User/globalStorage/kilocode.kilo-code|~/AppData/Roaming/Code/User/globalStorage/kilocode.kilo-code"},
		{Path: "$XDG_CONFIG_HOME/Code - Insiders/User/globalStorage/kilocode.kilo-code|~/.config/Code - Insiders/User/globalStorage/kilocode.kilo-code",
			Darwin: "~/Library/Application Support/Code - Insiders/User/globalStorage/kilocode.kilo-code", Windows: "$APPDATA/Code - Insiders/User/globalStorage/kilocode.kilo-code|~/AppData/Roaming/Code - Insiders/User/globalStorage/kilocode.kilo-code"},
		{Path: "$XDG_CONFIG_HOME/VSCodium/User/globalStorage/kilocode.kilo-code|~/.config/VSCodium/User/globalStorage/kilocode.kilo-code",
			Darwin: "~/Library/Application Support/VSCodium/User/globalStorage/kilocode.kilo-code", Windows: "$APPDATA/VSCodium/User/globalStorage/kilocode.kilo-code|~/AppData/Roaming/VSCodium/User/globalStorage/kilocode.kilo-code"},
		{Path: "$XDG_CONFIG_HOME/Cursor/User/globalStorage/kilocode.kilo-code|~/.config/Cursor/User/globalStorage/kilocode.kilo-code",
			Darwin: "~/Library/Application Support/Cursor/User/globalStorage/kilocode.kilo-code", Windows: "$APPDATA/Cursor/User/globalStorage/kilocode.kilo-code|~/AppData/Roaming/Cursor/User/globalStorage/kilocode.kilo-code"},
		{Path: "~/.vscode-server/data/User/globalStorage/kilocode.kilo-code"},
	}},
	// What it calls itself to servers is the program's name.

	Above:     kiloAbove,
	Server:    kiloServer, // [D]
	Config:    kiloConfig,
	Memory:    kiloMemory,
	Commands:  kiloCommands,
	Skills:    kiloSkills,
	Subagents: kiloSubagents,
	Gaps: []string{
		"it is called kilo-cli in pointers and in what hooks record, and what a connector says of kilo-cli's own events holds: it runs the same program and files",
		"versions before 7 keep their servers in VS Code's storage and in .kilocode/mcp.json, and run no plugins: nothing is written there",
		"it is found by its folder in the storage of VS Code, VSCodium or Cursor: in other editors it is not",
		"tool.execute.before cannot ask: ask becomes deny",
		"no hook runs after an MCP tool that failed",
		"a failing shell command comes as PostToolUse: there is no PostToolUseFailure, and no Notification",
		"Stop cannot be denied: session.idle tells that it has happened",
		"a session that is resumed fires no SessionStart, and SessionEnd comes when a session is deleted",
		"a refused prompt fails with an error that does not tell the reason",
	},
}
