package meter

import (
	"time"

	"agentconnector/pkg/mcp"
)

// The side of the meter: what takes from the queue, in a goroutine of its own.

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
			l.Feed(it.chunk.Bytes(), line)
			t.meter.Bytes(it.Dir, int64(len(it.chunk.Bytes())))
			it.chunk.Release()
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
