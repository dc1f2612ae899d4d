package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// continueDev lists no servers: what the model is offered counts.
var continueDev = Plain{
	Name: "continue", Program: "cn",
	Pin:  Pin{Package: "@continuedev/cli@1.5.47", Binary: "dist/cn.js", Script: true, MB: 81},
	Vars: []string{"CONTINUE_TELEMETRY_ENABLED=0", "CONTINUE_CLI_ENABLE_TELEMETRY=0", "CONTINUE_METRICS_ENABLED=0"},
	Own: []OwnFile{{Path: ".continue/config.yaml", Text: `name: Local # my own
version: 1.0.0
schema: v1
models:
  - name: Fake
    provider: openai
    model: gpt-4o
    apiBase: $MODEL/v1
    apiKey: none
    roles: [chat]
    capabilities: [tool_use]
mcpServers:
  - name: own
    command: $OWN
    args: []
`}},
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"-p", "$PROMPT", "--auto"},
	Tool:      "$TOOL",
	ShellCall: fakemodel.Call{Name: "Bash", Args: map[string]any{"command": "$COMMAND"}},
	ReadCall:  fakemodel.Call{Name: "Read", Args: map[string]any{"filepath": "$FILE"}},
	Loop: Loop{
		Usage:   UsageLog{Dir: ".continue/sessions", Names: []string{"*.json"}},
		Deaf:    []string{saysStart, saysPrompt, saysQuery, saysFailure, saysStop},
		Ungated: true, // it calls no hooks
	},
}
