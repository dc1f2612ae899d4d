package host

import (
	"slices"
	"testing"

	"agentconnector/pkg/wire"
)

func env(os, home, project string, vars ...string) Env {
	return Env{OS: os, Home: home, Project: project, Getenv: func(n string) string {
		for i := 0; i < len(vars); i += 2 {
			if vars[i] == n {
				return vars[i+1]
			}
		}
		return ""
	}}
}

func none(string) bool { return false }

// The paths of every operating system, worked out on whichever one runs this.
func TestPlacesOnEverySystem(t *testing.T) {
	linux := env("linux", "/home/u", "/src/p")
	windows := env("windows", `C:\Users\u`, `C:\src\p`)
	darwin := env("darwin", "/Users/u", "/Users/u/p")
	moved := env("linux", "/home/u", "", "CLAUDE_CONFIG_DIR", "/srv/claude", "CODEX_HOME", "/srv/codex/")
	xdg := env("linux", "/home/u", "", "XDG_CONFIG_HOME", "/srv/config", "OPENCODE_CONFIG_DIR", "/srv/oc", "PI_CODING_AGENT_DIR", "/srv/pi")
	rooted := env("linux", "/home/u", "", "GOOSE_PATH_ROOT", "/srv/goose", "HERMES_HOME", "/srv/hermes")
	windowsApp := env("windows", `C:\Users\u`, "", "APPDATA", `C:\Users\u\AppData\Roaming`)
	claw := env("linux", "/home/u", "", "OPENCLAW_CONFIG_PATH", "/etc/claw.json", "OPENCLAW_STATE_DIR", "/srv/claw")
	blank := env("linux", "/home/u", "", "CLAUDE_CONFIG_DIR", "  ", "CODEX_HOME", "")
	for _, c := range []struct {
		e                    Env
		host, scope, surface string
		want                 string
	}{
		{linux, "claude-code", "user", wire.Server, "/home/u/.claude.json"},
		{linux, "claude-code", "user", wire.Hooks, "/home/u/.claude/settings.json"},
		{linux, "claude-code", "user", wire.Memory, "/home/u/.claude/CLAUDE.md"},
		{linux, "claude-code", "project", wire.ConfigPatch, "/src/p/.claude/settings.json"},
		{moved, "claude-code", "user", wire.ConfigPatch, "/srv/claude/settings.json"},
		{windows, "claude-code", "user", wire.ConfigPatch, `C:\Users\u\.claude\settings.json`},
		{linux, "codex", "user", wire.ConfigPatch, "/home/u/.codex/config.toml"},
		{linux, "cursor", "user", wire.ConfigPatch, ""},
		{linux, "claude-code", "project", wire.Server, "/src/p/.mcp.json"},
		{linux, "claude-code", "project", wire.Memory, "/src/p/CLAUDE.md"},
		{linux, "codex", "user", wire.Server, "/home/u/.codex/config.toml"},
		{linux, "codex", "project", wire.Commands, "/src/p/.agents/skills"},
		{linux, "codex", "user", wire.Subagents, "/home/u/.codex/agents"},
		{linux, "cursor", "user", wire.Server, "/home/u/.cursor/mcp.json"},
		{linux, "cursor", "user", wire.Memory, ""},
		{linux, "cursor", "project", wire.Memory, "/src/p/AGENTS.md"},
		{darwin, "cursor", "user", wire.Hooks, "/Users/u/.cursor/hooks.json"},
		{darwin, "codex", "project", wire.Hooks, "/Users/u/p/.codex/hooks.json"},
		{darwin, "claude-code", "user", wire.Skills, "/Users/u/.claude/skills"},
		{windows, "claude-code", "user", wire.Server, `C:\Users\u\.claude.json`},
		{windows, "claude-code", "project", wire.Hooks, `C:\src\p\.claude\settings.json`},
		{windows, "codex", "user", wire.Server, `C:\Users\u\.codex\config.toml`},
		{windows, "codex", "user", wire.Skills, `C:\Users\u\.agents\skills`},
		{windows, "cursor", "project", wire.Commands, `C:\src\p\.cursor\commands`},
		{linux, "opencode", "user", wire.Server, "/home/u/.config/opencode/opencode.json"},
		{linux, "opencode", "project", wire.Hooks, "/src/p/.opencode/plugins"},
		{windows, "opencode", "user", wire.Hooks, `C:\Users\u\.config\opencode\plugins`},
		{xdg, "opencode", "user", wire.Hooks, "/srv/oc/plugins"},
		{xdg, "kilo-cli", "user", wire.Server, "/srv/config/kilo/kilo.json"},
		{darwin, "kilo-cli", "project", wire.Commands, "/Users/u/p/.kilo/commands"},
		{linux, "mimo-code", "user", wire.Server, "/home/u/.config/mimocode/mimocode.json"},
		{xdg, "mimo-code", "user", wire.Hooks, "/srv/config/mimocode/plugins"},
		{env("linux", "/home/u", "", "MIMOCODE_HOME", "/srv/mimo", "XDG_CONFIG_HOME", "/srv/config"), "mimo-code", "user", wire.Server, "/srv/mimo/config/mimocode.json"},
		{env("linux", "/home/u", "", "MIMOCODE_CONFIG_DIR", "/srv/more"), "mimo-code", "user", wire.Memory, "/home/u/.config/mimocode/AGENTS.md"},
		{windows, "mimo-code", "user", wire.Server, `C:\Users\u\.config\mimocode\mimocode.json`},
		{darwin, "mimo-code", "project", wire.Hooks, "/Users/u/p/.mimocode/plugins"},
		{linux, "kimi-cli", "user", wire.Server, "/home/u/.kimi/mcp.json"},
		{windows, "kimi-cli", "user", wire.Hooks, `C:\Users\u\.kimi\config.toml`},
		{env("darwin", "/Users/u", "", "KIMI_SHARE_DIR", "/srv/kimi"), "kimi-cli", "user", wire.Hooks, "/srv/kimi/config.toml"},
		{linux, "kimi-cli", "project", wire.Server, ""},
		{linux, "kimi-cli", "user", wire.Memory, ""},
		{linux, "continue", "user", wire.Server, "/home/u/.continue/config.yaml"},
		{windows, "continue", "user", wire.Skills, `C:\Users\u\.continue\skills`},
		{env("linux", "/home/u", "", "CONTINUE_GLOBAL_DIR", "/srv/continue"), "continue", "user", wire.Memory, "/srv/continue/rules/agent-connector.md"},
		{darwin, "continue", "project", wire.Server, "/Users/u/p/.continue/mcpServers/agent-connector-{connector}.yaml"},
		{linux, "windsurf", "user", wire.Server, "/home/u/.codeium/windsurf/mcp_config.json"},
		{linux, "windsurf", "project", wire.Server, ""},
		{windows, "windsurf", "user", wire.Hooks, `C:\Users\u\.codeium\windsurf\hooks.json`},
		{darwin, "windsurf", "project", wire.Hooks, "/Users/u/p/.windsurf/hooks.json"},
		{xdg, "zed", "user", wire.Server, "/srv/config/zed/settings.json"},
		{darwin, "zed", "user", wire.Server, "/Users/u/.config/zed/settings.json"},
		{windowsApp, "zed", "user", wire.Server, `C:\Users\u\AppData\Roaming\Zed\settings.json`},
		{windows, "zed", "user", wire.Memory, `C:\Users\u\AppData\Roaming\Zed\AGENTS.md`},
		{darwin, "trae", "user", wire.Server, "/Users/u/Library/Application Support/Trae/User/mcp.json"},
		{linux, "trae", "user", wire.Hooks, "/home/u/.trae/hooks.json"},
		{windowsApp, "trae-cn", "user", wire.Server, `C:\Users\u\AppData\Roaming\Trae CN\User\mcp.json`},
		{linux, "trae-cn", "user", wire.Hooks, "/home/u/.trae-cn/hooks.json"},
		{linux, "trae-cn", "project", wire.Hooks, "/src/p/.trae/hooks.json"},
		{linux, "roo-code", "user", wire.Server, "/home/u/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"},
		{windows, "roo-code", "user", wire.Server, `C:\Users\u\AppData\Roaming\Code\User\globalStorage\rooveterinaryinc.roo-cline\settings\mcp_settings.json`},
		{linux, "roo-code", "project", wire.Server, "/src/p/.roo/mcp.json"},
		{linux, "kiro", "user", wire.Hooks, "/home/u/.kiro/hooks/agent-connector.json"},
		{windows, "kiro", "user", wire.Server, `C:\Users\u\.kiro\settings\mcp.json`},
		{linux, "warp", "user", wire.Subagents, ""},
		{linux, "amazon-q", "user", wire.Server, "/home/u/.aws/amazonq/mcp.json"},
		{darwin, "amazon-q", "project", wire.Hooks, "/Users/u/p/.amazonq/cli-agents/agent-connector.json"},
		{linux, "amazon-q", "user", wire.Memory, ""},
		{linux, "antigravity", "user", wire.Hooks, "/home/u/.gemini/config/hooks.json"},
		{windows, "antigravity-cli", "user", wire.Server, `C:\Users\u\.gemini\config\mcp_config.json`},
		{darwin, "antigravity-cli", "project", wire.Hooks, ""},
		{darwin, "antigravity-cli", "user", wire.Commands, "/Users/u/.gemini/antigravity-cli/global_workflows"},
		{linux, "goose", "user", wire.Server, "/home/u/.config/goose/config.yaml"},
		{darwin, "goose", "user", wire.Memory, "/Users/u/.config/goose/.goosehints"},
		{xdg, "goose", "user", wire.Server, "/srv/config/goose/config.yaml"},
		{windows, "goose", "user", wire.Server, `C:\Users\u\AppData\Roaming\Block\goose\config\config.yaml`},
		{windowsApp, "goose", "user", wire.Subagents, `C:\Users\u\AppData\Roaming\Block\goose\config\agents`},
		{rooted, "goose", "user", wire.Server, "/srv/goose/config/config.yaml"},
		{rooted, "goose", "user", wire.Hooks, "/srv/goose/.agents/plugins/agent-connector/hooks/hooks.json"},
		{windows, "goose", "user", wire.Hooks, `C:\Users\u\.agents\plugins\agent-connector\hooks\hooks.json`},
		{linux, "goose", "project", wire.Server, "/src/p/.agents/plugins/agent-connector-project/.mcp.json"},
		{darwin, "goose", "project", wire.Hooks, "/Users/u/p/.agents/plugins/agent-connector-project/hooks/hooks.json"},
		{linux, "hermes", "user", wire.Server, "/home/u/.hermes/config.yaml"},
		{darwin, "hermes", "user", wire.Skills, "/Users/u/.hermes/skills"},
		{windows, "hermes", "user", wire.Hooks, `C:\Users\u\AppData\Local\hermes\config.yaml`},
		{rooted, "hermes", "user", wire.Hooks, "/srv/hermes/config.yaml"},
		{linux, "hermes", "user", wire.Memory, ""},
		{linux, "hermes", "project", wire.Server, ""},
		{linux, "zed", "project", wire.Memory, "/src/p/AGENTS.md"},
		{linux, "pi", "user", wire.Hooks, "/home/u/.pi/agent/extensions"},
		{xdg, "pi", "user", wire.Server, "/srv/pi/mcp.json"},
		{linux, "pi", "project", wire.Memory, "/src/p/AGENTS.md"},
		{linux, "pi", "user", wire.Subagents, ""},
		{linux, "cline", "user", wire.Server, "/home/u/.cline/data/settings/cline_mcp_settings.json"},
		{windows, "cline", "user", wire.Server, `C:\Users\u\.cline\data\settings\cline_mcp_settings.json`},
		{env("darwin", "/Users/u", "", "CLINE_MCP_SETTINGS_PATH", "/srv/mcp.json", "CLINE_DIR", "/srv/cline"), "cline", "user", wire.Server, "/srv/mcp.json"},
		{env("darwin", "/Users/u", "", "CLINE_DIR", "/srv/cline"), "cline", "user", wire.Server, "/srv/cline/data/settings/cline_mcp_settings.json"},
		{linux, "kilo", "user", wire.Server, "/home/u/.config/kilo/kilo.json"},
		{windows, "kilo", "user", wire.Hooks, `C:\Users\u\.config\kilo\plugins`},
		{darwin, "kilo", "project", wire.Skills, "/Users/u/p/.agents/skills"},
		{linux, "omp", "user", wire.Hooks, "/home/u/.omp/agent/extensions"},
		{darwin, "omp", "project", wire.Server, "/Users/u/p/.omp/mcp.json"},
		{windows, "omp", "user", wire.Server, `C:\Users\u\.omp\agent\mcp.json`},
		{xdg, "omp", "user", wire.Memory, "/srv/pi/AGENTS.md"},
		{windows, "omp", "project", wire.Subagents, `C:\src\p\.omp\agents`},
		{linux, "codebuff", "user", wire.Server, "/home/u/.agents/mcp.json"},
		{linux, "codebuff", "user", wire.Memory, "/home/u/.AGENTS.md"},
		{linux, "amp", "user", wire.Server, "/home/u/.config/amp/settings.json"},
		{xdg, "amp", "user", wire.Hooks, "/srv/config/amp/plugins"},
		{darwin, "amp", "project", wire.Hooks, "/Users/u/p/.amp/plugins"},
		{windows, "amp", "user", wire.Server, `C:\Users\u\.config\amp\settings.json`},
		{env("linux", "/home/u", "", "AMP_SETTINGS_FILE", "/srv/amp.json"), "amp", "user", wire.Server, "/srv/amp.json"},
		{windows, "warp", "user", wire.Server, `C:\Users\u\.warp\.mcp.json`},
		{darwin, "warp", "project", wire.Server, "/Users/u/p/.warp/.mcp.json"},
		{linux, "mux", "user", wire.Server, "/home/u/.xum/mcp.jsonc"},
		{windows, "mux", "project", wire.Server, `C:\src\p\.xum\mcp.jsonc`},
		{linux, "copilot-app", "user", wire.Server, "/home/u/.copilot/mcp-config.json"},
		{darwin, "vscode-copilot", "project", wire.Server, "/Users/u/p/.mcp.json"},
		{windows, "vscode-copilot", "user", wire.Hooks, `C:\Users\u\.copilot\hooks\agent-connector.json`},
		{windows, "jetbrains-copilot", "user", wire.Server, `C:\Users\u\AppData\Local\github-copilot\intellij\mcp.json`},
		{darwin, "jetbrains-copilot", "user", wire.Server, "/Users/u/.config/github-copilot/intellij/mcp.json"},
		{linux, "generic-mcp", "user", wire.Server, ""},
		{linux, "openclaw", "user", wire.Server, "/home/u/.openclaw/openclaw.json"},
		{linux, "openclaw", "project", wire.Server, ""},
		{windows, "openclaw", "user", wire.Hooks, `C:\Users\u\.openclaw\extensions`},
		{darwin, "openclaw", "user", wire.Memory, "/Users/u/.openclaw/workspace/AGENTS.md"},
		{claw, "openclaw", "user", wire.Server, "/etc/claw.json"},
		{claw, "openclaw", "user", wire.Hooks, "/srv/claw/extensions"},
		{claw, "openclaw", "user", wire.Memory, "/srv/claw/workspace/AGENTS.md"},
		{linux, "nemoclaw", "user", wire.Server, ""},
		{windows, "crush", "project", wire.Server, `C:\src\p\crush.json`},
		{moved, "claude-code", "user", wire.Server, "/srv/claude/.claude.json"},
		{moved, "claude-code", "user", wire.Hooks, "/srv/claude/settings.json"},
		{moved, "claude-code", "user", wire.Skills, "/srv/claude/skills"},
		{moved, "codex", "user", wire.Server, "/srv/codex/config.toml"},
		{moved, "codex", "user", wire.Hooks, "/srv/codex/hooks.json"},
		{blank, "claude-code", "user", wire.Server, "/home/u/.claude.json"},
		{blank, "codex", "user", wire.Hooks, "/home/u/.codex/hooks.json"},
	} {
		r := Find(c.host).Record(c.e, none)
		if got := r.Scopes[c.scope][c.surface].Path; got != c.want {
			t.Errorf("%s %s %s %s: %q, want %q", c.e.OS, c.host, c.scope, c.surface, got, c.want)
		}
	}
}

// A host that keeps a project's servers another way says so of every part.
func TestServing(t *testing.T) {
	g := Find("goose")
	if g.Serving(false, "stdio") != g || Find("codex").Serving(true, "http") != Find("codex") {
		t.Error("a copy where nothing differs")
	}
	if p := g.Serving(true, "stdio"); p.Server.Format != JSON || p.Server.HTTP != (Fields{}) || g.Server.Format != YAML {
		t.Errorf("in a project: %+v", p.Server)
	}
	if r := g.Serving(false, "http"); r.Server.Expand != ExpandListed || r.Server.Root[0] != "extensions" || g.Server.Expand != ExpandNothing {
		t.Errorf("remote: %+v", r.Server)
	}
	e := env("linux", "/h", "/p")
	if got := g.Record(e, none).Scopes["project"][wire.Server].Format; got != "json" {
		t.Errorf("format in a project: %s", got)
	}
	if got := g.Record(e, none).Scopes["user"][wire.Server].Format; got != "yaml" {
		t.Errorf("format of the user: %s", got)
	}
}

func TestNoProjectNoProjectScope(t *testing.T) {
	r := Find("codex").Record(env("linux", "/home/u", ""), none)
	if _, ok := r.Scopes["project"]; ok {
		t.Error("a project scope without a project")
	}
}

func TestMemoryIsTheFileThatTheHostReads(t *testing.T) {
	e := env("linux", "/home/u", "/p")
	there := func(paths ...string) func(string) bool {
		return func(p string) bool { return slices.Contains(paths, p) }
	}
	for _, c := range []struct {
		host, want string
		exists     func(string) bool
	}{
		{"codex", "/p/AGENTS.md", none},
		{"codex", "/p/AGENTS.override.md", there("/p/AGENTS.override.md", "/p/AGENTS.md")},
		{"claude-code", "/p/.claude/CLAUDE.md", there("/p/.claude/CLAUDE.md")},
		{"claude-code", "/p/CLAUDE.md", none},
		{"hermes", "/p/AGENTS.md", none},
		{"hermes", "/p/.hermes.md", there("/p/.hermes.md", "/p/HERMES.md", "/p/AGENTS.md")},
		{"hermes", "/p/HERMES.md", there("/p/HERMES.md", "/p/AGENTS.md")},
		{"hermes", "/p/AGENTS.md", there("/p/AGENTS.md", "/p/CLAUDE.md")},
		{"hermes", "/p/CLAUDE.md", there("/p/CLAUDE.md")}, // an AGENTS.md would hide it
	} {
		if got := Find(c.host).Record(e, c.exists).Scopes["project"][wire.Memory].Path; got != c.want {
			t.Errorf("%s: %q, want %q", c.host, got, c.want)
		}
	}
}

func TestAlsoReadsOtherPlaces(t *testing.T) {
	twice := &Host{Caller: &Caller{}, Skills: Content{User: Loc{Path: "~/a"}, AlsoUser: []Loc{{Path: "~/a"}, {Path: "$UNSET/b"}, {Path: "~/c"}}}}
	if got := twice.Record(env("linux", "/h", ""), none).Scopes["user"][wire.Skills].Also; !slices.Equal(got, []string{"/h/c"}) {
		t.Errorf("its own place, or none, is no other one: %v", got)
	}
	r := Find("cursor").Record(env("linux", "/home/u", ""), none)
	want := []string{"/home/u/.cursor/skills", "/home/u/.claude/skills"}
	if got := r.Scopes["user"][wire.Skills].Also; !slices.Equal(got, want) {
		t.Errorf("also %v, want %v", got, want)
	}
}

// Hosts that keep content in one directory write the same bytes there, whoever
// of them is installed.
func TestSharedDirectoriesHaveOneForm(t *testing.T) {
	for _, a := range All {
		for _, b := range All {
			for _, c := range []struct {
				surface string
				a, b    *Content
			}{{wire.Commands, &a.Commands, &b.Commands}, {wire.Skills, &a.Skills, &b.Skills}, {wire.Subagents, &a.Subagents, &b.Subagents}} {
				same := c.a.User.Path != "" && c.a.User == c.b.User || c.a.Project.Path != "" && c.a.Project == c.b.Project
				alike := c.a.Form == c.b.Form && c.a.Open == c.b.Open && (c.a.Open || c.a.Fields == c.b.Fields)
				if same && !alike {
					t.Errorf("%s and %s share a directory of %s: both must be Open, or have the same fields", a.ID, b.ID, c.surface)
				}
			}
		}
	}
}

// A file that may have another name is edited under the one that is there; of
// two the one that the host reads.
func TestMovedFiles(t *testing.T) {
	const json, jsonc = "/h/.config/amp/settings.json", "/h/.config/amp/settings.jsonc"
	e := env("linux", "/h", "/p")
	own := env("linux", "/h", "", "AMP_SETTINGS_FILE", json+"x")
	for _, c := range []struct {
		e           Env
		scope, want string
		exists      []string
	}{
		{e, "user", json, nil},
		{e, "user", jsonc, []string{jsonc}},
		{e, "user", json, []string{json, jsonc}},
		{e, "project", "/p/.amp/settings.jsonc", []string{"/p/.amp/settings.jsonc"}},
		{own, "user", json + "x", []string{jsonc}},
	} {
		r := Find("amp").Record(c.e, func(p string) bool { return slices.Contains(c.exists, p) })
		if got := r.Scopes[c.scope][wire.Server].Path; got != c.want {
			t.Errorf("%s with %v: %s, want %s", c.scope, c.exists, got, c.want)
		}
	}
}

// A folder that got another name is used under the one that is there.
func TestMovedFolders(t *testing.T) {
	linux, windows := env("linux", "/h", "/p"), env("windows", `C:\h`, `C:\p`)
	for _, c := range []struct {
		e           Env
		scope, want string
		exists      []string
	}{
		{linux, "user", "/h/.xum/mcp.jsonc", nil},
		{linux, "user", "/h/.mux/mcp.jsonc", []string{"/h/.mux"}},
		{linux, "user", "/h/.xum/mcp.jsonc", []string{"/h/.mux", "/h/.xum"}},
		{linux, "user", "/h/.xum/mcp.jsonc", []string{"/h/.muxed"}},
		{windows, "user", `C:\h\.mux\mcp.jsonc`, []string{`C:\h\.mux`}},
		{linux, "project", "/p/.xum/mcp.jsonc", []string{"/p/.mux"}},
		{linux, "project", "/p/.mux/mcp.jsonc", []string{"/p/.mux", "/p/.mux/mcp.jsonc", "/p/.xum"}},
		{linux, "project", "/p/.xum/mcp.jsonc", []string{"/p/.mux/mcp.jsonc", "/p/.xum/mcp.jsonc"}},
	} {
		r := Find("mux").Record(c.e, func(p string) bool { return slices.Contains(c.exists, p) })
		if got := r.Scopes[c.scope][wire.Server].Path; got != c.want {
			t.Errorf("%s with %v: %s, want %s", c.scope, c.exists, got, c.want)
		}
	}
	own := env("linux", "/h", "", "XUM_ROOT", "/srv/x")
	r := Find("mux").Record(own, func(p string) bool { return p == "/h/.mux" })
	if got := r.Scopes["user"][wire.Server].Path; got != "/srv/x/mcp.jsonc" {
		t.Errorf("XUM_ROOT: %s", got)
	}
}

// Of the homes of a host those that are there have its servers, and where none is
// there the one that it would make.
func TestHomes(t *testing.T) {
	const ext = "rooveterinaryinc.roo-cline"
	for _, c := range []struct {
		os, home string
		there    []string
		want     []string // the file, and those of further homes
	}{
		{"linux", "/home/u", nil, []string{"/home/u/.config/Code/User/globalStorage/" + ext + "/settings/mcp_settings.json"}},
		{"linux", "/home/u", []string{"/home/u/.vscode-server/data/User/globalStorage/" + ext}, []string{"/home/u/.vscode-server/data/User/globalStorage/" + ext + "/settings/mcp_settings.json"}},
		{"darwin", "/Users/u", []string{"/Users/u/Library/Application Support/Cursor/User/globalStorage/" + ext, "/Users/u/Library/Application Support/Code/User/globalStorage/" + ext},
			[]string{"/Users/u/Library/Application Support/Code/User/globalStorage/" + ext + "/settings/mcp_settings.json", "/Users/u/Library/Application Support/Cursor/User/globalStorage/" + ext + "/settings/mcp_settings.json"}},
		{"windows", `C:\Users\u`, []string{`C:\Users\u\AppData\Roaming\VSCodium\User\globalStorage\` + ext}, []string{`C:\Users\u\AppData\Roaming\VSCodium\User\globalStorage\` + ext + `\settings\mcp_settings.json`}},
	} {
		r := Find("roo-code").Record(env(c.os, c.home, ""), func(p string) bool { return slices.Contains(c.there, p) })
		p := r.Scopes[wire.ScopeUser][wire.Server]
		if got := append([]string{p.Path}, p.Homes...); !slices.Equal(got, c.want) {
			t.Errorf("%s, %q: %q, want %q", c.os, c.there, got, c.want)
		}
	}
}
