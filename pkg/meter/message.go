package meter

import (
	"sync/atomic"
	"time"

	"agentconnector/pkg/mcp"
)

// item is what the meter gets.
type item struct {
	Message
	chunk  *Chunk     // of a stream
	parts  []mcp.Part // in its place, if the queue was full
	torn   bool       // of the stream before it something is missing
	gone   bool       // nothing more comes of the session's exchange
	weight int64      // bytes in the queue
}

// Message is one message of the traffic, or a batch, and where it belongs.
type Message struct {
	Dir  Dir
	At   time.Time // when it was read, before it went on
	Line mcp.Line  // the meter keeps it; a part will do
	Pass *Pass     // nil if nobody takes the time

	Session  string // whose client, revision and list of tools it is of; "" on stdio
	Exchange string // what its id belongs to, within the session; "" on stdio
}

// Message hands a message over before it goes on: a request is so in the queue
// before its answer.
func (t *Tap) Message(m Message) {
	if t == nil {
		return
	}
	if m.At.IsZero() {
		m.At = t.now()
	}
	size := int64(len(m.Line.Head) + len(m.Line.Tail))
	defer t.rouse()
	if t.put(item{Message: m, weight: size}, maxQueued) {
		return
	}
	m.Line = m.Line.Abridge()
	size = int64(len(m.Line.Head) + len(m.Line.Tail))
	if !t.put(item{Message: m, weight: size}, maxQueued+maxEdges) {
		t.count(m.Dir, m.Line.Size, 1)
	}
}

// Pass is how long the proxy had a message.
type Pass struct {
	read time.Time
	ns   atomic.Int64
	tap  *Tap // to be woken when the message has gone on
}

// NewPass says that a message was just read.
func NewPass() *Pass { return &Pass{read: time.Now()} }

// Done says that it has gone on.
func (p *Pass) Done() {
	if p == nil {
		return
	}
	p.ns.Store(max(1, int64(time.Since(p.read))))
	if p.tap != nil {
		p.tap.rouse()
	}
}

// time is how long it took. A message that goes on just now, as an answer may
// that was read a moment ago, is waited for.
func (p *Pass) time() time.Duration {
	for p.ns.Load() == 0 && time.Since(p.read) < passWait {
		time.Sleep(passWait / 10)
	}
	return time.Duration(p.ns.Load())
}

// passWait is short beside what is measured, and long enough for a write.
const passWait = time.Millisecond

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
