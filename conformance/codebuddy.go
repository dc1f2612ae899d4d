package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// codebuddy is the program in its SDK, which lacks the window that `mcp list` needs:
// what the model is offered counts, and it is offered all at once. Its questions are
// asked over ACP; with -p one that a hook wants asked waits for somebody, for ever.
var codebuddy = Plain{
	Name: "codebuddy", Program: "codebuddy",
	Pin:  Pin{Package: "@tencent-ai/agent-sdk@0.3.201", Holds: "2.117.0", Binary: "cli/bin/codebuddy", Script: true, MB: 89},
	Vars: []string{"CODEBUDDY_API_KEY=none", "CODEBUDDY_BASE_URL=$MODEL/v1", "CODEBUDDY_DEFER_TOOL_LOADING=false"},
	Own: []OwnFile{
		{Path: ".codebuddy/.mcp.json", Text: `{
  // my own
  "mcpServers": {
    "own": { "type": "stdio", "command": "$SERVER", "args": [] },
  }
}
`},
		{Path: ".codebuddy/settings.json", Text: `{
  "permissions": { "allow": ["Glob"] }
}
`},
		{Path: ".codebuddy/models.json", Text: `{
  "models": [{ "id": "fake-model", "name": "fake", "vendor": "fake", "apiKey": "none", "url": "$MODEL/v1/chat/completions",
    "maxInputTokens": 128000, "maxOutputTokens": 4096, "supportsToolCall": true }],
  "availableModels": ["fake-model"]
}
`}},
	Trouble: regexp.MustCompile(`(?i)invalid|^error`),

	Task: []string{"-p", "$PROMPT", "--model", "fake-model", "--output-format", "json",
		"--settings", `{"permissions":{"allow":["Bash","Read","Agent","mcp__own","mcp__acme_db","mcp__acme_claims"]}}`},
	Tool:      "mcp__$CLEAN__$TOOL",
	ShellCall: fakemodel.Call{Name: "Bash", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}},
	ReadCall:  fakemodel.Call{Name: "Read", Args: map[string]any{"file_path": "$FILE"}},
	AgentCall: fakemodel.Call{Name: "Agent", Args: map[string]any{"description": "a part of the test", "prompt": "$TASK", "subagent_type": "general-purpose"}},
	Speaks:    ACP{},
	Careful:   []string{"--acp", "--model", "fake-model"},
	Free:      []string{"--acp", "--model", "fake-model", "--settings", `{"permissions":{"allow":["Bash"]}}`},
	Loop: Loop{
		Full:    126000,
		Hears:   []string{saysPrompt, saysQuery},
		Maybe:   []string{saysStart},
		Deaf:    []string{saysStop, saysFailure},
		Events:  []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop deny"},
		Patient: true,
		Usage:   UsageLog{Dir: ".codebuddy/projects", Names: []string{"*.jsonl"}},
		// -p ends all the same, and does not always wait for what is said at the start.
		AtTimes: []string{"Stop deny", "SubagentStop deny", "SessionStart context"},
	},
}
