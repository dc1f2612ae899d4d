package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// A move is one write with its intent.
type move struct {
	in    *intent
	write func(store) error
	dir   string // that it may have to make
	size  int    // of the file

	failed error // why it is not written, or what went wrong afterwards
	done   bool  // it is in
	left   error // why its intent must stay
	err    error // all this in words
}

// A writtenError is a fault that came after the file had its new content: to
// say "not written" would be a lie.
type writtenError struct{ error }

func (e writtenError) Unwrap() error { return e.error }

// under makes a write of one file under its intent, with the lock held.
func (s store) under(in intent, write func(store) error) error {
	m := &move{in: &in, write: write}
	s.together([]*move{m})
	return m.err
}

// together makes writes under their intents, with the locks of all the files held:
// the intents, the files, the ledgers, each flushed before the next begin, so that
// a run waits for the disk a few times and not a few times for each file. Whatever
// fails, each file is then old or new and its ledger agrees, or its intent stays
// and the next run sees to it.
func (s store) together(all []*move) {
	ms := s.ready(all)
	if len(ms) == 0 {
		return
	}
	name, err := s.begin(intents(ms, func(*move) bool { return true })...)
	if err != nil {
		_ = s.note(name, nil) // it may stand already, for writes that never were
		for _, m := range ms {
			m.err = err
		}
		return
	}
	s.writeAll(ms)
	s.recordAll(ms)
	if err := s.note(name, intents(ms, func(m *move) bool { return m.left != nil })); err != nil {
		for _, m := range ms {
			m.leave(err)
		}
	}
	for _, m := range ms {
		m.err = m.said()
	}
}

func intents(ms []*move, which func(*move) bool) (is []*intent) {
	for _, m := range ms {
		if which(m) {
			is = append(is, m.in)
		}
	}
	return is
}

// ready leaves out the moves of files of which an earlier write had to be settled
// first: they have to be worked out anew.
func (s store) ready(all []*move) (ms []*move) {
	if len(all) == 0 {
		return nil
	}
	reals := map[string]bool{}
	for _, m := range all {
		m.in.now = m.in.TS
		reals[m.in.Real] = true
	}
	settled, err := s.leftovers(reals, all[0].in.TS)
	for _, m := range all {
		switch {
		case err != nil:
			m.err = err
		case settled[m.in.Real]:
			m.err = errMoved
		default:
			ms = append(ms, m)
		}
	}
	return ms
}

// writeAll makes the writes and brings to rest what could not be written.
func (s store) writeAll(ms []*move) {
	s.late, s.noted = lateDirs{}, s.noteDirs(ms)
	for _, m := range ms {
		m.failed = m.write(s)
		m.done = m.failed == nil
	}
	faults := s.late.flush()
	s.late = nil
	for _, m := range ms {
		if err := faults[filepath.Dir(m.in.Real)]; err != nil && m.failed == nil {
			m.failed = writtenError{err}
		}
		if m.failed != nil {
			done, err := s.settled(m.in)
			m.done = done || errors.As(m.failed, new(writtenError)) // even if nobody can look now
			m.leave(err)
		}
	}
}

// recordAll makes the ledgers agree with files that are at rest. It comes before the
// intents go: what happens in between happens again.
func (s store) recordAll(ms []*move) {
	s.late = lateDirs{}
	for _, m := range ms {
		if m.done {
			m.leave(s.keep(m.in))
			s.late[s.ledgers()] = true // one that was removed must not come back when the intent is gone
		}
	}
	for _, err := range s.late.flush() {
		for _, m := range ms {
			if m.done {
				m.leave(err)
			}
		}
	}
}

func (m *move) leave(err error) {
	if m.left == nil {
		m.left = err
	}
}

// said is what is said of a move.
func (m *move) said() error {
	err := m.failed
	switch {
	case err == nil && m.left == nil:
		return nil
	case err == nil:
		return writtenError{fmt.Errorf("is written, but not yet recorded: %w\nhint: ac-apply --recover records it when the cause is gone", m.left)}
	case m.left != nil:
		err = fmt.Errorf("%v\nhint: run ac-apply --recover when the cause is gone: this is left to clear up: %w", err, m.left) // %v: not to be tried again
	case m.in.kept != "":
		err = fmt.Errorf("%w\nhint: what another program wrote meanwhile is kept in %s", err, m.in.kept)
	}
	if m.done {
		return writtenError{fmt.Errorf("is written, but: %w", err)}
	}
	return err
}

// lateDirs are directories in which names have changed, to be flushed together. A
// store that has none flushes at once.
type lateDirs map[string]bool

func (s store) sync(dir string) error {
	if s.late == nil {
		return syncDir(dir)
	}
	s.late[dir] = true
	return nil
}

// flush says which could not be flushed.
func (l lateDirs) flush() map[string]error {
	faults := map[string]error{}
	for d := range l {
		if err := syncDir(d); err != nil && !errors.Is(err, fs.ErrNotExist) { // it may have gone again
			faults[d] = err
		}
	}
	return faults
}
