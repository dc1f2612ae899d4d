package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// droid: `mcp list` starts the servers.
var droid = Plain{
	Name: "droid", Program: "droid",
	Pin:  Pin{Package: "@factory/cli-linux-x64@0.225.2", Binary: "bin/droid", MB: 243},
	Vars: []string{"FACTORY_DROID_AUTO_UPDATE_ENABLED=0", "DO_NOT_TRACK=1"},
	Own: []OwnFile{
		{Path: ".factory/mcp.json", Text: `{
  "mcpServers": {
    "own": { "type": "stdio", "command": "$SERVER", "args": [], "disabled": false }
  }
}
`},
		{Path: ".factory/settings.json", Text: `{
  "model": "custom:fake-0",
  "customModels": [{"model": "fake-model", "id": "custom:fake-0", "displayName": "Fake", "baseUrl": "$MODEL/v1", "apiKey": "none",
    "provider": "generic-chat-completion-api", "maxOutputTokens": 4096}],
  "cloudSessionSync": false, "enableDroidShield": false
}
`}},
	Lists: []string{"mcp", "list"}, Fine: "connected",
	Line:    regexp.MustCompile(`^  (\S+)  \w+  (\w+)`),
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"exec", "--auto", "high", "--model", "custom:fake-0", "$PROMPT"},
	Tool:      "$SERVER___$TOOL",
	ShellCall: fakemodel.Call{Name: "Execute", Args: map[string]any{"command": "$COMMAND", "riskLevelReason": "it prints a word", "riskLevel": "low"}},
	ReadCall:  fakemodel.Call{Name: "Read", Args: map[string]any{"file_path": "$FILE"}},
	// A session over ACP wants a key, and does not look at what it says.
	Speaks: ACP{Free: "auto-high"}, AttendVars: []string{"FACTORY_API_KEY=none"},
	Careful: []string{"exec", "--output-format", "acp"},
	Free:    []string{"exec", "--output-format", "acp"},
	// Its Task runs a subagent by way of a daemon ("Could not reach the daemon"), which no test starts.
	Plugin: PluginUse{
		Method:  true, // it calls a catalog by the name of its folder
		Format:  "factory-plugin",
		Install: [][]string{{"plugin", "marketplace", "add", "$FOLDER"}, {"plugin", "install", connectorID + "@plugin"}},
		Remove:  [][]string{{"plugin", "uninstall", connectorID + "@plugin"}, {"plugin", "marketplace", "remove", "plugin"}},
		Lists:   []string{"plugin", "list"},
	},
	Loop: Loop{
		Usage:  UsageLog{Dir: ".factory/sessions", Names: []string{"*.jsonl", "*.settings.json"}},
		Hears:  []string{saysStart, saysQuery},
		Deaf:   []string{saysPrompt, saysFailure, saysStop},
		Events: []string{"SessionStart context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop allow"},
	},
}
