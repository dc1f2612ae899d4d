package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// qwenCode: `mcp list` starts the servers.
var qwenCode = Plain{
	Name: "qwen-code", Program: "qwen",
	Pin:  Pin{Package: "@qwen-code/qwen-code@0.24.4", Binary: "cli-entry.js", Script: true, MB: 144},
	Vars: []string{"OPENAI_API_KEY=none", "OPENAI_BASE_URL=$MODEL/v1", "OPENAI_MODEL=qwen3-coder-plus"},
	Own: []OwnFile{{Path: ".qwen/settings.json", Text: `{
  "security": {"auth": {"selectedType": "openai"}},
  "general": {"enableAutoUpdate": false},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false},
  "mcpServers": {"own": {"command": "$SERVER", "args": []}}
}
`}},
	Lists: []string{"mcp", "list"}, Fine: "Connected",
	Line:    regexp.MustCompile(`^\S (\S+): .* - (\w+)$`),
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"$PROMPT", "--approval-mode", "yolo", "-o", "json"},
	Tool:      "mcp__$SERVER__$TOOL",
	ShellCall: fakemodel.Call{Name: "run_shell_command", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test", "is_background": false}},
	ReadCall:  fakemodel.Call{Name: "read_file", Args: map[string]any{"file_path": "$FILE"}},
	AgentCall: fakemodel.Call{Name: "agent", Args: map[string]any{"description": "a part of the test", "prompt": "$TASK", "subagent_type": "general-purpose"}},
	Speaks:    ACP{},
	Careful:   []string{"--acp", "--approval-mode", "default"},
	Free:      []string{"--acp", "--approval-mode", "yolo"},
	Plugin: PluginUse{
		Method:  true,
		Format:  "qwen-extension",
		Install: [][]string{{"extensions", "install", "$FOLDER", "--consent"}},
		Remove:  [][]string{{"extensions", "uninstall", connectorID}},
		Lists:   []string{"extensions", "list"}, Names: []string{"/acme-orders", "acme-db-schema", "acme-analyst"},
	},
	Loop: Loop{
		Full: 970000, Shortens: []string{"PreCompact", "PostCompact"},
		// Over ACP, where it asks about nothing else, the reason is told the model and nobody is asked.
		Unasked: true,
		Usage:   UsageLog{Dir: ".qwen/projects", Names: []string{"*.jsonl"}},
		Hears:   []string{saysStart, saysPrompt, saysQuery, saysStop},
		Deaf:    []string{saysFailure},
		Events:  []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "PostToolUseFailure context", "Stop deny", "Stop allow"},
	},
}
