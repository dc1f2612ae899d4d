package main

import (
	"fmt"
	"io"
	"time"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/world"
)

// When a person is told how far it is: not of what is done at once.
const (
	firstWord = time.Second
	nextWord  = time.Second / 5
)

// progress says on a terminal how much was counted, on a line that is cleared in
// the end.
type progress struct {
	out                  io.Writer // nil: nobody looks
	now                  func() time.Time
	next                 time.Time
	shown                bool
	files, bytes, tokens int
}

func newProgress(w *world.World, quiet bool) *progress {
	p := &progress{now: w.Now}
	if !quiet && cli.IsTerminal(w.Stderr) {
		p.out, p.next = w.Stderr, w.Now().Add(firstWord)
	}
	return p
}

// add takes one input.
func (p *progress) add(c count) {
	if p.out == nil {
		return
	}
	p.files, p.bytes, p.tokens = p.files+1, p.bytes+c.Bytes, p.tokens+c.Tokens
	if now := p.now(); !now.Before(p.next) {
		fmt.Fprintf(p.out, "\r%d files, %.1f MB, %d tokens\x1b[K", p.files, float64(p.bytes)/1e6, p.tokens)
		p.shown, p.next = true, now.Add(nextWord)
	}
}

// clear makes room for something else.
func (p *progress) clear() {
	if p.shown {
		io.WriteString(p.out, "\r\x1b[K")
		p.shown = false
	}
}
