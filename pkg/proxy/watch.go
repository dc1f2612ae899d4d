package proxy

import (
	"os"
	"time"
)

// Times of the end of a session.
const (
	eofGrace   = 2 * time.Second         // after end of input, nothing pending and no output: ask the child to end
	termGrace  = 1500 * time.Millisecond // after a signal: kill what is left; less than the 2 s of the TypeScript SDK
	drainGrace = 500 * time.Millisecond  // after the child's death: its output, if a grandchild holds it open
	drainMost  = 2 * time.Second         // even if that goes on talking
	forever    = 1<<63 - 1
	watchStep  = 250 * time.Millisecond // how often we look, once an end is near
	aliveStep  = 5 * time.Second        // and as long as it is not
	settled    = 10 * time.Second       // a parent that is gone before was only a launcher
)

// watch waits for the child's death, passes signals on, and sees to it that a
// child whose client is gone does not stay.
func (s *session) watch(signals <-chan os.Signal) {
	w := watcher{session: s, began: s.now()}
	tick := time.NewTicker(aliveStep)
	defer tick.Stop()
	ended := s.ended
	for {
		select {
		case <-s.died:
			return
		case sig := <-signals:
			s.group.signal(sig)
			if ending(sig) {
				w.ask(nil)
			}
		case <-ended:
			ended, w.eof = nil, s.now()
		case <-tick.C:
			w.look()
		}
		if !w.asked.IsZero() || !w.eof.IsZero() {
			tick.Reset(watchStep)
		}
	}
}

// watcher knows how near the end is.
type watcher struct {
	*session
	began time.Time
	eof   time.Time // end of input, or of the client
	asked time.Time // when the child was asked to end
}

// look does what is due.
func (w *watcher) look() {
	now := w.now()
	switch {
	case !w.asked.IsZero():
		if now.Sub(w.asked) >= termGrace {
			w.group.kill()
		}
	case !w.eof.IsZero():
		if w.idle() {
			w.ask(terminate)
		}
	case w.clientGone() || w.orphaned(now):
		// A client that is killed leaves its end of a pipe to whoever has inherited
		// it: no end of input comes then.
		w.eof = now
		w.closeIn()
	}
}

// ask asks the child to end, once.
func (w *watcher) ask(sig os.Signal) {
	if !w.asked.IsZero() {
		return
	}
	if sig != nil {
		w.group.signal(sig)
	}
	w.asked = w.now()
}

// clientGone says that nobody reads our output any more.
func (w *watcher) clientGone() bool { return w.gone.Load() || clientGone(w.to) }

// orphaned says that the process that started us has died since we have settled.
func (w *watcher) orphaned(now time.Time) bool {
	if now.Sub(w.began) < settled {
		newParent()
		return false
	}
	return parentGone()
}

// idle says whether nobody waits for the child any more: for a while there was no
// input and no output, and either nothing is pending or the client is dead.
// Unmeasured, only the client's death tells.
func (w *watcher) idle() bool {
	since := w.eof
	if last := time.UnixMilli(w.last.Load()); last.After(since) {
		since = last
	}
	if w.now().Sub(since) < eofGrace {
		return false
	}
	return w.clientGone() || parentGone() || w.tap != nil && !w.tap.Waiting()
}
