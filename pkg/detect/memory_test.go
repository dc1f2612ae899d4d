package detect

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// memoryRules are the rules by which a host chooses its file of guidance, each with
// its source: seed 002 §4 (memory), and the documents and programs that the host's
// file in pkg/host names. Files are those that exist, with "~" for the home and
// paths of the project; of settings the text stands behind a "=".
var memoryRules = []struct {
	rule, host, scope string
	files             []string
	want              string
	max               int64 // 0: not set by the user
}{
	{"AGENTS.md first: made where nothing is (seed 002)", "cursor", "project", nil, "AGENTS.md", 0},
	{"Claude Code reads CLAUDE.md (seed 002)", "claude-code", "project", nil, "CLAUDE.md", 0},
	{"that of its folder before the root's", "claude-code", "project", []string{"CLAUDE.md", ".claude/CLAUDE.md"}, ".claude/CLAUDE.md", 0},
	{"AGENTS.md, where there is no CLAUDE.md (program 2.1.332)", "claude-code", "project", []string{"AGENTS.md"}, "AGENTS.md", 0},
	{"of the user CLAUDE.md", "claude-code", "user", nil, "~/.claude/CLAUDE.md", 0},

	{"Codex: AGENTS.override.md goes before (seed 002)", "codex", "project", []string{"AGENTS.md", "AGENTS.override.md"}, "AGENTS.override.md", 0},
	{"of the user, too", "codex", "user", []string{"~/.codex/AGENTS.override.md", "~/.codex/AGENTS.md"}, "~/.codex/AGENTS.override.md", 0},
	{"else AGENTS.md", "codex", "user", nil, "~/.codex/AGENTS.md", 0},
	{"project_doc_fallback_filenames, where neither is (facts/codex)", "codex", "project",
		[]string{"TEAM.md", "NOTES.md", `~/.codex/config.toml=project_doc_fallback_filenames = ["NONE.md", "NOTES.md", "TEAM.md"]`}, "NOTES.md", 0},
	{"but not before AGENTS.md", "codex", "project", []string{"AGENTS.md", "NOTES.md", `~/.codex/config.toml=project_doc_fallback_filenames = ["NOTES.md"]`}, "AGENTS.md", 0},
	{"and made is AGENTS.md", "codex", "project", []string{`~/.codex/config.toml=project_doc_fallback_filenames = ["NOTES.md"]`}, "AGENTS.md", 0},
	{"a name is none with a folder in it", "codex", "project", []string{"../up.md", `~/.codex/config.toml=project_doc_fallback_filenames = ["../up.md"]`}, "AGENTS.md", 0},
	{"not of the user's own file", "codex", "user", []string{"~/.codex/NOTES.md", `~/.codex/config.toml=project_doc_fallback_filenames = ["NOTES.md"]`}, "~/.codex/AGENTS.md", 0},
	{"project_doc_max_bytes (facts/codex)", "codex", "project", []string{"~/.codex/config.toml=a = 1 # mine\nproject_doc_max_bytes = 65536\n[x]\ny = 'z'\n"}, "AGENTS.md", 65536},
	{"the project's goes before the user's", "codex", "project", []string{"~/.codex/config.toml=project_doc_max_bytes = 65536", ".codex/config.toml=project_doc_max_bytes = 100"}, "AGENTS.md", 100},
	{"a file that does not parse says nothing", "codex", "project", []string{"~/.codex/config.toml=project_doc_max_bytes = [1"}, "AGENTS.md", 0},

	{"Gemini CLI reads GEMINI.md (seed 002)", "gemini-cli", "project", []string{"AGENTS.md"}, "GEMINI.md", 0},
	{"context.fileName names another (seed 002)", "gemini-cli", "project", []string{`~/.gemini/settings.json={"context": {"fileName": "CONTEXT.md"}}`}, "CONTEXT.md", 0},
	{"AGENTS.md, if it is among several", "gemini-cli", "project", []string{`~/.gemini/settings.json={"context": {"fileName": ["CONTEXT.md", "AGENTS.md"]}} // mine`}, "AGENTS.md", 0},
	{"of the user, too", "gemini-cli", "user", []string{`~/.gemini/settings.json={"context": {"fileName": ["CONTEXT.md"]}}`}, "~/.gemini/CONTEXT.md", 0},
	{"Qwen Code reads AGENTS.md of a project", "qwen-code", "project", nil, "AGENTS.md", 0},
	{"and QWEN.md of the user (seed 002)", "qwen-code", "user", nil, "~/.qwen/QWEN.md", 0},
	{"context.fileName there, too", "qwen-code", "project", []string{`.qwen/settings.json={"context": {"fileName": ["NOTES.md"]}}`}, "NOTES.md", 0},

	{"Zed: .rules (seed 002; zed.dev/docs/ai/rules)", "zed", "project", []string{".rules", ".cursorrules", "AGENTS.md"}, ".rules", 0},
	{"then .cursorrules", "zed", "project", []string{".cursorrules", ".windsurfrules", "AGENTS.md"}, ".cursorrules", 0},
	{"then .windsurfrules", "zed", "project", []string{".windsurfrules", ".github/copilot-instructions.md"}, ".windsurfrules", 0},
	{"then Copilot's", "zed", "project", []string{".github/copilot-instructions.md", "AGENT.md"}, ".github/copilot-instructions.md", 0},
	{"then AGENT.md", "zed", "project", []string{"AGENT.md", "AGENTS.md"}, "AGENT.md", 0},
	{"then AGENTS.md", "zed", "project", []string{"AGENTS.md", "CLAUDE.md"}, "AGENTS.md", 0},
	{"then CLAUDE.md", "zed", "project", []string{"CLAUDE.md", "GEMINI.md"}, "CLAUDE.md", 0},
	{"then GEMINI.md", "zed", "project", []string{"GEMINI.md"}, "GEMINI.md", 0},
	{"made is AGENTS.md", "zed", "project", nil, "AGENTS.md", 0},

	{"Warp: WARP.md before AGENTS.md (seed 002)", "warp", "project", []string{"WARP.md", "AGENTS.md"}, "WARP.md", 0},
	{"else AGENTS.md", "warp", "project", nil, "AGENTS.md", 0},
	{"Hermes: .hermes.md (seed 002)", "hermes", "project", []string{".hermes.md", "HERMES.md", "AGENTS.md"}, ".hermes.md", 0},
	{"then HERMES.md", "hermes", "project", []string{"HERMES.md", "AGENTS.md"}, "HERMES.md", 0},
	{"then AGENTS.md", "hermes", "project", []string{"AGENTS.md", "CLAUDE.md"}, "AGENTS.md", 0},
	{"then CLAUDE.md", "hermes", "project", []string{"CLAUDE.md"}, "CLAUDE.md", 0},
	{"opencode: AGENTS.md (program 1.18.33)", "opencode", "project", []string{"AGENTS.md", "CLAUDE.md"}, "AGENTS.md", 0},
	{"CLAUDE.md, where there is none (seed 002)", "opencode", "project", []string{"CLAUDE.md", "CONTEXT.md"}, "CLAUDE.md", 0},
	{"then CONTEXT.md", "opencode", "project", []string{"CONTEXT.md"}, "CONTEXT.md", 0},
	{"of the user Claude's, too", "opencode", "user", []string{"~/.claude/CLAUDE.md"}, "~/.claude/CLAUDE.md", 0},
	{"Kilo as opencode", "kilo-cli", "project", []string{"CLAUDE.md"}, "CLAUDE.md", 0},
	{"MiMoCode, too", "mimo-code", "project", []string{"CONTEXT.md"}, "CONTEXT.md", 0},
	{"Pi: AGENTS.override.md", "pi", "project", []string{"AGENTS.override.md", "AGENTS.md"}, "AGENTS.override.md", 0},
	{"OMP: that of its folder", "omp", "project", []string{".omp/AGENTS.md", "AGENTS.md"}, ".omp/AGENTS.md", 0},
	{"Amp: AGENT.md, where there is no AGENTS.md", "amp", "project", []string{"AGENT.md", "CLAUDE.md"}, "AGENT.md", 0},
	{"Codebuff: knowledge.md", "codebuff", "project", []string{"knowledge.md", "AGENTS.md"}, "knowledge.md", 0},
	{"goose: its hints, of the user (seed 002)", "goose", "user", nil, "~/.config/goose/.goosehints", 0},
	{"Copilot CLI: its own file of the user (seed 002)", "copilot-cli", "user", nil, "~/.copilot/copilot-instructions.md", 0},
	{"Kiro: its folder of steering (seed 002)", "kiro", "user", nil, "~/.kiro/steering/agent-connector.md", 0},
	{"Roo Code: its folder of rules (seed 002)", "roo-code", "user", nil, "~/.roo/rules/agent-connector.md", 0},
	{"Junie: that of its folder (junie.jetbrains.com/docs/guidelines-and-memory)", "junie", "project", []string{".junie/AGENTS.md", "AGENTS.md", ".junie/guidelines.md"}, ".junie/AGENTS.md", 0},
	{"else the root's", "junie", "project", []string{"AGENTS.md", ".junie/guidelines.md"}, "AGENTS.md", 0},
	{"its old name, where it is alone", "junie", "project", []string{".junie/guidelines.md"}, ".junie/guidelines.md", 0},
	{"made is AGENTS.md", "junie", "project", nil, "AGENTS.md", 0},
	{"CodeBuddy: CODEBUDDY.md of its folder", "codebuddy", "project", []string{".codebuddy/CODEBUDDY.md", "CODEBUDDY.md", "AGENTS.md"}, ".codebuddy/CODEBUDDY.md", 0},
	{"then the root's", "codebuddy", "project", []string{"CODEBUDDY.md", "AGENTS.md"}, "CODEBUDDY.md", 0},
	{"AGENTS.md counts where there is none", "codebuddy", "project", nil, "AGENTS.md", 0},
	{"WorkBuddy, too", "workbuddy", "project", []string{"CODEBUDDY.md", "AGENTS.md"}, "CODEBUDDY.md", 0},
	{"Claude Code in Xcode as elsewhere", "xcode", "project", []string{"CLAUDE.md", ".claude/CLAUDE.md"}, ".claude/CLAUDE.md", 0},
	{"Codex in Xcode, too", "xcode-codex", "project", []string{"AGENTS.md", "AGENTS.override.md"}, "AGENTS.override.md", 0},
	{"OpenClaw: the workspace (seed 002)", "openclaw", "user", nil, "~/.openclaw/workspace/AGENTS.md", 0},
	{"that its settings name, in JSON5", "openclaw", "user", []string{"~/.openclaw/openclaw.json={agents: {defaults: {workspace: '~/desk', bootstrapMaxChars: 9000,},},}"}, "~/desk/AGENTS.md", 9000},
	{"if that is a place", "openclaw", "user", []string{`~/.openclaw/openclaw.json={"agents": {"defaults": {"workspace": 7}}}`}, "~/.openclaw/workspace/AGENTS.md", 0},
}

func TestMemoryRules(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths are those of linux")
	}
	for _, r := range memoryRules {
		base := t.TempDir()
		home, proj := filepath.Join(base, "home"), filepath.Join(base, "proj")
		real := func(p string) string {
			if rest, ok := strings.CutPrefix(p, "~/"); ok {
				return filepath.Join(home, filepath.FromSlash(rest))
			}
			return filepath.Join(proj, filepath.FromSlash(p))
		}
		for _, f := range r.files {
			name, text, _ := strings.Cut(f, "=")
			if err := os.MkdirAll(filepath.Dir(real(name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(real(name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		e := host.Env{OS: "linux", Home: home, Project: proj, Getenv: func(string) string { return "" }}
		k := &looker{disk: newDisk(), env: e, held: map[string]bool{}}
		h := host.Find(r.host)
		places := h.Record(e, k.exists).Scopes[r.scope]
		k.memory(h, r.scope, places)
		p := places[wire.Memory]
		if p.Path != real(r.want) {
			t.Errorf("%s, %s: %s, want %s", r.host, r.rule, strings.TrimPrefix(p.Path, base), r.want)
		}
		if got := p.MaxBytes; (got == nil) != (r.max == 0) || got != nil && *got != r.max {
			t.Errorf("%s, %s: the limit is %v, want %d", r.host, r.rule, got, r.max)
		}
	}
}

// Each host that chooses among several files has a rule in the table.
func TestMemoryRulesAreComplete(t *testing.T) {
	have := map[string]bool{}
	for _, r := range memoryRules {
		have[r.host+" "+r.scope] = true
	}
	same := map[string]bool{"kilo": true, "mux": true, "continue": true, "antigravity": true, "antigravity-cli": true} // opencode's, Amp's, AGENTS.md before others, and the first that is there
	for _, h := range host.All {
		m := &h.Memory
		if (len(m.Project) > 1 || len(m.NamesAt)+len(m.FallbackAt) > 0) && !have[h.ID+" project"] && !same[h.ID] {
			t.Errorf("%s chooses among files of a project, and no rule shows it", h.ID)
		}
	}
}
