package hook

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

const prePayload = `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}`

// sandbox is a world whose home holds one connector.
func sandbox(t testing.TB, hookJSON, stdin string, args ...string) (*world.World, *counted) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "connectors", "acme", "user")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, hookFile), []byte(hookJSON), 0o600); err != nil {
		t.Fatal(err)
	}
	out := &counted{}
	return &world.World{Args: args, Stdin: strings.NewReader(stdin), Stdout: out, Stderr: &bytes.Buffer{}, Dir: dir,
		OS: "linux", Environ: []string{"AGENT_CONNECTOR_DATA_DIR=" + dir}, Now: time.Now}, out
}

// counted counts the writes to stdout.
type counted struct {
	b      bytes.Buffer
	writes int
}

func (c *counted) String() string { return c.b.String() }

func (c *counted) Write(p []byte) (int, error) {
	c.writes++
	return c.b.Write(p)
}

const denyAll = `{"schema":"ac.hookfile/v1","connector":"acme","hooks":{"PreToolUse":[{"handler":{"rules":[{"decision":"deny","reason":"no"}]}}]}}`

// TestOneWrite: a host that reads once gets the whole reply.
func TestOneWrite(t *testing.T) {
	w, out := sandbox(t, denyAll, prePayload, "claude-code", "PreToolUse", "--connector", "acme")
	if code := Main(w); code != world.OK || out.writes != 1 || !strings.HasSuffix(out.String(), "}\n") {
		t.Fatalf("exit %d, %d writes: %s", code, out.writes, out)
	}
	w, out = sandbox(t, denyAll, prePayload, "claude-code", "PostToolUse", "--connector", "nope")
	if code := Main(w); code != world.OK || out.writes != 0 {
		t.Fatalf("exit %d, %d writes: %s", code, out.writes, out)
	}
}

// TestBugsAreFaults: a panic of ours follows the policy, and one more while the
// fault is reported leaves the reply that says nothing.
func TestBugsAreFaults(t *testing.T) {
	hang := `{"schema":"ac.hookfile/v1","connector":"acme","hooks":{"PreToolUse":[{"handler":{"command":["x"]}}]}}`
	for _, c := range []struct {
		host        string
		deny        bool
		logBroken   bool
		text, quiet string
	}{
		{host: "claude-code", deny: true, text: `"permissionDecision":"deny"`},
		{host: "claude-code"},
		{host: "claude-code", deny: true, logBroken: true},
		{host: "cursor", deny: true, logBroken: true, text: "{}"},
	} {
		w, _ := sandbox(t, hang, prePayload)
		call := newCall(w, host.FindCaller(c.host), "PreToolUse", "acme", c.deny)
		w.Now = func() time.Time { panic("a bug") } // met when the handler is started
		if call.log.path = ""; c.logBroken {
			call.log = nil
		}
		if a := call.answer(); !strings.Contains(a.text, c.text) || c.text == "" && a.text != "" {
			t.Errorf("%+v: %q", c, a.text)
		}
	}
}

func TestHostTimeout(t *testing.T) {
	for _, c := range []struct {
		host, event string
		file        *definition
		want, left  time.Duration
	}{
		{"claude-code", "PreToolUse", nil, 60 * time.Second, 59 * time.Second},
		{"codex", "PreToolUse", nil, 600 * time.Second, 599 * time.Second},
		{"codex", "SessionEnd", nil, time.Second, 750 * time.Millisecond},
		{"codex", "SessionEnd", &definition{HookFile: wire.HookFile{Timeouts: map[string]int64{"SessionEnd": 8000}}}, 3 * time.Second, 2250 * time.Millisecond},
		{"codex", "PreToolUse", &definition{HookFile: wire.HookFile{Timeouts: map[string]int64{"SessionEnd": 8000}}}, 600 * time.Second, 599 * time.Second},
		{"cursor", "preToolUse", &definition{HookFile: wire.HookFile{Timeouts: map[string]int64{"PreToolUse": 2000}}}, 2 * time.Second, 1500 * time.Millisecond},
	} {
		w, _ := sandbox(t, denyAll, "")
		at := time.UnixMilli(1)
		w.Now = func() time.Time { return at }
		call := newCall(w, host.FindCaller(c.host), c.event, "acme", false)
		call.file = c.file
		if got := call.hostTimeout(); got != c.want || call.left() != c.left {
			t.Errorf("%s %s: %s, %s left; expected %s, %s", c.host, c.event, got, call.left(), c.want, c.left)
		}
	}
}

func TestRealHost(t *testing.T) {
	for _, c := range []struct {
		env, pointer, event, want string
	}{
		{"", "claude-code", "PreToolUse", "claude-code"},
		{"CURSOR_VERSION=3", "claude-code", "preToolUse", "cursor"},
		{"CURSOR_VERSION=3", "claude-code", "PreToolUse", "claude-code"}, // Claude, started from Cursor's shell
		{"", "claude-code", "preToolUse", "claude-code"},                 // the name alone is not enough
		{"CURSOR_AGENT=0", "claude-code", "preToolUse", "claude-code"},   // not the value that proves it
		{"CURSOR_VERSION=3", "claude-code", "Unheard", "claude-code"},    // an event that nobody knows
		{"CURSOR_VERSION=3", "claude-code", "", "claude-code"},
		{"CLAUDECODE=1", "codex", "PreToolUse", "codex"}, // Codex, started from Claude's shell
		{"GROK_SESSION_ID=s", "claude-code", "pre_tool_use", "grok-build"},
		{"GROK_SESSION_ID=s", "cursor", "pre_tool_use", "grok-build"},
		{"GROK_SESSION_ID=s", "claude-code", "PreToolUse", "claude-code"}, // Claude, started from Grok's shell
		{"DEVIN_PROJECT_DIR=/p", "claude-code", "PreToolUse cwd", "claude-code"},
		{"DEVIN_PROJECT_DIR=/p", "claude-code", "PreToolUse", "devin"}, // its payloads lack what Claude's have
		{"AGENT_CONNECTOR_HOST=codex", "claude-code", "PreToolUse", "codex"},
		{"AGENT_CONNECTOR_HOST=unheard", "claude-code", "PreToolUse", "claude-code"},
	} {
		w, _ := sandbox(t, denyAll, "")
		w.Environ = append(w.Environ, c.env)
		call := newCall(w, host.FindCaller(c.pointer), "PreToolUse", "acme", false)
		name, cwd, _ := strings.Cut(c.event, " ")
		o := object{{"hook_event_name", encode(name)}}
		if strings.Contains(name, "_") {
			o[0].key = "hookEventName" // as Grok says it
		}
		if cwd != "" {
			o = append(o, member{cwd, encode("/p")})
		}
		if got := call.realHost(o); got.ID != c.want {
			t.Errorf("%s, pointer of %s, %s: %s, expected %s", c.env, c.pointer, c.event, got.ID, c.want)
		}
	}
}

func TestParseArguments(t *testing.T) {
	for _, c := range []struct {
		args string
		want arguments
	}{
		{"claude-code Stop --connector a", arguments{names: []string{"claude-code", "Stop"}, connector: "a"}},
		{"--connector=a codex Stop --on-error=deny", arguments{names: []string{"codex", "Stop"}, connector: "a", deny: true}},
		{"codex Stop --on-error allow --connector a", arguments{names: []string{"codex", "Stop"}, connector: "a"}},
		{"codex Stop --on-error maybe extra --x", arguments{names: []string{"codex", "Stop"}, odd: []string{"maybe", "extra", "--x"}}},
		{"codex Stop --connector", arguments{names: []string{"codex", "Stop"}}},
	} {
		got := parse(strings.Fields(c.args))
		if strings.Join(got.names, " ") != strings.Join(c.want.names, " ") || got.connector != c.want.connector || got.deny != c.want.deny ||
			strings.Join(got.odd, " ") != strings.Join(c.want.odd, " ") {
			t.Errorf("%q: %+v", c.args, got)
		}
	}
}

func TestValidID(t *testing.T) {
	for id, want := range map[string]bool{"acme": true, "acme-db.2": true, "": false, ".": false, "..": false, "a/b": false, `a\b`: false, "c:x": false, "a\x00": false} {
		if validID(id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
}

// TestLogRotation: at the limit the log goes on, over it a new one begins.
func TestLogRotation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "logs", "hook.log")
	j := &journal{path: path, limit: levelInfo, now: time.Now}
	line := []byte(strings.Repeat("x", 99) + "\n")
	for size := 0; size+len(line) <= maxLog; size += len(line) {
		j.append(line)
	}
	if _, err := os.Stat(path + ".1"); err == nil {
		t.Fatal("rotated below the limit")
	}
	j.append(line)
	fi, err := os.Stat(path)
	if err != nil || fi.Size() != int64(len(line)) {
		t.Fatal(fi, err)
	}
	if old, err := os.Stat(path + ".1"); err != nil || old.Size() > maxLog || old.Size() < maxLog-100 {
		t.Fatal(old, err)
	}
}
