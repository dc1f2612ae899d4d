package proxy

import (
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// Limits of what is remembered, so that no peer can fill our memory.
const (
	maxPending = 10000 // requests without an answer
	maxMethods = 200   // different methods; further ones are called _OTHER
)

// Meter derives the records of one session from its messages. It is used by
// one goroutine, and knows the time from its caller.
type Meter struct {
	base    wire.Measure
	hint    string
	emit    func(wire.Measure)
	count   counter
	start   time.Time
	client  string // of the initialize era
	proto   string // what the initialize response said
	pending map[key]*call
	methods map[string]bool
	list    *listing
	lists   map[uint64]bool  // listings that were recorded, by content
	rounds  []*call          // calls that wait for the client's next round
	tasks   map[string]*call // calls that became tasks
	bytes   [2]int64
	dropped int64 // since the last record
	drops   bool  // any in this session
	noise   int64 // lines of the server that are no message
}

// key identifies a request: both sides number theirs for themselves.
type key struct {
	dir Dir
	id  string
}

// call is a request that waits for its answer, or a tool call that takes
// several.
type call struct {
	rec    wire.Measure
	family string
	asked  time.Time // this round
	began  time.Time // the first round
	taskID string    // what a tasks/… request asks for
	page   bool      // tools/list with a cursor
	match  round
}

// NewMeter starts a session.
func NewMeter(base wire.Measure, hint string, start time.Time, emit func(wire.Measure)) *Meter {
	return &Meter{
		base: base, hint: hint, emit: emit, start: start, pending: map[key]*call{},
		methods: map[string]bool{}, lists: map[uint64]bool{}, tasks: map[string]*call{},
	}
}

// Bytes adds to the traffic of the session.
func (m *Meter) Bytes(dir Dir, n int64) { m.bytes[dir] += n }

// Line takes one line of the traffic, without its newline.
func (m *Meter) Line(at time.Time, dir Dir, line []byte) {
	mcp.Each(line, func(msg mcp.Message) {
		switch msg.Shape {
		case mcp.Request:
			m.request(at, dir, msg)
		case mcp.Response:
			m.response(at, dir, msg)
		case mcp.Notification:
			m.notification(at, dir, msg)
		default:
			if dir == ToClient && msg.Size > 0 {
				m.noise++
			}
		}
	})
}

// request remembers a request until its answer comes.
func (m *Meter) request(at time.Time, dir Dir, msg mcp.Message) {
	k := key{dir, msg.ID}
	if old := m.pending[k]; old != nil {
		delete(m.pending, k)
		m.fail(old, at, "superseded")
	}
	if len(m.pending) >= maxPending {
		m.drop()
		return
	}
	if c := m.nextRound(dir, msg); c != nil {
		c.asked = at
		c.rec.InputBytes += int64(msg.Size)
		m.pending[k] = c
		return
	}
	m.pending[k] = m.open(at, dir, msg)
}

// open makes the record of a new request, as far as the request goes.
func (m *Meter) open(at time.Time, dir Dir, msg mcp.Message) *call {
	c := &call{rec: m.base, asked: at, began: at, match: roundOf(msg)}
	r := &c.rec
	r.TS, r.Direction, r.Kind = at.UnixMilli(), dir.String(), kindRequest
	r.Method, r.Tool, r.InputBytes = m.method(msg.Method), msg.Name(), int64(msg.Size)
	meta := mcp.Modern(msg.Params)
	if msg.Method == "initialize" {
		m.client = mcp.Info(mcp.Member(msg.Params, "clientInfo"))
	}
	r.Protocol, r.Client = or(meta.Protocol, m.proto), or(meta.Client, m.client)
	c.family = tokens.Family(m.hint, r.Client)
	switch msg.Method {
	case "tools/call":
		r.Kind = kindCall
		r.InputTokens = m.count.arguments(r, c.family, mcp.Member(msg.Params, "arguments"))
	case "tools/list":
		c.page = !null(mcp.Member(msg.Params, "cursor"))
	case "sampling/createMessage": // the server borrows the client's model
		r.InputTokens = m.messages(c, msg.Params)
	case "tasks/get", "tasks/result":
		c.taskID, _ = mcp.Text(mcp.Member(msg.Params, "taskId"))
	}
	return c
}

// method is the name of a method in the records, of which there are not
// endlessly many.
func (m *Meter) method(name string) string {
	name = mcp.Label(name)
	if !m.methods[name] {
		if len(m.methods) >= maxMethods {
			return "_OTHER"
		}
		m.methods[name] = true
	}
	return name
}

// response closes the request that it answers.
func (m *Meter) response(at time.Time, dir Dir, msg mcp.Message) {
	k := key{dir.other(), msg.ID}
	c := m.pending[k]
	if c == nil && msg.Error != nil && (msg.ID == "" || msg.ID == mcp.NullID) {
		if k, c = m.only(dir.other()); c == nil {
			m.orphan(at, dir, msg)
			return
		}
	}
	if c == nil { // late, or its id was changed on the way: bytes only
		return
	}
	delete(m.pending, k)
	c.rec.OutputBytes += int64(msg.Size)
	if msg.Error != nil {
		m.failed(c, at, msg)
		return
	}
	m.answered(c, at, msg)
}

// only is the one pending request of a direction, if there is just one.
func (m *Meter) only(dir Dir) (found key, c *call) {
	for k, v := range m.pending {
		if k.dir != dir {
			continue
		}
		if c != nil {
			return key{}, nil
		}
		found, c = k, v
	}
	return found, c
}

// orphan records an error that belongs to no request.
func (m *Meter) orphan(at time.Time, dir Dir, msg mcp.Message) {
	c := &call{rec: m.base, asked: at, began: at}
	c.rec.TS, c.rec.Kind, c.rec.Direction = at.UnixMilli(), kindRequest, dir.other().String()
	c.rec.OutputBytes = int64(msg.Size)
	m.fail(c, at, "orphan_error")
}

// notification ends what was cancelled, and tasks of which it tells the end.
func (m *Meter) notification(at time.Time, dir Dir, msg mcp.Message) {
	switch msg.Method {
	case "notifications/cancelled":
		id := mcp.Member(msg.Params, "requestId")
		if id == nil {
			return
		}
		k := key{dir, mcp.Key(id)}
		if c := m.pending[k]; c != nil {
			delete(m.pending, k)
			m.fail(c, at, "cancelled")
			return
		}
		k.dir = dir.other() // a server ends a subscription so
		if c := m.pending[k]; c != nil && c.rec.Method == listen {
			delete(m.pending, k)
			m.done(c, at)
		}
	case "notifications/tasks":
		id, _ := mcp.Text(mcp.Member(msg.Params, "taskId"))
		m.taskState(at, id, msg.Params)
	}
}

// listen stays pending by design: nobody waits for its answer.
const listen = "subscriptions/listen"

// Uncounted takes a message of which only the length is known: it was longer
// than what is kept, or the queue was full.
func (m *Meter) Uncounted(at time.Time, dir Dir, size int64) {
	m.drop()
	k, c := m.only(dir.other())
	if c == nil || size == 0 {
		return
	}
	delete(m.pending, k) // it can only be the answer to this one
	c.rec.OutputBytes += size
	if c.rec.Kind == kindCall {
		c.rec.OutputTokens = int64(tokens.Heuristic(int(size)))
	}
	c.rec.Confidence = wire.Heuristic
	m.done(c, at)
}

func (m *Meter) drop() { m.dropped++; m.drops = true }

// Waiting says whether a request of the client has no answer yet.
func (m *Meter) Waiting() bool {
	for k, c := range m.pending {
		if k.dir == ToServer && c.rec.Method != listen {
			return true
		}
	}
	return false
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
