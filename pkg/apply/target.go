package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

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
	gives  []share       // what is taken out of a file of which nothing is wanted
	told   []wire.Notice // for hosts whose file is another's, too

	real  string // where the path led when the run began
	asks  string // all that is wanted of it, as a sum; empty if more than that decides
	found seen   // that it is just as wanted
}

// A share is what hosts have in a file on one surface.
type share struct {
	surface string
	hosts   []string
}

// shares are those that a release ends.
func shares(l *ledger, release func(*own, owner) ([]string, bool)) (all []share) {
	for i := range l.Edits {
		e := &l.Edits[i]
		for _, o := range e.Owners {
			if keep, ok := release(e, o); ok && (len(keep) == 0 || len(keep) < len(o.Hosts)) {
				all = append(all, share{e.Surface, missingFrom(o.Hosts, keep)})
			}
		}
	}
	return all
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
	mark   seen // what the next run need not look at
}

// look works a target out without writing.
func (s store) look(t target) (a applied, l *ledger, cur file, res *result) {
	real, err := s.ways.resolve(t.path)
	if err != nil {
		return applied{target: t, err: err}, nil, file{}, nil
	}
	return s.lookAt(real, t)
}

// lookAt is look where it is known to which file the path leads.
func (s store) lookAt(real string, t target) (a applied, l *ledger, cur file, res *result) {
	a.target = t
	fail := func(err error) (applied, *ledger, file, *result) {
		a.err = err
		return a, nil, file{}, nil
	}
	var err error
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
