package host

// Sources: [D] lmstudio.ai/docs/app/mcp (lmstudio-ai/docs, 0_app/2_mcp); [B]
// lmstudio-ai/lmstudio-bug-tracker #1371; [T] docker mcp-gateway, toolhive. Nothing was
// run.
var lmstudioCaller = Caller{
	ID: "lmstudio", Name: "LM Studio", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
}

var lmstudio = Host{
	Caller: &lmstudioCaller,
	Docs:   "https://lmstudio.ai/docs/app/mcp",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{Bins: []string{"lms"}}, // [T]

	Server: Server{ // from 0.3.17 on [D]
		User: Loc{Path: "~/.lmstudio/mcp.json"}, // on every system [D]
		Homes: []Home{
			{At: Loc{Path: "~/.lmstudio"}, In: "mcp.json"},
			{At: Loc{Path: "~/.cache/lm-studio"}, In: "mcp.json"}, // where it was first installed before [B]
		},
		Format: JSON, Root: []string{"mcpServers"}, // Cursor's notation [D]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", TimeoutMS: "timeout"},                                 // [D]; timeout: [T], that it is in ms is unverified
		HTTP:       Fields{URL: "url", Headers: "headers", TimeoutMS: "timeout"},                                               // [D]
		Transports: Transports{Stdio: "-", HTTP: "-", SSE: "-"},                                                                // [D]; SSE unverified
		Expand:     ExpandNothing,                                                                                              // unverified
		Gate:       "LM Studio loads the file as soon as it is saved; switch the server on in the chat, and approve its tools", // [D]; that it is off at first is unverified
	},

	Gaps: []string{
		"no hooks, memory, commands or skills: it runs models and servers, and can be watched through these alone",
		"no servers of a project",
		"a folder that was moved is named in ~/.lmstudio-home-pointer, which is not looked at",
		"an entry has no working directory or tool lists: ac-proxy does what it can of that",
	},
}
