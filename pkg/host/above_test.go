package host

import (
	"slices"
	"testing"

	"agentconnector/pkg/wire"
)

// Files of others, on every operating system.
func TestFilesOfOthersOnEverySystem(t *testing.T) {
	linux := env("linux", "/home/u", "/src/p")
	windows := env("windows", `C:\Users\u`, `C:\src\p`)
	darwin := env("darwin", "/Users/u", "/Users/u/p")
	own := env("windows", `C:\Users\u`, "", "ProgramData", `D:\Data`, "ProgramFiles", `D:\Programs`, "GEMINI_CLI_SYSTEM_SETTINGS_PATH", `E:\gemini.json`)
	for _, c := range []struct {
		host                  string
		i                     int
		linux, darwin, window string
		own                   string
	}{
		{"claude-code", 0, "/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json", `C:\Program Files\ClaudeCode\managed-settings.json`, `C:\Program Files\ClaudeCode\managed-settings.json`},
		{"claude-code", 2, "/etc/claude-code/managed-mcp.json", "/Library/Application Support/ClaudeCode/managed-mcp.json", `C:\Program Files\ClaudeCode\managed-mcp.json`, `C:\Program Files\ClaudeCode\managed-mcp.json`},
		{"codex", 0, "/etc/codex/requirements.toml", "/etc/codex/requirements.toml", `C:\ProgramData\OpenAI\Codex\requirements.toml`, `D:\Data\OpenAI\Codex\requirements.toml`},
		{"codex", 1, "/etc/codex/managed_config.toml", "/etc/codex/managed_config.toml", `C:\Users\u\.codex\managed_config.toml`, `C:\Users\u\.codex\managed_config.toml`},
		{"cursor", 0, "/etc/cursor/hooks.json", "/Library/Application Support/Cursor/hooks.json", `C:\ProgramData\Cursor\hooks.json`, `D:\Data\Cursor\hooks.json`},
		{"gemini-cli", 0, "/etc/gemini-cli/settings.json", "/Library/Application Support/GeminiCli/settings.json", `C:\ProgramData\gemini-cli\settings.json`, `E:\gemini.json`},
		{"gemini-cli", 2, "/etc/gemini-cli/system-defaults.json", "/Library/Application Support/GeminiCli/system-defaults.json", `C:\ProgramData\gemini-cli\system-defaults.json`, `C:\ProgramData\gemini-cli\system-defaults.json`},
		{"qwen-code", 0, "/etc/qwen-code/settings.json", "/Library/Application Support/QwenCode/settings.json", `C:\ProgramData\qwen-code\settings.json`, `C:\ProgramData\qwen-code\settings.json`},
		{"kilo-cli", 1, "/etc/kilo/kilo.jsonc", "/Library/Application Support/kilo/kilo.jsonc", `C:\ProgramData\kilo\kilo.jsonc`, `D:\Data\kilo\kilo.jsonc`},
		{"opencode", 0, "/etc/opencode/opencode.json", "/Library/Application Support/opencode/opencode.json", `C:\ProgramData\opencode\opencode.json`, `D:\Data\opencode\opencode.json`},
		{"windsurf", 0, "/etc/windsurf/hooks.json", "/Library/Application Support/Windsurf/hooks.json", `C:\ProgramData\Windsurf\hooks.json`, `C:\ProgramData\Windsurf\hooks.json`},
		{"amp", 0, "/etc/ampcode/managed-settings.json", "/Library/Application Support/ampcode/managed-settings.json", `C:\ProgramData\ampcode\managed-settings.json`, `D:\Data\ampcode\managed-settings.json`},
		{"copilot-cli", 0, "/etc/github-copilot/managed-settings.json", "/Library/Application Support/GitHubCopilot/managed-settings.json", `C:\Program Files\GitHubCopilot\managed-settings.json`, `D:\Programs\GitHubCopilot\managed-settings.json`},
		{"droid", 0, "/etc/factory/settings.json", "/Library/Application Support/Factory/settings.json", `C:\Program Files\Factory\settings.json`, `C:\Program Files\Factory\settings.json`},
		{"hermes", 0, "/home/u/.hermes/profiles/*/config.yaml", "/Users/u/.hermes/profiles/*/config.yaml", `C:\Users\u\AppData\Local\hermes\profiles\*\config.yaml`, `C:\Users\u\AppData\Local\hermes\profiles\*\config.yaml`},
		{"openclaw", 0, "/home/u/.openclaw-*/openclaw.json", "/Users/u/.openclaw-*/openclaw.json", `C:\Users\u\.openclaw-*\openclaw.json`, `C:\Users\u\.openclaw-*\openclaw.json`},
		{"codex", 3, "/home/u/.codex/*.config.toml", "/Users/u/.codex/*.config.toml", `C:\Users\u\.codex\*.config.toml`, `C:\Users\u\.codex\*.config.toml`},
		{"zed", 0, "/home/u/.config/zed/settings.json", "/Users/u/.config/zed/settings.json", `C:\Users\u\AppData\Roaming\Zed\settings.json`, `C:\Users\u\AppData\Roaming\Zed\settings.json`},
		{"kiro", 1, "/src/p/.kiro/agents/*.json", "/Users/u/p/.kiro/agents/*.json", `C:\src\p\.kiro\agents\*.json`, ""},
		{"crush", 0, "/home/u/.config/crush/crushrc", "/Users/u/.config/crush/crushrc", `C:\Users\u\.config\crush\crushrc`, `C:\Users\u\.config\crush\crushrc`},
		{"crush", 2, "/src/p/crushrc", "/Users/u/p/crushrc", `C:\src\p\crushrc`, ""},
	} {
		for _, s := range []struct {
			e    Env
			want string
		}{{linux, c.linux}, {darwin, c.darwin}, {windows, c.window}, {own, c.own}} {
			if got := Find(c.host).Above[c.i].At.Resolve(s.e); got != s.want {
				t.Errorf("%s %s: %s, want %s", c.host, s.e.OS, got, s.want)
			}
		}
	}
}

// What is said of a file of others: whose it is, and what it does to which of
// the surfaces that the host has.
func TestFilesOfOthersAreWhole(t *testing.T) {
	windows := env("windows", `C:\Users\u`, `C:\src\p`)
	for _, h := range All {
		for _, a := range h.Above {
			if a.Why == "" || a.Always && len(a.Surfaces) == 0 || len(a.Off) > 0 && len(a.Surfaces) == 0 {
				t.Errorf("%s: %v", h.ID, a)
			}
			if !slices.Contains([]string{wire.ScopeSystem, wire.ScopeManaged, wire.ScopeProfile, wire.ScopeUser, wire.ScopeProject}, a.Scope) {
				t.Errorf("%s: scope %q", h.ID, a.Scope)
			}
			for _, s := range a.Surfaces {
				if !h.Supports(s) {
					t.Errorf("%s has no %s", h.ID, s)
				}
			}
			if p := a.At.Resolve(windows); !IsAbs("windows", p) {
				t.Errorf("%s on Windows: %q", h.ID, p)
			}
		}
	}
}
