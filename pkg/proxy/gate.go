package proxy

import (
	"bytes"
	"io"
	"sync"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/meter"
)

// gate passes the traffic through an mcp.Gate. It works with whole lines: those of
// the client always, since any may be a call; those of the server while an answer
// to tools/list is waited for. What is measured is what the client sends and gets.
type gate struct {
	*mcp.Gate
	session *session
	stderr  io.Writer // for lines of the server that are no messages; nil if they pass
	request []byte    // the client's line so far

	mu      sync.Mutex // what follows is of both directions
	line    []byte     // the server's line so far, if it is held back
	midway  bool       // the client has got a part of a line
	holding bool       // the line is held back
	answers []byte     // ours, for when the line is over
}

// newGate gives nil if everything may pass.
func newGate(o Options, stderr io.Writer) *gate {
	g := &gate{Gate: mcp.NewGate(o.Include, o.Exclude)}
	if o.Strict {
		g.stderr = stderr
		if g.Gate == nil {
			g.Gate = mcp.NewGate([]string{"*"}, nil)
		}
	}
	if g.Gate == nil {
		return nil
	}
	return g
}

// open says whose traffic it is.
func (g *gate) open(s *session) {
	if g != nil {
		g.session = s
	}
}

// toServer takes what the client has written.
func (g *gate) toServer(c *meter.Chunk) error {
	var on []byte
	for line := range bytes.Lines(c.Bytes()) {
		if g.request = append(g.request, line...); line[len(line)-1] != '\n' {
			break
		}
		pass, err := g.ask()
		if err != nil {
			return err
		}
		on = append(on, pass...)
	}
	if len(on) == 0 {
		return nil
	}
	_, err := g.session.in.Write(on)
	return err
}

// ask is what goes on of the client's line. A call that does not is answered.
func (g *gate) ask() (on []byte, err error) {
	body, end := cutEnd(g.request)
	pass, answer := g.Request(body)
	if len(pass) > 0 || len(body) == 0 {
		on = append(bytes.Clone(pass), end...)
	}
	if len(answer) > 0 {
		err = g.answer(answer)
	}
	g.request = nil
	return on, err
}

// endInput passes on a last line of the client that does not end.
func (g *gate) endInput() {
	if on, err := g.ask(); err == nil && len(on) > 0 {
		_, _ = g.session.in.Write(on) // the server may be gone
	}
}

// cutEnd takes the end of a line off.
func cutEnd(line []byte) (body, end []byte) {
	body = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
	return body, line[len(body):]
}

// answer gives the client one of our own, between two lines of the server.
func (g *gate) answer(line []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.answers = append(append(g.answers, line...), '\n')
	if g.midway {
		return nil
	}
	return g.give(nil)
}

// toClient takes what the server has written.
func (g *gate) toClient(c *meter.Chunk) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []byte
	for line := range bytes.Lines(c.Bytes()) {
		ends := line[len(line)-1] == '\n'
		if !g.midway && !g.holding {
			g.holding = g.stderr != nil || g.Waiting()
		}
		switch {
		case !g.holding:
			out = append(out, line...)
			g.midway = !ends
		case !ends:
			g.line = append(g.line, line...)
		default:
			out = append(out, g.told(append(g.line, line...))...)
			g.line, g.holding = nil, false
		}
		if !g.midway && len(g.answers) > 0 {
			out = append(out, g.answers...)
			g.answers = nil
		}
	}
	return g.give(out)
}

// told is what the client gets of a line of the server.
func (g *gate) told(line []byte) []byte {
	body, end := cutEnd(line)
	if g.stderr != nil && !mcp.IsMessage(body) {
		_, _ = g.stderr.Write(append([]byte("ac-proxy: no message on the server's stdout: "), line...)) // nobody may listen
		return nil
	}
	return append(bytes.Clone(g.Response(body)), end...)
}

// end passes on a last line that does not end, and what waits for it to.
func (g *gate) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.line) > 0 {
		g.line = g.told(g.line)
	}
	_ = g.give(g.line) // the client may be gone
}

// give writes to the client, as much as there is to write.
func (g *gate) give(out []byte) error {
	if !g.midway {
		out = append(out, g.answers...)
		g.answers = nil
	}
	if len(out) == 0 {
		return nil
	}
	c := meter.ChunkOf(out)
	pass := g.session.seen(c)
	defer pass.Done()
	return g.session.give(c)
}
