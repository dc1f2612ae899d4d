package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// goose has no list that says what it could start: what the model is offered
// counts.
var goose = Plain{
	Name: "goose", Program: "goose",
	Pin:  Pin{Package: "@aaif/goose-binary-linux-x64@1.52.0", Binary: "bin/goose", MB: 287},
	Vars: []string{"GOOSE_DISABLE_KEYRING=1", "GOOSE_TELEMETRY_ENABLED=false", "OPENAI_API_KEY=none"},
	Own: []OwnFile{{Path: ".config/goose/config.yaml", Text: `GOOSE_PROVIDER: openai
GOOSE_MODEL: fake-model
GOOSE_MODE: auto
OPENAI_HOST: $MODEL
extensions:
  own:
    type: stdio
    name: own
    cmd: $SERVER
    args: []
    enabled: true
    timeout: 300
    envs: {}
`}},
	Rewrites: true, // its extensions, and under plugins that it has seen ours
	Trouble:  regexp.MustCompile(`(?i)invalid|failed|error`),

	Task:      []string{"run", "--no-session", "-t", "$PROMPT"},
	Tool:      "$SERVER__$TOOL",
	ShellCall: fakemodel.Call{Name: "shell", Args: map[string]any{"command": "$COMMAND"}},
	AgentCall: fakemodel.Call{Name: "delegate", Args: map[string]any{"instructions": "$TASK"}},
	Speaks:    ACP{},
	Careful:   []string{"acp"}, CarefulVars: []string{"GOOSE_MODE=approve"},
	Free: []string{"acp"},
	Loop: Loop{
		Alone:  true,
		Usage:  UsageLog{Dir: ".local/share/goose/sessions", Names: []string{"sessions.db"}, Tables: []string{"sessions", "usage_ledger"}, Uncounted: true},
		Hears:  []string{saysStop},
		Deaf:   []string{saysStart, saysPrompt, saysQuery, saysFailure},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "PostToolUseFailure context", "Stop deny"},
	},
}
