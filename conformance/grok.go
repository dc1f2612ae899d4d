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
	Vars: []string{"GROK_TELEMETRY_ENABLED=0", "GROK_TURN_SUMMARY=0", "GROK_SESSION_RECAP=0"}, // it asks for no titles of turns
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
`, Adds: `
[marketplace]
default_skills_installs_purged = true
`}},
	Lists:   []string{"mcp", "list"},
	Line:    regexp.MustCompile(`^  (\S+): (.+)$`),
	Trouble: regexp.MustCompile(`(?i)invalid|failed to`),

	Task:      []string{"-p", "$PROMPT", "-m", "fake", "--allow", "Bash", "--allow", "MCPTool", "--no-auto-update"},
	Approved:  []string{"-p", "$PROMPT", "-m", "fake", "--yolo", "--no-auto-update"}, // no rule allows a subagent
	Tool:      "$SERVER__$TOOL",
	Through:   fakemodel.Call{Name: "use_tool", Args: map[string]any{"tool_name": "$NAME", "tool_input": "$ARGS"}},
	ShellCall: fakemodel.Call{Name: "run_terminal_command", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}},
	ReadCall:  fakemodel.Call{Name: "read_file", Args: map[string]any{"target_file": "$FILE"}},
	AgentCall: fakemodel.Call{Name: "spawn_subagent", Args: map[string]any{"description": "a part of the test", "prompt": "$TASK", "background": false}},
	Speaks:    ACP{},
	Careful:   []string{"agent", "--no-leader", "-m", "fake", "stdio"},
	Free:      []string{"agent", "--no-leader", "-m", "fake", "--always-approve", "stdio"},
	Loop: Loop{
		Full: 126000, Shortens: []string{"PreCompact", "PostCompact"},
		Usage:  UsageLog{Dir: ".grok/sessions", Names: []string{"usage.json"}, Uncounted: true},
		Hears:  []string{saysQuery, saysFailure, saysStop},
		Deaf:   []string{saysStart, saysPrompt},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "PostToolUseFailure context", "Stop deny", "Stop allow"},
		Comes:  []string{"SubagentStart", "SubagentStop", "SessionEnd"},
	},
}
