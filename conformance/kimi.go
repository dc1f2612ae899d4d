package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// kimi has no list that a program can ask for: what the model is offered counts.
var kimi = Plain{
	Name: "kimi", Program: "kimi",
	Pin:  Pin{Package: "@moonshot-ai/kimi-code@2.1.0", Binary: "dist/main.mjs", Script: true, MB: 120},
	Vars: []string{"DO_NOT_TRACK=1", "KIMI_CODE_NO_AUTO_UPDATE=1"},
	Own: []OwnFile{
		{Path: ".kimi-code/mcp.json", Text: `{"mcpServers": {"own": {"command": "$SERVER", "args": []}}}
`},
		{Path: ".kimi-code/config.toml", Text: `# my own
default_model = "fake"
telemetry = false

[providers.fake]
type = "openai"
base_url = "$MODEL/v1"
api_key = "none"

[models.fake]
provider = "fake"
model = "fake-model"
max_context_size = 128000
`}},
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"-p", "$PROMPT"},
	Tool:      "mcp__$SERVER__$TOOL",
	ShellCall: fakemodel.Call{Name: "Bash", Args: map[string]any{"command": "$COMMAND"}},
	ReadCall:  fakemodel.Call{Name: "Read", Args: map[string]any{"path": "$FILE"}},
	AgentCall: fakemodel.Call{Name: "Agent", Args: map[string]any{"description": "a part of the test", "prompt": "$TASK", "subagent_type": "coder"}},
	Speaks:    ACP{Free: "yolo"},
	Careful:   []string{"acp"},
	Free:      []string{"acp"},
	Plugin: PluginUse{
		Format: "kimi-plugin",
		File: OwnFile{Path: ".kimi-code/plugins/installed.json", Text: `{"version": 1, "plugins": [{"id": "acme-db", "root": "$FOLDER",
  "source": "local-path", "originalSource": "$FOLDER", "enabled": true, "installedAt": "2026-11-30T00:00:00.000Z"}]}
`},
		Server: "plugin-acme-db_acme-db",
		Told:   []string{"acme-analyst"},
	},
	Loop: Loop{
		Full: 126000, Shortens: []string{"PreCompact", "PostCompact"},
		Usage:  UsageLog{Dir: ".kimi-code/sessions", Names: []string{"wire.jsonl"}},
		Hears:  []string{saysPrompt},
		Deaf:   []string{saysStart, saysQuery, saysFailure, saysStop},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "PostToolUseFailure context", "Stop allow"},
	},
}
