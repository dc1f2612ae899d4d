package host

// Sources: [D] docs.nvidia.com/nemoclaw (manage-sandboxes/mcp-servers, reference/
// commands; add-mcp-server.mdx of its repository), 2026; the program was not run. It runs an agent such as OpenClaw
// inside a sandbox of OpenShell, and that agent's files are in the sandbox: what
// is written beside it, such as into ~/.openclaw, has no effect there.
var nemoclawCaller = Caller{
	ID: "nemoclaw", Name: "NemoClaw", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var nemoclaw = Host{
	Caller: &nemoclawCaller,
	Docs:   "https://docs.nvidia.com/nemoclaw",

	Probe: Probe{
		Bins:  []string{"nemoclaw"},         // [D]
		Files: []Loc{{Path: "~/.nemoclaw"}}, // [D]
	},

	Server: Server{
		// Authenticated Streamable HTTP alone: it starts no server, and no bridge to
		// one. The value of the variable goes to OpenShell, which puts it into what the
		// sandbox sends; exactly one is needed [D].
		Transports: Transports{HTTP: "-"},
		AddWith:    "nemoclaw SANDBOX mcp add $ID --url $URL --env $VAR", AddDeny: "--deny-tool $TOOL", // [D]
	},

	Skills: Content{AddWith: "nemoclaw SANDBOX skill install $DIR"}, // docs/reference/commands of its repository

	// It has the commands, skills and guidance that the image of the sandbox holds.
	Gaps: []string{
		"its agent runs in a sandbox, whose configuration nothing outside can write: no hooks, guidance or commands, and skills by its own command alone",                             // [D]
		"a server must have an HTTPS address without a query, and a bearer token in a variable of its own; a loopback address is refused, a private one needs --trusted-private-host", // [D]
		"its other agents have launchers of their own, such as nemohermes and nemo-deepagents: name that in the command",                                                              // [D]
	},
}
