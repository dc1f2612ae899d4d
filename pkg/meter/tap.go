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
	p := c.data()
	n := int64(len(p))
	if t.queued.Load()+n <= maxQueued {
		held := c.share()
		if t.put(item{Message: m, chunk: held, torn: t.torn[dir], weight: n}, maxQueued) {
			t.torn[dir] = false
			return m.Pass
		}
		held.release()
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

// run feeds the meter until the end.
func (t *Tap) run() {
	defer close(t.done)
	stepBack()
	t.meter.count.warm()
	var in [2]mcp.Lines
	for t.pause() {
		if t.drain(&in) {
			t.flush()
		}
	}
	t.drain(&in)
	t.uncounted()
	t.meter.Close(t.now())
	t.flush()
}

// pause waits until there is something to take, and then for a pause of the
// traffic: who counts while others work takes their caches, if not their time. It
// says whether more may come.
func (t *Tap) pause() bool {
	if t.idle.Store(true); len(t.queue) == 0 { // else it has come meanwhile
		select {
		case <-t.wake:
		case <-t.end:
			return false
		}
	}
	t.idle.Store(false)
	for began, seen := time.Now(), int64(-1); seen != t.puts.Load() && time.Since(began) < patience; {
		seen = t.puts.Load()
		select {
		case <-time.After(lookStep):
		case <-t.end:
			return false
		}
	}
	return true
}

const (
	lookStep = 2 * time.Millisecond  // without traffic is a pause
	patience = 25 * time.Millisecond // and this is how long one is waited for
)

// drain takes all that is there.
func (t *Tap) drain(in *[2]mcp.Lines) (any bool) {
	for {
		select {
		case it := <-t.queue:
			t.take(in, it)
			any = true
		default:
			return any
		}
	}
}

// take gives the meter the messages of an item.
func (t *Tap) take(in *[2]mcp.Lines, it item) {
	t.uncounted()
	line := func(l mcp.Line) {
		it.Line = l
		t.meter.Take(it.Message)
	}
	switch l := &in[it.Dir]; {
	case it.gone:
		t.meter.Gone(it.At, it.Session, it.Exchange)
	case it.chunk != nil || it.parts != nil:
		if it.torn {
			l.Gap()
		}
		if it.chunk != nil {
			l.Feed(it.chunk.data(), line)
			t.meter.Bytes(it.Dir, int64(len(it.chunk.data())))
			it.chunk.release()
		}
		for _, p := range it.parts {
			l.Skip(p, line)
			t.meter.Bytes(it.Dir, p.Size+ends(p.Ends))
		}
	default:
		t.meter.Bytes(it.Dir, it.Line.Size)
		t.meter.Take(it.Message)
	}
	t.waiting.Store(t.meter.Waiting())
	t.queued.Add(-it.weight)
}

// uncounted tells the meter of what had no room.
func (t *Tap) uncounted() {
	for dir := range Dir(2) {
		t.meter.lost(dir, t.gaps[dir].Swap(0), t.lost[dir].Swap(0), time.UnixMilli(t.when[dir].Load()))
	}
}

func ends(ended bool) int64 {
	if ended {
		return 1
	}
	return 0
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
