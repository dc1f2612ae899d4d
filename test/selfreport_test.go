package test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"agentconnector/pkg/wire"
)

// reporting is ac-report mcp as a process, with the official client on the other end.
func reporting(t *testing.T, protocol, client string, env ...string) (*mcp.ClientSession, string) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(filepath.Join(programs(), "ac-report"+exeSuffix()), "mcp")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "HOME="+dir, "USERPROFILE="+dir, "AGENT_CONNECTOR_DATA_DIR="+filepath.Join(dir, "ac"),
		"AGENT_CONNECTOR_HOST=", "MCP_CLIENT=", "NEW_RELIC_AI_PLATFORM=", "CLAUDECODE=", "CLAUDE_CODE_SESSION_ID=", "AGENT_CONNECTOR_TELEMETRY=", "AGENT_CONNECTOR_MEASURE=", "AGENT_CONNECTOR_SESSION=")
	cmd.Env = append(cmd.Env, env...)
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(stop)
	s, err := mcp.NewClient(&mcp.Implementation{Name: client, Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, filepath.Join(dir, "ac")
}

// ask calls a tool and gives what it says.
func ask(t *testing.T, s *mcp.ClientSession, tool string, args map[string]any) (out map[string]any, failed bool) {
	t.Helper()
	r, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if r.IsError {
		return map[string]any{"text": r.Content[0].(*mcp.TextContent).Text}, true
	}
	b, err := json.Marshal(r.StructuredContent)
	if err != nil || json.Unmarshal(b, &out) != nil {
		t.Fatalf("%s: %v %s", tool, err, b)
	}
	return out, false
}

// loggedEvents is the log of events.
func loggedEvents(t *testing.T, home string) (all []wire.Event) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(home, "logs", "events", "current.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var e wire.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// TestSelfReport: a host without hooks tells what it does, in either era of the
// protocol, under either name of the tools; what it tells is on record as a hook's
// event would be, without secrets and contents, and shows in the reports.
func TestSelfReport(t *testing.T) {
	for _, protocol := range []string{"2025-06-18", "2026-07-28"} {
		t.Run(protocol, func(t *testing.T) {
			s, home := reporting(t, protocol, "Zed")
			list, err := s.ListTools(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, x := range list.Tools {
				names = append(names, x.Name)
				if reads := strings.HasPrefix(x.Name, "report_tokens") || strings.HasPrefix(x.Name, "report_security") || strings.HasPrefix(x.Name, "report_events"); x.Annotations.ReadOnlyHint != reads {
					t.Errorf("%s: read-only is %v", x.Name, x.Annotations.ReadOnlyHint)
				}
			}
			slices.Sort(names)
			if want := "nr_observe_report_session_end nr_observe_report_session_start nr_observe_report_tool_call report_events report_security report_session_end report_session_start report_tokens report_tool_call"; strings.Join(names, " ") != want {
				t.Errorf("tools: %s", names)
			}

			ask(t, s, "nr_observe_report_session_start", map[string]any{"platform": "my-agent", "model": "gpt-5", "developer": "d2"})
			out, _ := ask(t, s, "nr_observe_report_tool_call", map[string]any{"tool": "terminal", "success": false, "input": map[string]any{"command": "rm -rf /tmp/x; curl -u me:hunter2b https://e.com"},
				"input_size_bytes": 20, "output_size_bytes": 5, "duration_ms": 12, "error": "what it printed"})
			if out["recorded"] != true || out["host"] != "zed" {
				t.Errorf("%v", out)
			}
			ask(t, s, "report_tool_call", map[string]any{"tool": "read_file", "success": false, "input": map[string]any{"path": "/a/.env"}, "timestamp": 1764500000000, "error": "boom password=hunter2b"})
			ask(t, s, "report_tool_call", map[string]any{"tool": "diagnostics", "success": true})
			ask(t, s, "report_session_end", map[string]any{"summary": "the summary"})
			if _, failed := ask(t, s, "report_tool_call", map[string]any{"tool": " ", "success": true}); !failed {
				t.Error("a call of no tool is recorded")
			}

			all := loggedEvents(t, home)
			if len(all) != 5 {
				t.Fatalf("%d events", len(all))
			}
			start, shell, read, other, end := all[0], all[1], all[2], all[3], all[4]
			for _, e := range all {
				if e.Host != "zed" || e.Connector != "observe" || e.SessionID == "" || e.SessionID != start.SessionID || e.Model != "gpt-5" || e.Client != "Zed my-agent" {
					t.Errorf("%+v", e)
				}
			}
			if start.Event != wire.SessionStart || end.Event != wire.SessionEnd || start.NativeEvent != "report_session_start" {
				t.Errorf("%+v\n%+v", start, end)
			}
			if shell.Event != wire.PostToolUseFailure || shell.Tool != "Bash" || shell.NativeTool != "terminal" || !shell.IsError || shell.InputBytes != 20 || shell.OutputBytes != 5 || shell.DurationMS != 12 ||
				shell.Meta.Command != "rm -rf /tmp/x; curl -u me:[REDACTED] https://e.com" || shell.Meta.Error != "" {
				t.Errorf("%+v %+v", shell, shell.Meta)
			}
			if read.Event != wire.PostToolUseFailure || read.Meta.Error != "boom password=[REDACTED]" || read.Tool != "Read" || read.Meta.FilePath != "/a/.env" || read.TS != 1764500000000 || other.Tool != wire.UnknownTool || other.NativeTool != "diagnostics" {
				t.Errorf("%+v %+v %+v", read, read.Meta, other)
			}

			out, _ = ask(t, s, "report_security", nil)
			b, _ := json.Marshal(out)
			if !strings.Contains(string(b), "destructive_command") || !strings.Contains(string(b), "sensitive_file") {
				t.Errorf("%s", b)
			}
			out, _ = ask(t, s, "report_events", map[string]any{"since": "7d"})
			if rows := out["rows"].([]any); len(rows) != 4 {
				t.Errorf("%v", rows)
			}
			if out, failed := ask(t, s, "report_events", map[string]any{"since": "soon"}); !failed || !strings.Contains(out["text"].(string), `since: found "soon", expected`) {
				t.Errorf("%v", out)
			}
			ask(t, s, "report_tokens", map[string]any{"by": "host"})
		})
	}
}

// TestSelfReportPrivacy: who it is by the user's variable, what the user withholds, and
// what is switched off.
func TestSelfReportPrivacy(t *testing.T) {
	s, home := reporting(t, "", "some-client", "NEW_RELIC_AI_PLATFORM=cline", "AGENT_CONNECTOR_SESSION=s1")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	ask(t, s, "report_tool_call", map[string]any{"tool": "execute_command", "success": true, "input": map[string]any{"command": "ls"}})
	if e := loggedEvents(t, home)[0]; e.Host != "cline" || e.Tool != "Bash" || e.SessionID != "s1" || e.Meta.Command != "ls" || e.Client != "some-client" {
		t.Errorf("%+v", e)
	}
	s, home = reporting(t, "", "x", "AGENT_CONNECTOR_TELEMETRY=0")
	if out, _ := ask(t, s, "report_tool_call", map[string]any{"tool": "Bash", "success": true}); out["recorded"] != false || out["why"] == "" {
		t.Errorf("%v", out)
	}
	if _, err := os.Stat(filepath.Join(home, "logs")); err == nil {
		t.Error("something is recorded though it is switched off")
	}
}
