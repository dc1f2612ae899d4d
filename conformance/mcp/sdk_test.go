package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sdkRevisions are those that the Go SDK speaks over HTTP.
var sdkRevisions = []string{"2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

// call is a tool call of a test.
type call struct{ tool, args string }

var goCalls = []call{{"test_simple_text", ""}, {"test_tool_with_progress", ""}, {"test_elicitation", `{"message":"hi"}`}, {"test_sampling", `{"prompt":"x"}`}, {"test_x_mcp_header", `{"region":"us-wést1"}`}, {"test_input_required_result_elicitation", ""}, {"test_image_content", ""}, {"nope", ""}}

var npmCalls = []call{{"echo", `{"message":"hi"}`}, {"trigger-long-running-operation", `{"duration":1,"steps":2}`}, {"get-structured-content", `{"location":"Chicago"}`}, {"nope", ""}}

// The official SDK's client says the same of a server, whether it reaches it itself,
// through the proxy, or starts the proxy as if that were the server.
func TestTheSDKHearsTheSame(t *testing.T) {
	p := setUp(t)
	for _, s := range []struct {
		name, path string
		calls      []call
		start      func(addr string)
		sse        bool
	}{
		{"Go, stateless", "/", goCalls, func(addr string) {
			p.start(t, addr, nil, filepath.Join(p.dir, "everything-server"), "-http", addr, "-stateless=true")
		}, false},
		{"Go, stateful", "/", goCalls, func(addr string) {
			p.start(t, addr, nil, filepath.Join(p.dir, "everything-server"), "-http", addr, "-stateless=false")
		}, false},
		{"server-everything", "/mcp", npmCalls, func(addr string) { p.everything(t, addr, "streamableHttp") }, false},
		{"server-everything over HTTP+SSE", "/sse", npmCalls, func(addr string) { p.everything(t, addr, "sse") }, true},
	} {
		addr := "127.0.0.1:" + port(t)
		s.start(addr)
		url := "http://" + addr + s.path
		proxy := p.through(t, url)
		revs := sdkRevisions
		if s.sse {
			revs = []string{"2024-11-05"}
		}
		for _, rev := range revs {
			over := func(url string) mcp.Transport {
				if s.sse {
					return &mcp.SSEClientTransport{Endpoint: url}
				}
				return &mcp.StreamableClientTransport{Endpoint: url}
			}
			cmd := exec.Command(filepath.Join(p.dir, "ac-proxy"), "--connector", "peers", "--url", url)
			cmd.Env = p.env
			want := drive(t, over(url), rev, s.calls)
			if calls := strings.Count(want, "\ncall "); calls != len(s.calls) || strings.Count(want, " err ") > 2 {
				t.Errorf("%s, %s: without ac-proxy it does not do what it should:\n%s", s.name, rev, want)
			}
			for how, transport := range map[string]mcp.Transport{"through the proxy": over(proxy), "from the proxy": &mcp.CommandTransport{Command: cmd}} {
				if got := drive(t, transport, rev, s.calls); got != want {
					t.Errorf("%s, %s, %s:\n%s\nwithout:\n%s", s.name, rev, how, got, want)
				}
			}
		}
	}
}

// everything starts the reference server from npm.
func (p *peers) everything(t *testing.T, addr, transport string) {
	_, port, _ := strings.Cut(addr, ":")
	p.start(t, addr, []string{"PORT=" + port}, p.node, filepath.Join(p.npm, "@modelcontextprotocol", "server-everything", "dist", "index.js"), transport)
}

// drive has a session and writes down what came of it.
func drive(t *testing.T, transport mcp.Transport, rev string, calls []call) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var said []string
	progress := make(chan string, 100)
	note := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	c := mcp.NewClient(&mcp.Implementation{Name: "driver", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada", "username": "ada", "email": "a@b.c", "confirmed": true}}, nil
		},
		CreateMessageHandler: func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Model: "m", Role: "assistant", StopReason: "endTurn", Content: &mcp.TextContent{Text: "Paris"}}, nil
		},
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			progress <- fmt.Sprintf("progress %v %v of %v", r.Params.ProgressToken, r.Params.Progress, r.Params.Total)
		},
	})
	s, err := c.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: rev})
	if err != nil {
		return "connect: " + err.Error()
	}
	note("%s %+v", s.InitializeResult().ProtocolVersion, s.InitializeResult().ServerInfo)
	tools, err := s.ListTools(ctx, nil)
	note("tools %s %v", asJSON(tools), err)
	resources, err := s.ListResources(ctx, nil)
	note("resources %s %v", asJSON(resources), err)
	prompts, err := s.ListPrompts(ctx, nil)
	note("prompts %s %v", asJSON(prompts), err)
	for i, k := range calls {
		params := &mcp.CallToolParams{Name: k.tool, Arguments: json.RawMessage("{}")}
		if k.args != "" {
			params.Arguments = json.RawMessage(k.args)
		}
		params.SetProgressToken(fmt.Sprint("p", i))
		r, err := s.CallTool(ctx, params)
		var refusal *jsonrpc.Error
		switch {
		case errors.As(err, &refusal): // over HTTP the SDK says the status, too
			note("call %s err %d %s", k.tool, refusal.Code, refusal.Message)
		case err != nil:
			note("call %s err %v", k.tool, err)
		default:
			note("call %s %s", k.tool, asJSON(r))
		}
	}
	note("close %v", s.Close())
	close(progress)
	var steps []string
	for p := range progress { // a client hands them on when it likes
		steps = append(steps, p)
	}
	slices.Sort(steps)
	return strings.Join(append(said, steps...), "\n")
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
