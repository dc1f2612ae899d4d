package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// crush has no list of its servers: what the model is offered counts. Its package
// holds no program: a script of it fetches one.
var crush = Plain{
	Name: "crush", Program: "crush",
	Pin:  Pin{Package: "@charmland/crush@0.96.1", Binary: "bin/crush", Fetches: true, MB: 119},
	Vars: []string{"CRUSH_DISABLE_METRICS=1", "CRUSH_DISABLE_PROVIDER_AUTO_UPDATE=1", "DO_NOT_TRACK=1"},
	Own: []OwnFile{{Path: ".config/crush/crush.json", Text: `{
  "models": {
    "large": { "provider": "fake", "model": "fake-model" },
    "small": { "provider": "fake", "model": "fake-model" }
  },
  "providers": {
    "fake": {
      "type": "openai-compat",
      "base_url": "$MODEL/v1",
      "api_key": "none",
      "models": [{ "id": "fake-model", "name": "Fake", "context_window": 128000, "default_max_tokens": 4096 }]
    }
  },
  "mcp": {
    "own": { "type": "stdio", "command": "$SERVER", "args": [] }
  }
}
`}},
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"run", "--quiet", "$PROMPT"},
	Tool:      "mcp_$SERVER_$TOOL",
	ShellCall: fakemodel.Call{Name: "bash", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}},
	ReadCall:  fakemodel.Call{Name: "view", Args: map[string]any{"file_path": "$FILE"}},
	// The agent that it starts has no shell to be asked about; its database keeps the
	// tokens of the last answer alone.
	Loop: Loop{
		Deaf:   []string{saysStart, saysPrompt, saysQuery, saysFailure, saysStop},
		Events: []string{"PreToolUse deny", "PreToolUse allow"},
	},
}
