package apply

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// Targets are brought into being together, in their order: as many as are free, a
// number of files that any system lets us hold locked, and no more than fit into
// memory without harm.
const (
	maxGroup     = 64
	maxGroupSize = 4 << 20 // bytes of the files, before and after
)

// applyAll brings targets into being and tells of each, in their order. Where
// another program writes a file meanwhile, it looks again.
func (s store) applyAll(ts []target, tell func(applied)) {
	for len(ts) > 0 {
		as := s.attempt(ts)
		for i, a := range as {
			if errors.Is(a.err, errMoved) {
				a = s.apply(ts[i])
			}
			tell(a)
		}
		ts = ts[len(as):]
	}
}

// apply is applyAll for one.
func (s store) apply(t target) applied {
	for range replans {
		a := s.attempt([]target{t})[0]
		if !errors.Is(a.err, errMoved) {
			return a
		}
		clear(s.ways) // it may have put other directories there
		time.Sleep(10 * time.Millisecond)
	}
	return applied{target: t, err: fmt.Errorf("%s: %w, %d times in a row\nhint: close the program that writes it, then run again", t.path, errMoved, replans)}
}

// looked is a target whose file is locked and worked out.
type looked struct {
	at   int // which target it is
	real string
	l    *ledger
	cur  file
	res  *result
}

// attempt brings the first of some targets into being, one at least.
func (s store) attempt(ts []target) (as []applied) {
	as, all, unlock := s.lockAndLook(ts)
	defer unlock()
	s.late = lateDirs{}
	var ms []*move
	of := map[*move]int{}
	for _, x := range all {
		m, err := s.prepare(&as[x.at], x)
		as[x.at].err = as[x.at].worded(err)
		if m != nil {
			ms = append(ms, m)
			of[m] = x.at
		}
	}
	faults := s.late.flush()
	s.late = nil
	for _, err := range faults { // nothing is written over that might not come back
		for _, x := range all {
			if a := &as[x.at]; a.err == nil {
				a.err = a.worded(fmt.Errorf("no backup could be made: %w", err))
			}
		}
		return as
	}
	s.together(ms)
	for m, i := range of {
		if as[i].err = as[i].worded(m.err); m.err == nil {
			if a := &as[i]; a.steady(m.in.Ledger) {
				a.mark = a.target.mark(m.in.after, m.size, m.in.New)
			}
		}
	}
	return as
}

// remember writes the ledger of a file that is as it shall be, if there is more to
// tell than the time.
func (s store) remember(a *applied, l *ledger, res *result) (err error) {
	in := &intent{Real: res.led.Real, Ledger: res.led}
	settled := a.settled(res.led) && res.exists
	if settled {
		if in.after, err = encodeLedger(res.led.asOf(l)); err != nil {
			return err
		}
	}
	if settled && bytes.Equal(in.after, l.text) {
		a.mark = a.target.mark(in.after, len(res.data), res.sum())
		a.mark.Told = a.record()
		return nil
	}
	in.after = nil
	if err := s.keep(in); err != nil {
		return err
	}
	if a.steady(res.led) {
		a.mark = a.target.mark(in.after, len(res.data), res.sum())
	}
	return nil
}

// asOf is a ledger with the times of an earlier one.
func (l *ledger) asOf(was *ledger) *ledger {
	if len(was.Edits) != len(l.Edits) {
		return l
	}
	out := *l
	out.Edits = cloneEdits(l.Edits)
	for i := range out.Edits {
		for j := range out.Edits[i].Owners {
			if old := was.Edits[i].Owners; j < len(old) {
				out.Edits[i].Owners[j].TS = old[j].TS
			}
		}
	}
	return &out
}

// lockAndLook takes the locks of the first targets and works them out. It waits
// for the first only: a run that waits has locked nothing.
func (s store) lockAndLook(ts []target) (as []applied, all []looked, unlock func()) {
	var held []func()
	unlock = func() {
		for _, f := range held {
			f()
		}
	}
	mine := map[string]bool{}
	size := 0
	for i, t := range ts {
		if t.found.Asks != "" {
			as = append(as, t.again())
			continue
		}
		real, err := s.ways.resolve(t.path)
		if err == nil && (mine[real] || len(held) == maxGroup || size > maxGroupSize) {
			break
		}
		var free func()
		if err == nil && len(held) == 0 {
			free, err = s.lock(real)
		} else if err == nil {
			if free, err = s.tryLock(real); err != nil {
				break // it comes again, in words
			}
		}
		if err != nil {
			as = append(as, applied{target: t, err: err})
			continue
		}
		held, mine[real] = append(held, free), true
		a, l, cur, res := s.lookAt(real, t)
		if as = append(as, a); a.err == nil {
			all = append(all, looked{i, real, l, cur, res})
			size += len(cur.data) + len(res.data)
		}
	}
	return as, all, unlock
}

// worded puts the path in front of an error.
func (a applied) worded(err error) error {
	switch {
	case err == nil || errors.Is(err, errMoved):
		return err
	case errors.As(err, new(writtenError)):
		return fmt.Errorf("%s: %w", a.target.path, err)
	}
	return fmt.Errorf("%s: not written: %w", a.target.path, err)
}

// commit writes what look worked out: pre-image, backup, intent, file, ledger,
// in this order, so that at every instant the file is old or new and the
// ledger can be made to agree.
func (s store) commit(a *applied, real string, l *ledger, cur file, res *result) error {
	m, err := s.prepare(a, looked{0, real, l, cur, res})
	if m == nil {
		return err
	}
	s.together([]*move{m})
	return m.err
}

// prepare is what comes before the intent. If the file is as it shall be there is
// no move: then only the ledger is written.
func (s store) prepare(a *applied, x looked) (m *move, err error) {
	t, l, cur, res := a.target, x.l, x.cur, x.res
	if len(res.led.Edits) > 0 && !res.led.Absent && !res.led.Bare {
		if err := s.putBase(res.base, t.task.now); err != nil {
			return nil, err
		}
	}
	if !a.change {
		return nil, s.remember(a, l, res)
	}
	in := &intent{Real: x.real, Temp: tempName(x.real), Old: cur.sum(), New: res.sum(), TS: t.task.now, Ledger: res.led}
	if res.same(cur) {
		in.Mode = octal(res.mode)
		return &move{in: in, size: len(res.data), write: func(store) error { return setMode(x.real, cur, res.mode) }}, nil
	}
	if !s.covered(l, cur, res, t.task) {
		if a.backup, err = s.backup(l, cur, res.loss, t.task.now); err != nil {
			return nil, fmt.Errorf("no backup could be made: %w", err)
		}
	}
	res.led.Ours = in.New
	m = &move{in: in, size: len(res.data), write: func(s store) error { return s.write(t, *in, cur, res.file) }}
	if res.exists && !cur.exists {
		m.dir = filepath.Dir(x.real)
	}
	return m, nil
}

func (s store) write(t target, in intent, cur, now file) error {
	dir := filepath.Dir(in.Real)
	if !now.exists {
		if err := takeOut(in.Temp, in.Real, cur); err != nil {
			return err
		}
		return late(s.dropDirs(dir))
	}
	mode := t.mode
	if cur.exists {
		mode = cur.info.Mode().Perm()
	} else if err := s.makeDirs(dir, t.dirs); err != nil {
		return err
	}
	if now.mode != 0 {
		mode = now.mode
	}
	if err := writeTemp(in.Temp, now.data, mode, cur.info); err != nil {
		return err
	}
	if err := exchange(in.Temp, in.Real, cur, now); err != nil {
		return err
	}
	return late(s.sync(dir))
}
