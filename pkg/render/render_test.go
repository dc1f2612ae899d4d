package render

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// The same input gives the same bytes in any environment.
func TestRenderIsPure(t *testing.T) {
	full, err := filepath.Abs("testdata/full")
	if err != nil {
		t.Fatal(err)
	}
	in := lines(t, "linux")
	once := func() string {
		var b bytes.Buffer
		r := render(t, in, load(t, full), Options{})
		if err := plan.Write(&b, &r.Plan); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	first := once()
	t.Chdir(t.TempDir())
	for k, v := range map[string]string{"HOME": "/nowhere", "CLAUDE_CONFIG_DIR": "/x", "CODEX_HOME": "/y", "AGENT_CONNECTOR_DATA_DIR": "/z", "TZ": "Asia/Tokyo", "LANG": "tr_TR"} {
		t.Setenv(k, v)
	}
	if once() != first {
		t.Error("another environment, another plan")
	}
}

// And it could not be otherwise: the room has no door to the machine.
func TestNoDoorToTheMachine(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if p := strings.Trim(i.Path.Value, `"`); slices.Contains([]string{"os", "os/exec", "time", "net", "path/filepath", "runtime", "math/rand", "agentconnector/pkg/world"}, p) {
				t.Errorf("%s imports %s", name, p)
			}
		}
	}
}

func TestReadInputRefuses(t *testing.T) {
	b, err := os.ReadFile("testdata/lines/linux.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	good := string(b)
	l := strings.SplitAfter(good, "\n")
	for name, c := range map[string]struct{ in, want string }{
		"empty":           {"", "the input is empty"},
		"blank":           {"\n\n", "the input is empty"},
		"host first":      {l[1], `line 1: schema is "ac.host/v1", expected "ac.machine/v1"`},
		"two machines":    {l[0] + l[0], "line 2: a second machine"},
		"cut":             {l[0] + l[1][:100], "line 2: the record is cut short"},
		"no json":         {l[0] + "hello\n", "line 2: found no record"},
		"a plan":          {`{"schema":"ac.plan/v1"}`, "line 1: found ac.plan/v1, which ac-apply reads"},
		"major":           {strings.Replace(good, "ac.machine/v1", "ac.machine/v2", 1), "major version v2"},
		"host major":      {strings.Replace(good, "ac.host/v1", "ac.host/v7", 1), "line 2: ac.host has major version v7"},
		"twice":           {l[0] + l[1] + l[1], "line 3: host claude-code comes twice"},
		"relative path":   {strings.Replace(good, `"path":"/home/jo/.claude.json"`, `"path":".claude.json"`, 1), `line 2: scopes.local.server.path is ".claude.json"`},
		"other os's path": {strings.Replace(good, `"home":"/home/jo"`, `"home":"C:\\Users\\jo"`, 1), `"home" is`},
		"unknown os":      {strings.Replace(good, `"os":"linux"`, `"os":"plan9"`, 1), `"os" is "plan9"`},
		"long":            {l[0] + strings.Repeat("x", MaxLine+1) + "\n", "line 2: longer than"},
	} {
		if _, err := ReadInput(strings.NewReader(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := ReadInput(strings.NewReader(strings.Replace(good, `"os":`, `"later":{"x":1},"os":`, 1))); err != nil {
		t.Errorf("an unknown field: %v", err)
	}
}

func TestHostsAtTheLimit(t *testing.T) {
	in := &Input{Machine: wire.Machine{OS: "linux"}, Hosts: make([]wire.Host, MaxHosts-1)}
	if err := in.host(wire.Host{ID: "a"}); err != nil {
		t.Error(err)
	}
	if err := in.host(wire.Host{ID: "b"}); err == nil {
		t.Error("one host too many")
	}
}

func TestTargets(t *testing.T) {
	const server = `"server": {"transport": "http", "url": "https://x.example/mcp"}`
	for name, c := range map[string]struct {
		edit    func(*Input)
		def     string
		targets []string
		hosts   string
		notice  string
	}{
		"all that are installed": {func(in *Input) { in.Hosts[1].Installed = false }, server, nil, "claude-code cursor", ""},
		"the connector's":        {nil, server + `, "targets": ["cursor"]`, nil, "cursor", ""},
		"the user's":             {nil, server + `, "targets": ["cursor"]`, []string{"codex"}, "codex", ""},
		"not installed":          {func(in *Input) { in.Hosts[1].Installed = false }, server, []string{"codex"}, "", "warn codex: not found on this machine"},
		"not in the input":       {func(in *Input) { in.Hosts = in.Hosts[:1] }, server, []string{"codex"}, "", "warn codex: not found"},
		"only the connector's":   {func(in *Input) { in.Hosts = in.Hosts[:1] }, server + `, "targets": ["claude-code", "codex"]`, nil, "claude-code", "info codex: not found"},
		"a host from the future": {func(in *Input) { in.Hosts[0].ID = "hal" }, server, nil, "codex cursor", "warn hal: this version of agent-connector knows no host hal"},
		"another scope":          {nil, server + `, "platforms": {"codex": {"scope": "project"}}`, nil, "claude-code cursor", "warn codex: the connector wants this host at scope project"},
		"none at all":            {func(in *Input) { in.Hosts = nil }, server, nil, "", "warn : no host to install on"},
	} {
		in := lines(t, "linux")
		in.Hosts = in.Hosts[:3]
		if c.edit != nil {
			c.edit(in)
		}
		r := render(t, in, parse(t, c.def), Options{Targets: c.targets})
		if got := strings.Join(r.Plan.Head.Hosts, " "); got != c.hosts {
			t.Errorf("%s: %q, want %q", name, got, c.hosts)
		}
		said := ""
		for _, n := range r.Plan.Notices {
			said += n.Level + " " + n.Host + ": " + n.Message + "\n"
		}
		if c.notice != "" && !strings.Contains(said, c.notice) {
			t.Errorf("%s: %q is not among\n%s", name, c.notice, said)
		}
		if c.hosts == "" && (len(r.Plan.Patches) > 0 || len(r.Plan.Head.Surfaces) > 0) {
			t.Errorf("%s: a plan for nobody says %+v", name, r.Plan)
		}
	}
}

func TestScope(t *testing.T) {
	in := lines(t, "linux")
	if in.scope("") != "user" || in.scope("project") != "project" {
		t.Error("the user's is the default")
	}
	for i := range in.Hosts {
		delete(in.Hosts[i].Scopes, "user")
	}
	if in.scope("") != "project" {
		t.Error("an input of a project alone is for the project")
	}
	in.Machine.Project = ""
	if _, err := Render(in, parse(t, `"memory": [{"content": "c"}]`), Options{}); err == nil || !strings.Contains(err.Error(), "names no project") {
		t.Errorf("%v", err)
	}
}

// Case 28: the user's switch is told, and the hooks are installed all the same.
func TestSwitchedOffHooksAreTold(t *testing.T) {
	in := lines(t, "linux")
	p := in.Hosts[0].Scopes["user"][wire.Hooks]
	p.Note = "hooks are switched off by disableAllHooks"
	in.Hosts[0].Scopes["user"][wire.Hooks] = p
	r := render(t, in, parse(t, `"hooks": {"Stop": {"handler": {"command": ["x"]}}}`), Options{Targets: []string{"claude-code"}})
	if len(r.Plan.Notices) != 1 || r.Plan.Notices[0].Level != "warn" || r.Plan.Notices[0].Message != p.Note || len(written(r, wire.Hooks)) != 1 {
		t.Errorf("%+v", r.Plan)
	}
	for _, x := range r.Plan.Patches {
		if slices.Contains(x.At, "disableAllHooks") {
			t.Errorf("the switch is touched: %+v", x)
		}
	}
}

// Every surface has a cell on every host that it is declared for, and no other
// has: configPatch is a thing of one host.
func TestExplainIsComplete(t *testing.T) {
	c := load(t, "testdata/full")
	r := render(t, Model(), c, Options{})
	seen := map[string]int{}
	for _, e := range r.Explain() {
		seen[e.Host+" "+e.Surface]++
		if e.Reason == "" || !slices.Contains([]string{"native", "degraded", "skipped", "disabled"}, e.Support) {
			t.Errorf("%+v", e)
		}
	}
	cells := 0
	for _, h := range host.IDs() {
		for _, s := range c.Surfaces() {
			want := 1
			if s == wire.ConfigPatch && len(c.Platforms[h].ConfigPatch) == 0 {
				want = 0
			}
			if cells += want; seen[h+" "+s] != want {
				t.Errorf("%s %s occurs %d times", h, s, seen[h+" "+s])
			}
		}
	}
	if len(seen) != cells {
		t.Errorf("%d cells, want %d", len(seen), cells)
	}
}
