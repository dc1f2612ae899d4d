package proxy

import (
	"bytes"
	"sync/atomic"
	"time"
)

// Bounds of the queue between the pumps and the meter.
const (
	maxQueued = 32 << 20 // bytes
	maxChunks = 8192
)

// When the traffic has ended, the meter gets this long to count what is left
// properly, and then in a hurry. A client that has closed our input sends
// SIGTERM after two seconds at the earliest (TypeScript SDK).
const (
	calmEnd  = 600 * time.Millisecond
	hurryEnd = 600 * time.Millisecond
)

// Tap takes copies of the traffic to a meter. The nil tap takes nothing.
type Tap struct {
	now     func() time.Time
	meter   *Meter
	queue   chan chunk
	queued  atomic.Int64
	waiting atomic.Bool // what the meter last said
	gaps    [2]gap      // each belongs to the pump of its direction
	end     chan struct{}
	done    chan struct{}
}

type chunk struct {
	dir  Dir
	at   time.Time
	data []byte
	gap  gap // what is missing before data
}

// gap is traffic that was seen while the queue was full.
type gap struct{ bytes, lines int64 }

// NewTap starts the goroutine that runs the meter.
func NewTap(now func() time.Time, m *Meter) *Tap {
	t := &Tap{now: now, meter: m, queue: make(chan chunk, maxChunks), end: make(chan struct{}), done: make(chan struct{})}
	go t.run()
	return t
}

// See hands over a copy of what was read and is about to be written. It never
// waits. A request is so in the queue before the server can have it, and its
// answer behind it.
func (t *Tap) See(dir Dir, p []byte) {
	if t == nil {
		return
	}
	g := &t.gaps[dir]
	if t.queued.Load()+int64(len(p)) <= maxQueued {
		c := chunk{dir, t.now(), bytes.Clone(p), *g}
		t.queued.Add(int64(len(p)))
		select {
		case t.queue <- c:
			*g = gap{}
			return
		default:
			t.queued.Add(-int64(len(p)))
		}
	}
	g.bytes += int64(len(p))
	g.lines += int64(bytes.Count(p, []byte{'\n'}))
}

// Waiting says whether the client still waits for an answer, as far as is
// known: something pending, or something not looked at yet.
func (t *Tap) Waiting() bool {
	return t != nil && (t.queued.Load() > 0 || t.waiting.Load())
}

// run feeds the meter until the end.
func (t *Tap) run() {
	defer close(t.done)
	t.meter.count.warm()
	var in [2]lines
	for {
		select {
		case c := <-t.queue:
			t.take(&in, c)
			continue
		default:
		}
		select {
		case c := <-t.queue:
			t.take(&in, c)
		case <-t.end:
			if len(t.queue) == 0 {
				t.meter.Close(t.now())
				return
			}
		}
	}
}

func (t *Tap) take(in *[2]lines, c chunk) {
	l := &in[c.dir]
	t.meter.Bytes(c.dir, c.gap.bytes+int64(len(c.data)))
	if c.gap.bytes > 0 {
		for range min(c.gap.lines, maxChunks) {
			t.meter.drop()
		}
		l.gap()
	}
	l.feed(c.data,
		func(line []byte) { t.meter.Line(c.at, c.dir, line) },
		func(size int64) { t.meter.Uncounted(c.at, c.dir, size) })
	t.waiting.Store(t.meter.Waiting())
	t.queued.Add(-int64(len(c.data)))
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
