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

// Exit codes when the child could not be started, as of a shell.
const (
	NotFound  = 127
	NotStarts = 126
)

// session is one run of a child.
type session struct {
	cmd   *exec.Cmd
	tap   *meter.Tap
	group *group
	in    io.WriteCloser // the child's stdin
	out   io.ReadCloser  // the child's stdout
	to    io.Writer      // the client
	last  atomic.Int64   // when output last came, in Unix milliseconds
	relay func()         // passes both directions on; nil if each has a pump
	gate  *gate          // nil if every tool may pass

	writing atomic.Bool // output is on its way to the client
	gone    atomic.Bool // nobody was there to read the output
	now     func() time.Time
	ended   chan struct{} // end of input
	outEnd  chan struct{} // end of the child's output
	died    chan struct{}
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
	if runtime.GOMAXPROCS(0) < 4 { // whoever counts must not keep a pump waiting
		runtime.GOMAXPROCS(4)
	}
	s := &session{
		cmd: cmd, tap: tap, now: w.Now, to: w.Stdout,
		gate:  newGate(o, w.Stderr),
		ended: make(chan struct{}), outEnd: make(chan struct{}), died: make(chan struct{}),
	}
	if err := s.start(w); err != nil {
		return status(err), notStarted(o.Command[0], err)
	}
	s.gate.open(s)
	s.last.Store(s.now().UnixMilli())
	if s.relay != nil {
		go s.relay()
	} else {
		go s.toServer(w.Stdin)
		go s.toClient()
	}
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
	childIn, in, err := newPipe()
	if err != nil {
		return err
	}
	out, childOut, err := newPipe()
	if err != nil {
		return errors.Join(err, childIn.Close(), in.Close())
	}
	s.in, s.out = in, out
	widen(out)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = childIn, childOut, w.Stderr
	s.cmd.WaitDelay = drainGrace // only matters if stderr is no file, as in tests
	s.group, err = startInGroup(s.cmd)
	childIn.Close()
	childOut.Close()
	if err != nil {
		return errors.Join(err, in.Close(), out.Close())
	}
	s.relay = s.relayed(w, in, out)
	return nil
}

// drain passes on what the dead child has written, and ends its group. A
// grandchild may hold the output open: it gets a moment, as the client that waits
// to learn of the child's end does not get one. What was written is passed on
// however long the client takes.
func (s *session) drain() {
	s.waitOutput(drainGrace, drainMost)
	s.group.end(termGrace)
	s.waitOutput(drainGrace, forever)
}

// waitOutput waits for the end of the output, as long as there is some.
func (s *session) waitOutput(quiet, most time.Duration) {
	began := s.now()
	s.last.Store(began.UnixMilli())
	for {
		select {
		case <-s.outEnd:
			return
		case <-time.After(quiet / 10):
		}
		now := s.now()
		if s.writing.Load() { // the client takes its time
			s.last.Store(now.UnixMilli())
		} else if now.Sub(time.UnixMilli(s.last.Load())) >= quiet || now.Sub(began) >= most {
			return
		}
	}
}
