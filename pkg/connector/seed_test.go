package connector

import (
	"errors"
	"strings"
	"testing"
)

// seedRules are the rules of validation that the documents name from which this
// was built: seed 002 (its section in brackets), and what version 0.4.0 of the
// predecessor holds to [0.4.0]. Each has an example that breaks it, and a part of
// what is said then; no want means that it is right.
var seedRules = []struct{ source, rule, src, want string }{
	{"002 §7", "an id is needed", `{"memory": [{"content": "x"}]}`, `no "id"`},
	{"0.4.0", "an id is of small letters, digits, dashes", `{"id": "A_b", "memory": [{"content": "x"}]}`, `write "a-b"`},
	{"0.4.0", "an id begins with a letter or digit", `{"id": "-a", "memory": [{"content": "x"}]}`, `beginning with a letter or digit`},
	{"0.4.0", "at least one surface", `{"id": "a"}`, `no surface`},
	{"0.4.0", "hooks: {} is no surface", `{"id": "a", "hooks": {}}`, `no surface`},
	{"002 §4 ServerDef", "the word of a transport", server(`"transport": "foo", "url": "https://x.example"`), `expected "stdio", "http", "sse" or "ws"`},
	{"0.4.0", "stdio has a command", server(`"transport": "stdio"`), `no "command"`},
	{"0.4.0", "the others have an address", server(`"transport": "sse"`), `no "url"`},
	{"002 §4 ServerDef", "an address has the scheme of its transport", server(`"transport": "http", "url": "ftp://x.example"`), `expected an address`},
	{"002 §4 ServerDef", "a time limit is positive", server(`"transport": "stdio", "command": "x", "timeoutMs": -5`), `above 0`},
	{"002 §7", "${env:VAR} and ${env:VAR:-default} alone", server(`"transport": "stdio", "command": "x", "args": ["${env:}"]`), `name of a variable`},
	{"0.4.0", "auth is oauth, bearerEnv or none", server(`"transport": "http", "url": "https://x.example", "auth": {"type": "basic"}`), `expected "oauth", "bearerEnv" or "none"`},
	{"002 §4 events", "an event is one of the 13", with(`"hooks": {"ToolUse": {"handler": {"command": ["x"]}}}`), `unknown event`},
	{"0.4.0", "a hook has a handler", hook(`"matcher": "x"`), `no "handler"`},
	{"0.4.0", "a matcher is a text", hook(`"matcher": 7, "handler": {"command": ["x"]}`), `expected a string`},
	{"0.4.0", "a hook's hosts are known", hook(`"hosts": ["nobody"], "handler": {"command": ["x"]}`), `unknown host`},
	{"002 §4 nativeHooks", "a native hook is none of the 13", platform(`"nativeHooks": {"Stop": {"handler": {"command": ["x"]}}}`), `move it to "hooks"`},
	{"0.4.0", "commands have names of their own", with(`"commands": [{"name": "x", "prompt": "p"}, {"name": "x", "prompt": "p"}]`), `"x" again`},
	{"0.4.0", "a command has a prompt", with(`"commands": [{"name": "x", "prompt": " "}]`), `expected the text of the command`},
	{"0.4.0", "a skill has a description", with(`"skills": [{"name": "x", "body": "b"}]`), `no "description"`},
	{"0.4.0", "of at most 1024 characters", with(`"skills": [{"name": "x", "body": "b", "description": "` + strings.Repeat("d", 1025) + `"}]`), `at most 1024`},
	{"0.4.0", "which may be 1024", with(`"skills": [{"name": "x", "body": "b", "description": "` + strings.Repeat("d", 1024) + `"}]`), ``},
	{"0.4.0", "a skill has a body", with(`"skills": [{"name": "x", "description": "d", "body": ""}]`), `skills[0].body`},
	{"Agent Skills", "a skill's name has at most 64 characters", with(`"skills": [{"name": "` + strings.Repeat("n", 65) + `", "description": "d", "body": "b"}]`), `at most 64`},
	{"Agent Skills", "and single dashes", with(`"skills": [{"name": "a--b", "description": "d", "body": "b"}]`), `single dashes`},
	{"Agent Skills", "compatibility has at most 500", with(`"skills": [{"name": "a", "description": "d", "body": "b", "extra": {"compatibility": "` + strings.Repeat("c", 501) + `"}}]`), `1 to 500`},
	{"0.4.0", "a resource stays in the skill's folder", with(`"skills": [{"name": "a", "description": "d", "body": "b", "resources": {"../x": "y"}}]`), `leads out`},
	{"0.4.0", "also with backslashes", with(`"skills": [{"name": "a", "description": "d", "body": "b", "resources": {"a\\..\\..\\x": "y"}}]`), `with slashes`},
	{"0.4.0", "and is no absolute path", with(`"skills": [{"name": "a", "description": "d", "body": "b", "resources": {"/etc/x": "y"}}]`), `relative path`},
	{"0.4.0", "a subagent has a prompt", with(`"subagents": [{"name": "x", "description": "d"}]`), `no "prompt"`},
	{"002 §4 memory", "a block has at most 16 KiB", `{"id": "a", "memory": [{"content": "` + strings.Repeat("m", 16<<10+1) + `"}]}`, `at most 16384`},
	{"002 §4 memory", "which may be 16 KiB", `{"id": "a", "memory": [{"content": "` + strings.Repeat("m", 16<<10) + `"}]}`, ``},
	{"002 §4 memory", "counted in bytes of UTF-8", `{"id": "a", "memory": [{"content": "` + strings.Repeat("é", 8<<10) + `x"}]}`, `16385 bytes`},
	{"002 §4 memory", "a block holds no marker", `{"id": "a", "memory": [{"content": "a\n<!-- agent-connector:end a/b -->"}]}`, `agent-connector:end`},
	{"002 §4 memory", "blocks have names of their own", `{"id": "a", "memory": [{"content": "x"}, {"content": "y"}]}`, `"memory" again`},
	{"0.4.0", "memory.mode", platform(`"memory": {"mode": "import"}`), `"agents-import"`},
	{"002 §4 statusline", "a status line has what makes it", with(`"statusline": {"name": "x"}`), `neither "command" nor "template"`},
	{"002 §4 statusline", "its name", with(`"statusline": {"template": "x", "name": "No Name"}`), `statusline.name`},
	{"002 §4 statusline", "maxLines is positive", with(`"statusline": {"template": "x", "options": {"maxLines": 0}}`), `above 0`},
	{"002 §4 actions", "an action has a name of its own", with(`"actions": [{"id": "x", "command": ["y"]}, {"id": "x", "command": ["y"]}]`), `"x" again`},
	{"002 §4 actions", "and something to run", with(`"actions": [{"id": "x"}]`), `no "command"`},
	{"002 §4 actions", "confirm is a switch or words", with(`"actions": [{"id": "x", "command": ["y"], "confirm": 3}]`), `{title, message}`},
	{"002 §4 configPatch", "a key is dotted, of letters, digits, - and _", platform(`"configPatch": [{"key": "a.b c", "value": 1, "reason": "r"}]`), `dotted path`},
	{"002 §4 configPatch", "no index of a list", platform(`"configPatch": [{"key": "a[0]", "value": 1, "reason": "r"}]`), `dotted path`},
	{"002 §4 configPatch", "hooks* belongs to a surface", platform(`"configPatch": [{"key": "hooks.Stop", "value": 1, "reason": "r"}]`), `declare it as "hooks"`},
	{"002 §4 configPatch", "mcpServers* belongs to a surface", platform(`"configPatch": [{"key": "mcpServers.x", "value": 1, "reason": "r"}]`), `declare it as "server"`},
	{"002 §4 configPatch", "statusLine* belongs to a surface", platform(`"configPatch": [{"key": "statusLine.command", "value": 1, "reason": "r"}]`), `declare it as "statusline"`},
	{"0.4.0", "enabledMcpjsonServers belongs to a surface", platform(`"configPatch": [{"key": "enabledMcpjsonServers", "value": [], "reason": "r"}]`), `declare it as "server"`},
	{"002 §4 configPatch", "a reason is needed", platform(`"configPatch": [{"key": "a", "value": 1, "reason": " "}]`), `why it is needed`},
	{"002 §4 configPatch", "docsUrl is an address", platform(`"configPatch": [{"key": "a", "value": 1, "reason": "r", "docsUrl": "docs"}]`), `docsUrl`},
	{"0.4.0", "a key once for each host", platform(`"configPatch": [{"key": "a", "value": 1, "reason": "r"}, {"key": "a", "value": 1, "reason": "r"}]`), `"a" again`},
	{"002 §4 scope", "a connector is installed for a user or a project", platform(`"scope": "managed"`), `"user" or "project"`},
	{"002 §7", "targets is auto or known hosts", with(`"targets": ["nobody"]`), `unknown host`},
	{"0.4.0", "registryNamespace", with(`"publish": {"registryNamespace": "a_b"}`), `letters, digits, dots and dashes`},
	{"0.4.0", "an author has a name", with(`"publish": {"author": {}}`), `no "name"`},
	{"002 §7", "modelFamilyHint", with(`"telemetry": {"modelFamilyHint": "gemini"}`), `"anthropic" or "generic"`},
}

func TestRulesOfTheSeed(t *testing.T) {
	for _, r := range seedRules {
		_, err := Parse("c.json", []byte(r.src), folder)
		var all Errors
		if errors.As(err, &all); r.want == "" {
			if err != nil {
				t.Errorf("%s, %s: %v", r.source, r.rule, err)
			}
			continue
		}
		if len(all) == 0 || !strings.Contains(all.Error(), r.want) {
			t.Errorf("%s, %s: %v, want something of %q", r.source, r.rule, err, r.want)
		}
	}
}
