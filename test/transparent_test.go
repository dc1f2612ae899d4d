package test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A server of the transparency test sends one file and keeps what it gets, all in
// pieces of its own; it ends with a status of its own.
const (
	serverRole   = "AC_TEST_SERVER" // the folder
	serverStatus = 7
)

func beServer(dir string) {
	got, err := os.Create(filepath.Join(dir, "c2s.got"))
	if err != nil {
		os.Exit(1)
	}
	done := make(chan error, 1)
	go func() { _, err := io.Copy(got, os.Stdin); done <- err }()
	text, err := os.ReadFile(filepath.Join(dir, "s2c"))
	if err == nil {
		err = inPieces(os.Stdout, text, rand.New(rand.NewPCG(5, 6)))
	}
	fmt.Fprintln(os.Stderr, "the server has said all")
	if err != nil || <-done != nil {
		os.Exit(1)
	}
	os.Exit(serverStatus)
}

// inPieces writes a text in pieces of one byte to a megabyte.
func inPieces(w io.Writer, text []byte, r *rand.Rand) error {
	for n := 0; len(text) > 0; n++ {
		size := 1 + r.IntN(1<<r.IntN(21))
		if n < 200 {
			size = 1 // a message in single bytes is a message
		}
		size = min(size, len(text))
		if _, err := w.Write(text[:size]); err != nil {
			return err
		}
		if text = text[size:]; n%64 == 0 {
			time.Sleep(time.Duration(r.IntN(300)) * time.Microsecond)
		}
	}
	return nil
}

// Whatever goes either way comes out as it went in: recorded sessions and
// generated ones, in any pieces, both directions at once.
func TestWhatPassesTheProxyIsUnchanged(t *testing.T) {
	tools := programs()
	for name, more := range map[string][]string{"measured": nil, "unmeasured": {"AGENT_CONNECTOR_TELEMETRY=0"}, "gated": {"GATE=--tools-include=*"}} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, 7))
				big := 0
				if seed == 0 && !testing.Short() {
					big = 100 << 20
				}
				passThrough(t, tools, r, more, corpus(t, r, "c2s", big), corpus(t, r, "s2c", big))
			})
		}
	}
}

func passThrough(t *testing.T, tools string, r *rand.Rand, more []string, c2s, s2c []byte) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "s2c"), s2c, 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"--connector", "acme"}
	if len(more) > 0 {
		if gate, ok := strings.CutPrefix(more[0], "GATE="); ok {
			args = append(args, gate)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(tools, "ac-proxy"), append(args, "--", self)...)
	cmd.Env = append(append(os.Environ(), serverRole+"="+dir, "AGENT_CONNECTOR_DATA_DIR="+dir, "HOME="+dir), more...)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	werr := inPieces(in, c2s, r)
	in.Close()
	err = cmd.Wait()
	if werr != nil || cmd.ProcessState.ExitCode() != serverStatus || stderr.String() != "the server has said all\n" {
		t.Errorf("%v, %v; stderr %q", werr, err, stderr.String())
	}
	got, err := os.ReadFile(filepath.Join(dir, "c2s.got"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "to the server", got, c2s)
	same(t, "to the client", out.Bytes(), s2c)
}

func same(t *testing.T, what string, got, want []byte) {
	t.Helper()
	if bytes.Equal(got, want) {
		return
	}
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	t.Errorf("%s: %d bytes of %d, they differ at %d: %q, want %q", what, len(got), len(want), i, got[i:min(len(got), i+60)], want[i:min(len(want), i+60)])
}

// corpus is one direction of a session: what real programs have said, messages of
// all kinds, and what is none.
func corpus(t *testing.T, r *rand.Rand, dir string, big int) (text []byte) {
	lines := append(recorded(t, dir), generated(r, dir)...)
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for i, l := range lines {
		if big > 0 && i == len(lines)/2 {
			text = append(append(append(text, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`...), bytes.Repeat([]byte("x y"), big/3)...), "\"}]}}\n"...)
		}
		text = append(text, l...)
	}
	return append(text, `{"the last line":"has no end`...)
}

func recorded(t *testing.T, dir string) (lines [][]byte) {
	files, _ := filepath.Glob("../pkg/meter/testdata/*.ndjson")
	if len(files) == 0 {
		t.Fatal("no recorded sessions")
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		sc := bufio.NewScanner(f)
		sc.Buffer(nil, 1<<22)
		for sc.Scan() {
			var e struct{ Dir, Raw string }
			if json.Unmarshal(sc.Bytes(), &e) == nil && e.Dir == dir {
				lines = append(lines, []byte(e.Raw))
			}
		}
	}
	return lines
}

func generated(r *rand.Rand, dir string) (lines [][]byte) {
	ids := []string{`0`, `1`, `-7`, `1.0`, `1e3`, `9007199254740993`, `"1"`, `"init-\u00e9"`, `"é"`, `null`, `""`, `"` + strings.Repeat("i", 3000) + `"`}
	methods := []string{"initialize", "ping", "tools/list", "tools/call", "resources/read", "prompts/get", "sampling/createMessage", "elicitation/create", "roots/list", "tasks/get", "subscriptions/listen", "vendor/unknown", "completion/complete"}
	bodies := []string{`{}`, `null`, `{"name":"a","arguments":{"x":1}}`, `{"tools":[{"name":"a"},{"name":"b","icons":[]}],"nextCursor":""}`,
		`{"content":[{"type":"text","text":"<|endoftext|> \ud83d\ude00 \"q\""}],"structuredContent":{"a":[1,2.50]}}`,
		`{"resultType":"input_required","requestState":"s","inputRequests":{}}`, `{"resultType":"task","taskId":"T","status":"working"}`,
		`{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","progressToken":"p"}}`, `{"x":"` + strings.Repeat("é ", 40000) + `"}`, `{"x":"` + strings.Repeat(" ", 100000) + `"}`}
	pick := func(all []string) string { return all[r.IntN(len(all))] }
	one := func() string {
		switch r.IntN(6) {
		case 0:
			return `{"jsonrpc":"2.0","id":` + pick(ids) + `,"method":"` + pick(methods) + `","params":` + pick(bodies) + `}`
		case 1:
			return `{"method":"notifications/` + pick([]string{"progress", "cancelled", "message", "tools/list_changed", "x"}) + `","params":` + pick(bodies) + `}`
		case 2:
			return ` { "result" : ` + pick(bodies) + ` , "id" : ` + pick(ids) + ` }`
		case 3:
			return `{"id":` + pick(ids) + `,"error":{"code":-32000,"message":"no"}}`
		case 4:
			return pick([]string{"", "\r", "[server] listening", "✅ ready", "\xff\xfe\x00 not text", `{"id":1`, `[]`, `[[]]`, `5`, strings.Repeat("[", 20000)})
		}
		return `[{"id":` + pick(ids) + `,"method":"` + pick(methods) + `","params":` + pick(bodies) + `},{"method":"n"},{"id":` + pick(ids) + `,"result":` + pick(bodies) + `}]`
	}
	for range 300 {
		lines = append(lines, []byte(one()+pick([]string{"\n", "\n", "\n", "\r\n"})))
	}
	return lines
}
