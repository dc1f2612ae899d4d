package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mcpbPin is the program with which bundles are made and checked by those who
// define them.
var mcpbPin = Pin{Package: "@anthropic-ai/mcpb@2.1.2", Binary: "dist/cli/cli.js", Script: true, MB: 60}

// bundled is a connector whose server is a script that it carries.
const bundled = `{
  "id": "acme", "displayName": "Acme", "description": "Customers and orders.", "version": "1.0.0",
  "server": {"transport": "stdio", "command": "node", "args": ["server/index.js"], "env": {"ACME_TOKEN": "${env:ACME_TOKEN}"}},
  "publish": {"author": {"name": "Acme", "email": "dev@acme.example"}, "homepage": "https://acme.example/"},
  "files": ["server/**", "icon.png"]
}`

// What ac-render --package mcpb makes is taken apart and found valid by mcpb
// itself, with its icon, and a manifest that is spoilt is not.
func TestAnMCPBIsValid(t *testing.T) {
	s, mcpb := withMCPB(t)
	for path, text := range map[string]string{"connector.json": bundled, "server/index.js": "console.log(1)\n", "icon.png": "\x89PNG\r\n\x1a\n"} {
		if err := s.Write(filepath.Join(s.Project(), filepath.FromSlash(path)), text); err != nil {
			t.Fatal(err)
		}
	}
	put(t, s, "ac-render")
	run := func(argv ...string) Result {
		t.Helper()
		r, err := s.Run(t.Context(), nil, argv...)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := run("ac-render", "--package", "mcpb", "--out", "dist", "."); r.Code != 0 {
		t.Fatal(r.Stderr)
	}
	if r := run(mcpb, "unpack", "dist/acme-1.0.0.mcpb", "apart"); r.Code != 0 {
		t.Fatal(r.Stdout, r.Stderr)
	}
	if r := run(mcpb, "validate", "apart"); r.Code != 0 || !strings.Contains(r.Stdout, "Manifest schema validation passes!") || !strings.Contains(r.Stdout, "Icon validation passed") {
		t.Errorf("%d %s %s", r.Code, r.Stdout, r.Stderr)
	}
	manifest := filepath.Join(s.Project(), "apart", "manifest.json")
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	spoilt := strings.Replace(string(text), `"entry_point"`, `"entry"`, 1)
	if err := s.Write(manifest, spoilt); err != nil {
		t.Fatal(err)
	}
	if r := run(mcpb, "validate", "apart"); r.Code == 0 {
		t.Errorf("a manifest without an entry point is valid: %s", r.Stdout)
	}
}

// withMCPB is a sandbox, and mcpb in the cache.
func withMCPB(t *testing.T) (*Sandbox, string) {
	t.Helper()
	if os.Getenv("CONFORMANCE") != "1" {
		t.Skip("runs mcpb from npm: CONFORMANCE=1 go test, or make conformance")
	}
	bin, err := install(t.Context(), cacheDir(t), mcpbPin)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSandbox(t.TempDir(), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return s, bin
}
