package scaffold

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"agentconnector/pkg/bundle"
	"agentconnector/pkg/connector"
)

// lay puts links to this very program into a folder, under the names of tools.
func lay(t *testing.T, dir string, names ...string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if os.Link(self, filepath.Join(dir, n)) != nil {
			if err := os.WriteFile(filepath.Join(dir, n), data, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// here is this system, as npm calls it.
func here() string {
	system, cpu := map[string]string{"windows": "win32"}[runtime.GOOS], map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if system == "" {
		system = runtime.GOOS
	}
	if cpu == "" {
		cpu = runtime.GOARCH
	}
	return system + "-" + cpu
}

// TestFindTools: the system is read in the programs, whatever their folder is
// called; a folder that is not whole is refused.
func TestFindTools(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		does func()
		dir  string
		want string // in the error; empty if there is none
	}{
		{func() {}, dir, "found no folder with ac in it"},
		{func() { lay(t, dir+"/a", needed[:3]...) }, dir, "all of ac, ac-detect"},
		{func() { lay(t, dir+"/a", needed[3:]...) }, dir, ""},
		{func() {}, dir + "/a", ""},
		{func() { lay(t, dir+"/b", needed...) }, dir, "tools for " + here() + " a second time"},
		{func() {
			os.Remove(dir + "/b/ac-proxy")
			if err := os.WriteFile(dir+"/b/ac-proxy", []byte("#!/bin/sh\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, dir + "/b", "no program for a known system"},
	} {
		c.does()
		tools, err := FindTools(c.dir)
		switch {
		case c.want == "" && (err != nil || len(tools) != 1 || tools[0].System() != here() || len(tools[0].Files) != len(needed)):
			t.Errorf("%v %v", tools, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v, expected %s", err, c.want)
		}
	}
}

func parse(t *testing.T, text string) *connector.Connector {
	t.Helper()
	c, err := connector.Parse("c", []byte(text), fstest.MapFS{"node_modules/a.js": {}, "hooks/a.sh": {Data: []byte("#!/bin/sh\n")}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestBrandedRefuses: what npm would not take, or would take apart.
func TestBrandedRefuses(t *testing.T) {
	const memory = `"memory": [{"content": "x"}]`
	for _, c := range []struct{ text, name, want string }{
		{`{"id": "a", "version": "1.0.0", ` + memory + `}`, "Acme", "small letters"},
		{`{"id": "a", "version": "1.0.0", ` + memory + `}`, "@acme/a/b", "small letters"},
		{`{"id": "a", ` + memory + `}`, "", "version"},
		{`{"id": "a", "version": "1", ` + memory + `}`, "", "version"},
		{`{"id": "a", "version": "1.0.0", "files": ["node_modules/**"], ` + memory + `}`, "", "npm packs no node_modules"},
	} {
		_, _, err := Branded(parse(t, c.text), c.name, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, expected %s", c.text, c.name, err, c.want)
		}
	}
}

// TestPackages: no package runs anything when it is installed, and none depends on
// a name that is not made with it; the connector in both programs is the connector.
func TestPackages(t *testing.T) {
	c := parse(t, `{"id": "a", "version": "1.0.0", "files": ["hooks/**"], "memory": [{"content": "x"}]}`)
	tools := []Tools{{OS: "linux", CPU: "x64", Files: []bundle.File{{Path: "bin/ac", Exec: true}}}, {OS: "win32", CPU: "arm64"}}
	files, lacks, err := Branded(c, "@acme/a", tools)
	if err != nil {
		t.Fatal(err)
	}
	if again, _, _ := Branded(c, "@acme/a", tools); !reflect.DeepEqual(files, again) {
		t.Error("another one the second time")
	}
	if len(lacks) != 3 { // systems, licences, publish.license
		t.Errorf("%q", lacks)
	}
	made, asked, whole := map[string]bool{}, map[string]string{}, fstest.MapFS{}
	for _, f := range files {
		if strings.HasSuffix(f.Path, "package.json") {
			var p struct {
				Name         string
				Scripts      map[string]string
				Dependencies map[string]string
				Optional     map[string]string `json:"optionalDependencies"`
			}
			if err := json.Unmarshal(f.Data, &p); err != nil || p.Scripts != nil || p.Dependencies != nil {
				t.Errorf("%s: %v %s", f.Path, err, f.Data)
			}
			made[p.Name] = true
			for k, v := range p.Optional {
				asked[k] = v
			}
		}
		whole[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	if len(asked) != 2 || len(made) != 3 {
		t.Errorf("made %v, asks for %v", made, asked)
	}
	for name, version := range asked {
		if !made[name] || version != c.Version {
			t.Errorf("asks for %s %s", name, version)
		}
	}
	for _, dir := range []string{"npm/cli/connector", "go/connector"} {
		sub, err := whole.Sub(dir)
		if err != nil {
			t.Fatal(err)
		}
		in, err := connector.Parse("c", whole[dir+"/connector.json"].Data, sub)
		if err != nil || in.Hash != c.Hash {
			t.Errorf("%s: %v, another connector", dir, err)
		}
	}
}

// TestTheServersOwnPackage: what cannot be published as it is says so.
func TestTheServersOwnPackage(t *testing.T) {
	for text, name := range map[string]string{
		`{"id": "a", "version": "1.0.0", "server": {"transport": "stdio", "command": "npx", "args": ["-y", "@acme/a@2"]}}`:                    "@acme/a",
		`{"id": "a", "version": "1.0.0", "publish": {"packageName": "b"}, "server": {"transport": "stdio", "command": "npx", "args": ["b"]}}`: "",
	} {
		_, lacks, err := Branded(parse(t, text), name, nil)
		if err != nil || !strings.Contains(strings.Join(lacks, "\n"), "which is that of the server") {
			t.Errorf("%s: %v %v", text, err, lacks)
		}
		if _, lacks, _ = Branded(parse(t, text), "@acme/other", nil); strings.Contains(strings.Join(lacks, "\n"), "which is that of the server") {
			t.Errorf("%s: %v", text, lacks)
		}
	}
}

// TestGuess: the name of a connector, from its server.
func TestGuess(t *testing.T) {
	for line, want := range map[string]string{
		"npx -y @acme/acme-db@1.2": "acme-db", "uvx mcp-server-git": "mcp-server-git", "uv tool run acme==1": "acme", "pnpm dlx acme": "acme",
		"docker run -i ghcr.io/acme/Orders:1": "orders", "node build/acme.js": "acme", "/opt/Acme/bin/acme_server": "acme-server", "acme-db": "acme-db",
		`C:\tools\acme.exe`: "acme", "https://mcp.acme.example/mcp": "acme", "https://localhost:8/": "localhost", "python3 -m acme": "acme",
	} {
		f := First{Command: strings.Fields(line)}
		if strings.HasPrefix(line, "https://") {
			f = First{URL: line}
		}
		if got := f.guess(); got != want {
			t.Errorf("%s: %q, expected %q", line, got, want)
		}
	}
}
