package connector

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// folder is the folder beside every connector of the tables.
var folder = fstest.MapFS{
	"hooks/guard.sh": {Data: []byte("#!/bin/sh\n"), Mode: 0o644},
	"hooks/data.txt": {Data: []byte("x"), Mode: 0o644},
	"tools/run":      {Data: []byte("\x7fELF"), Mode: 0o755},
	"text.md":        {Data: []byte("hello\r\nworld\r\n")},
	"bom.md":         {Data: []byte("\xef\xbb\xbfhello")},
	"latin1.md":      {Data: []byte("caf\xe9")},
	"hook.json":      {Data: []byte("{}")},
	"hooked/x":       {Data: []byte("{}")},
	".git/config":    {Data: []byte("x")},
	"connector.json": {Data: []byte("{}")},
}

// A case is a definition with a mark before each place that a problem is
// expected at, and for each the beginning of its message after the place.
type fault struct {
	src  string
	want []string
}

const mark = "¦"

// places takes the marks out and gives where they stood, as line:col.
func places(src string) (string, []string) {
	var at []string
	for {
		i := strings.Index(src, mark)
		if i < 0 {
			return src, at
		}
		s := source{text: []byte(src)}
		line, col := s.place(i)
		at = append(at, fmt.Sprintf("%d:%d", line, col))
		src = src[:i] + src[i+len(mark):]
	}
}

func (f fault) check(t *testing.T) {
	t.Helper()
	src, at := places(f.src)
	_, err := Parse("c.json", []byte(src), folder)
	var got Errors
	if err != nil && !errors.As(err, &got) {
		t.Fatalf("%s\nerror of type %T", src, err)
	}
	same(t, src, got, at, f.want)
}

func same(t *testing.T, src string, got []Problem, at, want []string) {
	t.Helper()
	ok := len(got) == len(want) && len(at) == len(want)
	for i := 0; ok && i < len(want); i++ {
		ok = strings.HasPrefix(got[i].String(), "c.json:"+at[i]+": "+want[i])
	}
	if !ok {
		t.Errorf("%s\n got %v\nwant %s\n  at %v", src, Errors(got), strings.Join(want, "\n"), at)
	}
}

// with puts fields into an otherwise right definition.
func with(fields string) string { return `{"id": "a", "memory": [{"content": "x"}], ` + fields + `}` }

func server(fields string) string { return with(`"server": {` + fields + `}`) }

func hook(fields string) string { return with(`"hooks": {"PreToolUse": {` + fields + `}}`) }

func rule(fields string) string { return hook(`"handler": {"rules": [{` + fields + `}]}`) }

func cond(c string) string { return rule(`"decision": "deny", "if": ` + c) }

func platform(fields string) string { return with(`"platforms": {"codex": {` + fields + `}}`) }

func TestFaults(t *testing.T) {
	for group, cases := range faults {
		t.Run(group, func(t *testing.T) {
			for _, f := range cases {
				f.check(t)
			}
		})
	}
}

// Every problem says where it is, what was found, and what would be right.
func TestFaultsSayAll(t *testing.T) {
	said := regexp.MustCompile(`^c\.json:[1-9][0-9]*:[1-9][0-9]*: (.+: )?found .+, expected .+`)
	for group, cases := range faults {
		for _, f := range cases {
			src, _ := places(f.src)
			_, err := Parse("c.json", []byte(src), folder)
			var all Errors
			if !errors.As(err, &all) {
				t.Errorf("%s: %s: %v", group, src, err)
			}
			for _, p := range all {
				if !said.MatchString(p.String()) {
					t.Errorf("%s: %s", group, p)
				}
			}
		}
	}
}

// What predecessors let through (wrong shapes and types) is refused.
func TestWrongShapesAndTypes(t *testing.T) {
	b, err := os.ReadFile("testdata/shapes.json")
	if err != nil {
		t.Fatal(err)
	}
	fault{string(b), []string{
		`displayName: found the number 7, expected a string; write "7"`,
		`version: found the number 1.0, expected a string; write "1.0"`,
		`server.transport: found "foo", expected "stdio", "http", "sse" or "ws"`,
		`server.args: found "notarray", expected a list; write ["notarray"]`,
		`server.env.PORT: found the number 8080, expected a string; write "8080"`,
		`server.timeoutMs: found "5000", expected a whole number; write it without quotes`,
		`server.tools.include: found "*", expected a list; write ["*"]`,
		`server.comand: found the unknown field "comand", expected one of transport, command,`,
		`commands: found an object, expected a list; put it into [ ]`,
		`skills[0].resources["a b"]: found the number 1, expected a string or {"file": "path"}`,
		`memory[0].content: found null, expected a string or {"file": "path"}`,
		`telemetry.enabled: found "yes", expected true or false; write it without quotes`,
		`targets: found "codex", expected "auto" or a list of host ids; write ["codex"]`,
	}}.check(t)
}

func TestRootMustBeAnObject(t *testing.T) {
	for src, found := range map[string]string{"¦[]": "a list", "¦7": "the number 7", ` ¦"x"`: `"x"`, "// c\n¦null": "null"} {
		fault{src, []string{"found " + found + ", expected an object"}}.check(t)
	}
}

func TestGoodDefinitions(t *testing.T) {
	for _, src := range []string{
		with(`"targets": "auto"`),
		"\xef\xbb\xbf" + with(`"targets": ["codex"]`) + " // end",
		server(`"transport": "http", "url": "https://${env:HOST:-x.example}:${env:PORT}/mcp", "auth": {"type": "bearerEnv", "bearerEnvVar": "T"}`),
		server(`"transport": "ws", "url": "wss://x.example"`),
		server(`"transport": "http", "url": "${env:URL}"`),
		hook(`"handler": {"command": ["./hooks/guard.sh", "-v"]}}, "Stop": {"handler": {"command": ["guard"]}`),
		cond(`{"toolInput.command": {"matches": "rm", "not": {"glob": "x*"}}, "any": [{"tool": {"in": ["Bash"]}}, {"not": {"isError": {"equals": true}}}]}`),
		cond(`{"raw.a.b": {"exists": false}, "prompt": {"all": [{"matches": "a"}, {"any": [{"equals": null}]}]}}`),
		rule(`"decision": "modify", "updatedInput": {"command": "ls"}`),
		platform(`"server": false, "hooks": false, "memory": false, "commands": false`),
		platform(`"memory": {"path": "~/notes/AGENTS.md", "mode": "block"}, "scope": "project"`),
		platform(`"configPatch": [{"key": "features.x-1", "value": null, "reason": "r"}]`),
		with(`"actions": [{"id": "x", "command": ["true"], "confirm": true, "placement": ["a", "b"]}]`),
	} {
		src = strings.Replace(src, `"id": "a",`, `"id": "a", "files": ["hooks/*"],`, 1)
		if _, err := Parse("c.json", []byte(src), folder); err != nil {
			t.Errorf("%s\n%v", src, err)
		}
	}
}

func TestWarnings(t *testing.T) {
	for _, f := range []fault{
		{server(`"transport": "stdio", "command": "x", "args": [¦"a ${HOME}/b", "$HOME", "${env:A}"]`),
			[]string{`server.args[0]: found "${HOME}", expected "${env:HOME}"`}},
		{server(`"transport": "stdio", "command": "x", "env": {"GITHUB_TOKEN": ¦"ghp_0123456789abcdef", "A": "${env:A}"}`),
			[]string{`server.env.GITHUB_TOKEN: found what looks like a secret, expected "${env:GITHUB_TOKEN}"`}},
		{server(`"transport": "http", "url": "https://x.example", "headers": {"Authorization": ¦"Bearer sk-0123456789abcdef"}, "cwd": ¦"x"`),
			[]string{"server.headers.Authorization: found what looks like a secret", `server.cwd: found "cwd", expected nothing here`}},
		{server(`"transport": "stdio", "command": ¦"./bin/x"`), []string{`server.command: found "./bin/x", expected a program on PATH`}},
		{hook(`"handler": {"rules": [{"decision": "allow"}, ¦{"decision": "deny"}, {"decision": "deny"}]}`),
			[]string{"hooks.PreToolUse.handler.rules[1]: found a rule that never answers"}},
		{`{"id": "a", "skills": [{"name": "x", "body": "b", "description": "d", "extra": {"license": "MIT", "metadata": {"v": "1"}, "compatibility": "git", "x-rank": ¦1}}]}`,
			[]string{`skills[0].extra.x-rank: found the field "x-rank", expected license, compatibility or metadata`}},
		{`{"id": "a", "skills": [{"name": ¦"ask-claude", "body": "b", "description": ¦"see <b>this</b>, 1 < 2 > 0"}]}`,
			[]string{`skills[0].name: found "ask-claude", expected a name without claude`, `skills[0].description: found the tag <b>, expected text without tags`}},
		{`{"id": "a", "memory": [{"content": "x"}], "platforms": {"codex": {"memory": {"mode": ¦"agents-import"}, "extra": ¦{"a": 1}}, "claude-code": {"memory": {"mode": "agents-import"}}}}`,
			[]string{`platforms.codex.memory.mode: found "agents-import", expected "block"; guidance of Codex CLI cannot`, `platforms.codex.extra: found fields of a server's entry, expected a server`}},
		{`{"id": "a", "memory": [{"content": ¦"` + strings.Repeat("x", MemoryToKeep+1) + `"}, {"name": "b", "content": "` + strings.Repeat("x", MemoryToKeep) + `"}]}`,
			[]string{"memory[0].content: found 4097 bytes, expected at most 4096"}},
	} {
		src, at := places(f.src)
		c, err := Parse("c.json", []byte(src), folder)
		if err != nil {
			t.Errorf("%s\n%v", src, err)
			continue
		}
		same(t, src, c.Warnings, at, f.want)
	}
}
