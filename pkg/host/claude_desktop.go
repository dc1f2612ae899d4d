package host

// Sources: [M] modelcontextprotocol.io, docs/develop/connect-local-servers and
// docs/tools/debugging; [I] anthropics/claude-code issues #25579, #26073, #57998 and
// #70393 (the package of Windows); [T] add-mcp 2.4.0, docker mcp-gateway's
// pkg/client/config.yml, ftnext/cdcasasagi 0.6.0; [P] MadGapun/PBP, _setup_claude.py
// (2026-10-17). Nothing was run. Cowork and the Claude Code inside of it have Claude
// Code's own files.
var claudeDesktopCaller = Caller{
	ID: "claude-desktop", Name: "Claude Desktop", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var claudeDesktop = Host{
	Caller: &claudeDesktopCaller,
	Docs:   "https://support.claude.com",
	GUI:    true, // what it makes of the login shell is not known: absolute paths are asked for [M]

	Client: []string{"claude-ai"}, // unverified

	Server: Server{
		User: Loc{Path: "$XDG_CONFIG_HOME/Claude/claude_desktop_config.json|~/.config/Claude/claude_desktop_config.json", // Linux: [T], of builds that are not Anthropic's
			Darwin:  "~/Library/Application Support/Claude/claude_desktop_config.json",                                 // [M]
			Windows: "$APPDATA/Claude/claude_desktop_config.json|~/AppData/Roaming/Claude/claude_desktop_config.json"}, // [M]
		// On Windows it comes as a package, also from Anthropic's own site, and that has
		// a folder of its own: %APPDATA%\Claude is not seen by it [I]. From package 2.4 on
		// it is in Claude-Data, under a name of its own [P].
		Homes: []Home{
			{At: Loc{Windows: "$LOCALAPPDATA/Claude-Data/claude_*|~/AppData/Local/Claude-Data/claude_*"}, In: "claude_desktop_config.json"},
			{At: Loc{Windows: "$LOCALAPPDATA/Packages/Claude_pzs8sxrjxfjjc|~/AppData/Local/Packages/Claude_pzs8sxrjxfjjc"}, In: "LocalCache/Roaming/Claude/claude_desktop_config.json"},
			{At: Loc{Path: "$XDG_CONFIG_HOME/Claude|~/.config/Claude", Darwin: "~/Library/Application Support/Claude", Windows: "$APPDATA/Claude|~/AppData/Roaming/Claude"}, In: "claude_desktop_config.json"},
		},
		Format: JSON, Root: []string{"mcpServers"}, // [M]; one error in it, and no server is loaded [T]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"},                        // [M]
		Transports: Transports{Stdio: "-"},                                                      // [M], [T]: a remote one is a connector of the account
		Expand:     ExpandNothing,                                                               // [M]: ${APPDATA} in a value has to be written out
		ClearsEnv:  true,                                                                        // USER, HOME, PATH and the like alone [M]
		RunsBatch:  true,                                                                        // npx stands as it is in the example for Windows [M]
		Gate:       "Claude Desktop reads the file when it starts: quit it, and start it again", // [M]
	},

	Gaps: []string{
		"a remote server is a connector of the account, which is added under Settings > Connectors: from the file it loads local ones alone; with wrapForTelemetry: true ac-proxy stands between them",
		"no hooks; what it remembers and its skills are the account's, in no file; the Claude Code and the Cowork inside of it have Claude Code's files",
		"an entry has no working directory, time limit or tool lists: ac-proxy does what it can of that",
		"a value that its file has in a variable is written only with --resolve-env: servers get none of the user's variables",
		"a file with comments, or with one error, is not written: Claude Desktop would load none of its servers",
		"on Windows each of its files is written whose folder is there: the package of the Microsoft Store and of Anthropic's site, the one of its later versions, and the one of the installer before",
		"on Linux the folder is that of builds that are not Anthropic's; ~/.config/claude, which one tool writes, is Claude Code's as well, and is not taken for it",
	},
}
