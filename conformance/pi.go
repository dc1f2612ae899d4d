package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// pi: `mcp list` starts the servers. Its model gets a tool of one as such only
// if the entry says so.
var pi = Plain{
	Name: "pi", Program: "pi",
	Pin:  Pin{Package: "@earendil-works/pi-coding-agent@1.6.0", Binary: "dist/bundle/cli.js", Script: true, MB: 168},
	Vars: []string{"PI_OFFLINE=1", "PI_TELEMETRY=0"},
	Own: []OwnFile{
		{".pi/agent/mcp.json", `{
  "mcpServers": {"own": {"command": "$SERVER", "args": []}}
}
`},
		{".pi/agent/models.json", `{"providers": {"fake": {"baseUrl": "$MODEL/v1", "api": "openai-completions", "apiKey": "none", "models": [{"id": "fake-model"}]}}}
`}},
	Lists: []string{"mcp", "list"}, Fine: "connected",
	Line:    regexp.MustCompile(`^(\S+): (connected|failed)\b`),
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"--provider", "fake", "--model", "fake-model", "-p", "$PROMPT"},
	Tool:      "mcp__$SERVER__$TOOL",
	ShellCall: fakemodel.Call{Name: "bash", Args: map[string]any{"command": "$COMMAND"}},
}
