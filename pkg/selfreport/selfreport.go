// Package selfreport is an MCP server for hosts that have no hooks: their model tells
// it of the tools that it has used, and it puts that on record as if a hook had seen
// it (pkg/hook: the same names, the same redaction, the same log). It also shows what
// the logs come to. It is what ac-report-mcp serves.
package selfreport

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// Options are what the server is told by who starts it.
type Options struct {
	World     *world.World
	Version   string
	Level     string   // of telemetry.observe
	Off       []string // switches of config.json by which nothing is recorded
	Withheld  []string // what the user wants out of it (privacy)
	Connector string   // on whose behalf it records
	Project   string   // a directory in the project
	// Report runs ac-report and gives what it prints, an object a line.
	Report func(ctx context.Context, args ...string) ([]byte, error)
}

// server is one session: a process of its own has each.
type server struct {
	Options
	session  string // of the environment, or one of its own
	platform string // as the session's start names it
	model    string
}

// New makes the server.
func New(o Options) *mcp.Server {
	s := &server{Options: o, session: o.World.Getenv(sessionVar)}
	if s.session == "" {
		s.session = newSession()
	}
	m := mcp.NewServer(&mcp.Implementation{Name: "agent-connector-observe", Title: "What agents do", Version: o.Version}, &mcp.ServerOptions{
		Instructions: "Tell what you do with tools of your own: call report_session_start once, report_tool_call after each call of a tool that is not one of an MCP server, report_session_end at the end. " +
			"Names, sizes and outcomes are kept in a log on this machine, without secrets and contents. report_tokens, report_security and report_events show what the logs come to.",
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	s.add(m)
	return m
}

// sessionVar names the session (design/cli.md).
const sessionVar = "AGENT_CONNECTOR_SESSION"

// newSession is an id of our own, where the host gives none.
func newSession() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return "self-" + hex.EncodeToString(b[:])
}

// optIns are the variables with which a user names the host of a server (seed 000).
var optIns = []string{"AGENT_CONNECTOR_HOST", "MCP_CLIENT", "NEW_RELIC_AI_PLATFORM"}

// running is the host that has started the server: as the user says it, as it shows
// itself in the environment, or as its client calls itself; else any client of MCP.
func (s *server) running(client string) *host.Caller {
	if h := named(s.World.Getenv(optIns[0])); h != nil {
		return h
	}
	for _, h := range host.Callers {
		for _, v := range h.Runtime {
			if x := s.World.Getenv(v.Var); x != "" && (v.Value == "" || v.Value == x) {
				return h
			}
		}
	}
	for _, name := range append([]string{s.World.Getenv(optIns[1]), s.World.Getenv(optIns[2])}, client, s.platform) {
		if h := named(name); h != nil {
			return h
		}
	}
	return host.FindCaller("generic-mcp")
}

// named is the host of an id, or of a name that its client has for itself.
func named(name string) *host.Caller {
	name = strings.TrimSpace(name)
	if h := host.FindCaller(name); h != nil || name == "" {
		return h
	}
	if h := host.ByClient(name); h != nil {
		return h.Caller
	}
	return nil
}

// clientOf is what the client calls itself: once for a session in older revisions of
// the protocol, with each request in the newest.
func clientOf(req *mcp.CallToolRequest) string {
	if p := req.Session.InitializeParams(); p != nil && p.ClientInfo != nil && p.ClientInfo.Name != "" {
		return p.ClientInfo.Name
	}
	if info, ok := req.Params.Meta["io.modelcontextprotocol/clientInfo"].(map[string]any); ok {
		name, _ := info["name"].(string)
		return name
	}
	return ""
}

// event is one of the session's.
func (s *server) event(h *host.Caller, name, tool string) *wire.HandlerEvent {
	return &wire.HandlerEvent{Event: name, NativeEvent: tool, Host: h.ID, Connector: s.Connector, SessionID: s.session, Cwd: s.Project, Model: s.model}
}

// when is the time that a client gives, if it can be one.
func when(ms int64, now time.Time) int64 {
	if t := now.UnixMilli(); ms <= 0 || ms > t+24*3600*1000 {
		return t
	}
	return ms
}
