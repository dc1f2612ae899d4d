package hook

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"agentconnector/pkg/scan"
	"agentconnector/pkg/world"
)

// Limits of the payload.
const (
	maxPayload = 16 << 20        // bytes of one payload that we keep
	maxWait    = 2 * time.Second // for a payload to become complete
	maxDepth   = scan.MaxDepth   // of nesting
	chunk      = 8 << 10         // first read; most payloads fit
)

// What can be wrong with a payload. The first two leave nothing to judge.
var (
	errEmpty     = errors.New("stdin is empty")
	errNotObject = errors.New("stdin holds no JSON object")
	errTooBig    = errors.New("payload over 16777216 bytes")
	errTooDeep   = errors.New("payload nested more than 10000 deep")
	errCut       = errors.New("stdin ended inside the payload")
	errSlow      = errors.New("payload still incomplete")
)

// readPayload reads one JSON object and stops at its end: some hosts never
// close stdin, and a hook that waits for EOF then holds up the tool call
// (case 31). What comes after it is not read.
func readPayload(in io.Reader, wait time.Duration) ([]byte, error) {
	if in == os.Stdin && canWait {
		return readObject(&patient{in: in, wait: wait})
	}
	return readBeside(in, wait)
}

// patient is stdin with a limit to how long one waits for it.
type patient struct {
	in    io.Reader
	wait  time.Duration
	until time.Time
	told  chan os.Signal // to end; made when stdin is slow
}

// look is how often one looks whether one was told to end.
const look = 50 * time.Millisecond

func (p *patient) Read(b []byte) (int, error) {
	now := time.Now()
	if p.until.IsZero() {
		p.until = now.Add(p.wait)
	}
	for left := p.until.Sub(now); left > 0; left = time.Until(p.until) {
		ready, err := waitStdin(min(left, look))
		if err != nil || ready {
			return p.in.Read(b) // an error of the wait is one of reading, too
		}
		if p.told == nil {
			p.told = make(chan os.Signal, 1)
			signal.Notify(p.told, stopSignals()...)
		}
		select {
		case s := <-p.told:
			return 0, fmt.Errorf("%w (%v) while the payload was incomplete", errStopped, s)
		default:
		}
	}
	return 0, fmt.Errorf("%w after %s", errSlow, p.wait)
}

// readBeside reads beside a timer, because a blocked read cannot be interrupted;
// when the time is up it is left behind, the process ends soon.
func readBeside(in io.Reader, wait time.Duration) ([]byte, error) {
	type result struct {
		b   []byte
		err error
	}
	done := make(chan result, 1)
	go func() {
		b, err := readObject(in)
		done <- result{b, err}
	}()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.b, r.err
	case <-timer.C:
		return nil, fmt.Errorf("%w after %s", errSlow, wait)
	}
}

// readObject reads until the object is complete. Over maxPayload it goes on
// reading, keeping nothing, so that the host does not write into a closed pipe;
// the caller's timer bounds that.
func readObject(in io.Reader) ([]byte, error) {
	var s scanner
	buf := world.Bytes(chunk)
	seen := 0 // bytes of buf already scanned
	big := false
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := in.Read(buf[len(buf):min(cap(buf), maxPayload+1)])
		buf = buf[:len(buf)+n]
		end := s.scan(buf[seen:])
		switch {
		case s.err != nil:
			return nil, s.err
		case end >= 0 && (big || seen+end > maxPayload):
			return nil, errTooBig
		case end >= 0:
			return world.Trim(buf)[s.start : seen+end], nil
		case errors.Is(err, errSlow) || errors.Is(err, errStopped):
			return nil, err
		case err != nil && big:
			return nil, errTooBig
		case err != nil && s.depth == 0:
			return nil, errEmpty
		case err != nil:
			return nil, errCut
		}
		if seen = len(buf); seen > maxPayload {
			big, seen, buf = true, 0, buf[:0]
		}
	}
}

// scanner finds the end of one JSON object by brackets and strings alone. It
// does not check the grammar; parsing does.
type scanner struct {
	start    int // of the object, after white space and a byte order mark
	depth    int
	inString bool
	escaped  bool
	err      error
}

// scan goes over the next bytes and returns the index after the object's end,
// or -1 if that is still to come.
func (s *scanner) scan(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case s.depth == 0:
			if s.open(c); s.err != nil {
				return -1
			}
		case s.escaped:
			s.escaped = false
		case s.inString:
			if n := scan.Plain(b[i:]); n > 0 {
				i += n - 1
				continue
			}
			s.escaped, s.inString = c == '\\', c != '"'
		case c == '"':
			s.inString = true
		case c == '{' || c == '[':
			if s.depth++; s.depth > maxDepth {
				s.err = errTooDeep
				return -1
			}
		case c == '}' || c == ']':
			if s.depth--; s.depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// open takes a byte before the object.
func (s *scanner) open(c byte) {
	switch c {
	case ' ', '\t', '\r', '\n', 0xEF, 0xBB, 0xBF:
		s.start++
	case '{':
		s.depth = 1
	default:
		s.err = errNotObject
	}
}
