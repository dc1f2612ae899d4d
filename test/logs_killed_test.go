//go:build unix

package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestKilledWhileLogging: ac-hook, ac-proxy and ac-report are killed at any time,
// around the moment when a log is closed and compressed. What ac-hook has recorded
// before it ended is there, once; ac-report reads all of it.
func TestKilledWhileLogging(t *testing.T) {
	dir := t.TempDir()
	env := append(os.Environ(), "HOME="+dir, "AGENT_CONNECTOR_DATA_DIR="+dir, "AGENT_CONNECTOR_TELEMETRY=", "AGENT_CONNECTOR_MEASURE=")
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("connectors/acme/user/hook.json", `{"schema":"ac.hookfile/v1","connector":"acme","version":"1","telemetry":true,"hooks":{"PreToolUse":[{"handler":{"rules":[{"decision":"allow"}]}}]}}`)
	before := 0
	full := func(line string) string { // a few records below the size that closes it
		n := (8<<20 - 2000) / (len(line) + 1)
		before += n
		return strings.Repeat(line+"\n", n)
	}
	put("logs/events/current.ndjson", full(`{"schema":"ac.event/v1","ts":1796000000000,"host":"codex","event":"Stop","connector":"old","tokens":1}`))
	put("logs/measure/current.ndjson", full(`{"schema":"ac.measure/v1","ts":1796000000000,"connector":"old","surface":"server","kind":"call","method":"tools/call","tool":"x","direction":"c2s","input_tokens":1,"output_tokens":1,"confidence":"heuristic"}`))

	var mu sync.Mutex
	recorded := map[string]bool{}
	run := func(most int, stdin io.Reader, argv ...string) (ended bool) {
		cmd := exec.Command(filepath.Join(programs(), argv[0]), argv[1:]...)
		cmd.Env, cmd.Stdin, cmd.Dir = env, stdin, dir
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Error(err)
			return false
		}
		if most > 0 {
			timer := time.AfterFunc(time.Duration(rand.IntN(most*1000))*time.Microsecond, func() { _ = cmd.Process.Kill() })
			defer timer.Stop()
		}
		err := cmd.Wait()
		if err != nil && cmd.ProcessState.Exited() {
			t.Errorf("%s: %v: %s", argv[0], err, out.String())
		}
		return err == nil
	}
	talk := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}` + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}` + "\n"
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for n := range 25 {
				id := fmt.Sprintf("t%d-%d", worker, n)
				payload := `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_use_id":"` + id + `","tool_input":{"command":"ls"},"cwd":"/"}`
				most := 12
				if n%5 == 0 {
					most = 0 // on a slow machine no other may live long enough
				}
				if run(most, strings.NewReader(payload), "ac-hook", "claude-code", "PreToolUse", "--connector", "acme") {
					mu.Lock()
					recorded[id] = true
					mu.Unlock()
				}
				switch n % 5 {
				case 1:
					run(60, strings.NewReader(talk), "ac-proxy", "--connector", "acme", "--", "cat")
				case 3:
					run(60, nil, "ac-report", "tokens", "-q")
				}
			}
		})
	}
	wg.Wait()
	if len(recorded) == 0 {
		t.Fatal("no hook recorded anything")
	}

	cmd := exec.Command(filepath.Join(programs(), "ac-report"), "tokens", "--json")
	cmd.Env = env
	var talked bytes.Buffer
	cmd.Stderr = &talked
	out, err := cmd.Output()
	if err != nil || strings.Contains(talked.String(), "damaged") {
		t.Fatalf("ac-report: %v %s", err, talked.String())
	}
	events, old := 0, 0
	for line := range bytes.Lines(out) {
		var r struct {
			Kind, Connector string
			Calls           int
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		switch {
		case r.Kind == "hook" && r.Connector == "acme":
			events += r.Calls
		case r.Connector == "old":
			old += r.Calls
		}
	}
	if events < len(recorded) || events > 100 {
		t.Errorf("%d events, %d were recorded by hooks that were not killed, of 100", events, len(recorded))
	}
	if old != before {
		t.Errorf("%d records of before, expected %d", old, before)
	}
	closed, _ := filepath.Glob(filepath.Join(dir, "logs", "*", "*-0001.ndjson*"))
	t.Logf("%d events, %d acknowledged; closed: %d; %s", events, len(recorded), len(closed), talked.String())
}
