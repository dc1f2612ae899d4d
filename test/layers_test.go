package test

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "agentconnector/"

// layers says which package of pkg/ may import which others of ours: a lower
// row never imports a higher one. world (the outside of a run) and wire (the
// records) may be imported by all, and lazy, which is a word of the language.
var layers = map[string][]string{
	"world":            {},
	"wire":             {},
	"interp":           {},
	"near":             {},
	"lazy":             {},
	"shell":            {},
	"regex":            {},
	"digest":           {},
	"stack":            {},
	"scan":             {"wire", "world"},
	"jsonl":            {"wire", "scan"},
	"node":             {"wire", "jsonl"},
	"mcp":              {"wire"},
	"home":             {"world", "digest"},
	"config":           {"wire", "world"},
	"tokens":           {"wire"},
	"tokens/corpus":    {}, // for tests only
	"flock":            {},
	"logstore":         {"wire", "world", "flock"},
	"logstore/segment": {"wire", "digest", "flock", "logstore"},
	"cli":              {"jsonl", "wire", "world", "near"},
	"plan":             {"wire", "jsonl"},
	"edit":             {"wire"},
	"edit/jsonc":       {"wire", "edit"},
	"edit/value":       {"wire", "edit"},
	"edit/toml":        {"wire", "edit", "edit/value"},
	"edit/yaml":        {"wire", "edit", "edit/value"},
	"edit/block":       {"wire", "edit"},
	"edit/laws":        {}, // for tests only
	"host":             {"wire"},
	"connector":        {"jsonl", "wire", "host", "interp", "near", "regex"},
	"git":              {"wire"},
	"folder":           {"git"},
	"placed":           {"home", "world"},
	"detect":           {"near", "placed", "config", "wire", "world", "host", "home", "git", "edit/jsonc"},
	"render":           {"shell", "jsonl", "node", "wire", "host", "connector", "interp", "plan"},
	"bundle":           {"plan", "wire", "node", "interp", "host", "connector", "render", "edit", "edit/jsonc"},
	"scaffold":         {"interp", "connector", "bundle"},
	"apply":            {"world", "flock", "shell", "jsonl", "config", "node", "wire", "home", "plan", "interp", "edit", "edit/jsonc", "edit/toml", "edit/yaml", "edit/block"},
	"doctor":           {"wire", "jsonl", "host"},
	"hook":             {"wire", "world", "scan", "host", "home", "logstore", "regex", "digest", "redact"},
	"handler":          {"wire", "jsonl"},
	"bashcmd":          {},
	"redact":           {},
	"redact/planted":   {}, // for tests only
	"guard":            {"wire", "bashcmd", "guard/policy"},
	"guard/policy":     {"wire"},
	"calls":            {"wire", "jsonl", "host"},
	"analyze":          {"wire", "jsonl", "bashcmd", "calls"},
	"meter":            {"jsonl", "config", "wire", "world", "home", "mcp", "tokens", "logstore"},
	"meter/hosts":      {"meter", "host"},
	"remote":           {"world", "mcp", "interp", "meter", "wire"}, // wire in its tests
	"proxy":            {"wire", "world", "mcp", "tokens", "meter", "interp"},
	"report":           {"wire", "world", "scan", "home", "cli", "tokens", "logstore", "logstore/segment", "mcp"},
	"calibrate":        {"wire", "flock", "logstore", "tokens"},
	"selfreport":       {"wire", "world", "home", "host", "hook", "logstore", "logstore/segment"},
	"footprint":        {"wire", "home", "tokens", "connector", "report"},
	"schemagen":        {},
}

type listed struct {
	ImportPath   string
	Name         string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

func goList(t *testing.T, args ...string) []listed {
	t.Helper()
	programs() // for what it looks at
	cmd := exec.Command("go", append([]string{"list", "-json"}, args...)...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var ps []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return ps
		} else if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
}

// TestLayers holds the import order of architecture.md.
func TestLayers(t *testing.T) {
	for _, p := range goList(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module)
		if p.Name == "main" {
			for _, i := range p.Imports {
				if strings.HasPrefix(i, module) && !strings.HasPrefix(i, module+"pkg/") && i != module+"schema" {
					t.Errorf("%s imports %s: a tool imports only pkg/ and schema", name, i)
				}
			}
			continue
		}
		pkg, ok := strings.CutPrefix(name, "pkg/")
		if !ok {
			continue
		}
		allowed, known := layers[pkg]
		if !known {
			t.Errorf("pkg/%s stands in no row of the layers table", pkg)
			continue
		}
		for _, i := range p.Imports {
			if dep, ours := strings.CutPrefix(i, module+"pkg/"); ours && dep != "lazy" && !slices.Contains(allowed, dep) {
				t.Errorf("pkg/%s imports pkg/%s, which its row does not allow", pkg, dep)
			}
			if i == module+"schema" {
				t.Errorf("pkg/%s imports schema: only tools do", pkg)
			}
		}
	}
}

// links says which modules from outside each tool may contain: a tool links
// only what it needs, ac-hook above all, which runs twice per tool call.
var links = map[string][]string{
	"ac":          {"kong", "x/term", "x/sys"},
	"ac-detect":   {"kong", "x/term", "x/sys", "hujson", "go-toml"},
	"ac-render":   {"kong", "x/term", "x/sys", "hujson"},
	"ac-init":     {"kong", "x/term", "x/sys", "hujson"},
	"ac-apply":    {"kong", "x/term", "x/sys", "go-toml", "go.yaml.in", "go-internal"},
	"ac-hook":     {"x/sys"},
	"ac-proxy":    {"kong", "x/term", "x/sys", "hujson", "compress"},
	"ac-tokcount": {"kong", "x/term", "x/sys", "compress"},
	"ac-report":   {"kong", "x/term", "x/sys", "hujson", "compress", "mvdan.cc/sh"},

	"ac-proxy-http":                 {"kong", "x/term", "x/sys"},
	"ac-report/ac-report-calibrate": {"kong", "x/term", "x/sys"},                                                                                                    // ac-report runs it
	"ac-report/ac-report-mcp":       {"kong", "x/term", "x/sys", "compress", "go-sdk", "jsonschema-go", "segmentio", "uritemplate", "x/oauth2", "x/time", "x/sync"}, // likewise
}

// never are packages of the standard library that a tool must not start with.
var never = map[string][]string{
	"ac-hook":     {"net/http", "flag", "text/template", "net", "regexp", "crypto"}, // what pkg/regex and pkg/digest are for
	"ac-apply":    {"net/http"},
	"ac-proxy":    {"net/http"}, // what ac-proxy-http is for
	"ac-detect":   {"net/http"},
	"ac-render":   {"net/http"},
	"ac-init":     {"net/http"},
	"ac-report":   {"net/http"},
	"ac-tokcount": {"net/http"},
}

func TestLinks(t *testing.T) {
	for tool, allowed := range links {
		p := goList(t, "./"+tool)[0]
		for _, d := range p.Deps {
			host, _, _ := strings.Cut(d, "/")
			if strings.Contains(host, ".") && !slices.ContainsFunc(allowed, func(a string) bool { return strings.Contains(d, a) }) {
				t.Errorf("%s links %s", tool, d)
			}
			if slices.Contains(never[tool], d) {
				t.Errorf("%s links %s", tool, d)
			}
		}
	}
}
