package proxy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"time"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/world"
)

// Bounds of a probe.
const (
	maxPages = 100  // of one tools/list
	maxNoise = 1000 // lines before an answer
)

// Protocol revisions that a probe offers.
const (
	legacyVersion = "2025-11-25"
	modernVersion = "2026-07-28"
)

// Step is one request of a probe.
type Step struct {
	Name   string `json:"step"`
	OK     bool   `json:"ok"`
	MS     int64  `json:"ms"`
	Detail string `json:"detail,omitempty"` // what the server said, or what went wrong
}

// ToolCost is what one tool's definition costs.
type ToolCost struct {
	Tool   string `json:"tool"`
	Tokens int64  `json:"tokens"`
}

// Result is what a probe has found out.
type Result struct {
	Steps []Step
	Tools []ToolCost
}

// prober is a small MCP client: one request at a time.
type prober struct {
	now     func() time.Time
	timeout time.Duration
	in      io.WriteCloser
	lines   chan []byte
	id      int
	modern  bool
	result  Result
}

// Probe starts a server and asks it: initialize, ping, tools/list. Every
// request may take so long. It is an error that the server does not start or
// does not answer as it should.
func Probe(w *world.World, o Options, timeout time.Duration) (Result, error) {
	cmd, err := command(w, o)
	if err != nil {
		return Result{}, err
	}
	p := &prober{now: w.Now, timeout: timeout, lines: make(chan []byte)}
	cmd.Stderr = w.Stderr
	cmd.WaitDelay = drainGrace
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return Result{}, err
	}
	runtime.LockOSThread() // as in Run: the child dies with this thread
	defer runtime.UnlockOSThread()
	g, err := startInGroup(cmd)
	if err != nil {
		return Result{}, notStarted(o.Command[0], err)
	}
	p.in = in
	quit := make(chan struct{})
	go p.read(out, quit)
	err = p.ask()
	in.Close()
	close(quit)
	stop(cmd, g)
	return p.result, err
}

// stop ends a server as a client does: end of input, then a signal, then KILL.
func stop(cmd *exec.Cmd, g *group) {
	died := make(chan struct{})
	go func() { _ = cmd.Wait(); close(died) }()
	for _, then := range []func(){func() { g.signal(terminate) }, g.kill, func() {}} {
		select {
		case <-died:
			g.end(termGrace)
			return
		case <-time.After(eofGrace):
			then()
		}
	}
}

// ask goes through the steps. A server of the stateless revisions alone knows
// no initialize; it says so, and is asked in its own way.
func (p *prober) ask() error {
	params := map[string]any{
		"protocolVersion": legacyVersion, "capabilities": map[string]any{}, "clientInfo": clientInfo(),
	}
	msg, err := p.step("initialize", params)
	var refused *rpcError
	switch {
	case errors.As(err, &refused) && refused.modern():
		p.modern = true
		p.result.Steps[0].OK = true
		if msg, err = p.step("server/discover", map[string]any{}); err != nil {
			return err
		}
		p.detail(mcp.Info(mcp.Member(mcp.Member(msg.Result, "_meta"), "io.modelcontextprotocol/serverInfo")), modernVersion)
	case err != nil:
		return err
	default:
		p.detail(mcp.Info(mcp.Member(msg.Result, "serverInfo")), mcp.Label(mcp.String(msg.Result, "protocolVersion")))
		if err := p.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
			return fmt.Errorf("initialize: %w", err)
		}
		if _, err := p.step("ping", nil); err != nil {
			return err
		}
	}
	return p.tools()
}

func clientInfo() map[string]any {
	v, _ := world.Version()
	return map[string]any{"name": "ac-proxy-probe", "version": v}
}

// detail notes what the server has said of itself.
func (p *prober) detail(server, version string) {
	p.result.Steps[len(p.result.Steps)-1].Detail = fmt.Sprintf("%s, protocol %s", cmp.Or(server, "unnamed"), cmp.Or(version, "unknown"))
}

// tools lists all pages and counts each definition.
func (p *prober) tools() error {
	enc, err := tokens.Get(tokens.Default)
	if err != nil {
		return err
	}
	var cursor wire.Raw
	for range maxPages {
		params := map[string]any{}
		if cursor != nil {
			params["cursor"] = cursor
		}
		msg, err := p.step("tools/list", params)
		if err != nil {
			return err
		}
		all, more := mcp.Tools(msg.Result)
		for _, t := range all {
			p.result.Tools = append(p.result.Tools, ToolCost{t.Name, int64(enc.Count(string(t.Text)))})
		}
		p.result.Steps[len(p.result.Steps)-1].Detail = fmt.Sprintf("%d tools", len(all))
		if !more {
			return nil
		}
		cursor = wire.Raw(mcp.Member(msg.Result, "nextCursor"))
	}
	return fmt.Errorf("tools/list: still not the last page after %d: the server's cursor never ends", maxPages)
}

// step makes one request and notes how it went.
func (p *prober) step(method string, params map[string]any) (mcp.Message, error) {
	began := p.now()
	msg, err := p.request(method, params)
	s := Step{Name: method, OK: err == nil, MS: p.now().Sub(began).Milliseconds()}
	if err != nil {
		s.Detail = err.Error()
		err = fmt.Errorf("%s: %w", method, err)
	}
	p.result.Steps = append(p.result.Steps, s)
	return msg, err
}

// rpcError is an error that the server answered.
type rpcError struct{ code, message string }

func (e *rpcError) Error() string {
	return fmt.Sprintf("the server answered error %s: %s", e.code, e.message)
}

// modern says whether the error to initialize can mean that the server speaks
// only the stateless revisions: no such method, or no such version.
func (e *rpcError) modern() bool { return e.code == "-32601" || e.code == "-32022" }

func (p *prober) request(method string, params map[string]any) (m mcp.Message, err error) {
	p.id++
	if p.modern {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion": modernVersion, "io.modelcontextprotocol/clientInfo": clientInfo(),
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		}
	}
	req := map[string]any{"jsonrpc": "2.0", "id": p.id, "method": method}
	if params != nil {
		req["params"] = params
	}
	if err := p.send(req); err != nil {
		return m, err
	}
	if m, err = p.answer(mcp.Key(fmt.Append(nil, p.id))); err != nil {
		return m, err
	}
	if m.Error != nil {
		return m, &rpcError{m.ErrorCode(), mcp.Label(mcp.String(m.Error, "message"))}
	}
	return m, nil
}

// answer waits for the answer to a request. It declines what the server asks
// meanwhile, and skips over what is no message.
func (p *prober) answer(id string) (found mcp.Message, err error) {
	limit := time.After(p.timeout)
	for range maxNoise {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return found, errors.New("the server ended without an answer")
			}
			got := false
			mcp.Each(line, func(m mcp.Message) {
				switch {
				case m.Shape == mcp.Response && m.ID == id:
					found, got = m, true
				case m.Shape == mcp.Request:
					err = p.decline(line, m)
				}
			})
			if got || err != nil {
				return found, err
			}
		case <-limit:
			return found, fmt.Errorf("no answer within %s", p.timeout)
		}
	}
	return found, fmt.Errorf("no answer among %d lines", maxNoise)
}

// decline answers a request of the server: a ping, or nothing that we can do.
func (p *prober) decline(line []byte, m mcp.Message) error {
	reply := map[string]any{"jsonrpc": "2.0", "id": wire.Raw(mcp.Member(line, "id"))}
	if m.Method == "ping" {
		reply["result"] = map[string]any{}
	} else {
		reply["error"] = map[string]any{"code": -32601, "message": "method not found"}
	}
	return p.send(reply)
}

func (p *prober) send(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err = p.in.Write(append(b, '\n')); err != nil {
		return errors.New("the server reads no more input")
	}
	return nil
}

// read hands out the server's lines until it ends or nobody wants them.
func (p *prober) read(from io.Reader, quit <-chan struct{}) {
	defer close(p.lines)
	var cut mcp.Lines
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		done := false
		cut.Feed(buf[:n], func(l mcp.Line) {
			select {
			case p.lines <- bytes.Clone(l.Head):
			case <-quit:
				done = true
			}
		})
		if err != nil || done {
			return
		}
	}
}
