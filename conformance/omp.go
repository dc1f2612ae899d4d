package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// omp has no list that a program can ask for: what the model is told counts. A
// tool of a server is a path, to which it writes arguments.
var omp = Plain{
	Name: "omp", Program: "omp",
	Pin:  Pin{Package: "@oh-my-pi/pi-coding-agent@18.2.3", Binary: "dist/cli.js", Script: true, On: &bunPin, MB: 1340},
	Vars: []string{"PI_OFFLINE=1", "PI_TELEMETRY=0", "DO_NOT_TRACK=1"},
	Own: []OwnFile{
		{Path: ".omp/agent/mcp.json", Text: `{
  "mcpServers": {"own": {"command": "$SERVER", "args": []}}
}
`},
		{Path: ".omp/agent/models.yml", Text: `providers:
  fake:
    baseUrl: $MODEL/v1
    api: openai-completions
    apiKey: none
    models:
      - id: fake-model
        name: Fake
        contextWindow: 128000
        maxTokens: 4096
        cost: {input: 1, output: 2, cacheRead: 0, cacheWrite: 0}
        reasoning: false
        input: [text]
`}},
	Trouble: regexp.MustCompile(`(?i)invalid|error`),

	Task:      []string{"--provider", "fake", "--model", "fake-model", "-p", "$PROMPT"},
	Tool:      "mcp__$CLEAN_$TOOL",
	Told:      "xd://",
	Through:   fakemodel.Call{Name: "write", Args: map[string]any{"path": "xd://$NAME", "content": "$JSON"}},
	ShellCall: fakemodel.Call{Name: "bash", Args: map[string]any{"command": "$COMMAND"}},
	Loop: Loop{
		Hears:  []string{saysStart, saysPrompt, saysQuery, saysStop},
		Deaf:   []string{saysFailure},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop deny", "Stop allow"},
	},
}
