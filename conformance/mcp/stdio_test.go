package mcp

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stdioRevisions are those that the Go SDK speaks over stdio.
var stdioRevisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

// A server that is started with ac-proxy before its command says to the official
// client what it says without: both eras, requests of the server, rounds of one
// call, a client that falls back to an older revision.
func TestTheSDKHearsTheSameOverStdio(t *testing.T) {
	p := setUp(t)
	servers := map[string]struct {
		argv  []string
		calls []call
	}{
		"Go":                {[]string{filepath.Join(p.dir, "everything-server")}, goCalls},
		"server-everything": {[]string{p.node, filepath.Join(p.npm, "@modelcontextprotocol", "server-everything", "dist", "index.js"), "stdio"}, npmCalls},
	}
	for name, s := range servers {
		for _, rev := range stdioRevisions {
			over := func(before ...string) string {
				argv := append(before, s.argv...)
				cmd := exec.Command(argv[0], argv[1:]...)
				cmd.Env = p.env
				return drive(t, &mcp.CommandTransport{Command: cmd}, rev, s.calls)
			}
			want := over()
			if calls := strings.Count(want, "\ncall "); calls != len(s.calls) || strings.Count(want, " err ") > 2 {
				t.Errorf("%s, %s: without ac-proxy it does not do what it should:\n%s", name, rev, want)
			}
			if got := over(filepath.Join(p.dir, "ac-proxy"), "--connector", "peers", "--"); got != want {
				t.Errorf("%s, %s:\n%s\nwithout ac-proxy:\n%s", name, rev, got, want)
			}
			// Lists that let all pass have the proxy read each line, and change none.
			if got := over(filepath.Join(p.dir, "ac-proxy"), "--connector", "peers", "--tools-include", "*", "--"); got != want {
				t.Errorf("%s, %s, gated:\n%s\nwithout ac-proxy:\n%s", name, rev, got, want)
			}
		}
	}
	p.measured(t, len(servers)*len(stdioRevisions)*2)
}

// measured says whether the sessions are in the log, with their calls.
func (p *peers) measured(t *testing.T, sessions int) {
	t.Helper()
	var home string
	for _, kv := range p.env {
		if v, ok := strings.CutPrefix(kv, "AGENT_CONNECTOR_DATA_DIR="); ok {
			home = v
		}
	}
	files, _ := filepath.Glob(filepath.Join(home, "logs", "measure", "*.ndjson*"))
	var log bytes.Buffer
	for _, f := range files {
		out, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		log.Write(out)
	}
	for record, least := range map[string]int{`"kind":"session"`: sessions, `"kind":"tool_defs"`: sessions, `"tool":"echo"`: sessions / 2, `"protocol":"2026-07-28"`: 10} {
		if n := strings.Count(log.String(), record); n < least {
			t.Errorf("%d records with %s in %d files, expected %d", n, record, len(files), least)
		}
	}
}
