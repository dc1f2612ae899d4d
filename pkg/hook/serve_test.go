package hook

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/host"
	"agentconnector/pkg/world"
)

// served is what serve answers to some lines, by id.
func served(t testing.TB, w *world.World, in string) map[string]string {
	t.Helper()
	var out bytes.Buffer
	w.Args, w.Stdin, w.Stdout = []string{"serve", "opencode", "--connector", "acme"}, strings.NewReader(in), &out
	if code := Main(w); code != world.OK {
		t.Fatalf("exit %d", code)
	}
	answers := map[string]string{}
	for line := range strings.Lines(out.String()) {
		var a struct{ ID wire.Raw }
		if err := json.Unmarshal([]byte(line), &a); err != nil || answers[string(a.ID)] != "" && string(a.ID) != "null" {
			t.Fatalf("%v: %q, after %q", err, line, answers[string(a.ID)])
		}
		answers[string(a.ID)] = strings.TrimSuffix(line, "\n")
	}
	return answers
}

func ask(id int, event, tool, command string) string {
	return fmt.Sprintf(`{"id":%d,"event":%q,"payload":{"hook":%q,"input":{"tool":%q,"callID":"c","args":{"command":%q}},"output":{"args":{"command":%q}}}}`+"\n", id, event, event, tool, command, command)
}

const guard = `{"schema":"ac.hookfile/v1","connector":"acme","telemetry":true,"hooks":{
	"PreToolUse":[{"matcher":"Ba(sh|z)","handler":{"rules":[{"if":{"toolInput.command":{"matches":"rm (-rf|-fr)"}},"decision":"deny","reason":"no"}]}}],
	"PostToolUse":[{"handler":{"command":["sh","-c","cat >/dev/null; echo '{\"additionalContext\":\"C\"}'"]}}]}}`

// TestServeManyAtOnce: each request gets its own answer, whichever handlers run
// beside each other, and each event is in the log once.
func TestServeManyAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the handler is a shell line")
	}
	w, _ := sandbox(t, guard, "")
	const n = 300
	var in strings.Builder
	for i := range n {
		switch i % 10 {
		case 0:
			in.WriteString(ask(i, "tool.execute.after", "bash", "ls"))
		case 1:
			in.WriteString(ask(i, "tool.execute.before", "bash", "rm -rf x"))
		default:
			in.WriteString(ask(i, "tool.execute.before", "bash", "ls"))
		}
	}
	answers := served(t, w, in.String())
	for i := range n {
		want := fmt.Sprintf(`{"id":%d}`, i)
		switch i % 10 {
		case 0:
			want = fmt.Sprintf(`{"id":%d,"reply":{"context":"C"}}`, i)
		case 1:
			want = fmt.Sprintf(`{"id":%d,"reply":{"throw":"no"}}`, i)
		}
		if got := answers[fmt.Sprint(i)]; got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	log, err := os.ReadFile(filepath.Join(w.Dir, "logs", "events", "current.ndjson"))
	if err != nil || bytes.Count(log, []byte("\n")) != n {
		t.Errorf("%d lines of log, %v", bytes.Count(log, []byte("\n")), err)
	}
}

// TestServeAtTheLimit: a line of 16 MB is answered, one byte more is refused, and
// so is what asks for more handlers at once than there may be.
func TestServeAtTheLimit(t *testing.T) {
	w, _ := sandbox(t, guard, "")
	fill := func(id, size int) string {
		line := ask(id, "tool.execute.before", "bash", "rm -rf ")
		at := strings.LastIndex(line, `rm -rf `) + len(`rm -rf `)
		return line[:at] + strings.Repeat("x", size-len(line)+1) + line[at:]
	}
	answers := served(t, w, fill(1, maxPayload)+fill(2, maxPayload+1)+ask(3, "tool.execute.before", "bash", "ls"))
	for id, want := range map[string]string{"1": `{"id":1,"reply":{"throw":"no"}}`, "2": `{"id":2,"error":"` + errTooBig.Error() + `"}`, "3": `{"id":3}`} {
		if answers[id] != want {
			t.Errorf("%s: %.200s", id, answers[id])
		}
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	s := newServer(w, hostNamed(t, "opencode"), arguments{names: []string{"opencode"}, connector: "acme"})
	for range cap(s.queue) {
		s.queue <- struct{}{}
	}
	var out bytes.Buffer
	s.w.Stdin, s.out = strings.NewReader(ask(1, "tool.execute.after", "bash", "ls")), newWriter(&out)
	s.loop()
	if want := `{"id":1,"error":"` + errBusy.Error() + `"}` + "\n"; out.String() != want {
		t.Errorf("%s, expected %s", &out, want)
	}
}

// TestServeFlushesBeforeItWaits: an answer is out before the next request is
// waited for, also if the beginning of that has come already.
func TestServeFlushesBeforeItWaits(t *testing.T) {
	w, _ := sandbox(t, guard, "")
	r, in := io.Pipe()
	out, wr := io.Pipe()
	w.Args, w.Stdin, w.Stdout = []string{"serve", "opencode", "--connector", "acme"}, r, wr
	done := make(chan int, 1)
	go func() { done <- Main(w) }()
	next := ask(2, "tool.execute.before", "bash", "ls")
	go io.WriteString(in, ask(1, "tool.execute.before", "bash", "ls")+next[:20])
	got := make([]byte, 64)
	read := make(chan int, 1)
	go func() { n, _ := out.Read(got); read <- n }()
	select {
	case n := <-read:
		if string(got[:n]) != "{\"id\":1}\n" {
			t.Errorf("%q", got[:n])
		}
	case <-time.After(10 * time.Second):
		t.Fatal("no answer")
	}
	go io.Copy(io.Discard, out)
	io.WriteString(in, next[20:])
	in.Close()
	if code := <-done; code != world.OK {
		t.Error(code)
	}
}

// TestServeKeepsNothing: what it remembers of definitions and projects is
// bounded.
func TestServeKeepsNothing(t *testing.T) {
	w, _ := sandbox(t, guard, "")
	s := newServer(w, hostNamed(t, "opencode"), arguments{connector: "acme"})
	var in strings.Builder
	for i := range 3 * maxKnown {
		fmt.Fprintf(&in, `{"id":%d,"event":"tool.execute.before","payload":{"hook":"tool.execute.before","input":{"tool":"bash"},"directory":"/nowhere/%d"}}`+"\n", i, i)
	}
	s.w.Stdin, s.out = strings.NewReader(in.String()), newWriter(io.Discard)
	s.loop()
	s.events.flush()
	if len(s.defs.known) > maxKnown || len(s.events.keys) > maxKnown || len(s.events.lines) != 0 {
		t.Errorf("%d definitions, %d projects, %d bytes of log", len(s.defs.known), len(s.events.keys), len(s.events.lines))
	}
}

// FuzzServe: every line that is not blank gets one answer, which is one line of
// JSON with the id of a request that has one, or null.
func FuzzServe(f *testing.F) {
	f.Add([]byte(ask(1, "tool.execute.before", "bash", "rm -rf x") + "oops\n\n" + ask(2, "session.idle", "", "")))
	f.Add([]byte(`{"id":"a","event":"chat.message","payload":{"output":{"parts":[{"type":"text","text":"x"}]}}}`))
	f.Add([]byte("{\"id\":1e999,\"event\":\"\xff\",\"payload\":{\"a\":{\"a\":null}}}\r\n\x00\n"))
	w, _ := sandbox(f, strings.ReplaceAll(guard, `"telemetry":true`, `"telemetry":false`), "")
	w.Environ = append(w.Environ, LogVar+"=silent")
	s := newServer(w, hostNamed(f, "opencode"), arguments{connector: "acme"})
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.Contains(in, []byte("execute.after")) {
			t.Skip("a handler would be started")
		}
		var out bytes.Buffer
		s.w.Stdin, s.out = bytes.NewReader(in), newWriter(&out)
		s.loop()
		s.busy.Wait()
		want := 0
		for line := range bytes.Lines(in) {
			if len(bytes.TrimSpace(line)) > 0 {
				want++
			}
		}
		if got := bytes.Count(out.Bytes(), []byte("\n")); got != want {
			t.Fatalf("%d answers to %d lines: %s", got, want, &out)
		}
		for line := range bytes.Lines(out.Bytes()) {
			if !json.Valid(line) {
				t.Fatalf("%q is no JSON", line)
			}
		}
	})
}

func hostNamed(t testing.TB, id string) *host.Caller {
	h := host.FindCaller(id)
	if h == nil {
		t.Fatal("no host", id)
	}
	return h
}

func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, serveChunk) }
