package hook

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/world"
)

// Limits of serve.
const (
	maxRunning = 16   // requests whose handlers run at once
	maxWaiting = 1000 // requests that may wait for them
	serveChunk = 64 << 10
)

// server answers the module of a host that runs plugins: one request a line on
// stdin, one answer a line on stdout, for as long as the host runs.
//
// What rules decide is answered at once, in the loop that reads. What needs a
// process gets a goroutine, so that the answers come in any order. A request
// that cannot be read gets an answer that says so. Whatever happens the exit
// code is 0: the end comes with the end of stdin, or with a signal.
type server struct {
	w    *world.World
	home string
	host *host.Caller
	arguments

	log    *journal
	defs   definitions
	events eventLog

	mu    sync.Mutex // of out
	out   *bufio.Writer
	slots chan struct{}  // of those that run
	queue chan struct{}  // of those and those that wait
	busy  sync.WaitGroup // the same
}

// serve runs until stdin ends.
func serve(w *world.World, argv []string) int {
	args := parse(argv)
	if len(args.names) == 0 {
		complain(w, "serve takes a host", "usage: "+tool+" serve HOST [--connector ID] [--on-error deny] [--shared] [--plugin-dir DIR]")
		return world.Usage
	}
	h := host.FindCaller(args.names[0])
	if h == nil {
		complain(w, fmt.Sprintf("unknown host %q: %s", args.names[0], knownHosts()))
		return world.OK
	}
	if over := host.FindCaller(w.Getenv(hostVar)); over != nil {
		h = over
	}
	s := newServer(w, h, args)
	done := make(chan os.Signal, 1)
	// A write to a host that is gone must be an error, not the end: the log is
	// still to be written.
	signal.Notify(done, stopSignals()...)
	signal.Ignore(syscall.SIGPIPE)
	ended := make(chan struct{})
	go func() {
		s.loop()
		s.busy.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-done: // the handlers that run are told, too, and leave no children behind
		for wait := time.Now().Add(5 * lingerWait); len(s.queue) > 0 && time.Now().Before(wait); {
			time.Sleep(lingerWait / 10)
		}
	}
	s.events.flush()
	return world.OK
}

func newServer(w *world.World, h *host.Caller, args arguments) *server {
	own := *w
	own.Stderr = &locked{w: w.Stderr}
	s := &server{w: &own, home: home.Dir(w), host: h, arguments: args, out: bufio.NewWriterSize(w.Stdout, serveChunk),
		slots: make(chan struct{}, maxRunning), queue: make(chan struct{}, maxRunning+maxWaiting)}
	log := newJournal(s.w, s.home)
	s.log = &log
	s.log.fields = logLine{host: h.ID, connector: args.connector}
	s.defs = definitions{home: s.home, now: w.Now}
	patterns.keep.Store(true)
	s.events = eventLog{home: s.home, log: s.log}
	for _, o := range args.odd {
		s.log.warnf("argument %q is not understood, and left out", o)
	}
	return s
}

// loop reads requests until there are no more, or nobody reads the answers.
func (s *server) loop() {
	in := bufio.NewReaderSize(s.w.Stdin, serveChunk)
	for {
		if !lineReady(in) && s.flush() != nil {
			return
		}
		line, err := readLine(in)
		if len(bytes.TrimSpace(line)) > 0 || errors.Is(err, errTooBig) {
			s.take(line, err)
		}
		if err != nil && !errors.Is(err, errTooBig) {
			_ = s.flush()
			return
		}
	}
}

// lineReady says whether a whole line has been read already: if not, the next
// read may block, and the answers must be out before.
func lineReady(in *bufio.Reader) bool {
	b, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(b, '\n') >= 0
}

// readLine reads one line into memory of its own, since a payload that has been
// read is referred to. Of one that is too long it keeps the beginning.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	big := false
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(bytes.TrimSuffix(part, []byte("\n"))) > maxPayload {
			big = true
			part = part[:max(0, min(len(part), serveChunk-len(line)))]
		}
		if !big || len(line) < serveChunk {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case big:
			return line[:min(len(line), serveChunk)], errors.Join(errTooBig, eof(err))
		default:
			return line, err
		}
	}
}

// eof is the end of the input beside another error.
func eof(err error) error {
	if err == io.EOF {
		return nil // the next read says it again
	}
	return err
}

// flush sends the answers on their way.
func (s *server) flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Flush()
}

// send writes one answer. Those of the loop wait for its flush.
func (s *server) send(line []byte, now bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.out.Write(line)
	if now {
		_ = s.out.Flush()
	}
}

// locked lets several handlers write to one stream.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// eventDelay is how long a line of the event log may wait for others.
const eventDelay = time.Second
