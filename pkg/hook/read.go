package hook

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// Limits of the payload.
const (
	maxPayload = 16 << 20        // bytes of one payload that we keep
	maxWait    = 2 * time.Second // for a payload to become complete
	maxDepth   = 10_000          // of nesting, the same as encoding/json's own
	chunk      = 8 << 10         // first read; most payloads fit
)

// What can be wrong with a payload. The first two leave nothing to judge.
var (
	errEmpty     = errors.New("stdin is empty")
	errNotObject = errors.New("stdin holds no JSON object")
	errTooBig    = fmt.Errorf("payload over %d bytes", maxPayload)
	errTooDeep   = fmt.Errorf("payload nested more than %d deep", maxDepth)
	errCut       = errors.New("stdin ended inside the payload")
	errSlow      = errors.New("payload still incomplete")
)

// readPayload reads one JSON object and stops at its end: some hosts never
// close stdin, and a hook that waits for EOF then holds up the tool call
// (case 31). What comes after it is not read.
//
// The reader runs beside a timer because a blocked read on a pipe cannot be
// interrupted; when the time is up it is left behind, the process ends soon.
func readPayload(in io.Reader, wait time.Duration) ([]byte, error) {
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
	buf := make([]byte, 0, chunk)
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
			return buf[s.start : seen+end], nil
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
	for i, c := range b {
		switch {
		case s.depth == 0:
			if s.open(c); s.err != nil {
				return -1
			}
		case s.inString:
			switch {
			case s.escaped:
				s.escaped = false
			case c == '\\':
				s.escaped = true
			case c == '"':
				s.inString = false
			}
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
