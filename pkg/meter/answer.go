package meter

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

// listing is the catalogue of tools, page by page.
type listing struct {
	call  *call
	hash  hash.Hash64
	tools []def
}

// def is one tool as a model sees it.
type def struct{ name, text string }

// page adds one page. The catalogue is recorded when its last page is there.
func (m *Meter) page(c *call, at time.Time, result []byte) {
	p := c.peer
	if p.list != nil && !c.page {
		m.endList(p, at) // the client gave up on the last one and starts anew
	}
	if p.list == nil {
		p.list = &listing{call: c, hash: fnv.New64a()}
		c.rec.Kind = wire.KindToolDefs
	} else {
		r := &p.list.call.rec
		r.InputBytes += c.rec.InputBytes
		r.OutputBytes += c.rec.OutputBytes
		p.list.call.pass = append(p.list.call.pass, c.pass...)
	}
	l := p.list
	all, more := mcp.Tools(result)
	for _, t := range all {
		l.hash.Write(t.Text)
		if len(l.tools) < maxTools {
			l.tools = append(l.tools, def{t.Name, string(t.Text)})
		}
	}
	if !more {
		m.endList(p, at)
	}
}

// endList records the catalogue and each tool of it. One that was recorded
// before costs the model nothing new: many clients list again before every call.
func (m *Meter) endList(p *peer, at time.Time) {
	l := p.list
	if p.list = nil; l == nil {
		return
	}
	sum, c := l.hash.Sum64(), l.call
	r := &c.rec
	if m.lists[sum] || !m.labels.Defs {
		r.Kind = wire.KindRequest
		m.done(c, at)
		return
	}
	m.lists[sum] = true
	r.Tools, r.Deferred = int64(len(l.tools)), m.labels.deferred(r.Host)
	each := make([]wire.Measure, 0, len(l.tools))
	for _, t := range l.tools {
		one := m.base
		one.Host, one.TS, one.Kind, one.Method, one.Direction = r.Host, r.TS, wire.KindToolDef, r.Method, r.Direction
		one.Client, one.Protocol, one.Tool, one.Deferred = r.Client, or(r.Protocol, p.proto), t.name, r.Deferred
		one.OutputTokens, one.OutputBytes = m.count.text(&one, c.family, t.text), int64(len(t.text))
		r.OutputTokens += one.OutputTokens
		r.Confidence = tokens.Weaker(r.Confidence, one.Confidence)
		each = append(each, one)
	}
	m.done(c, at)
	for _, one := range each {
		m.put(one, c.family)
	}
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
	r.Protocol = or(r.Protocol, c.peer.proto) // asked before it was agreed on
	if r.Method != listen {
		r.DurationMS = max(0, at.Sub(c.began).Milliseconds())
	}
	r.OverheadUS = overhead(c.pass).Microseconds()
	m.put(*r, c.family)
}

func overhead(all []*Pass) (sum time.Duration) {
	for _, p := range all {
		sum += p.time()
	}
	return sum
}

// passed notes that a message of the call took its way through the proxy.
func (c *call) passed(p *Pass) {
	if p != nil && len(c.pass) < maxPasses {
		c.pass = append(c.pass, p)
	}
}

func (m *Meter) put(r wire.Measure, family string) {
	if r.Confidence == "" { // nothing was counted
		_, r.Confidence = tokens.ForFamily(family)
	}
	r.Dropped, m.dropped = m.dropped, 0
	m.emit(r)
}

// unanswered closes a request to which no answer came, or none that was seen.
func (m *Meter) unanswered(c *call, at time.Time) {
	dir := ToClient
	if c.rec.Direction == ToClient.String() {
		dir = ToServer
	}
	switch {
	case c.rec.Method == listen:
		m.done(c, at)
	case !m.blind[dir].Before(c.asked):
		c.rec.ErrorType, c.rec.Confidence = "unseen", wire.Heuristic
		m.done(c, at)
	default:
		m.fail(c, at, "no_response")
	}
}

// Close ends it all: what is still open gets no answer any more.
func (m *Meter) Close(at time.Time) {
	for _, p := range m.peers {
		m.endList(p, at)
	}
	for _, c := range m.rounds {
		m.fail(c, at, "input_abandoned")
	}
	for _, c := range m.inOrder(func(key) bool { return true }) {
		m.unanswered(c, at)
	}
	for _, c := range m.openTasks() {
		m.unanswered(c, at)
	}
	for dir, n := range m.missing {
		m.guessed(Dir(dir), at, n)
	}
	m.session(at)
}

// guessed records what was not read of a direction's traffic, and belongs to
// nothing that is known.
func (m *Meter) guessed(dir Dir, at time.Time, size int64) {
	if size == 0 {
		return
	}
	r := m.base
	r.TS, r.Kind, r.Method, r.Direction = at.UnixMilli(), wire.KindRequest, other, dir.String()
	n := m.count.guess(&r, int(size))
	if dir == ToServer {
		r.InputTokens, r.InputBytes = n, size
	} else {
		r.OutputTokens, r.OutputBytes = n, size
	}
	m.put(r, "")
}

// session is the record of the whole traffic. It is the client's of the one
// session there is, as on stdio.
func (m *Meter) session(at time.Time) {
	p := &peer{}
	if len(m.peers) == 1 {
		for _, p = range m.peers {
		}
	}
	r := m.base
	r.Kind, r.Direction, r.TS = wire.KindSession, ToServer.String(), m.start.UnixMilli()
	r.Host, r.Client, r.Protocol = m.labels.host(p.client), p.client, p.proto
	r.InputBytes, r.OutputBytes = m.bytes[ToServer], m.bytes[ToClient]
	r.DurationMS = max(0, at.Sub(m.start).Milliseconds())
	r.Noise = m.noise
	if m.drops {
		r.Confidence = wire.Heuristic
	}
	m.put(r, tokens.Family(m.labels.Family, p.client))
}
