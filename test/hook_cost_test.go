package test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestHookHasNoInit: what a package of ours sets up at start is paid for at
// every tool call. A variable that needs a call, a map or fmt.Errorf makes an
// init function; only pkg/stack has one, on purpose.
func TestHookHasNoInit(t *testing.T) {
	out, err := exec.Command("go", "tool", "nm", filepath.Join(programs(), "ac-hook"+exeSuffix())).Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := false
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		name := f[len(f)-1]
		pkg, ok := strings.CutPrefix(name, module+"pkg/")
		if !ok || strings.Contains(pkg, "..") {
			continue
		}
		seen = true
		if pkg, fn, _ := strings.Cut(pkg, "."); (fn == "init" || strings.HasPrefix(fn, "init.")) && pkg != "stack" {
			t.Errorf("%s: package %s has something to set up at start", name, pkg)
		}
	}
	if !seen {
		t.Error("nm shows nothing of ours")
	}
}

// TestHookContents: the size of the program, and what must never be in it, by
// the symbols of the program itself.
func TestHookContents(t *testing.T) {
	bin := filepath.Join(programs(), "ac-hook"+exeSuffix())
	fi, err := os.Stat(bin)
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(8 << 20); fi.Size() >= most {
		t.Errorf("%d bytes, must stay below %d", fi.Size(), most)
	}
	mods, err := exec.Command("go", "version", "-m", bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	syms, err := exec.Command("go", "tool", "nm", bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"alecthomas/kong", "tiktoken", "pkoukk", "regexp2", "klauspost/compress", "yaml", "sqlite", "opentelemetry", "otlp", "protobuf", "hujson", "go-toml", "mvdan.cc/sh"} {
		if strings.Contains(string(mods), part) {
			t.Errorf("go version -m shows %s", part)
		}
	}
	for line := range strings.Lines(string(syms)) {
		f := strings.Fields(line)
		name := f[len(f)-1]
		for _, pkg := range []string{"net", "net/http", "crypto/tls", "regexp", "regexp/syntax", "encoding/json", "encoding/base64", "text/template", "flag", "database/sql", module + "pkg/tokens", module + "pkg/cli", module + "pkg/logstore/segment", module + "pkg/connector", module + "pkg/render"} {
			if strings.HasPrefix(name, pkg+".") {
				t.Fatalf("%s is in ac-hook", name)
			}
		}
		if name == module+"pkg/host.All" {
			t.Fatal("ac-hook has all of what a host is, not the callers alone")
		}
	}
}

// TestHookStartsCheaply: the page faults of a call that a rule decides, over
// those of an empty program on the same machine. They are what time at start
// goes with, and do not depend on what else runs; the least of some runs is
// taken, because threads come and go. Both programs are copied first, as an
// installation does: how one that the linker has just written lies in memory is
// luck, and 15 page faults. The gate of the benchmark is 230, at the median (make bench).
func TestHookStartsCheaply(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("page faults are counted on Linux")
	}
	dir := t.TempDir()
	source, empty := filepath.Join(dir, "empty.go"), filepath.Join(dir, "empty")
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644))
	out, err := exec.Command("go", "build", "-o", empty, source).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	copied := func(from string) string {
		to := filepath.Join(dir, "copied-"+filepath.Base(from))
		b, err := os.ReadFile(from)
		check(err)
		f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
		check(err)
		_, err = f.Write(b)
		check(errors.Join(err, f.Sync(), f.Close()))
		return to
	}
	root := filepath.Join(dir, ".agent-connector", "connectors", "acme", "user")
	check(os.MkdirAll(root, 0o755))
	check(os.WriteFile(filepath.Join(root, "hook.json"), []byte(`{"schema":"ac.hookfile/v1","connector":"acme","version":"1","telemetry":false,"hooks":{"PreToolUse":[{"matcher":"Bash|Read","handler":{"rules":[
		{"if":{"toolInput.file_path":{"glob":"**/.env"}},"decision":"ask","reason":"secrets?"},
		{"if":{"toolInput.command":{"matches":"\\brm\\s+-rf\\b"}},"decision":"deny","reason":"by name"}]}}]}}`), 0o644))
	payload := filepath.Join(dir, "payload.json")
	check(os.WriteFile(payload, []byte(`{"session_id":"890724e8-27c1-41b5-8802-c191b099e29c","cwd":"/home/user/project","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"sudo rm -rf /"},"tool_use_id":"toolu_1"}`), 0o644))

	env := append(os.Environ(), "HOME="+dir, "AGENT_CONNECTOR_DATA_DIR="+filepath.Join(dir, ".agent-connector"))
	least := func(argv ...string) (faults int64, said string) {
		for i := range 60 {
			in, err := os.Open(payload)
			check(err)
			cmd := exec.Command(argv[0], argv[1:]...)
			var b strings.Builder
			cmd.Stdin, cmd.Stdout, cmd.Env = in, &b, env
			check(cmd.Run())
			in.Close()
			if n := minorFaults(cmd.ProcessState); i == 0 || n < faults {
				faults, said = n, b.String()
			}
		}
		return faults, said
	}
	base, _ := least(copied(empty))
	hook, said := least(copied(filepath.Join(programs(), "ac-hook")), "claude-code", "PreToolUse", "--connector", "acme")
	if !strings.Contains(said, "by name") {
		t.Fatalf("it says %q", said)
	}
	t.Logf("%d page faults, an empty program has %d", hook, base)
	if hook-base > 50 {
		t.Errorf("%d page faults, %d more than an empty program; at most 50 more", hook, hook-base)
	}
}

func exeSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}
