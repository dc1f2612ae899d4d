package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// pi: `mcp list` starts the servers. Its model calls a tool of one from a
// script, unless the entry says otherwise.
var pi = Plain{
	Name: "pi", Program: "pi",
	Pin:  Pin{Package: "@earendil-works/pi-coding-agent@1.6.0", Binary: "dist/bundle/cli.js", Script: true, MB: 168},
	Vars: []string{"PI_OFFLINE=1", "PI_TELEMETRY=0"},
	Own: []OwnFile{
		{Path: ".pi/agent/mcp.json", Text: `{
  "mcpServers": {"own": {"command": "$SERVER", "args": []}}
}
`},
		{Path: ".pi/agent/models.json", Text: `{"providers": {"fake": {"baseUrl": "$MODEL/v1", "api": "openai-completions", "apiKey": "none", "models": [{"id": "fake-model"}]}}}
`}},
	Lists: []string{"mcp", "list"}, Fine: "connected",
	Line:    regexp.MustCompile(`^(\S+): (connected|failed)\b`),
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"--provider", "fake", "--model", "fake-model", "-p", "$PROMPT"},
	Tool:      "mcp__$SERVER__$TOOL",
	Through:   fakemodel.Call{Name: "codemode", Args: map[string]any{"code": "return await $CALL"}},
	ShellCall: fakemodel.Call{Name: "bash", Args: map[string]any{"command": "$COMMAND"}},
	ReadCall:  fakemodel.Call{Name: "read", Args: map[string]any{"path": "$FILE"}},
	Speaks:    piRPC{},
	Free:      []string{"--provider", "fake", "--model", "fake-model", "--mode", "rpc"},
	Plugin: PluginUse{
		Method:  true,
		Format:  "pi-package",
		Install: [][]string{{"install", "$FOLDER"}},
		Remove:  [][]string{{"remove", "$FOLDER"}},
		Lists:   []string{"list"}, Shown: "plugin", // the folder
		Unlisted: true,
	},
	Loop: Loop{
		Full: 126000, Shortens: []string{"PreCompact", "PostCompact"},
		Usage:  UsageLog{Dir: ".pi/agent/sessions", Names: []string{"*.jsonl"}},
		Hears:  []string{saysStart, saysPrompt, saysQuery, saysStop},
		Deaf:   []string{saysFailure},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop deny", "Stop allow"},
	},
}
