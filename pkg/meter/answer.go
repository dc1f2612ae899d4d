package meter

import (
	"cmp"
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// answered counts a result and closes the call, unless more is to come.
func (m *Meter) answered(c *call, at time.Time, msg mcp.Message) {
	r := &c.rec
	switch r.Method {
	case "tools/call":
		if m.keepOpen(c, at, msg.Result) {
			return
		}
		m.toolAnswer(c, msg.Result)
	case "tools/list":
		m.page(c, at, msg.Result)
		return
	case "initialize":
		c.peer.proto = mcp.Label(mcp.String(msg.Result, "protocolVersion"))
		r.Protocol = c.peer.proto
		r.OutputTokens = m.count.text(r, c.family, mcp.String(msg.Result, "instructions"))
	case "server/discover":
		r.OutputTokens = m.count.text(r, c.family, mcp.String(msg.Result, "instructions"))
	case "resources/read":
		if m.keepOpen(c, at, msg.Result) {
			return
		}
		r.OutputTokens = m.contents(c, msg.Result)
	case "prompts/get":
		if m.keepOpen(c, at, msg.Result) {
			return
		}
		r.OutputTokens = m.messages(c, msg.Result)
	case "sampling/createMessage":
		r.OutputTokens = m.count.blocks(r, c.family, mcp.Blocks(mcp.Member(msg.Result, "content")))
	case "tasks/result":
		m.taskResult(at, c.taskID, msg)
	case "tasks/get":
		m.taskState(at, c.taskID, msg.Result)
	}
	m.done(c, at)
}

// toolAnswer counts the final result of a tool call.
func (m *Meter) toolAnswer(c *call, result []byte) {
	r := &c.rec
	r.OutputTokens = m.count.toolResult(r, c.family, result)
	if string(mcp.Member(result, "isError")) == "true" {
		r.IsError, r.ErrorType = true, "tool_error"
	}
}

// failed closes a request that got an error. What the model reads of a failed
// tool call is the message. A refused server/discover or initialize is how
// clients find out what a server speaks: no fault of anybody.
func (m *Meter) failed(c *call, at time.Time, msg mcp.Message) {
	switch c.rec.Method {
	case "initialize", "server/discover":
		c.rec.ErrorType = "probe"
		m.done(c, at)
		return
	case "tools/call":
		c.rec.OutputTokens = m.count.text(&c.rec, c.family, mcp.String(msg.Error, "message"))
	case "tasks/result":
		m.taskResult(at, c.taskID, msg)
	}
	m.fail(c, at, msg.ErrorCode())
}

// contents counts a resource. A user interface (ui://) is for eyes only.
func (m *Meter) contents(c *call, result []byte) (n int64) {
	if c.rec.Tool == "ui" {
		return 0
	}
	for e := range mcp.Elements(mcp.Member(result, "contents")) {
		n += m.count.blocks(&c.rec, c.family, []mcp.Block{mcp.Contents(e)})
	}
	return n
}

// messages counts a prompt's or a sampling request's messages.
func (m *Meter) messages(c *call, raw []byte) int64 {
	n := m.count.text(&c.rec, c.family, mcp.String(raw, "systemPrompt"))
	for e := range mcp.Elements(mcp.Member(raw, "messages")) {
		n += m.count.blocks(&c.rec, c.family, mcp.Blocks(mcp.Member(e, "content")))
	}
	return n
}

// unread closes a request whose answer was not read: its length is known.
func (m *Meter) unread(c *call, at time.Time, msg mcp.Message) {
	switch c.rec.Method {
	case "tools/call", "resources/read", "prompts/get", "sampling/createMessage":
		c.rec.OutputTokens = m.count.guess(&c.rec, msg.Size)
	default:
		c.rec.Confidence = wire.Heuristic
	}
	m.done(c, at)
}

// fail closes a call that has no result.
func (m *Meter) fail(c *call, at time.Time, why string) {
	c.rec.IsError, c.rec.ErrorType = true, why
	m.done(c, at)
}

// done completes a record and hands it on.
func (m *Meter) done(c *call, at time.Time) {
	r := &c.rec
	r.Protocol = cmp.Or(r.Protocol, c.peer.proto) // asked before it was agreed on
	if r.Method != listen {
		r.DurationMS = max(0, at.Sub(c.began).Milliseconds())
	}
	r.OverheadUS = overhead(c.pass).Microseconds()
	m.put(*r, c.family)
}

func (m *Meter) put(r wire.Measure, family string) {
	if r.Confidence == "" { // nothing was counted
		_, r.Confidence = tokens.ForFamily(family)
	}
	r.Dropped, m.dropped = m.dropped, 0
	m.emit(r)
}
