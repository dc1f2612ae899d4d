package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"agentconnector/pkg/analyze"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/flock"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/report"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// pause is how often a follower looks for what is new.
const pause = time.Second

// stretch is how many events a follower takes before it notes how far it has come.
// What it has printed since the last note it prints again if it is killed; nothing
// is left out.
const stretch = 20_000

var errStretch = errors.New("so far for now")

// follow prints what is new, and waits for more.
func (c *eventsCmd) follow(w *world.World, f *flags, dir string, filter report.Filter, fold *analyze.Events, out *bufio.Writer) error {
	if err := segment.CursorName(c.Cursor); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil { // for the lock, and the place
		return err
	}
	alone, err := logstore.LockFile(filepath.Join(dir, c.Cursor+".follow.lock"), true, 0)
	if errors.Is(err, flock.ErrBusy) {
		return fmt.Errorf("another program follows the events with the cursor %q\nhint: give this one a name of its own: --cursor NAME", c.Cursor)
	}
	if err == nil {
		defer alone.Unlock()
	}
	at, err := segment.OpenCursor(dir, c.Cursor)
	if err != nil {
		return err
	}
	if len(at.State) > 0 {
		if err := fold.Restore(at.State); err != nil {
			return fmt.Errorf("%s: %w; remove it to read the log from its beginning", filepath.Join(dir, c.Cursor+".cursor"), err)
		}
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	var seen os.FileInfo
	for {
		more := true
		if now, err := os.Stat(filepath.Join(dir, logstore.Current)); seen != nil && err == nil && os.SameFile(seen, now) && seen.Size() == now.Size() {
			more = false
		} else {
			seen = now
		}
		for more {
			if more, err = c.stretch(w, f, at, filter, fold, out); err != nil {
				return err
			}
		}
		if given := fold.Given(w.Now().UnixMilli()); len(given) > 0 {
			_, _ = out.Write(given) // flushed where it is noted
			if err := note(at, fold, out); err != nil {
				return err
			}
		}
		select {
		case <-stop:
			return nil
		case <-time.After(pause):
		}
	}
}

// stretch prints what follows from the next events, and says whether there may be
// more of them.
func (c *eventsCmd) stretch(w *world.World, f *flags, at *segment.Cursor, filter report.Filter, fold *analyze.Events, out *bufio.Writer) (more bool, err error) {
	if at.Missed > 0 && !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%d files of the log were removed before they were read", at.Missed))
	}
	n := 0
	r := eventReader{filter: filter, add: func(e *wire.Event) error {
		_, err := out.Write(fold.Add(e))
		return err
	}}
	st, err := at.Read(func(line []byte) error {
		if n++; n > stretch {
			return errStretch
		}
		return r.line(line)
	})
	more = errors.Is(err, errStretch)
	if err != nil && !more {
		return false, fmt.Errorf("cannot read the events: %w", err)
	}
	r.skipped.Torn, r.skipped.Damaged, r.skipped.Gone = st.Torn, st.Damaged, st.Gone
	complain(w, f, r.skipped)
	return more, note(at, fold, out)
}

// note makes the place last, once what belongs before it is out.
func note(at *segment.Cursor, fold *analyze.Events, out *bufio.Writer) (err error) {
	if at.State, err = fold.Save(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return at.Save()
}
