package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// grokBuild: `mcp list` starts nothing. Its model calls a tool of a server by way of
// use_tool.
var grokBuild = Plain{
	Name: "grok-build", Program: "grok",
	Pin:  Pin{Package: "@xai-official/grok-linux-x64@1.0.41", Binary: "bin/grok.br", Packed: true, MB: 206},
	Vars: []string{"GROK_TELEMETRY_ENABLED=0", "GROK_SUBAGENTS=0"},
	Own: []OwnFile{{Path: ".grok/config.toml", Text: `# my own
[models]
default = "fake"

[model.fake]
model = "fake-model"
base_url = "$MODEL/v1"
api_key = "none"
context_window = 128000

[features]
telemetry = false

[mcp_servers.own]
command = "$SERVER"
args = []
`}},
	Lists:   []string{"mcp", "list"},
	Line:    regexp.MustCompile(`^  (\S+): (.+)$`),
	Trouble: regexp.MustCompile(`(?i)invalid|failed to`),

	Task:      []string{"-p", "$PROMPT", "-m", "fake", "--yolo", "--no-auto-update"},
	Tool:      "$SERVER__$TOOL",
	Through:   fakemodel.Call{Name: "use_tool", Args: map[string]any{"tool_name": "$NAME", "tool_input": "$ARGS"}},
	ShellCall: fakemodel.Call{Name: "run_terminal_command", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}},
	Loop: Loop{
		Hears:  []string{saysStop},
		Deaf:   []string{saysStart, saysPrompt, saysQuery, saysFailure},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop deny", "Stop allow"},
	},
}
