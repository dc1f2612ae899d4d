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
	ReadCall:  fakemodel.Call{Name: "read", Args: map[string]any{"path": "$FILE", "i": "a step of the test"}},
	AgentCall: fakemodel.Call{Name: "task", Args: map[string]any{"context": "A test.", "tasks": []any{map[string]any{"task": "$TASK"}}, "i": "a part of the test"}},
	Speaks:    ompRPC{},
	Careful:   []string{"--provider", "fake", "--model", "fake-model", "--mode", "rpc", "--approval-mode", "always-ask"},
	Free:      []string{"--provider", "fake", "--model", "fake-model", "--mode", "rpc"},
	Loop: Loop{
		Full: 126000, Shortens: []string{"PreCompact", "PostCompact"},
		Waits:  []fakemodel.Call{{Name: "hub", Args: map[string]any{"op": "wait", "i": "it waits"}}, {Name: "hub", Args: map[string]any{"op": "wait", "i": "it waits"}}},
		Usage:  UsageLog{Dir: ".omp/agent/sessions", Names: []string{"*.jsonl"}},
		Hears:  []string{saysStart, saysPrompt, saysQuery, saysStop},
		Deaf:   []string{saysFailure},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop deny", "Stop allow"},
	},
}
