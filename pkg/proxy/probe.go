package proxy

import (
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
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
	return fmt.Errorf("tools/list: still not the last page after %d: the server's cursor never ends\nhint: tell its author; no host gets to the end of this list", maxPages)
}

// step makes one request and notes how it went.
func (p *prober) step(method string, params map[string]any) (mcp.Message, error) {
	began := p.now()
	msg, err := p.request(method, params)
	s := Step{Name: method, OK: err == nil, MS: p.now().Sub(began).Milliseconds()}
	if err != nil {
		s.Detail, _, _ = strings.Cut(err.Error(), "\n") // without the hint
		err = fmt.Errorf("%s: %w", method, err)
	}
	p.result.Steps = append(p.result.Steps, s)
	return msg, err
}
