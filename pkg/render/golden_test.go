package render

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// machines are those whose lines stand in testdata/lines; scripts use them too.
var machines = []wire.Machine{
	{OS: "linux", Arch: "amd64", Home: "/home/jo", Project: "/home/jo/shop"},
	{OS: "darwin", Arch: "arm64", Home: "/Users/Jo Doe", Project: "/Users/Jo Doe/shop"},
	{OS: "windows", Arch: "amd64", Home: `C:\Users\jo`, Project: `C:\work\shop`},
}

// trio are the hosts of the machines in testdata/lines: three that differ in
// most ways. A host that is added changes nothing there.
var trio = []*host.Host{host.Find("claude-code"), host.Find("codex"), host.Find("cursor")}

// TestLines holds the lines in testdata to the host table, so that the goldens
// show what ac-detect would print.
func TestLines(t *testing.T) {
	for _, m := range machines {
		golden(t, filepath.Join("testdata", "lines", m.OS+".jsonl"), linesOf(t, m, trio))
	}
}

// linesOf is what ac-detect prints on a machine with some hosts.
func linesOf(t testing.TB, m wire.Machine, hosts []*host.Host) []byte {
	m.Schema, m.User, m.ProjectKey = wire.SchemaMachine, "jo", "00c0ffee00c0ffee"
	m.ACHome = host.Join(m.OS, m.Home, ".agent-connector")
	m.Path, m.Runtimes, m.AC = []string{}, map[string]string{}, map[string]string{}
	var b bytes.Buffer
	b.Write(line(t, m))
	env := host.Env{OS: m.OS, Home: m.Home, Project: m.Project, Getenv: func(string) string { return "" }}
	for _, h := range hosts {
		r := h.Record(env, func(string) bool { return false })
		r.Installed, r.Evidence = true, []string{"test"}
		b.Write(line(t, r))
	}
	return b.Bytes()
}

func line(t testing.TB, v any) []byte {
	b, err := jsonl.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if that is right, run go test ./pkg/render -update\n%s", name, firstDifference(string(got), string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

func load(t testing.TB, name string) *connector.Connector {
	c, err := connector.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// lines are those of a test machine.
func lines(t testing.TB, os_ string) *Input {
	f, err := os.Open(filepath.Join("testdata", "lines", os_+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := ReadInput(f)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// on is a machine with one host.
func on(t testing.TB, m wire.Machine, h *host.Host) *Input {
	in, err := ReadInput(bytes.NewReader(linesOf(t, m, []*host.Host{h})))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func render(t testing.TB, in *Input, c *connector.Connector, o Options) *Result {
	r, err := Render(in, c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every host, scope and operating system, for people to read.
func TestGolden(t *testing.T) {
	c := load(t, "testdata/full")
	for _, m := range machines {
		for _, scope := range []string{"user", "project", "local"} {
			for _, h := range host.All {
				o := Options{Scope: scope, Targets: []string{h.ID}}
				in := on(t, m, h)
				if o.Local = scope == "local"; o.Local {
					if o.Scope = "project"; len(in.Hosts[0].Scopes[scope]) == 0 {
						continue
					}
				}
				r := render(t, in, c, o)
				golden(t, fmt.Sprintf("testdata/golden/%s-%s-%s.txt", h.ID, scope, m.OS), []byte(show(r)))
			}
		}
	}
}

// All hosts at once, byte for byte as ac-apply reads it.
func TestGoldenPlan(t *testing.T) {
	for _, scope := range []string{"user", "project"} {
		r := render(t, lines(t, "linux"), load(t, "testdata/full"), Options{Scope: scope})
		var b bytes.Buffer
		if err := plan.Write(&b, &r.Plan); err != nil {
			t.Fatal(err)
		}
		golden(t, "testdata/golden/all-"+scope+"-linux.jsonl", b.Bytes())
		if _, err := plan.Read(&b); err != nil {
			t.Error(err)
		}
	}
}

// show writes a plan for people; every field but the hashes is in it.
func show(r *Result) string {
	var s strings.Builder
	p := &r.Plan
	h := p.Head
	surfaces := fmt.Sprint(h.Surfaces)
	if slices.Equal(h.Surfaces, Rendered) {
		surfaces = "all"
	}
	fmt.Fprintf(&s, "plan %s %s scope=%s project=%s%s hosts=%v surfaces=%s tools=%v\n", h.Connector, h.Version, h.Scope, h.Project, map[bool]string{true: " local"}[h.Local], h.Hosts, surfaces, h.Tools)
	for _, t := range p.Patches {
		fmt.Fprintf(&s, "\n%s %v %s %s mode=%s if=%s: %s\n  %s\n", t.Surface, t.Hosts, t.Op, t.Format, t.Mode, t.If, t.Why, t.Path)
		if t.At != nil {
			fmt.Fprintf(&s, "  at %s\n", strings.Join(t.At, " › "))
		}
		if t.Identity != nil {
			fmt.Fprintf(&s, "  known by %s\n", strings.Join(t.Identity.Path, " › "))
		}
		s.WriteString(indent(value(t)))
	}
	s.WriteString("\n")
	for _, n := range p.Notices {
		fmt.Fprintf(&s, "%s %s %s: %s\n", n.Level, n.Host, n.Surface, n.Message)
		if n.ManualEdit != "" {
			s.WriteString(indent("by hand: " + n.ManualEdit))
		}
	}
	s.WriteString("\n")
	for _, e := range r.Explain() {
		fmt.Fprintf(&s, "%s %s: %s: %s\n", e.Host, e.Surface, e.Support, e.Reason)
	}
	return s.String()
}

func value(p wire.Patch) string {
	var text string
	if json.Unmarshal(p.Value, &text) == nil {
		if head, _, ok := strings.Cut(text, "\n// Where ac-hook is"); ok { // a module; TestModuleText has the rest
			return head + "\n…"
		}
		return text
	}
	var b bytes.Buffer
	if json.Indent(&b, p.Value, "", "  ") != nil {
		return string(p.Value)
	}
	return b.String()
}

func indent(s string) string {
	var b strings.Builder
	for l := range strings.Lines(s) {
		b.WriteString("    │ " + strings.TrimSuffix(l, "\n") + "\n")
	}
	return b.String()
}
