package meter

import (
	"agentconnector/pkg/mcp"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
	"cmp"
)

// request remembers a request until its answer comes.
func (m *Meter) request(in Message, msg mcp.Message) {
	k := key{in.Session, in.Exchange, in.Dir, msg.ID}
	if old := m.pending[k]; old != nil {
		delete(m.pending, k)
		m.fail(old, in.At, "superseded")
	}
	if len(m.pending) >= maxPending {
		m.drop(1)
		return
	}
	c := m.nextRound(in.Dir, msg)
	if c != nil {
		c.asked = in.At
		c.rec.InputBytes += int64(msg.Size)
	} else {
		c = m.open(in, msg)
	}
	c.passed(in.Pass)
	m.pending[k] = c
}

// open makes the record of a new request, as far as the request goes.
func (m *Meter) open(in Message, msg mcp.Message) *call {
	c := &call{rec: m.base, peer: m.peer(in.Session), asked: in.At, began: in.At, match: roundOf(msg)}
	r := &c.rec
	r.TS, r.Direction, r.Kind = in.At.UnixMilli(), in.Dir.String(), wire.KindRequest
	r.Method, r.Tool, r.InputBytes = m.method(msg.Method), msg.Name(), int64(msg.Size)
	meta := mcp.Modern(msg.Params)
	if msg.Method == "initialize" {
		c.peer.client = mcp.Info(mcp.Member(msg.Params, "clientInfo"))
	}
	r.Protocol, r.Client = cmp.Or(meta.Protocol, c.peer.proto), cmp.Or(meta.Client, c.peer.client)
	r.Host = m.labels.host(r.Client)
	c.family = tokens.Family(m.labels.Family, r.Client)
	switch msg.Method {
	case "tools/call":
		r.Kind, r.ToolUseID = wire.KindCall, mcp.CallID(msg.Params)
		r.InputTokens = m.arguments(c, msg)
	case "tools/list":
		c.page = !null(mcp.Member(msg.Params, "cursor"))
	case "sampling/createMessage": // the server borrows the client's model
		r.InputTokens = m.messages(c, msg.Params)
	case "tasks/get", "tasks/result":
		c.taskID, _ = mcp.Text(mcp.Member(msg.Params, "taskId"))
	}
	return c
}

// arguments counts what a model has written into a tool call.
func (m *Meter) arguments(c *call, msg mcp.Message) int64 {
	if msg.Part {
		return m.count.guess(&c.rec, msg.Size)
	}
	return m.count.arguments(&c.rec, c.family, mcp.Member(msg.Params, "arguments"))
}

// method is the name of a method in the records, of which there are not
// endlessly many.
func (m *Meter) method(name string) string {
	name = mcp.Label(name)
	if !m.methods[name] {
		if len(m.methods) >= maxMethods {
			return other
		}
		m.methods[name] = true
	}
	return name
}
