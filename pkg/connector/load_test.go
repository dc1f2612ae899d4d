package connector

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

const whole = `{
  "$schema": "https://example.com/s.json", "id": "acme", // all surfaces
  "server": {"transport": "stdio", "command": "acme", "args": ["-x", "<&>"], "env": {"A": "${env:A:-1}"}},
  "hooks": {
    "PreToolUse": {"matcher": "Bash", "handler": {"command": ["hooks/guard.sh"], "onError": "deny"}},
    "Stop": [{"hosts": ["codex"], "handler": {"rules": [{"decision": "deny", "if": {"stopActive": {"equals": false}}}]}}],
    "Notification": [],
  },
  "commands": [{"name": "c", "prompt": {"file": "text.md"}}],
  "skills": [{"name": "s", "description": "d", "body": {"file": "bom.md"}, "resources": {"a/b.md": {"file": "text.md"}}, "extra": {"n": 12345678901234567890}}],
  "subagents": [{"name": "a", "description": "d", "prompt": "p"}],
  "memory": [{"content": "m"}],
  "statusline": {"template": "{model}"},
  "actions": [{"id": "x", "command": ["true"], "placement": "menu", "confirm": true}],
  "platforms": {
    "cursor": {"server": {"args": [], "env": {"B": "2"}}, "hooks": {"Stop": {"handler": {"command": ["stop"]}}}, "memory": {"mode": "block"}},
    "codex": {"server": {"transport": "http", "url": "https://x.example"}, "skills": false, "hooks": false},
    "claude-code": {"nativeHooks": {"StopFailure": {"handler": {"command": ["tools/run"]}}}, "configPatch": [{"key": "env.A", "value": {"b": 1.0, "a": 1e3}, "reason": "r"}]},
  },
  "targets": ["cursor", "codex", "claude-code"],
  "files": ["hooks/**", "tools/r?n"],
}`

// write lays a connector's folder out.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func mustParse(t *testing.T, src string, fsys fs.FS) *Connector {
	t.Helper()
	c, err := Parse("c.json", []byte(src), fsys)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNormalised(t *testing.T) {
	c := mustParse(t, whole, folder)
	pre := c.Hooks["PreToolUse"][0].Handler
	for _, v := range []struct{ got, want any }{
		{c.Schema, ""}, {c.DisplayName, "acme"}, {c.Version, "0.0.0"}, {c.Memory[0].Name, "memory"}, {c.Statusline.Name, "statusline"},
		{c.Telemetry.ModelFamilyHint, "auto"}, {c.Telemetry.On() && c.Telemetry.ToolDefs(), true}, {c.Server.On() && c.Server.Wrapped(), true},
		{pre.TimeoutMS, int64(5000)}, {pre.OnError, "deny"}, {pre.OnTimeout, "deny"}, {c.Hooks["Stop"][0].Handler.TimeoutMS, int64(0)},
		{c.Actions[0].TimeoutMS, int64(30000)}, {c.Actions[0].Placement, Strings{"menu"}}, {*c.Actions[0].Confirm, Confirm{}},
		{c.Commands[0].Prompt, Text("hello\nworld\n")}, {c.Skills[0].Body, Text("hello")}, {c.Skills[0].Resources["a/b.md"], Text("hello\nworld\n")},
		{fmt.Sprint(c.Skills[0].Extra["n"]), "12345678901234567890"}, {c.Targets, Targets{"claude-code", "codex", "cursor"}},
		{c.Files, []string{"hooks/data.txt", "hooks/guard.sh", "tools/run"}},
		{[]bool{c.Copied[0].Exec, c.Copied[1].Exec, c.Copied[2].Exec}, []bool{false, true, true}},
		{strings.Join(c.Surfaces(), " "), "server hooks nativeHooks commands skills subagents memory configPatch statusline actions"},
		{c.Wants("codex"), true}, {c.Wants("zed"), false},
	} {
		if !reflect.DeepEqual(v.got, v.want) {
			t.Errorf("got %#v, want %#v", v.got, v.want)
		}
	}
}

// installed lays a definition out as it stands in the installed folder, where
// ac-hook's file stands beside it.
func installed(c *Connector) fs.FS {
	m := fstest.MapFS{definitionName: {Data: c.Definition()}, hookFileName: {Data: []byte("{}")}}
	for _, f := range c.Copied {
		mode := fs.FileMode(0o600)
		if f.Exec {
			mode = 0o700
		}
		m[f.Path] = &fstest.MapFile{Data: f.Data, Mode: mode}
	}
	return m
}

func TestDefinitionLoadsToTheSameHash(t *testing.T) {
	a := mustParse(t, whole, folder)
	b := mustParse(t, string(a.Definition()), installed(a))
	if a.Hash != b.Hash || len(a.Hash) != 64 {
		t.Errorf("hashes %s and %s\n%s\n%s", a.Hash, b.Hash, a.Definition(), b.Definition())
	}
	if !strings.Contains(string(a.Definition()), `"<&>"`) {
		t.Error("the definition escapes HTML")
	}
}

func TestHashFollowsMeaning(t *testing.T) {
	base := mustParse(t, with(`"files": ["hooks/*"]`), folder).Hash
	other := func(name string, f fstest.MapFile) fs.FS {
		m := fstest.MapFS{}
		for k, v := range folder {
			m[k] = v
		}
		m[name] = &f
		return m
	}
	for what, v := range map[string]struct {
		src  string
		fsys fs.FS
		same bool
	}{
		"comments and layout": {`{ /* c */ "memory": [{"content": "x", "name": "memory"}], "files": ["hooks/**"], "id": "a", }`, folder, true},
		"a file beside":       {with(`"files": ["hooks/*"]`), other("else.txt", fstest.MapFile{}), true},
		"a field":             {with(`"files": ["hooks/*"], "version": "1"`), folder, false},
		"a file's bytes":      {with(`"files": ["hooks/*"]`), other("hooks/data.txt", fstest.MapFile{Data: []byte("y")}), false},
		"a file's mode":       {with(`"files": ["hooks/*"]`), other("hooks/data.txt", fstest.MapFile{Data: []byte("x"), Mode: 0o755}), false},
		"a new file":          {with(`"files": ["hooks/*"]`), other("hooks/z", fstest.MapFile{}), false},
	} {
		if got := mustParse(t, v.src, v.fsys).Hash; (got == base) != v.same {
			t.Errorf("%s: the same hash is %v", what, got == base)
		}
	}
}

func TestLoadFileOrFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"connector.json": with(`"files": ["x/*"]`), "x/y": "z", "empty/z": ""})
	a, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Load(filepath.Join(dir, "connector.json"))
	if err != nil || a.Hash != b.Hash || len(a.Copied) != 1 {
		t.Errorf("%v, %d files", err, len(a.Copied))
	}
	for _, missing := range []string{filepath.Join(dir, "none"), filepath.Join(dir, "empty")} {
		var e Errors
		if _, err := Load(missing); !errors.As(err, &e) || !strings.Contains(err.Error(), "found no such file, expected a connector.json or the folder of one") {
			t.Errorf("Load(%s) = %v", missing, err)
		}
	}
}

func TestLinksStayInside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{"out/secret": "s", "c/connector.json": with(`"files": ["links/*"]`), "c/real/file": "f", "c/links/plain": "p"})
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("../real/file", "c/links/inside")
	link("c/connector.json", "elsewhere.json")
	c, err := Load(filepath.Join(dir, "elsewhere.json")) // names are relative to the target
	if err != nil || len(c.Copied) != 2 || string(c.Copied[0].Data) != "f" {
		t.Fatalf("%v, %+v", err, c)
	}
	link("../../out/secret", "c/links/outside")
	if _, err := Load(filepath.Join(dir, "c")); err == nil || !strings.Contains(err.Error(), `files[0]: found "links/outside", a link that leads out of the folder`) {
		t.Errorf("a link that leads out: %v", err)
	}
	write(t, dir, map[string]string{"d/connector.json": `{"id": "a", "memory": [{"content": {"file": "up/secret"}}]}`})
	link("../out", "d/up")
	if _, err := Load(filepath.Join(dir, "d")); err == nil || !strings.Contains(err.Error(), "a link that leads out") {
		t.Errorf("a folder link that leads out: %v", err)
	}
}

func TestLimits(t *testing.T) {
	pad := func(n int) string { return with(`"displayName": "` + strings.Repeat("x", n) + `"`) }
	room := MaxSource - len(pad(0))
	many := func(n int) fs.FS {
		m := fstest.MapFS{}
		for i := range n {
			m[fmt.Sprintf("f/%04d", i)] = &fstest.MapFile{}
		}
		return m
	}
	big := func(sizes ...int) fs.FS {
		m := fstest.MapFS{}
		for i, n := range sizes {
			m[fmt.Sprintf("f/%d", i)] = &fstest.MapFile{Data: make([]byte, n)}
		}
		return m
	}
	text := func(n int) fs.FS {
		return fstest.MapFS{"t": {Data: []byte(strings.Repeat("x", n))}}
	}
	deep := func(n int) string { // the extra lies in four objects
		return platform(`"extra": {"x": ` + strings.Repeat("[", n-4) + strings.Repeat("]", n-4) + `}`)
	}
	fromFile := with(`"commands": [{"name": "c", "prompt": {"file": "t"}}]`)
	for _, tc := range []struct {
		name     string
		src      string
		fsys     fs.FS
		overload string // part of the error; empty: accepted
	}{
		{"source at", pad(room), nil, ""},
		{"source above", pad(room + 1), nil, "expected at most 4194304"},
		{"depth at", deep(MaxDepth), nil, ""},
		{"depth above", deep(MaxDepth + 1), nil, "more than 64 objects"},
		{"files at", with(`"files": ["f/*"]`), many(MaxFiles), ""},
		{"files above", with(`"files": ["f/*"]`), many(MaxFiles + 1), "found 1001 files, expected at most 1000"},
		{"bytes at", with(`"files": ["f/*"]`), big(MaxFileBytes-1, 1), ""},
		{"bytes above", with(`"files": ["f/*"]`), big(MaxFileBytes-1, 2), "in all files together"},
		{"text at", fromFile, text(MaxText), ""},
		{"text above", fromFile, text(MaxText + 1), "expected at most 1048576"},
		{"memory at", `{"id": "a", "memory": [{"content": "` + strings.Repeat("x", MaxMemory) + `"}]}`, nil, ""},
		{"name at", strings.Replace(with(`"targets": "auto"`), `"a"`, `"`+strings.Repeat("a", MaxName)+`"`, 1), nil, ""},
	} {
		_, err := Parse("c.json", []byte(tc.src), tc.fsys)
		if tc.overload == "" && err != nil || tc.overload != "" && (err == nil || !strings.Contains(err.Error(), tc.overload)) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

func TestWithoutFolder(t *testing.T) {
	_, err := Parse("-", []byte(`{"id": "a", "memory": [{"content": {"file": "x"}}], "files": ["x"]}`), nil)
	if err == nil || strings.Count(err.Error(), "without a folder") != 2 {
		t.Error(err)
	}
}

func TestNamesThatDifferInCase(t *testing.T) {
	m := fstest.MapFS{"a/X": {}, "a/x": {}}
	if _, err := Parse("c.json", []byte(with(`"files": ["a/*"]`)), m); err == nil || !strings.Contains(err.Error(), `found "a/x" beside "a/X"`) {
		t.Error(err)
	}
}

func TestGlob(t *testing.T) {
	for _, tc := range []struct {
		pattern, path string
		want          bool
	}{
		{"a", "a", true}, {"a", "a/b", false}, {"*", "a", true}, {"*", "a/b", false}, {"*/*", "a/b", true},
		{"**", "a/b/c", true}, {"a/**", "a/b/c", true}, {"a/**", "b/a", false}, {"**/c", "a/b/c", true}, {"**/c", "c", true},
		{"a/**/c", "a/c", true}, {"a/**/c", "a/x/y/c", true}, {"a/**/c", "a/x/y/d", false}, {"**/**/c", "c", true},
		{"?.sh", "é.sh", true}, {"?.sh", "ab.sh", false}, {"*.s*", "x.y.sh", true}, {"a*b*c", "axbxbc", true}, {"a*b*c", "axbxb", false},
		{"*", ".env", false}, {".*", ".env", true}, {"**", ".git/config", false}, {"**", "a/.b/c", false}, {".git/**", ".git/config", true},
		{"[a]", "a", false}, {"[a]", "[a]", true},
	} {
		if got := glob(tc.pattern, tc.path); got != tc.want {
			t.Errorf("glob(%q, %q) = %v", tc.pattern, tc.path, got)
		}
	}
}

// No input panics; every problem lies inside the text; what is accepted is a
// fixed point of Definition.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	for _, group := range faults {
		for _, c := range group {
			src, _ := places(c.src)
			f.Add([]byte(src))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := Parse("c.json", src, folder)
		if err != nil {
			var all Errors
			if !errors.As(err, &all) || len(all) == 0 {
				t.Fatalf("error %T %v", err, err)
			}
			lines := strings.Split(string(src), "\n")
			for _, p := range all {
				if p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len([]rune(lines[p.Line-1]))+1 || p.Found == "" {
					t.Errorf("%q\nplace outside: %s", src, p)
				}
				if strings.Contains(p.String(), "\n") {
					t.Errorf("%q\nmore than a line: %s", src, p)
				}
			}
			return
		}
		again, err := Parse("c.json", c.Definition(), installed(c))
		if err != nil || again.Hash != c.Hash {
			t.Errorf("%s\nits definition\n%s\nloads to %v %+v", src, c.Definition(), err, again)
		}
	})
}
