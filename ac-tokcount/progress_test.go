package main

import (
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/world"
)

func TestProgress(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	p := &progress{out: &out, now: func() time.Time { return now }, next: now.Add(firstWord)}
	said := func(want string) {
		t.Helper()
		if out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
		out.Reset()
	}
	p.add(count{Bytes: 1_000_000, Tokens: 3})
	p.clear()
	said("") // what is done at once needs no word
	now = now.Add(firstWord)
	p.add(count{Bytes: 500_000, Tokens: 4})
	p.add(count{Bytes: 500_000, Tokens: 4})
	said("\r2 files, 1.5 MB, 7 tokens\x1b[K")
	now = now.Add(nextWord)
	p.add(count{})
	p.clear()
	p.clear()
	said("\r4 files, 2.0 MB, 11 tokens\x1b[K\r\x1b[K")
}

func TestNoProgressWhereNobodyLooks(t *testing.T) {
	if p := newProgress(&world.World{Stderr: new(strings.Builder), Now: time.Now}, false); p.out != nil {
		t.Error("a pipe is told how far it is")
	}
}
