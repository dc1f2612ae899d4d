package installed

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// schemas are those of hosts' files that their makers, or people for them, have
// published. What testdata has of them are the parts about servers, hooks and the
// status line, without texts; each names its source. Of other hosts the parser
// itself is asked: conformance.
var schemas = []struct{ host, surface, file string }{
	{"crush", wire.Server, "crush.json"},
	{"crush", wire.Hooks, "crush.json"},
	{"gemini-cli", wire.Server, "gemini-settings.json"},
	{"gemini-cli", wire.Hooks, "gemini-settings.json"},
	{"qwen-code", wire.Server, "qwen-settings.json"},
	{"claude-code", wire.Hooks, "claude-settings.json"},
	{"claude-code", wire.Statusline, "claude-settings.json"},
	{"codex", wire.Server, "codex-config.json"},
	{"codex", wire.Hooks, "codex-hooks.json"},
	{"openclaw", wire.Server, "openclaw.json"},
	{"amazon-q", wire.Hooks, "amazon-q-agent.json"},
}

// TestFilesFollowTheirSchemas: with the example and all others' things in them,
// the files are what the hosts' schemas ask for; what the machine has without us
// is, too, or the test would prove nothing about us.
func TestFilesFollowTheirSchemas(t *testing.T) {
	compiled := map[string]*jsonschema.Schema{}
	for _, scope := range scopes {
		m := newMachine(t, host.All...)
		if scope == wire.PlacesLocal {
			m = newMachine(t, host.Find("claude-code"))
		}
		check := func(when string) (n int) {
			for _, c := range schemas {
				i := slices.IndexFunc(m.in.Hosts, func(h wire.Host) bool { return h.ID == c.host })
				if i < 0 || m.in.Hosts[i].Scopes[scope][c.surface].Path == "" {
					continue
				}
				if compiled[c.file] == nil {
					compiled[c.file] = compile(t, c.file)
				}
				p := m.in.Hosts[i].Scopes[scope][c.surface]
				b, err := json.Marshal(m.parsed(p))
				if err != nil {
					t.Fatal(err)
				}
				if string(b) == "null" && when == "before" { // the file is made
					continue
				}
				doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
				if err != nil {
					t.Fatal(err)
				}
				n++
				if err := compiled[c.file].Validate(doc); err != nil {
					t.Errorf("%s: %s of %s, scope %s: %v", when, p.Path, c.host, scope, err)
				}
			}
			return n
		}
		check("before")
		m.install(m.plan(scope))
		if n := check("with the example"); n == 0 {
			t.Errorf("scope %s: nothing is compared", scope)
		}
	}
	if len(compiled) != 8 {
		t.Errorf("%d schemas were used", len(compiled))
	}
}

// A schema that takes anything would prove nothing.
func TestSchemasRefuse(t *testing.T) {
	for file, bad := range map[string]string{
		"crush.json":           `{"mcp": {"x": {"type": "stdio", "command": "x", "cwd": "/"}}}`,
		"gemini-settings.json": `{"mcpServers": {"x": {"command": "x", "enabled": false}}}`,
		"qwen-settings.json":   `{"mcpServers": []}`,
		"claude-settings.json": `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeoutSec": 5}]}]}}`,
		"openclaw.json":        `{"mcp": {"servers": {"x": {"command": "x", "timeout": "5"}, "y": {"transport": "http", "url": "https://x.example"}}}}`,
		"amazon-q-agent.json":  `{"name": "x", "hooks": {"agentSpawn": [{"run": "x"}]}}`,
		"codex-config.json":    `{"mcp_servers": {"x": {"command": "x", "headers": {}}}}`,
		"codex-hooks.json":     `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "timeout": 5}]}]}}`,
	} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(bad)))
		if err != nil {
			t.Fatal(err)
		}
		if compile(t, file).Validate(doc) == nil {
			t.Errorf("%s takes %s", file, bad)
		}
	}
}

func compile(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "schemas", file))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
