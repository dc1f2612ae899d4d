package detect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/world"
)

func TestSettingsAreReadUpToTheLimit(t *testing.T) {
	c := host.Const{At: []string{"off"}, Value: "true"}
	const head = `{"off":true,"pad":"`
	for _, n := range []struct {
		size int
		want bool
	}{{MaxSettings - 1, true}, {MaxSettings, true}, {MaxSettings + 1, false}} {
		p := filepath.Join(t.TempDir(), "settings.json")
		text := head + strings.Repeat("x", n.size-len(head)-2) + `"}`
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := newLooker(&world.World{OS: "linux"}, host.Env{}, nil).holds(p, c); got != n.want {
			t.Errorf("%d bytes: %v, want %v", n.size, got, n.want)
		}
	}
}

func TestRunningAsksForksFirstAndTheUserBeforeAll(t *testing.T) {
	for _, c := range []struct{ env, want string }{
		{"", ""},
		{"CLAUDECODE=1", "claude-code"},
		{"CLAUDECODE=0", ""},
		{"CLAUDE_PROJECT_DIR=/p", ""},
		{"CODEX_THREAD_ID=x CURSOR_AGENT=1", "codex"},
		{"CURSOR_AGENT=1 MCP_CLIENT=codex", "cursor"},
		{"MCP_CLIENT=codex-mcp-client", "codex"},
		{"NEW_RELIC_AI_PLATFORM=cursor", "cursor"},
		{"CLAUDECODE=1 AGENT_CONNECTOR_HOST=codex", "codex"},
		// As captured from each: Kilo sets its parent's variable, too.
		{"AGENT=1 OPENCODE=1 OPENCODE_PID=9242", "opencode"},
		{"AGENT=1 OPENCODE=1 KILO=1 KILO_PID=10268 KILOCODE_VERSION=7.7.7", "kilo-cli"},
		{"AGENT=1 MIMOCODE=1 MIMOCODE_PID=22033 MIMOCODE_PROCESS_ROLE=main", "mimo-code"},
		{"AGENT=1 OPENCODE=1 MIMOCODE=1", "mimo-code"}, // started from opencode's shell
		{"AI_AGENT=pi PI_CODING_AGENT=true", "pi"},
		{"AGENT=1 AI_AGENT=pi", ""},
		{"MCP_CLIENT=mimocode", "mimo-code"},
		{"AMP_PLUGIN_RUNTIME_LOG_FILE=/h/.cache/amp/logs/plugin-runtime.log", "amp"},
		{"OPENCODE=1 KILO=1 KILOCODE_FEATURE=vscode-extension", "kilo"},
		{"OPENCODE=1 KILO=1 KILOCODE_FEATURE=cli", "kilo-cli"},
		{"OMPCODE=1 CLAUDECODE=1", "omp"}, // its shells say both
		{"NEW_RELIC_AI_PLATFORM=kilocode", "kilo-cli"},
	} {
		h, _, err := Running(&world.World{OS: "linux", Environ: strings.Fields(c.env)})
		got := ""
		if h != nil {
			got = h.ID
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %q %v, want %q", c.env, got, err, c.want)
		}
	}
}
