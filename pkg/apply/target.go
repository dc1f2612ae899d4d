package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// How often a file that another program keeps writing is planned anew.
const replans = 5

// errMoved says that somebody wrote the file between our look and our rename.
var errMoved = errors.New("the file was changed by another program meanwhile")

// A target is one file and all that a run wants of it.
type target struct {
	path   string // as the plan names it
	format string
	mode   fs.FileMode // of a file that we create
	dirs   fs.FileMode // of directories that we create
	task   task
}

// An applied target is what became of it.
type applied struct {
	target target
	outs   []outcome
	diff   Diff
	told   []wire.Notice
	change bool // bytes change, or would
	backup string
	err    error
}

// look works a target out without writing.
func (s store) look(t target) (a applied, l *ledger, cur file, res *result) {
	a.target = t
	fail := func(err error) (applied, *ledger, file, *result) {
		a.err = err
		return a, nil, file{}, nil
	}
	real, err := s.ways.resolve(t.path)
	if err != nil {
		return fail(err)
	}
	if l, err = s.load(real); err != nil {
		return fail(fmt.Errorf("%s: what we know of it cannot be read: %w", t.path, err))
	}
	if l.Format != "" && t.format != "" && l.Format != t.format {
		return fail(fmt.Errorf("%s: is written as %s, but the plan takes it for %s\nhint: undo the connectors that wrote it first", t.path, l.Format, t.format))
	}
	l.Path = t.path
	if l.Format == "" {
		l.Format = t.format
	}
	if cur, err = readFile(real); err != nil {
		return fail(err)
	}
	kept := sync.OnceValues(func() ([]byte, error) { return s.base(l) })
	if res, err = rework(l, kept, cur, t.task); err != nil {
		return fail(edit.In(t.path, err))
	}
	t.guard(l, cur, res)
	a.outs, a.told, a.diff = res.outs, res.told, shown(t, l, res.led, cur.data, res.data)
	a.change = !res.same(cur) || cur.exists && res.mode != 0
	if a.change && cur.exists && readOnly(cur.info) && !t.task.force {
		return fail(fmt.Errorf("%s: is read-only (mode %04o)\nhint: %s, or use --force", t.path, cur.info.Mode().Perm(), writableHint))
	}
	return a, l, cur, res
}

// apply brings a target into being. When another program writes the file
// meanwhile, it looks again.
func (s store) apply(t target) applied {
	for range replans {
		a := s.attempt(t)
		if !errors.Is(a.err, errMoved) {
			return a
		}
		clear(s.ways) // it may have put other directories there
		time.Sleep(10 * time.Millisecond)
	}
	return applied{target: t, err: fmt.Errorf("%s: %w, %d times in a row\nhint: close the program that writes it, then run again", t.path, errMoved, replans)}
}

func (s store) attempt(t target) applied {
	real, err := s.ways.resolve(t.path)
	if err != nil {
		return applied{target: t, err: err}
	}
	unlock, err := s.lock(real)
	if err != nil {
		return applied{target: t, err: err}
	}
	defer unlock()
	a, l, cur, res := s.look(t)
	if a.err != nil {
		return a
	}
	a.err = s.commit(&a, real, l, cur, res)
	switch {
	case errors.As(a.err, new(writtenError)):
		a.err = fmt.Errorf("%s: %w", t.path, a.err)
	case a.err != nil && !errors.Is(a.err, errMoved):
		a.err = fmt.Errorf("%s: not written: %w", t.path, a.err)
	}
	return a
}

// commit writes what look worked out: pre-image, backup, intent, file, ledger,
// in this order, so that at every instant the file is old or new and the
// ledger can be made to agree.
func (s store) commit(a *applied, real string, l *ledger, cur file, res *result) (err error) {
	if len(res.led.Edits) > 0 && !res.led.Absent && !res.led.Bare {
		if err := s.putBase(res.base, a.target.task.now); err != nil {
			return err
		}
	}
	if !a.change {
		return s.save(res.led)
	}
	in := intent{Real: real, Temp: tempName(real), Old: cur.sum(), New: res.sum(), TS: a.target.task.now, Ledger: res.led}
	if res.same(cur) {
		in.Mode = octal(res.mode)
		return s.under(in, func() error { return setMode(real, cur, res.mode) })
	}
	if !s.covered(l, cur, res, a.target.task) {
		if a.backup, err = s.backup(l, cur, res.loss, a.target.task.now); err != nil {
			return fmt.Errorf("no backup could be made: %w", err)
		}
	}
	res.led.Ours = in.New
	return s.under(in, func() error { return s.write(a.target, in, cur, res.file) })
}

func (s store) write(t target, in intent, cur, now file) error {
	if !now.exists {
		if err := takeOut(in.Temp, in.Real, cur); err != nil {
			return err
		}
		return late(s.dropDirs(filepath.Dir(in.Real)))
	}
	mode := t.mode
	if cur.exists {
		mode = cur.info.Mode().Perm()
	} else if err := s.makeDirs(filepath.Dir(in.Real), t.dirs); err != nil {
		return err
	}
	if now.mode != 0 {
		mode = now.mode
	}
	if err := writeTemp(in.Temp, now.data, mode, cur.info); err != nil {
		return err
	}
	return exchange(in.Temp, in.Real, cur, now)
}

// modes says which modes a new file and its directories get: what the patch
// asks for, else the tightest that works: in a project other people's tools
// read the file too.
func modes(p wire.Patch, scope string) (f, d fs.FileMode) {
	f, d = 0o600, 0o700
	if scope == wire.ScopeProject && p.Surface != wire.State {
		f, d = 0o644, 0o755
	}
	if m, err := strconv.ParseUint(p.Mode, 8, 32); err == nil && p.Mode != "" {
		f = fs.FileMode(m).Perm()
	}
	return f, d
}

// oneLine shortens a text for a change line.
func oneLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
