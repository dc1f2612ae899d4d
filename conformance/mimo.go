package conformance

import "agentconnector/conformance/fakemodel"

// mimoCode is a fork of opencode: `mcp list` starts the servers.
var mimoCode = Plain{
	Name: "mimo-code", Program: "mimo",
	Pin:  Pin{Package: "@mimo-ai/mimocode-linux-x64@0.1.15", Binary: "bin/mimo", MB: 129},
	Vars: []string{"MIMOCODE_DISABLE_AUTOUPDATE=1", "MIMOCODE_DISABLE_MODELS_FETCH=1", "MIMOCODE_DISABLE_LSP_DOWNLOAD=1"},
	Own:  []OwnFile{{Path: ".config/mimocode/mimocode.json", Text: opencodeConfig}},

	Lists: []string{"mcp", "list"}, Fine: "connected",
	Line:    opencodeLine,
	Trouble: opencodeTrouble,

	Task:      []string{"run", "-m", "fake/fake-model", "$PROMPT"},
	Tool:      "$SERVER_$TOOL",
	ShellCall: fakemodel.Call{Name: "bash", Args: map[string]any{"command": "$COMMAND", "description": "a step of the test"}},
	ReadCall:  fakemodel.Call{Name: "read", Args: map[string]any{"file_path": "$FILE"}},
	AgentCall: fakemodel.Call{Name: "actor", Args: map[string]any{"operation": map[string]any{"action": "run", "subagent_type": "general", "description": "a part of the test", "prompt": "$TASK"}}},
	// Its commands that list do not wait for plugins: what they say of one comes by chance.
	Plugin: PluginUse{Format: "mimo-plugin", Install: [][]string{{"plugin", "-g", "$FOLDER"}}, Late: true, Method: true},
	Loop: Loop{
		Full:   196000,
		Mute:   true, // on a busy machine it ends before what it prints is out
		Usage:  UsageLog{Dir: ".local/share/mimocode", Names: []string{"mimocode.db"}, Tables: []string{"session", "message", "part"}, Uncounted: true},
		Hears:  []string{saysPrompt, saysQuery},
		Maybe:  []string{saysStart}, // on a busy machine the session is there before the plugin
		Deaf:   []string{saysFailure, saysStop},
		Events: []string{"UserPromptSubmit context", "PreToolUse deny", "PreToolUse allow", "PostToolUse context", "Stop allow"},
	},
}
