package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// copilotCLI: `mcp list` starts nothing.
var copilotCLI = Plain{
	Name: "copilot-cli", Program: "copilot",
	Pin: Pin{Package: "@github/copilot-linux-x64@1.0.102", Binary: "copilot", MB: 189},
	Vars: []string{"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false",
		"COPILOT_PROVIDER_BASE_URL=$MODEL/v1", "COPILOT_MODEL=fake-model", "COPILOT_PROVIDER_WIRE_API=completions"},
	Own: []OwnFile{{Path: ".copilot/mcp-config.json", Text: `{
  "mcpServers": {
    "own": { "type": "local", "command": "$SERVER", "args": [], "tools": ["*"] }
  }
}
`}},
	Lists:   []string{"mcp", "list"},
	Line:    regexp.MustCompile(`^  (\S+) \((\w+)\)$`),
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"-p", "$PROMPT", "--allow-all-tools", "--disable-client-telemetry"},
	Tool:      "$SERVER-$TOOL",
	ShellCall: fakemodel.Call{Name: "bash", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}},
	ReadCall:  fakemodel.Call{Name: "view", Args: map[string]any{"path": "$FILE"}},
	AgentCall: fakemodel.Call{Name: "task", Args: map[string]any{"name": "part", "description": "a part of the test", "prompt": "$TASK", "agent_type": "general-purpose", "mode": "sync"}},
	Speaks:    ACP{},
	Careful:   []string{"--acp", "--disable-client-telemetry"},
	Free:      []string{"--acp", "--allow-all-tools", "--disable-client-telemetry"},
	Plugin: PluginUse{
		Method:  true,
		Format:  "copilot-plugin",
		Install: [][]string{{"plugin", "marketplace", "add", "$FOLDER"}, {"plugin", "install", connectorID + "@" + connectorID}},
		Remove:  [][]string{{"plugin", "uninstall", connectorID + "@" + connectorID}, {"plugin", "marketplace", "remove", connectorID}},
		Lists:   []string{"plugin", "list"},
	},
	Loop: Loop{
		Full: 126000, Shortens: []string{"PreCompact"},
		// Over ACP it says "Denied by user via preToolUse hook prompt", and has asked nobody.
		Unasked: true,
		Usage:   UsageLog{Dir: ".copilot/session-state", Names: []string{"events.jsonl"}},
		Hears:   []string{saysStart, saysPrompt, saysQuery},
		Deaf:    []string{saysFailure, saysStop},
		Events:  []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "PostToolUseFailure context", "PermissionRequest allow", "Stop allow"},
	},
}
