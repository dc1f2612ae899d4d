package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// cline lists servers in its terminal interface alone: what the model is
// offered counts. It leaves a daemon behind, which ends with the sandbox.
var cline = Plain{
	Name: "cline", Program: "cline",
	Pin:  Pin{Package: "@cline/cli-linux-x64@3.0.65", Binary: "bin/cline", MB: 152},
	Vars: []string{"CLINE_NO_AUTO_UPDATE=1", "DO_NOT_TRACK=1"},
	Own: []OwnFile{
		{Path: ".cline/data/settings/cline_mcp_settings.json", Text: `{
  "mcpServers": {
    "own": { "command": "$SERVER", "args": [], "disabled": false }
  }
}
`},
		{Path: ".cline/data/settings/providers.json", Text: `{
  "version": 1,
  "lastUsedProvider": "openai-compatible",
  "modes": {},
  "providers": {
    "openai-compatible": {
      "settings": { "provider": "openai-compatible", "apiKey": "none", "model": "fake-model", "baseUrl": "$MODEL/v1" },
      "updatedAt": "2026-11-30T00:00:00.000Z",
      "tokenSource": "manual"
    }
  }
}
`, Theirs: true}},
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task: []string{"--json", "-t", "60", "$PROMPT"},
	// Without these the protocol for editors wants an account.
	TaskVars:  []string{"CLINE_PROVIDER=openai-compatible", "CLINE_API_KEY=none"},
	Tool:      "$SERVER__$TOOL",
	ShellCall: fakemodel.Call{Name: "run_commands", Args: map[string]any{"commands": []string{"$COMMAND"}}},
	ReadCall:  fakemodel.Call{Name: "read_files", Args: map[string]any{"files": []any{map[string]any{"path": "$FILE"}}}},
	AgentCall: fakemodel.Call{Name: "spawn_agent", Args: map[string]any{"systemPrompt": "You do a part of the test.", "task": "$TASK"}},
	Speaks:    ACP{},
	Careful:   []string{"--acp", "--auto-approve", "false"},
	Free:      []string{"--acp", "--auto-approve", "true"},
	Loop: Loop{
		Usage:  UsageLog{Dir: ".cline/data/sessions", Names: []string{"*.messages.json"}},
		Deaf:   []string{saysStart, saysPrompt, saysQuery, saysFailure, saysStop},
		Fatal:  true,
		Events: []string{"SessionStart context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context"},
	},
}
