package conformance

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cacheDir is where the hosts are: CONFORMANCE_CACHE, else .cache beside this
// file.
func cacheDir(t *testing.T) string {
	dir, err := cachePath()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func cachePath() (string, error) {
	return filepath.Abs(cmp.Or(os.Getenv("CONFORMANCE_CACHE"), ".cache"))
}

// pair are those of the first two hosts that are chosen: they are tested deeper
// than the others, and together.
func pair(t *testing.T) []Host {
	t.Helper()
	return chosen(t, func(h Host) bool { _, further := h.(Plain); return !further })
}

// chosen are those of the chosen hosts that fit. If there are none the test is skipped.
func chosen(t *testing.T, fits func(Host) bool) []Host {
	t.Helper()
	all, err := Chosen()
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(slices.Clone(all), func(h Host) bool { return !fits(h) || stays(h) })
	if len(all) == 0 {
		t.Skip("no host of this test is in HOSTS, or none has a newer version")
	}
	return all
}

// stays says that there is nothing new of a host. What cannot be asked for is found
// out by installing it.
func stays(h Host) bool {
	same, err := Stays(context.Background(), h)
	return err == nil && same
}

// installs gives the programs of hosts. Without CONFORMANCE=1 the test is
// skipped: it would download some 6 GB.
func installs(t *testing.T, hosts []Host) map[string]string {
	t.Helper()
	if os.Getenv("CONFORMANCE") != "1" {
		t.Skip("drives real hosts, some 6 GB from npm: CONFORMANCE=1 go test, or make conformance")
	}
	bins := map[string]string{}
	for _, h := range hosts {
		bin, err := h.Install(context.Background(), cacheDir(t))
		switch {
		case err == nil:
		case os.Getenv("HOSTS") == "":
			t.Skipf("%s cannot be installed: %v", h.ID(), err)
		default: // it was asked for
			t.Fatal(err)
		}
		bins[h.ID()] = bin
	}
	return bins
}

// sandbox is a new machine with the first two hosts and the example's server
// on its PATH.
func sandbox(t *testing.T, moved bool) *Sandbox {
	t.Helper()
	return sandboxWith(t, moved, Claude{}, Codex{})
}

func sandboxWith(t *testing.T, moved bool, hosts ...Host) *Sandbox {
	t.Helper()
	bins := installs(t, hosts)
	s, err := NewSandbox(t.TempDir(), bins, moved)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "acme-db-server")
	return s
}

// exampleTools are the tools of examples/acme-db.
var exampleTools = []string{"acme_drop", "acme_explain", "acme_query", "acme_schema", "acme_write"}

// handWritten puts entries as a person would write them into the files of a
// host, and says what they are.
func handWritten(t *testing.T, h Host, s *Sandbox) Want {
	t.Helper()
	server := filepath.Join(s.Bin(), "acme-db-server")
	w := Want{
		Server: "acme-db", Tools: exampleTools,
		Hooks: []Hook{{Event: "PreToolUse", Matcher: "mcp__acme-db__.*|Bash", Command: `"/opt/a b/hook" run`, TimeoutSec: 7}},
	}
	hooks := `{"hooks": {"PreToolUse": [{"matcher": "mcp__acme-db__.*|Bash", "hooks": [{"type": "command", "command": "\"/opt/a b/hook\" run", "timeout": 7}]}]}}`
	switch h := h.(type) {
	case Claude:
		w.Fields = map[string]any{"type": "stdio", "command": server, "args": []any{"-x", "two words"},
			"env": map[string]any{"ACME_DB_DSN": "${ACME_DB_DSN:-demo}", "PLAIN": "a=b c"}, "timeout": 30000.0}
		write(t, s, h.ServerFile(s), fmt.Sprintf(`{"mcpServers": {"acme-db": %s}}`, text(w.Fields)))
		write(t, s, h.HookFile(s), hooks)
	case Codex:
		w.Fields = map[string]any{"command": server, "args": []any{"-x", "two words"}, "env": map[string]any{"PLAIN": "a=b c"},
			"env_vars": []any{"ACME_DB_DSN"}, "tool_timeout_sec": 30.0}
		write(t, s, h.ServerFile(s), CodexQuiet+fmt.Sprintf(`
[mcp_servers.acme-db]
command = %q
args = ["-x", "two words"]
env_vars = ["ACME_DB_DSN"]
tool_timeout_sec = 30.0

[mcp_servers.acme-db.env]
PLAIN = "a=b c"
`, server))
		write(t, s, h.HookFile(s), hooks)
	default:
		t.Fatalf("no hand-written entry for %s", h.ID())
	}
	return w
}

func write(t *testing.T, s *Sandbox, path, text string) {
	t.Helper()
	if err := s.Write(path, text); err != nil {
		t.Fatal(err)
	}
}

// A driver understands its host: what a person wrote is what the host says,
// also when the host's own variable moves its files.
func TestHostsSayWhatWasWrittenByHand(t *testing.T) {
	for _, h := range pair(t) {
		for _, moved := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,moved=%v", h.ID(), moved), func(t *testing.T) {
				s := sandbox(t, moved)
				if !HasNoNetwork() {
					t.Log("no network namespace here: only the hosts' own switches keep them off the network")
				}
				noFaults(t, h, s, handWritten(t, h, s))
			})
		}
	}
}

func noFaults(t *testing.T, h Host, s *Sandbox, w Want) {
	t.Helper()
	faults, err := Faults(context.Background(), h, s, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Errorf("%s: %s", h.ID(), f)
	}
}

// breakage is one thing that a tool could get wrong in a file of a host.
type breakage struct {
	name     string
	hooks    bool              // in the hook file, not the server file
	old, new string            // replaced once; it must be there
	says     map[string]string // host id → a part of the fault that is found
}

var breakages = []breakage{
	{name: "another root key", old: "mcpServers", new: "servers", says: map[string]string{"claude-code": "does not list"}},
	{name: "another root key", old: "mcp_servers", new: "mcpServers", says: map[string]string{"codex": "does not list"}},
	{name: "args is a string", old: `"args":["`, new: `"args":"x","y":["`, says: map[string]string{"claude-code": "args: expected array, received string"}},
	{name: "args is a string", old: "args = [", new: "args = \"x\"\ny = [", says: map[string]string{"codex": "expected a sequence"}},
	{name: "no JSON", old: `{`, new: `{,`, says: map[string]string{"claude-code": "JSON Parse error"}},
	{name: "no TOML", old: "[mcp_servers.acme-db]", new: "[mcp_servers.acme-db", says: map[string]string{"codex": "TOML parse error at line"}},
	{name: "the program is gone", old: "acme-db-server", new: "acme-db-gone", says: map[string]string{"claude-code": "could not start", "codex": "could not start"}},
	{name: "another argument", old: "two words", new: "three words", says: map[string]string{"claude-code": "args was written as", "codex": "args was written as"}},
	{name: "another variable", old: "PLAIN", new: "OTHER", says: map[string]string{"claude-code": "env was written as", "codex": "env was written as"}},
	{name: "an unknown event", hooks: true, old: "PreToolUse", new: "BeforeTool", says: map[string]string{"claude-code": `Unknown hook event "BeforeTool"`, "codex": "it has no hook"}},
	{name: "a hook without a command", hooks: true, old: `"command":`, new: `"cmd":`, says: map[string]string{"claude-code": "Invalid command hook", "codex": "missing field `command`"}},
	{name: "another timeout", hooks: true, old: `"timeout": 7`, new: `"timeout": 7000`, says: map[string]string{"codex": "it has no hook"}},
	{name: "another matcher", hooks: true, old: `|Bash`, new: ``, says: map[string]string{"codex": "it has a hook that was not written"}},
	{name: "no JSON in the hook file", hooks: true, old: `{`, new: `{,`, says: map[string]string{"claude-code": "settings.json", "codex": "failed to parse hooks config"}},
}

// Every breakage is noticed by the check that the good files pass, and said in
// a way that tells what is broken.
func TestEveryBreakageIsNoticed(t *testing.T) {
	for _, h := range pair(t) {
		for _, b := range breakages {
			says, ok := b.says[h.ID()]
			if !ok {
				continue // not of this host's format, or it cannot say
			}
			t.Run(h.ID()+","+b.name, func(t *testing.T) {
				s := sandbox(t, false)
				w := handWritten(t, h, s)
				files := h.(interface {
					ServerFile(*Sandbox) string
					HookFile(*Sandbox) string
				})
				file := files.ServerFile(s)
				if b.hooks {
					file = files.HookFile(s)
				}
				spoil(t, s, file, b.old, b.new)
				faults, err := Faults(context.Background(), h, s, w)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(strings.Join(faults, "\n"), says) {
					t.Errorf("expected a fault with %q, got %q", says, faults)
				}
			})
		}
	}
}

func spoil(t *testing.T, s *Sandbox, file, old, new string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(b), old, new, 1)
	if text == string(b) {
		t.Fatalf("no %q in %s:\n%s", old, file, b)
	}
	write(t, s, file, text)
}
