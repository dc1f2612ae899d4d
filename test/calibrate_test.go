package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// fakeProvider counts two tokens a word, and seven for any message, as a server of
// token counts would.
func fakeProvider(t *testing.T) (address string, asked *atomic.Int64) {
	asked = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		var q struct {
			Model    string
			Messages []struct{ Role, Content string }
		}
		body, _ := io.ReadAll(r.Body)
		err := json.Unmarshal(body, &q)
		switch {
		case r.Method != "POST" || r.URL.Path != "/v1/messages/count_tokens" || r.Header.Get("Anthropic-Version") != "2023-06-01" || err != nil || len(q.Messages) != 1 || q.Messages[0].Role != "user":
			t.Errorf("%s %s %s", r.Method, r.URL, body)
			w.WriteHeader(http.StatusBadRequest)
		case r.Header.Get("X-Api-Key") != "k1":
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`)
		case q.Messages[0].Content == "a":
			fmt.Fprint(w, `{"input_tokens":8}`)
		case strings.HasPrefix(q.Messages[0].Content, "odd"):
			fmt.Fprint(w, `{"input_tokens":100000}`)
		default:
			fmt.Fprintf(w, `{"input_tokens":%d}`, 7+2*len(strings.Fields(q.Messages[0].Content)))
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// TestCalibration: nothing is asked unless it is wanted, ten times a minute at
// most; what comes of it corrects counts for Claude, and says so.
func TestCalibration(t *testing.T) {
	address, asked := fakeProvider(t)
	dir := t.TempDir()
	words := filepath.Join(dir, "words")
	for name, text := range map[string]string{"words": strings.Repeat("hello ", 100), "odd": "odd " + strings.Repeat("hello ", 100), "short": "hello"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(env []string, argv ...string) (out string, code int) {
		t.Helper()
		cmd := exec.Command(filepath.Join(programs(), argv[0]+exeSuffix()), argv[1:]...)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "HOME="+dir, "AGENT_CONNECTOR_DATA_DIR="+filepath.Join(dir, "ac"), "ANTHROPIC_BASE_URL="+address, "ANTHROPIC_API_KEY=k1",
			"AGENT_CONNECTOR_CALIBRATE=", "AGENT_CONNECTOR_TELEMETRY=", "HTTP_PROXY=", "http_proxy="), env...)
		b, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(b), cmd.ProcessState.ExitCode()
	}
	on := "AGENT_CONNECTOR_CALIBRATE=anthropic"
	for _, c := range []struct {
		env  []string
		file string
		code int
		says string
	}{
		{nil, words, 2, "calibration sends the texts to Anthropic, and is off"},
		{[]string{on, "AGENT_CONNECTOR_TELEMETRY=0"}, words, 2, "is off"},
		{[]string{"AGENT_CONNECTOR_CALIBRATE=0"}, words, 2, "is off"},
		{[]string{on, "ANTHROPIC_API_KEY="}, words, 2, "ANTHROPIC_API_KEY is not set"},
		{[]string{on, "ANTHROPIC_BASE_URL=http://example.com"}, words, 2, `"http://example.com" is not encrypted: expected an https address`},
		{[]string{on}, "short", 1, "short: 1 tokens, expected 50 or more"},
		{[]string{on}, "none", 1, "none: no such file"},
	} {
		if out, code := run(c.env, "ac-report", "calibrate", c.file); code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%v: exit %d, %s", c, code, out)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Fatalf("%d requests were made", n)
	}
	if out, code := run([]string{on, "ANTHROPIC_API_KEY=other"}, "ac-report", "calibrate", words); code != 1 || !strings.Contains(out, "401 Unauthorized: invalid x-api-key") {
		t.Errorf("exit %d, %s", code, out)
	}
	out, code := run([]string{on}, "ac-report", "calibrate", "words", "odd")
	if code != 1 || !strings.Contains(out, `{"file":"words","ours":101,"theirs":200,"factor":1.98`) || !strings.Contains(out, "odd: 102 tokens here and 99993 there") ||
		!strings.Contains(out, `{"family":"anthropic","model":"claude-sonnet-4-5","samples":1,"factor":1.98`) {
		t.Errorf("exit %d, %s", code, out)
	}
	if n := asked.Load(); n != 4 {
		t.Errorf("%d requests, expected 4", n)
	}

	// The limit holds over several runs, and refused requests count.
	out, code = run([]string{on}, "ac-report", "calibrate", "words", "words", "words", "words", "words", "words", "words")
	if code != 1 || strings.Count(out, `"file"`) != 5 || strings.Count(out, "10 requests a minute is the limit") != 1 || asked.Load() != 10 {
		t.Errorf("exit %d, %d requests, %s", code, asked.Load(), out)
	}
	if runtime.GOOS == "windows" {
		return // the rest needs sh
	}

	// What Claude reads is corrected, and labelled; what others read is not.
	for client, want := range map[string]string{"claude-code": `"output_tokens":4,`, "cursor": `"output_tokens":2,`} {
		server := `while read -r l; do case $l in *initialize*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","instructions":"hello world"}}';; esac; done`
		cmd := exec.Command(filepath.Join(programs(), "ac-proxy"), "--connector", client, "--", "sh", "-c", server)
		cmd.Env = append(os.Environ(), "HOME="+dir, "AGENT_CONNECTOR_DATA_DIR="+filepath.Join(dir, "ac"), "AGENT_CONNECTOR_TELEMETRY=")
		cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"` + client + `","version":"1"}}}` + "\n")
		if b, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, b)
		}
		log, err := os.ReadFile(filepath.Join(dir, "ac", "logs", "measure", "current.ndjson"))
		if err != nil {
			t.Fatal(err)
		}
		label := map[bool]string{true: "tokenizer-calibrated", false: "tokenizer-approx"}[client == "claude-code"]
		found := false
		for line := range strings.Lines(string(log)) {
			found = found || strings.Contains(line, `"connector":"`+client+`"`) && strings.Contains(line, want) && strings.Contains(line, `"confidence":"`+label+`"`)
		}
		if !found {
			t.Errorf("%s: no record with %s and %s in\n%s", client, want, label, log)
		}
	}
}
