package meter

import (
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/wire"
)

// Limits of what is remembered, so that no peer can fill our memory.
const (
	maxPending  = 10000 // requests without an answer
	maxMethods  = 200   // different methods; further ones are called _OTHER
	maxSessions = 1000
	maxTools    = 10000 // of one catalogue
	maxPasses   = 64    // of one call
)

// other is the name of the methods that are too many, and of what was not read.
const other = "_OTHER"

// Meter derives the records of a transport from its messages. It is used by one
// goroutine, and knows the time from its caller.
type Meter struct {
	base    wire.Measure
	labels  Labels
	emit    func(wire.Measure)
	count   counter
	start   time.Time
	peers   map[string]*peer // by session
	pending map[key]*call
	methods map[string]bool
	lists   map[uint64]bool   // listings that were recorded, by content
	rounds  []*call           // calls that wait for the client's next round
	tasks   map[string]*call  // calls that became tasks
	early   map[string][]byte // outcomes that came before their task was known
	bytes   [2]int64
	missing [2]int64     // bytes of messages of which nothing else is known
	blind   [2]time.Time // when last a message came of which not even whose it is is known
	dropped int64        // since the last record
	drops   bool         // any at all
	noise   int64        // lines of the server that are no message
}

// peer is who talks in a session.
type peer struct {
	client string   // of the initialize era
	proto  string   // what the initialize response said
	list   *listing // under way
}

// key identifies a request: both sides number theirs for themselves.
type key struct {
	session, exchange string
	dir               Dir
	id                string
}

// call is a request that waits for its answer, or a tool call that takes
// several.
type call struct {
	rec    wire.Measure
	peer   *peer
	family string
	asked  time.Time // this round
	began  time.Time // the first round
	pass   []*Pass   // of the messages that it took
	taskID string    // what a tasks/… request asks for
	page   bool      // tools/list with a cursor
	match  round
}

// NewMeter starts with the labels that all records have in common.
func NewMeter(l Labels, start time.Time, emit func(wire.Measure)) *Meter {
	return &Meter{
		base: l.record(), labels: l, emit: emit, start: start, peers: map[string]*peer{}, pending: map[key]*call{},
		methods: map[string]bool{}, lists: map[uint64]bool{}, tasks: map[string]*call{}, early: map[string][]byte{},
	}
}

// Bytes adds to the traffic as a whole.
func (m *Meter) Bytes(dir Dir, n int64) { m.bytes[dir] += n }

// peer is who talks in a session. One too many is a stranger each time.
func (m *Meter) peer(session string) *peer {
	p := m.peers[session]
	if p == nil {
		p = &peer{}
		if len(m.peers) < maxSessions {
			m.peers[session] = p
		}
	}
	return p
}

// Take takes one line of the traffic.
func (m *Meter) Take(in Message) {
	each := func(msg mcp.Message) {
		switch msg.Shape {
		case mcp.Request:
			m.request(in, msg)
		case mcp.Response:
			m.response(in, msg)
		case mcp.Notification:
			m.notification(in, msg)
		default:
			if in.Dir == ToClient && msg.Size > 0 {
				m.noise++
			}
		}
	}
	if in.Line.Whole() {
		mcp.Each(in.Line.Head, each)
		return
	}
	m.drop(1)
	if msg := mcp.Abridged(in.Line); msg.Shape != mcp.Opaque {
		each(msg)
	} else {
		m.missing[in.Dir] += in.Line.Size
		m.blind[in.Dir] = in.At
	}
}

// response closes the request that it answers.
func (m *Meter) response(in Message, msg mcp.Message) {
	k := key{in.Session, in.Exchange, in.Dir.other(), msg.ID}
	c := m.pending[k]
	if c == nil && msg.Error != nil && (msg.ID == "" || msg.ID == mcp.NullID) {
		if k, c = m.only(k); c == nil {
			m.orphan(in, msg)
			return
		}
	}
	if c == nil { // late, or its id was changed on the way: bytes only
		return
	}
	delete(m.pending, k)
	c.passed(in.Pass)
	c.rec.OutputBytes += int64(msg.Size)
	switch {
	case msg.Error != nil:
		m.failed(c, in.At, msg)
	case msg.Part:
		m.unread(c, in.At, msg)
	default:
		m.answered(c, in.At, msg)
	}
}

// only is the one pending request that an answer can be for, if there is just
// one.
func (m *Meter) only(like key) (found key, c *call) {
	for k, v := range m.pending {
		like.id = k.id
		if k != like {
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
func (m *Meter) orphan(in Message, msg mcp.Message) {
	c := &call{rec: m.base, peer: m.peer(in.Session), asked: in.At, began: in.At}
	c.rec.TS, c.rec.Kind, c.rec.Direction = in.At.UnixMilli(), wire.KindRequest, in.Dir.other().String()
	c.rec.OutputBytes = int64(msg.Size)
	m.fail(c, in.At, "orphan_error")
}

// notification ends what was cancelled, and tasks of which it tells the end.
func (m *Meter) notification(in Message, msg mcp.Message) {
	switch msg.Method {
	case "notifications/cancelled":
		id := mcp.Member(msg.Params, "requestId")
		if id == nil {
			return
		}
		k := key{in.Session, in.Exchange, in.Dir, mcp.Key(id)}
		if c := m.pending[k]; c != nil {
			delete(m.pending, k)
			m.fail(c, in.At, "cancelled")
			return
		}
		k.dir = in.Dir.other() // a server ends a subscription so
		if c := m.pending[k]; c != nil && c.rec.Method == listen {
			delete(m.pending, k)
			m.done(c, in.At)
		}
	case "notifications/tasks":
		id, _ := mcp.Text(mcp.Member(msg.Params, "taskId"))
		m.taskTold(in.At, id, msg.Params)
	}
}

// listen stays pending by design: nobody waits for its answer.
const listen = "subscriptions/listen"

// drop notes messages that were not read as a whole.
func (m *Meter) drop(n int64) {
	m.dropped += n
	m.drops = m.drops || n > 0
}

// lost notes messages of which only the bytes are known, all together, and when
// the last of them came.
func (m *Meter) lost(dir Dir, messages, bytes int64, at time.Time) {
	m.bytes[dir] += bytes
	m.drop(messages)
	if messages > 0 {
		m.missing[dir] += bytes
		m.blind[dir] = at
	}
}

// Waiting says whether a request of the client has no answer yet.
func (m *Meter) Waiting() bool {
	for k, c := range m.pending {
		if k.dir == ToServer && c.rec.Method != listen {
			return true
		}
	}
	return false
}
