package proxy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/wire"
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

// What a server does that ends too early.
var (
	errEnded  = errors.New("the server ended without an answer" + seeItself)
	errClosed = errors.New("the server reads no more input" + seeItself)
)

const seeItself = "\nhint: start its command by itself to see why; what it prints to stderr stands above"

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

func clientInfo() map[string]any {
	v, _ := world.Version()
	return map[string]any{"name": "ac-proxy-probe", "version": v}
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
				return found, errEnded
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
			return found, fmt.Errorf("no answer within %s\nhint: give it longer with --timeout, or start its command by itself to see what it waits for", p.timeout)
		}
	}
	return found, fmt.Errorf("no answer among %d lines\nhint: the server prints something else to its stdout, where only messages belong; have it print that to stderr", maxNoise)
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
		return errClosed
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
