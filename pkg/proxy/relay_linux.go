package proxy

import (
	"errors"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"agentconnector/pkg/meter"
	"agentconnector/pkg/world"
)

// relay passes both directions on in one thread, which sleeps in poll(2) until
// there is something to do. A goroutine that waits for a pipe is woken by another
// thread, through the scheduler, and that takes longer than all that we do.
//
// One thread must not wait for one side while it is wanted at the other: no read
// and no write of it blocks (end), and each direction holds one chunk at most.
// While it does, it waits for room, not for more.
type relay struct {
	ways [2]way
	fds  [2]unix.PollFd
}

// way is one direction.
type way struct {
	from, to *end
	see      func(*meter.Chunk) *meter.Pass // what was read, before it goes on
	over     func()                         // when either side has ended
	ended    bool
	chunk    *meter.Chunk // what is on its way; nil if nothing is
	left     []byte       // of it
	pass     *meter.Pass
}

// relayed is what passes the traffic on, if it can: nothing is left out of it, and
// both streams of the client are such as one thread can wait for. Otherwise each
// direction has its pump.
func (s *session) relayed(w *world.World, toChild, fromChild *os.File) func() {
	if s.gate != nil {
		return nil
	}
	in, out := openEnd(w.Stdin, unix.O_RDONLY), openEnd(w.Stdout, unix.O_WRONLY)
	if in == nil || out == nil {
		in.Close()
		out.Close()
		return nil
	}
	toServer, fromServer := ownEnd(toChild), ownEnd(fromChild)
	s.in, s.out = toServer, fromServer
	r := &relay{ways: [2]way{
		{from: in, to: toServer, see: s.asked, over: func() { in.Close(); s.inputOver(w.Stdin) }},
		{from: fromServer, to: out, see: s.seen, over: func() { out.Close(); s.outputOver() }},
	}}
	return func() { r.run(&s.writing) }
}

// run passes on until both directions have ended. It says when output is on its
// way.
func (r *relay) run(writing *atomic.Bool) {
	for r.wait() {
		for i := range r.ways {
			if r.fds[i].Revents != 0 {
				r.ways[i].step()
			}
		}
		writing.Store(r.ways[1].chunk != nil)
	}
}

// wait waits until something can be done. It says whether anything is left to do.
func (r *relay) wait() bool {
	for i := range r.ways {
		r.fds[i] = r.ways[i].awaits()
	}
	if r.ways[0].ended && r.ways[1].ended {
		return false
	}
	if _, err := unix.Ppoll(r.fds[:], nil, nil); err != nil { // a signal came
		r.fds[0].Revents, r.fds[1].Revents = 0, 0
	}
	return true
}

// awaits is what the way waits for.
func (w *way) awaits() unix.PollFd {
	switch {
	case w.ended:
		return unix.PollFd{Fd: -1}
	case w.chunk != nil:
		return unix.PollFd{Fd: w.to.fd, Events: unix.POLLOUT}
	}
	return unix.PollFd{Fd: w.from.fd, Events: unix.POLLIN}
}

// step reads if nothing is on its way, and writes what there is room for.
func (w *way) step() {
	if w.chunk == nil {
		c, err := meter.ReadChunk(w.from)
		if c.Len() == 0 {
			c.Release()
			w.failed(err)
			return
		}
		w.pass, w.chunk, w.left = w.see(c), c, c.Bytes()
	}
	n, err := w.to.Write(w.left)
	w.left = w.left[n:]
	if len(w.left) == 0 {
		w.done()
	} else if err != nil {
		w.failed(err)
	}
}

// done is when the chunk has gone on, or cannot.
func (w *way) done() {
	if w.chunk != nil {
		w.pass.Done()
		w.chunk.Release()
		w.chunk, w.left, w.pass = nil, nil, nil
	}
}

// failed ends the way, unless it only has to wait.
func (w *way) failed(err error) {
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR) {
		return
	}
	w.done()
	w.ended = true
	w.over()
}
