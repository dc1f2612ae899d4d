package meter

import (
	"bytes"
	"sync/atomic"
	"time"

	"agentconnector/pkg/mcp"
)

// Bounds of the queue between the traffic and the meter.
const (
	maxItems  = 8192
	maxQueued = 4 << 20 // bytes; with more, only the edges of messages are kept
	maxEdges  = 2 << 20 // bytes of these; with more, bytes are counted
)

// When the traffic has ended, the meter gets this long to count what is left
// properly, and then in a hurry. A client that has closed our input sends
// SIGTERM after two seconds at the earliest (TypeScript SDK).
const (
	calmEnd  = 600 * time.Millisecond
	hurryEnd = 600 * time.Millisecond
)

// Tap takes copies of the traffic to a meter and never waits. The nil tap takes
// nothing. A transport that knows whole messages hands them over by Message,
// from any goroutine; one that knows only a stream of lines by Stream, which
// gives each direction to one goroutine.
type Tap struct {
	now     func() time.Time
	meter   *Meter
	flush   func()
	queue   chan item
	queued  atomic.Int64
	puts    atomic.Int64 // how often something was put there
	waiting atomic.Bool  // what the meter last said
	idle    atomic.Bool  // the meter sleeps until it is woken
	wake    chan struct{}
	lost    [2]atomic.Int64 // bytes of which nothing but their number is known
	gaps    [2]atomic.Int64 // messages of these, at least
	when    [2]atomic.Int64 // the last of them came
	torn    [2]bool         // the stream has a gap here; of the goroutine of its direction
	end     chan struct{}
	done    chan struct{}
}

// NewTap starts the goroutine that runs the meter. flush is called when there is
// nothing more to take for the moment.
func NewTap(now func() time.Time, m *Meter, flush func()) *Tap {
	t := newTap(now, m)
	t.flush = flush
	go t.run()
	return t
}

func newTap(now func() time.Time, m *Meter) *Tap {
	return &Tap{now: now, meter: m, flush: func() {}, queue: make(chan item, maxItems), wake: make(chan struct{}, 1), end: make(chan struct{}), done: make(chan struct{})}
}

// Bytes counts traffic that is no message.
func (t *Tap) Bytes(dir Dir, n int64) {
	if t != nil {
		t.lost[dir].Add(n)
	}
}

// Gone says that an exchange of a session is over: what is pending in it gets no
// answer any more. An empty exchange is all of the session.
func (t *Tap) Gone(session, exchange string) {
	if t != nil {
		t.put(item{Message: Message{At: t.now(), Session: session, Exchange: exchange}, gone: true}, maxQueued+maxEdges)
		t.rouse()
	}
}

// Stream hands over what was read of a stream and is about to be written. The
// meter is woken when the Pass is done, not before: it would take its time from
// the one who waits for the message.
func (t *Tap) Stream(dir Dir, c *Chunk) *Pass {
	if t == nil {
		return nil
	}
	m := Message{Dir: dir, At: t.now(), Pass: NewPass()}
	m.Pass.tap = t
	p := c.Bytes()
	n := int64(len(p))
	if t.queued.Load()+n <= maxQueued {
		held := c.share()
		if t.put(item{Message: m, chunk: held, torn: t.torn[dir], weight: n}, maxQueued) {
			t.torn[dir] = false
			return m.Pass
		}
		held.Release()
	} else {
		parts := mcp.Parts(p)
		if t.put(item{Message: m, parts: parts, torn: t.torn[dir], weight: weight(parts)}, maxQueued+maxEdges) {
			t.torn[dir] = false
			return m.Pass
		}
	}
	t.torn[dir] = true
	t.count(dir, n, int64(bytes.Count(p, []byte{'\n'})))
	return nil
}

func weight(parts []mcp.Part) (n int64) {
	for _, p := range parts {
		n += int64(len(p.Head) + len(p.Tail))
	}
	return n
}

// put queues an item if there is room for it.
func (t *Tap) put(it item, limit int64) bool {
	if t.queued.Add(it.weight) <= limit {
		select {
		case t.queue <- it:
			t.puts.Add(1)
			return true
		default:
		}
	}
	t.queued.Add(-it.weight)
	return false
}

// count is all that happens to what has no room.
func (t *Tap) count(dir Dir, bytes, messages int64) {
	t.lost[dir].Add(bytes)
	t.gaps[dir].Add(max(1, messages))
	t.when[dir].Store(t.now().UnixMilli() + 1) // not before what was read in the same moment
}

// Waiting says whether the client still waits for an answer, as far as is
// known: something pending, or something not looked at yet.
func (t *Tap) Waiting() bool {
	return t != nil && (t.queued.Load() > 0 || t.waiting.Load())
}

// rouse wakes the meter if it sleeps.
func (t *Tap) rouse() {
	if t.idle.Load() {
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
}

// Close ends the measuring and waits for it, but not for long. It says whether
// all was recorded.
func (t *Tap) Close() bool {
	if t == nil {
		return true
	}
	close(t.end)
	select {
	case <-t.done:
		return true
	case <-time.After(calmEnd):
	}
	t.meter.count.hurry.Store(true)
	select {
	case <-t.done:
		return true
	case <-time.After(hurryEnd):
		return false
	}
}
