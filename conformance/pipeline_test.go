package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// patch is what is needed here of an ac.patch/v1 line.
type patch struct {
	Schema  string          `json:"schema"`
	Hosts   []string        `json:"hosts"`
	Surface string          `json:"surface"`
	Path    string          `json:"path"`
	At      []string        `json:"at"`
	Value   json.RawMessage `json:"value"`
}

// pipeline installs a connector as a user does, and gives the plan:
// ac-detect | ac-render CONNECTOR | ac-apply.
func pipeline(t *testing.T, s *Sandbox, connector string) []patch {
	t.Helper()
	found := tool(t, s, "", "ac-detect")
	plan := tool(t, s, found, "ac-render", connector)
	tool(t, s, plan, "ac-apply")
	var patches []patch
	for line := range strings.Lines(plan) {
		var p patch
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if p.Schema == "ac.patch/v1" {
			patches = append(patches, p)
		}
	}
	return patches
}

// tool runs one of our programs, which must succeed.
func tool(t *testing.T, s *Sandbox, stdin string, argv ...string) string {
	t.Helper()
	r, err := s.Run(context.Background(), strings.NewReader(stdin), argv...)
	if err != nil || r.Code != 0 {
		t.Fatalf("%q: status %d, %v\n%s", argv, r.Code, err, r.Stderr)
	}
	return r.Stdout
}

// machine is a sandbox with both hosts in use: files of the user's own, our
// tools on PATH. It gives the files with their text.
func machine(t *testing.T, moved bool) (*Sandbox, map[string]string) {
	t.Helper()
	s := sandbox(t, moved)
	for _, name := range []string{"ac-detect", "ac-render", "ac-apply", "ac-hook", "ac-proxy", "acme-guard"} {
		put(t, s, name)
	}
	for name, id := range map[string]string{"claude": "claude-code", "codex": "codex"} {
		if err := os.Symlink(s.Bins[id], filepath.Join(s.Bin(), name)); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{
		Claude{}.ServerFile(s): fmt.Sprintf(claudeState, filepath.Join(s.Bin(), "acme-db-server")),
		Claude{}.HookFile(s):   claudeSettings,
		Codex{}.ServerFile(s):  CodexQuiet + fmt.Sprintf(codexConfig, filepath.Join(s.Bin(), "acme-db-server")),
		Codex{}.HookFile(s):    codexHooks,
	}
	for path, text := range files {
		write(t, s, path, text)
	}
	// Once before anything is remembered: a host completes its own state.
	for _, h := range pair(t) {
		noFaults(t, h, s, ownWant(h, s))
	}
	for path := range files {
		files[path] = read(t, path)
	}
	return s, files
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const (
	claudeState = `{
  "numStartups": 7,
  "mcpServers": {
    "own": {"type": "stdio", "command": %q, "args": [], "env": {}}
  },
  "theme": "dark"
}
`
	claudeSettings = `{
    "permissions": { "allow": ["Bash(git status)"] },
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [ { "type": "command", "command": "/usr/bin/true", "timeout": 5 } ] }
        ]
    }
}
`
	codexConfig = `
# my own server, do not touch
[mcp_servers.own]
command = %q   # the same program

[profiles.fast]
model_reasoning_effort = "low" # for small things
`
	codexHooks = `{
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "/usr/bin/true", "timeout": 5 }] }]
  }
}
`
)

// ownWant is what the user has had before.
func ownWant(h Host, s *Sandbox) Want {
	return Want{
		Server: "own", Tools: exampleTools,
		Fields: map[string]any{"command": filepath.Join(s.Bin(), "acme-db-server"), "args": []any{}},
		Hooks:  []Hook{{Event: "PreToolUse", Matcher: "Bash", Command: "/usr/bin/true", TimeoutSec: 5}},
	}
}

// wantOf reads off the plan what was written for a host, beside what the user
// had.
func wantOf(t *testing.T, h Host, s *Sandbox, plan []patch) Want {
	t.Helper()
	w := ownWant(h, s)
	w.Server, w.Fields = connectorID, nil
	for _, p := range plan {
		if !slices.Contains(p.Hosts, h.ID()) {
			continue
		}
		switch p.Surface {
		case "server":
			if err := json.Unmarshal(p.Value, &w.Fields); err != nil {
				t.Fatalf("%s: %v", p.Value, err)
			}
		case "hooks":
			w.Hooks = append(w.Hooks, hooksOf(t, p)...)
		}
	}
	if w.Fields == nil || len(w.Hooks) == 1 {
		t.Fatalf("%s: the plan has no server or no hooks:\n%s", h.ID(), text(plan))
	}
	return w
}

// hooksOf are the hooks of one group: both hosts nest them the same way.
func hooksOf(t *testing.T, p patch) []Hook {
	t.Helper()
	var group struct {
		Matcher string `json:"matcher"`
		Hooks   []struct {
			Command string  `json:"command"`
			Timeout float64 `json:"timeout"`
		} `json:"hooks"`
	}
	if err := json.Unmarshal(p.Value, &group); err != nil || len(group.Hooks) == 0 {
		t.Fatalf("no group of hooks: %v in %s", err, p.Value)
	}
	var hooks []Hook
	for _, k := range group.Hooks {
		hooks = append(hooks, Hook{Event: p.At[len(p.At)-1], Matcher: group.Matcher, Command: k.Command, TimeoutSec: k.Timeout})
	}
	return hooks
}

// What the pipeline writes is what the hosts list, start and keep; after undo
// they know nothing of it, and every file is as it was.
func TestHostsTakeWhatThePipelineWrites(t *testing.T) {
	for _, moved := range []bool{false, true} {
		t.Run(fmt.Sprintf("moved=%v", moved), func(t *testing.T) {
			s, files := machine(t, moved)
			plan := pipeline(t, s, example(t))
			for _, h := range pair(t) {
				s.Until = func() bool { return measured(t, s, h.ID()) }
				watch(t, h, "lists", func() {
					noFaults(t, h, s, wantOf(t, h, s, plan))
					own := wantOf(t, h, s, plan) // the user's own server is still there
					own.Server, own.Fields = "own", ownWant(h, s).Fields
					noFaults(t, h, s, own)
				})
			}
			for _, h := range pair(t) {
				if !measured(t, s, h.ID()) {
					t.Errorf("%s: no measurement of its tools/list: was the server started through ac-proxy?", h.ID())
				}
			}
			s.Until = nil

			tool(t, s, "", "ac-apply", "--undo", connectorID)
			for _, h := range pair(t) {
				watch(t, h, "undone", func() {
					noFaults(t, h, s, ownWant(h, s))
					all, err := h.List(context.Background(), s)
					if _, there := all.ByName[connectorID]; there || err != nil {
						t.Errorf("%s still lists %s: %v", h.ID(), connectorID, err)
					}
				})
			}
			for path, want := range files {
				if got := read(t, path); got != want {
					t.Errorf("%s differs after undo:\n--- was\n%s\n--- is\n%s", path, want, got)
				}
			}
			nothingLeft(t, s)
		})
	}
}

func example(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../examples/acme-db")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// measured looks for the proof that a host started the server through
// ac-proxy: only that writes this log.
func measured(t *testing.T, s *Sandbox, host string) bool {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(s.Home(), ".agent-connector", "logs", "measure", "*.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range logs {
		for line := range strings.Lines(read(t, file)) {
			var m struct{ Connector, Host, Kind string }
			if json.Unmarshal([]byte(line), &m) == nil && m.Connector == connectorID && m.Host == host && m.Kind == "tool_defs" {
				return true
			}
		}
	}
	return false
}

// nothingLeft looks for files of the connector, and for marks and pointers of
// ours inside other files, outside our own folder and what the hosts keep for
// themselves: logs, databases, copies of their own files.
func nothingLeft(t *testing.T, s *Sandbox, except ...string) {
	t.Helper()
	theirs := []string{".agent-connector", ".cache", "backups", "log", "logs", "plugin-data", "sessions", "session-state", "traces"}
	err := filepath.WalkDir(s.Home(), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(theirs, d.Name()):
			return fs.SkipDir
		case slices.Contains(except, path):
		case strings.Contains(d.Name(), "acme"):
			t.Errorf("left after undo: %s", path)
		case !d.Type().IsRegular() || strings.Contains(d.Name(), ".sqlite") || strings.Contains(d.Name(), ".db"):
		default:
			for line := range strings.Lines(read(t, path)) {
				if strings.Contains(line, "agent-connector") {
					t.Errorf("after undo %s still says:\n%.300s", path, line)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// The user's variable reaches the server through host and proxy: one that the
// server refuses keeps it from starting, and only it.
func TestVariablesReachTheServer(t *testing.T) {
	s, _ := machine(t, false)
	plan := pipeline(t, s, example(t))
	s.Vars = []string{"ACME_DB_DSN=refused://by.the.server"}
	for _, h := range pair(t) {
		all, err := h.List(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if got := all.ByName[connectorID].Status; got != Failed {
			t.Errorf("%s: the server is %q with a variable that it refuses", h.ID(), got)
		}
	}
	s.Vars = []string{"ACME_DB_DSN=demo"}
	for _, h := range pair(t) {
		noFaults(t, h, s, wantOf(t, h, s, plan))
	}
}

// The check that the pipeline passes finds what it could have got wrong.
func TestBreakagesOfThePipelineAreNoticed(t *testing.T) {
	for _, h := range pair(t) {
		t.Run(h.ID(), func(t *testing.T) {
			s, _ := machine(t, false)
			w := wantOf(t, h, s, pipeline(t, s, example(t)))
			noFaults(t, h, s, w)
			for _, name := range []string{"server", "hooks"} {
				files := h.(interface {
					ServerFile(*Sandbox) string
					HookFile(*Sandbox) string
				})
				file, old := files.ServerFile(s), "ac-proxy"
				if name == "hooks" {
					file, old = files.HookFile(s), `"command":`
				}
				good := read(t, file)
				spoil(t, s, file, old, strings.ToUpper(old))
				if faults, err := Faults(context.Background(), h, s, w); err != nil || len(faults) == 0 {
					t.Errorf("a broken %s is not noticed: %v", name, err)
				}
				write(t, s, file, good)
			}
			noFaults(t, h, s, w)
		})
	}
}
