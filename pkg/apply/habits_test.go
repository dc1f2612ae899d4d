package apply

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// A habit is where a kind of file keeps what a connector brings.
type habit struct {
	prefix  string // of the file's name; the first that fits counts
	format  string
	patches func(id string) []wire.Patch
}

var habits = []habit{
	{"amp-", "jsonc", servers("amp.mcpServers")},
	{"claude-settings", "json", nestedHooks("PreToolUse", "Stop")},
	{"codex-config", "toml", servers("mcp_servers")},
	{"codex-hooks", "json", nestedHooks("Stop", "PreToolUse")},
	{"continue", "yaml", listed("mcpServers")},
	{"copilot", "json", flatHooks("preToolUse", "sessionEnd")},
	{"crlf-md", "block", memory},
	{"crlf-other-04.toml", "toml", servers("mcp_servers")},
	{"crlf-other-06.yml", "yaml", servers("mcp_servers")},
	{"crlf-other-10.yml", "yaml", servers("mcp_servers")},
	{"crlf-other", "jsonc", servers("mcpServers")},
	{"crush", "json", servers("mcp")},
	{"cursor-hooks", "json", flatHooks("preToolUse", "stop")},
	{"devin", "json", nestedHooks("PermissionRequest", "Stop")},
	{"factory-04", "json", nestedHooks("PostToolUse")},
	{"gemini-settings-04", "jsonc", nestedHooks("BeforeTool", "SessionEnd")},
	{"goose", "yaml", servers("extensions")},
	{"hermes", "yaml", servers("mcp_servers")},
	{"kilo-02", "jsonc", servers("mcp")},
	{"markdown", "block", memory},
	{"openclaw", "json5", servers("mcp", "servers")},
	{"opencode", "jsonc", servers("mcp")},
	{"vscode-mcp", "jsonc", servers("servers")},
	{"vscode-settings", "jsonc", servers("mcp", "servers")},
	{"windsurf-06", "json", flatHooks("pre_write_code")},
	{"windsurf", "json", flatHooks("post_setup_worktree")},
	{"zed", "jsonc", servers("context_servers")},
	{"", "json", servers("mcpServers")},
}

func servers(root ...string) func(string) []wire.Patch {
	return func(id string) []wire.Patch {
		v := fmt.Sprintf(`{"command":"npx","args":["-y","%s@1"],"env":{"PATH_%d":"C:\\it's \"x\""}}`, id, len(id))
		return []wire.Patch{{Op: wire.OpSet, Surface: wire.Server, At: append(slices.Clone(root), strings.Replace(id, "-three", " three", 1)), Value: []byte(v)}}
	}
}

func listed(at string) func(string) []wire.Patch {
	return func(id string) []wire.Patch {
		return []wire.Patch{{Op: wire.OpUpsert, Surface: wire.Server, At: []string{at}, Identity: &wire.Identity{Path: []string{"name"}, Value: id},
			Value: []byte(fmt.Sprintf(`{"name":%q,"command":"npx","args":["-y"]}`, id))}}
	}
}

func nestedHooks(events ...string) func(string) []wire.Patch {
	return func(id string) (ps []wire.Patch) {
		for _, ev := range events {
			cmd := fmt.Sprintf("ac-hook h %s --connector %s", ev, id)
			ps = append(ps, wire.Patch{Op: wire.OpUpsert, Surface: wire.Hooks, At: []string{"hooks", ev},
				Identity: &wire.Identity{Path: []string{"hooks", "*", "command"}, Value: cmd},
				Value:    []byte(fmt.Sprintf(`{"matcher":"Bash","hooks":[{"type":"command","command":%q,"timeout":5}]}`, cmd))})
		}
		return ps
	}
}

func flatHooks(events ...string) func(string) []wire.Patch {
	return func(id string) (ps []wire.Patch) {
		for _, ev := range events {
			cmd := fmt.Sprintf("ac-hook h %s --connector %s", ev, id)
			ps = append(ps, wire.Patch{Op: wire.OpUpsert, Surface: wire.Hooks, At: []string{"hooks", ev},
				Identity: &wire.Identity{Path: []string{"command"}, Value: cmd},
				Value:    []byte(fmt.Sprintf(`{"command":%q,"timeout":5}`, cmd))})
		}
		return ps
	}
}

func memory(id string) []wire.Patch {
	return []wire.Patch{{Op: wire.OpBlock, Surface: wire.Memory, At: []string{id + "/memory"}, Value: []byte(`"Use ` + id + `.\n\n- twice"`)}}
}
