package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// geminiCLI: `mcp list` starts the servers; it prints on stderr.
var geminiCLI = Plain{
	Name: "gemini-cli", Program: "gemini",
	Pin:  Pin{Package: "@google/gemini-cli@0.61.0", Binary: "bundle/gemini.js", Script: true, MB: 100},
	Vars: []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=$MODEL", "GEMINI_CLI_TRUST_WORKSPACE=true"},
	Own: []OwnFile{{Path: ".gemini/settings.json", Text: `{
  // my own
  "security": {"auth": {"selectedType": "gemini-api-key"}},
  "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false},
  "mcpServers": {"own": {"command": "$SERVER", "args": []}}
}
`}},
	Lists: []string{"mcp", "list"}, Fine: "Connected",
	Line:    regexp.MustCompile(`^\S (\S+)(?: \(from \S+\))?: .* - (\w+)$`),
	Trouble: regexp.MustCompile(`(?i)invalid config|Error in: `),

	Task:      []string{"-p", "$PROMPT", "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-o", "json"},
	Tool:      "mcp_$SERVER_$TOOL",
	ShellCall: fakemodel.Call{Name: "run_shell_command", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}},
	ReadCall:  fakemodel.Call{Name: "read_file", Args: map[string]any{"file_path": "$FILE"}},
	AgentCall: fakemodel.Call{Name: "invoke_agent", Args: map[string]any{"agent_name": "generalist", "prompt": "$TASK"}},
	Speaks:    ACP{Method: "gemini-api-key"},
	Careful:   []string{"--acp", "-m", "gemini-2.5-flash", "--approval-mode", "default"},
	Free:      []string{"--acp", "-m", "gemini-2.5-flash", "--approval-mode", "yolo"},
	Plugin: PluginUse{
		Method:  true,
		Format:  "gemini-extension",
		Install: [][]string{{"extensions", "validate", "$FOLDER"}, {"extensions", "install", "$FOLDER", "--consent"}},
		Remove:  [][]string{{"extensions", "uninstall", connectorID}},
		Lists:   []string{"extensions", "list"}, Names: []string{"acme-db-schema"},
	},
	Loop: Loop{
		Full: 1000000, Shortens: []string{"PreCompact"},
		// Over ACP it runs tools in a way of its own, past the hooks.
		Unhooked: true,
		Usage:    UsageLog{Dir: ".gemini/tmp", Names: []string{"session-*.jsonl", "session-*.json"}},
		Hears:    []string{saysStart, saysPrompt, saysQuery, saysStop},
		Deaf:     []string{saysFailure},
		Events:   []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop deny", "Stop allow"},
	},
}
