package bundle

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"agentconnector/pkg/connector"
)

// publishedSchemas are what hosts and standards have published of plugins: of
// each document by its place.
var publishedSchemas = map[string]map[string]string{
	"cursor-plugin": {
		".cursor-plugin/marketplace.json": "cursor-marketplace.json",
		"acme/.cursor-plugin/plugin.json": "cursor-plugin.json",
	},
	"agent-plugin": {
		"acme/plugin.json": "agent-plugin-1.0.0.json",
		"acme/mcp.json":    "agent-plugin-mcp-1.0.0.json",
	},
}

// TestPublishedSchemas: a plugin of a connector that says all there is to say, with
// servers of every kind, is valid by the schema that its host has published, and the
// schema finds a member that it does not know.
func TestPublishedSchemas(t *testing.T) {
	servers := []string{
		`{"transport":"stdio","command":"npx","args":["-y","acme"],"env":{"A":"b","T":"${env:T}"},"timeoutMs":1000,"tools":{"include":["a"]}}`,
		`{"transport":"stdio","command":"acme","cwd":"/srv/acme"}`,
		`{"transport":"http","url":"https://acme.example/mcp","headers":{"X":"y"},"auth":{"type":"bearerEnv","bearerEnvVar":"ACME"}}`,
		`{"transport":"sse","url":"https://acme.example/sse"}`,
	}
	for format, documents := range publishedSchemas {
		for _, server := range servers {
			files := map[string][]byte{}
			b, err := Make(format, everything(t, server))
			if err != nil {
				t.Fatal(format, err)
			}
			for _, f := range b.Files {
				files[f.Path] = f.Data
			}
			for place, schema := range documents {
				judge(t, format+": "+place+" of "+server, files[place], schema)
			}
		}
	}
}

func judge(t *testing.T, what string, data []byte, schema string) {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile("testdata/schema/" + schema)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%s: %v\n%s", what, err, data)
	}
	doc["unheard"] = 1
	if s.Validate(doc) == nil {
		t.Errorf("%s: the schema takes anything", what)
	}
}

// everything is a connector with every surface and every word about itself.
func everything(t *testing.T, server string) *connector.Connector {
	t.Helper()
	src := strings.Replace(`{"id": "acme", "displayName": "Acme", "description": "The acme database.", "version": "1.2.3",
		"publish": {"registryNamespace": "io.github.acme", "packageName": "acme", "author": {"name": "Acme", "email": "dev@acme.example", "url": "https://acme.example/"},
			"license": "MIT", "homepage": "https://acme.example/", "repository": "https://github.com/acme/acme"},
		"hooks": {"PreToolUse": {"matcher": "Bash", "handler": {"rules": [{"decision": "deny", "reason": "no"}]}}},
		"commands": [{"name": "look", "prompt": "Look at $ARGUMENTS"}], "skills": [{"name": "guide", "description": "How to ask", "body": "Ask."}],
		"subagents": [{"name": "analyst", "description": "Answers why", "prompt": "Think."}], "memory": [{"content": "Ask acme first."}],
		"server": SERVER}`, "SERVER", server, 1)
	c, err := connector.Parse("connector.json", []byte(src), nil)
	if err != nil {
		t.Fatal(server, err)
	}
	return c
}

// TestPluginNames: a name that the host would not take makes no plugin.
func TestPluginNames(t *testing.T) {
	for id, want := range map[string]map[string]bool{
		"acme-db":               {"cursor-plugin": true, "agent-plugin": true, "claude-plugin": true},
		"a--b":                  {"cursor-plugin": true, "agent-plugin": false, "claude-plugin": true},
		"acme-":                 {"cursor-plugin": false, "agent-plugin": false, "claude-plugin": true},
		strings.Repeat("a", 64): {"cursor-plugin": true, "agent-plugin": true}, // no id is longer
	} {
		c, err := connector.Parse("c", []byte(`{"id": "`+id+`", "server": {"transport": "stdio", "command": "a"}}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		for format, ok := range want {
			if _, err := Make(format, c); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "\nid: found ") {
				t.Errorf("%s of %s: %v", format, id, err)
			}
		}
	}
}
