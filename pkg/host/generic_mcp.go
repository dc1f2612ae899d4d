package host

// Sources: seed 000, generic MCP fallback. It is any client that speaks MCP and
// is none of the others: never found, only named, and the last of all.
var genericMCPCaller = Caller{
	ID: "generic-mcp", Name: "another MCP client", Paradigm: MCPOnly, Visibility: SelfReported, OwnNames: true,
}

var genericMCP = Host{
	Caller: &genericMCPCaller,
	Docs:   "https://modelcontextprotocol.io",

	// No file is known: what the user enters is shown, in the fields that clients
	// have in common, and with the connector's own spelling of variables.
	Server: Server{
		Stdio:      Fields{Command: "command", Args: "args", Env: "env"},
		HTTP:       Fields{URL: "url", Headers: "headers"},
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "http", SSE: "sse"},
		Expand:     ExpandEnvDefault,
	},
	Gaps: []string{
		"where it keeps servers, guidance, skills and the like is not known: nothing is written, the entry to add is shown",
		"no hooks: it is only known what its model calls of our tools", // seed 000
	},
}
