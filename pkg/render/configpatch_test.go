package render

import (
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

func TestDenied(t *testing.T) {
	list := host.Find("claude-code").Config.Denied
	for _, c := range []struct{ key, value, want string }{
		// What the list is not about.
		{"env.CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS", `"1"`, ""},
		{"env.MCP_TIMEOUT", `"15000"`, ""},
		{"env.PATHS", `"x"`, ""},
		{"env.PROXY_LIKE", `"x"`, ""},
		{"includeCoAuthoredBy", `false`, ""},
		{"worktree", `{"permissions": 1, "apiKey": 2}`, ""}, // not the keys at the root
		{"x.apiKeyHelper", `"x"`, ""},
		{"env", `"a string"`, ""},
		{"spinnerTipsEnabled", `["env.AWS_PROFILE"]`, ""},

		// Every entry of seed 002.
		{"permissions", `{}`, "permissions"},
		{"permissions.allow", `[]`, "permissions"},
		{"permissionsX", `1`, "permissionsX"},
		{"allowedTools", `[]`, "allowedTools"},
		{"disallowedToolsExtra.a", `1`, "disallowedToolsExtra"},
		{"apiKeyHelper", `"x"`, "apiKeyHelper"},
		{"APIKEY", `"x"`, "APIKEY"},
		{"awsAuthRefresh", `"x"`, "awsAuthRefresh"},
		{"awsCredentialExport", `"x"`, "awsCredentialExport"},
		{"forceLoginMethod", `"x"`, "forceLoginMethod"},
		{"forceLoginOrgUUID", `"x"`, "forceLoginOrgUUID"},
		{"otelHeadersHelper", `"x"`, "otelHeadersHelper"},
		{"env.ANTHROPIC_BASE_URL", `"x"`, "env.ANTHROPIC_BASE_URL"},
		{"env.AWS_PROFILE", `"x"`, "env.AWS_PROFILE"},
		{"env.HTTPS_PROXY", `"x"`, "env.HTTPS_PROXY"},
		{"env.no_proxy", `"x"`, "env.no_proxy"},
		{"env.MY_TOKEN_FILE", `"x"`, "env.MY_TOKEN_FILE"},
		{"env.my_api_key", `"x"`, "env.my_api_key"},
		{"env.Secret", `"x"`, "env.Secret"},

		// Below a forbidden key, and a forbidden key below.
		{"awsAuthRefresh.command", `"x"`, "awsAuthRefresh"},
		{"env.AWS_X.y", `1`, "env.AWS_X"},
		{"env", `{"A": "1", "AWS_PROFILE": "x"}`, "env.AWS_PROFILE"},
		{"env", `{"A": {"B": 1}, "a/b_TOKEN": "x"}`, "env.a/b_TOKEN"},

		// Ours.
		{"sandbox.enabled", `false`, "sandbox"},
		{"env.LD_PRELOAD", `"x"`, "env.LD_PRELOAD"},
		{"env.Path", `"x"`, "env.Path"},
	} {
		if got := denied(list, c.key, wire.Raw(c.value)); got != c.want {
			t.Errorf("%s = %s: denied by %q, want %q", c.key, c.value, got, c.want)
		}
	}
}

// A list with a typing error would forbid nothing and say nothing.
func TestDeniedPatternsMatchThemselves(t *testing.T) {
	for _, h := range host.All {
		for _, p := range h.Config.Denied {
			if key := strings.ReplaceAll(p, "*", "x.y"); !matches([]string{p}, key) {
				t.Errorf("%s: the pattern %q does not match %q", h.ID, p, key)
			}
		}
	}
}

func TestReferences(t *testing.T) {
	v := wire.Raw(`{"b": ["${env:B}", 1], "a": "${env:A:-x} ${env:B}", "n": null}`)
	if got := references(v); !slices.Equal(got, []string{"A", "B"}) {
		t.Error(got)
	}
	if got := references(wire.Raw(`"${HOME}"`)); len(got) > 0 {
		t.Error(got)
	}
}

// One patch of several may be refused without the others; a host without
// settings of the scope gets the edit in words.
func TestConfigPatchWithoutAPlace(t *testing.T) {
	c := &connector.Connector{ID: "gamma", Platforms: map[string]connector.Platform{"claude-code": {ConfigPatch: []connector.ConfigPatch{
		{Key: "language", Value: wire.Raw(`"de"`), Reason: "as asked", DocsURL: "https://x.example"}}}}}
	in := lines(t, "linux")
	delete(in.Hosts[0].Scopes["user"], wire.ConfigPatch)
	r := render(t, in, c, Options{Scope: "user", Targets: []string{"claude-code"}})
	n := r.Plan.Notices[0]
	if n.Message != "language is not set: Claude Code has no settings of scope user" ||
		n.ManualEdit != `in the settings of Claude Code set language to "de": as asked (https://x.example)` {
		t.Errorf("%+v", n)
	}
}

// On hosts with a list of harmless settings all others are refused, also an object
// in which they would stand.
func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		host, key string
		want      bool
	}{
		{"codex", "model_verbosity", true},
		{"codex", "tui.theme", true},
		{"codex", "tui", false},
		{"codex", "sandbox_mode", false},
		{"codex", "features.view_image", false},
		{"codex", "mcp_servers.x.command", false},
		{"codex", "notify", false},
		{"gemini-cli", "ui.hideTips", true},
		{"gemini-cli", "ui.footer.hideSandboxStatus", false},
		{"gemini-cli", "ui.hideFooter", false},
		{"gemini-cli", "ui.showCompatibilityWarnings", false},
		{"gemini-cli", "ui.footer", true},
		{"gemini-cli", "ui", false},
		{"gemini-cli", "tools.allowed", false},
		{"gemini-cli", "context.fileName", false}, // what is read as guidance is the user's
		{"qwen-code", "ui.statusLine.command", false},
		{"qwen-code", "general.language", true},
		{"qwen-code", "security.auth.apiKey", false},
		{"copilot-cli", "theme", true},
		{"copilot-cli", "footer.showQuota", true},
		{"copilot-cli", "allowedUrls", false},
		{"copilot-cli", "trustedFolders", false},
		{"copilot-cli", "defaultPermissionMode", false},
		{"copilot-cli", "proxyUrl", false},
		{"copilot-cli", "bashEnv", false},
		{"copilot-cli", "powershellFlags", false},
		{"copilot-cli", "disableAllHooks", false},
		{"droid", "diffMode", true},
		{"droid", "commandAllowlist", false},
		{"droid", "commandDenylist", false},
		{"droid", "enableDroidShield", false},
		{"droid", "customModels", false},
		{"droid", "enabledPlugins", false},
		{"droid", "sessionDefaultSettings.autonomyLevel", false},
		{"opencode", "compaction.auto", true},
		{"opencode", "permission.bash", false},
		{"opencode", "provider.x.options.apiKey", false},
		{"opencode", "instructions", false},
		{"opencode", "formatter", false},
		{"opencode", "lsp", false},
		{"opencode", "plugin", false},
		{"opencode", "share", false},
		{"opencode", "experimental", false},
		{"kilo-cli", "compaction.prune", true},
		{"kilo-cli", "permission", false},
		{"kilo", "username", true},
		{"kilo", "provider", false},
		{"mimo-code", "compaction", true},
		{"mimo-code", "permission", false},
		{"pi", "terminal.showImages", true},
		{"pi", "compaction.enabled", true},
		{"pi", "fullscreenScrollbar", true},
		{"pi", "shellCommandPrefix", false},
		{"pi", "shellPath", false},
		{"pi", "npmCommand", false},
		{"pi", "packages", false},
		{"pi", "extensions", false},
		{"pi", "defaultProjectTrust", false},
		{"pi", "httpProxy", false},
		{"kimi", "markdown.mermaid", true},
		{"kimi", "editor.command", false},
		{"kimi", "upgrade.auto_install", false},
		{"crush", "options.tui.compact_mode", true},
		{"crush", "options.skills_paths", false},
		{"crush", "permissions.allowed_tools", false},
		{"crush", "env.A", false},
		{"crush", "lsp.x.command", false},
		{"crush", "options", false},
		{"goose", "GOOSE_CLI_SHOW_COST", true},
		{"goose", "GOOSE_MODE", false},
		{"goose", "GOOSE_ALLOWLIST", false},
		{"goose", "SECURITY_PROMPT_ENABLED", false},
		{"goose", "GOOSE_PROMPT_EDITOR", false},
		{"hermes", "display.show_cost", true},
		{"hermes", "terminal.sudo_password", false},
		{"hermes", "security.approval.transport", false},
		{"hermes", "hooks_auto_accept", false},
		{"amp", "amp.showCosts", true},
		{"amp", "amp.dangerouslyAllowAll", false},
		{"amp", "amp.permissions", false},
		{"amp", "amp.tools.disable", false},
		{"zed", "agent.play_sound_when_agent_done", true},
		{"zed", "agent.always_allow_tool_actions", false},
		{"zed", "agent.tool_permissions.default", false},
		{"zed", "language_models.x.api_url", false},
	} {
		c, value := c, wire.Raw(`true`)
		if c.key == "ui.footer" {
			value = wire.Raw(`{"hideCWD": true}`)
		}
		con := parse(t, `"memory": [{"content": "x"}]`)
		con.Platforms = map[string]connector.Platform{c.host: {ConfigPatch: []connector.ConfigPatch{{Key: c.key, Value: value, Reason: "r"}}}}
		r := render(t, on(t, machines[0], host.Find(c.host)), con, Options{Scope: "user", Targets: []string{c.host}})
		set := slices.ContainsFunc(r.Plan.Patches, func(p wire.Patch) bool { return p.Surface == wire.ConfigPatch })
		told := slices.ContainsFunc(r.Plan.Notices, func(n wire.Notice) bool {
			return n.Surface == wire.ConfigPatch && strings.Contains(n.ManualEdit, c.key)
		})
		if at := patchAt(r.Plan.Patches); set && c.host == "amp" && !slices.Equal(at, []string{c.key}) {
			t.Errorf("%s %s: set at %q, where the key is the name of one member", c.host, c.key, at)
		}
		if set != c.want || told == c.want {
			t.Errorf("%s %s: set %v, told %v", c.host, c.key, set, told)
		}
	}
}

func patchAt(ps []wire.Patch) []string {
	for _, p := range ps {
		if p.Surface == wire.ConfigPatch {
			return p.At
		}
	}
	return nil
}

// A host in whose settings a connector may set something forbids what every host
// has of the kind, however it is spelt, and what surfaces of ours write there.
func TestSettingsThatNoConnectorSets(t *testing.T) {
	said := 0
	for _, h := range host.All {
		if !h.Supports(wire.ConfigPatch) {
			continue
		}
		said++
		keys := []string{"permissions.allow", "permission", "apiKey", "apiKeyHelper", "env.AWS_SECRET", "env.HTTPS_PROXY", "env.MY_TOKEN"}
		for _, way := range [][]string{h.Server.Root, h.Hooks.Root, h.Status.At} {
			if len(way) > 0 {
				keys = append(keys, strings.Join(way, ".")+".x")
			}
		}
		for _, key := range keys {
			free := len(h.Config.Allowed) == 0 || allowed(h.Config.Allowed, key)
			if ours := strings.HasPrefix(key, "hooks") || strings.HasPrefix(key, "mcp") || strings.HasPrefix(key, "statusLine"); ours && len(h.Config.Allowed) == 0 {
				continue // guarded by validation: pkg/connector
			}
			if free && denied(h.Config.Denied, key, wire.Raw(`1`)) == "" && key != "permission" {
				t.Errorf("%s: a connector could set %s", h.ID, key)
			}
		}
	}
	if said < 17 {
		t.Errorf("only %d hosts have settings that a connector may set", said)
	}
}
