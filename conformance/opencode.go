package conformance

import (
	"regexp"

	"agentconnector/conformance/fakemodel"
)

// opencode and Kilo CLI, its fork: `mcp list` starts the servers. Over ACP they ask
// nothing of a network; until a session is there they need some 13 s of CPU time, which
// on a busy machine is minutes.
var opencode = Plain{
	Name: "opencode", Program: "opencode",
	Pin:  Pin{Package: "opencode-linux-x64@1.18.33", Binary: "bin/opencode", MB: 177},
	Vars: []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"},
	Own:  []OwnFile{{Path: ".config/opencode/opencode.json", Text: opencodeConfig}},

	Lists: []string{"mcp", "list"}, Fine: "connected",
	Line:    opencodeLine,
	Trouble: opencodeTrouble,

	Task:      []string{"run", "--format", "json", "-m", "fake/fake-model", "$PROMPT"},
	Tool:      "$SERVER_$TOOL",
	ShellCall: opencodeShell,
	ReadCall:  opencodeRead,
	AgentCall: opencodeAgent,
	Speaks:    ACP{},
	Careful:   []string{"acp"}, CarefulVars: []string{`OPENCODE_PERMISSION={"bash":"ask"}`},
	Free:   []string{"acp"},
	Plugin: npmPlugin("npm-plugin"),
	Loop: Loop{
		Full: 196000, Shortens: []string{"PreCompact", "PostCompact"},
		Usage:  UsageLog{Dir: ".local/share/opencode", Names: []string{"opencode.db"}, Tables: []string{"session", "message", "part"}, Uncounted: true},
		Hears:  []string{saysStart, saysPrompt, saysQuery},
		Deaf:   []string{saysFailure, saysStop},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop allow"},
	},
}

var kiloCLI = Plain{
	Name: "kilo-cli", Program: "kilo",
	Pin: Pin{Package: "@kilocode/cli-linux-x64@7.7.7", Binary: "bin/kilo", MB: 227},
	Vars: []string{"KILO_DISABLE_AUTOUPDATE=1", "KILO_DISABLE_MODELS_FETCH=1", "KILO_DISABLE_LSP_DOWNLOAD=1", "KILO_TELEMETRY_LEVEL=off",
		"KILO_DISABLE_CODEBASE_INDEXING=1", "KILO_NO_DAEMON=1", "KILO_DISABLE_SESSION_INGEST=1", "KILO_DISABLE_PRESENCE=1"},
	Own: []OwnFile{{Path: ".config/kilo/kilo.json", Text: opencodeConfig}},

	Lists: []string{"mcp", "list"}, Fine: "connected",
	Line:    opencodeLine,
	Trouble: opencodeTrouble,

	Task:      []string{"run", "--auto", "--format", "json", "-m", "fake/fake-model", "$PROMPT"},
	Tool:      "$SERVER_$TOOL",
	ShellCall: opencodeShell,
	ReadCall:  opencodeRead,
	AgentCall: opencodeAgent,
	Speaks:    ACP{},
	Careful:   []string{"acp"}, CarefulVars: []string{`KILO_PERMISSION={"bash":"ask"}`},
	Free:   []string{"acp"},
	Plugin: npmPlugin("kilo-plugin", ".config/kilo/opencode.json"),
	Loop: Loop{
		Full: 196000, Shortens: []string{"PreCompact", "PostCompact"},
		Usage:  UsageLog{Dir: ".local/share/kilo", Names: []string{"kilo.db"}, Tables: []string{"session", "message", "part"}, Uncounted: true},
		Hears:  []string{saysStart, saysPrompt, saysQuery},
		Deaf:   []string{saysFailure, saysStop},
		Events: []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop allow"},
	},
}

// npmPlugin is how opencode and its forks take a package. No command takes it out: a
// line in a file does, or the file that the host has made for it.
func npmPlugin(format string, made ...string) PluginUse {
	return PluginUse{Format: format, Install: [][]string{{"plugin", "-g", "$FOLDER"}}, Lists: []string{"debug", "config"}, Shown: `"acme-db":`, Made: made, Method: true}
}

const opencodeConfig = `{
  "autoupdate": false, "share": "disabled", // nothing leaves this machine
  "model": "fake/fake-model", "small_model": "fake/fake-model",
  "provider": {"fake": {"npm": "@ai-sdk/openai-compatible", "name": "Fake",
    "options": {"baseURL": "$MODEL/v1", "apiKey": "none"},
    "models": {"fake-model": {"name": "fake", "limit": {"context": 200000, "output": 8000}}}}},
  "permission": {"*": "allow"},
  "mcp": {"own": {"type": "local", "command": ["$SERVER"], "enabled": true}},
}
`

var (
	opencodeLine    = regexp.MustCompile(`^●\s+\S (\S+) (connected|failed)\b`)
	opencodeTrouble = regexp.MustCompile(`(?i)invalid|error`)
	opencodeRead    = fakemodel.Call{Name: "read", Args: map[string]any{"filePath": "$FILE"}}
	opencodeAgent   = fakemodel.Call{Name: "task", Args: map[string]any{"description": "a part of the test", "prompt": "$TASK", "subagent_type": "general"}}
	opencodeShell   = fakemodel.Call{Name: "bash", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}}
)
