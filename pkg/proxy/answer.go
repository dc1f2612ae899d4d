package proxy

import (
	"hash"
	"hash/fnv"
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
		m.proto = mcp.Label(str(msg.Result, "protocolVersion"))
		r.Protocol = m.proto
		r.OutputTokens = m.count.text(r, c.family, str(msg.Result, "instructions"))
	case "server/discover":
		r.OutputTokens = m.count.text(r, c.family, str(msg.Result, "instructions"))
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
		c.rec.OutputTokens = m.count.text(&c.rec, c.family, str(msg.Error, "message"))
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
	n := m.count.text(&c.rec, c.family, str(raw, "systemPrompt"))
	for e := range mcp.Elements(mcp.Member(raw, "messages")) {
		n += m.count.blocks(&c.rec, c.family, mcp.Blocks(mcp.Member(e, "content")))
	}
	return n
}

// listing is the catalogue of tools, page by page.
type listing struct {
	call *call
	hash hash.Hash64
}

// page adds one page. The catalogue is one record when its last page is there.
func (m *Meter) page(c *call, at time.Time, result []byte) {
	if m.list != nil && !c.page {
		m.endList(at) // the client gave up on the last one and starts anew
	}
	if m.list == nil {
		m.list = &listing{call: c, hash: fnv.New64a()}
		c.rec.Kind = kindDefs
	} else {
		r := &m.list.call.rec
		r.InputBytes += c.rec.InputBytes
		r.OutputBytes += c.rec.OutputBytes
	}
	l := m.list
	all, more := mcp.Tools(result)
	for _, t := range all {
		l.call.rec.OutputTokens += m.count.text(&l.call.rec, l.call.family, string(t.Text))
		l.call.rec.Tools++
		l.hash.Write(t.Text)
	}
	if !more {
		m.endList(at)
	}
}

// endList records the catalogue. One that was recorded before costs the model
// nothing new: many clients list again before every call.
func (m *Meter) endList(at time.Time) {
	l := m.list
	m.list = nil
	sum := l.hash.Sum64()
	if m.lists[sum] {
		r := &l.call.rec
		r.Kind, r.OutputTokens, r.Tools = kindRequest, 0, 0
	}
	m.lists[sum] = true
	m.done(l.call, at)
}

// fail closes a call that has no result.
func (m *Meter) fail(c *call, at time.Time, why string) {
	c.rec.IsError, c.rec.ErrorType = true, why
	m.done(c, at)
}

// done completes a record and hands it on.
func (m *Meter) done(c *call, at time.Time) {
	r := &c.rec
	r.Protocol = or(r.Protocol, m.proto) // asked before it was agreed on
	if r.Method != listen {
		r.DurationMS = max(0, at.Sub(c.began).Milliseconds())
	}
	m.put(*r, c.family)
}

func (m *Meter) put(r wire.Measure, family string) {
	if r.Confidence == "" { // nothing was counted
		_, r.Confidence = tokens.ForFamily(family)
	}
	r.Dropped, m.dropped = m.dropped, 0
	m.emit(r)
}

// Close ends the session: what is still open gets no answer any more.
func (m *Meter) Close(at time.Time) {
	if m.list != nil {
		m.endList(at)
	}
	for _, c := range m.rounds {
		m.fail(c, at, "input_abandoned")
	}
	for _, c := range m.inOrder() {
		if c.rec.Method == listen {
			m.done(c, at)
		} else {
			m.fail(c, at, "no_response")
		}
	}
	r := m.base
	r.Kind, r.Direction, r.TS = kindSession, ToServer.String(), m.start.UnixMilli()
	r.Client, r.Protocol = m.client, m.proto
	r.InputBytes, r.OutputBytes = m.bytes[ToServer], m.bytes[ToClient]
	r.DurationMS = max(0, at.Sub(m.start).Milliseconds())
	if m.drops {
		r.Confidence = wire.Heuristic
	}
	m.put(r, tokens.Family(m.hint, m.client))
}

func str(raw []byte, member string) string {
	s, _ := mcp.Text(mcp.Member(raw, member))
	return s
}
