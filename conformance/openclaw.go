package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// openclaw: `mcp probe` starts the servers. Its model calls a tool of one by way
// of a tool of OpenClaw.
var openclaw = Plain{
	Name: "openclaw", Program: "openclaw",
	Pin:  Pin{Package: "openclaw@2026.9.6", Binary: "openclaw.mjs", Script: true, MB: 647},
	Vars: []string{"OPENCLAW_NO_AUTO_UPDATE=1", "DO_NOT_TRACK=1"},
	Own: []OwnFile{{Path: ".openclaw/openclaw.json", Text: `{
  // my own
  gateway: { mode: "local" },
  mcp: { servers: { own: { command: "$SERVER", args: [] } } },
  models: { mode: "merge", providers: { fake: { baseUrl: "$MODEL/v1", apiKey: "none", api: "openai-completions",
    models: [{ id: "fake-model", name: "Fake", contextWindow: 128000, maxTokens: 4096 }] } } },
  agents: { defaults: { model: { primary: "fake/fake-model" } } },
}
`}},
	Lists: []string{"mcp", "probe"}, Fine: "5 tools",
	Line:    regexp.MustCompile(`^[-!] (\S+): (\d+ tools|.*)`),
	Trouble: regexp.MustCompile(`(?i)invalid config|^error`),

	// sessions_spawn is answered, and nothing runs: the gateway would, which --local goes without.
	Task:      []string{"agent", "--local", "--agent", "main", "--message", "$PROMPT"},
	Tool:      "$SERVER__$TOOL",
	Through:   fakemodel.Call{Name: "tool_call", Args: map[string]any{"id": "$NAME", "args": "$ARGS"}},
	ShellCall: fakemodel.Call{Name: "exec", Args: map[string]any{"command": "$COMMAND"}},
	ReadCall:  fakemodel.Call{Name: "read", Args: map[string]any{"path": "$FILE"}},
	Plugin: PluginUse{
		Method: true,
		Format: "openclaw-plugin",
		Install: [][]string{{"plugins", "install", "$FOLDER", "--force", "--accept-capabilities"},
			{"config", "set", "plugins.entries." + connectorID + ".hooks.allowConversationAccess", "true"}},
		Remove:   [][]string{{"plugins", "uninstall", connectorID, "--force"}},
		Lists:    []string{"plugins", "list"},
		Unlisted: true,
		Notes:    true, // it writes its file anew, and keeps there what was taken out as switched off
	},
	Loop: Loop{
		Usage:   UsageLog{Dir: ".openclaw/agents/main/agent", Names: []string{"openclaw-agent.sqlite"}, Tables: []string{"transcript_events"}},
		Hears:   []string{saysPrompt, saysQuery},
		Deaf:    []string{saysStart, saysFailure, saysStop}, // --local fires no SessionStart
		Events:  []string{"UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop deny"},
		AtTimes: []string{"Stop deny"}, // not after a run that may have changed something
	},
}
