package proxy

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync/atomic"
	"time"

	"agentconnector/pkg/meter"
	"agentconnector/pkg/world"
)

// Times of the end of a session.
const (
	eofGrace   = 2 * time.Second         // after end of input, nothing pending and no output: ask the child to end
	termGrace  = 1500 * time.Millisecond // after a signal: kill what is left; less than the 2 s of the TypeScript SDK
	drainGrace = 500 * time.Millisecond  // after the child's death: its output, if a grandchild holds it open
	watchStep  = 250 * time.Millisecond
)

// Exit codes when the child could not be started, as of a shell.
const (
	NotFound  = 127
	NotStarts = 126
)

// session is one run of a child.
type session struct {
	cmd    *exec.Cmd
	tap    *meter.Tap
	group  *group
	in     *os.File     // the child's stdin
	out    *os.File     // the child's stdout
	last   atomic.Int64 // when output last came, in Unix milliseconds
	now    func() time.Time
	ended  chan struct{} // end of input
	outEnd chan struct{} // end of the child's output
	died   chan struct{}
}

// Run runs the child between the streams of the world and returns its exit
// status. A nil tap measures nothing. If the child cannot be started the error
// names it, and the status is 126 or 127.
func Run(w *world.World, o Options, tap *meter.Tap) (int, error) {
	cmd, err := command(w, o)
	if err != nil {
		return status(err), err
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, forwarded...)
	defer signal.Stop(signals)
	// The kernel kills the child when the thread that started it is gone
	// (PDEATHSIG): it must be one that lives as long as we do.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := &session{
		cmd: cmd, tap: tap, now: w.Now,
		ended: make(chan struct{}), outEnd: make(chan struct{}), died: make(chan struct{}),
	}
	if err := s.start(w); err != nil {
		return status(err), notStarted(o.Command[0], err)
	}
	go s.toServer(w.Stdin)
	go s.toClient(w.Stdout)
	go func() {
		_ = cmd.Wait() // the status is in ProcessState
		close(s.died)
	}()
	s.watch(signals)
	s.drain()
	return exitStatus(cmd.ProcessState), nil
}

// start makes the pipes and starts the child. It has our stderr itself, so
// nobody needs to read that.
func (s *session) start(w *world.World) error {
	childIn, in, err := os.Pipe()
	if err != nil {
		return err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return errors.Join(err, childIn.Close(), in.Close())
	}
	s.in, s.out = in, out
	// A read that blocks its thread is answered sooner than one that waits in the
	// poller of the runtime.
	in.Fd()
	out.Fd()
	widen(in)
	widen(out)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = childIn, childOut, w.Stderr
	s.cmd.WaitDelay = drainGrace // only matters if stderr is no file, as in tests
	s.group, err = startInGroup(s.cmd)
	childIn.Close()
	childOut.Close()
	if err != nil {
		in.Close()
		out.Close()
	}
	return err
}

// toServer is the pump to the child. It ends at the end of input, which it
// passes on at once, or when the child reads no more.
func (s *session) toServer(from io.Reader) {
	pump(from, s.in, func(c *meter.Chunk) *meter.Pass { return s.tap.Stream(meter.ToServer, c) })
	s.in.Close()
	if c, ok := from.(io.Closer); ok {
		c.Close() // a client that goes on writing learns it as from the child
	}
	close(s.ended)
}

// toClient is the pump from the child.
func (s *session) toClient(to io.Writer) {
	s.last.Store(s.now().UnixMilli())
	pump(s.out, to, func(c *meter.Chunk) *meter.Pass {
		s.last.Store(s.now().UnixMilli())
		return s.tap.Stream(meter.ToClient, c)
	})
	s.out.Close() // if the client reads no more, the child learns it
	if c, ok := to.(io.Closer); ok {
		c.Close()
	}
	close(s.outEnd)
}

// pump copies until either side ends. What was read is seen before it is
// written: an answer cannot be there before its request.
func pump(from io.Reader, to io.Writer, see func(*meter.Chunk) *meter.Pass) {
	for {
		c, err := meter.ReadChunk(from)
		if c.Len() > 0 {
			pass := see(c)
			_, werr := c.WriteTo(to)
			pass.Done()
			if err == nil {
				err = werr
			}
		}
		c.Release()
		if err != nil {
			return
		}
	}
}

// watch waits for the child's death, passes signals on, and sees to it that a
// child whose client is gone does not stay.
func (s *session) watch(signals <-chan os.Signal) {
	tick := time.NewTicker(watchStep)
	defer tick.Stop()
	ended := s.ended
	var eof bool
	var since, asked time.Time // end of input; when the child was asked to end
	for {
		select {
		case <-s.died:
			return
		case sig := <-signals:
			s.group.signal(sig)
			if asked.IsZero() && ending(sig) {
				asked = s.now()
			}
		case <-ended:
			ended, eof, since = nil, true, s.now()
		case <-tick.C:
			switch {
			case !asked.IsZero() && s.now().Sub(asked) >= termGrace:
				s.group.kill()
			case asked.IsZero() && eof && s.idle(since):
				s.group.signal(terminate)
				asked = s.now()
			}
		}
	}
}

// idle says whether nobody waits for the child any more: for a while there was
// no input and no output, and either nothing is pending or the client is dead.
// Unmeasured, only the client's death tells.
func (s *session) idle(since time.Time) bool {
	if last := time.UnixMilli(s.last.Load()); last.After(since) {
		since = last
	}
	if s.now().Sub(since) < eofGrace {
		return false
	}
	return parentGone() || s.tap != nil && !s.tap.Waiting()
}

// drain passes on what the dead child has written, and ends its group. A
// grandchild may hold the output open; what it still says is passed on as long
// as it keeps talking.
func (s *session) drain() {
	s.waitOutput(drainGrace)
	s.group.end(termGrace)
	s.waitOutput(drainGrace)
}

func (s *session) waitOutput(quiet time.Duration) {
	s.last.Store(s.now().UnixMilli())
	for {
		select {
		case <-s.outEnd:
			return
		case <-time.After(quiet / 10):
		}
		if s.now().Sub(time.UnixMilli(s.last.Load())) >= quiet {
			return
		}
	}
}
