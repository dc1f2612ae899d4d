// Package apply makes the edits of a plan and takes them back. It knows files,
// formats and the ledger; it knows no host.
//
// The one idea: a file of the user is a function of what it was without us and
// of the list of our edits. Both are kept in a ledger. As long as nobody else
// writes the file, removing an edit means making it anew without that edit, so
// whatever order connectors come and go in, the last to leave gives back the
// original bytes. When somebody else has written, our edits are reverted one by
// one in what is there now, and what is left is the new "without us".
//
// rework computes (no writes), attempt commits (lock, pre-image, backup, intent,
// rename, ledger), targets and undo say what is wanted of which file.
//
// Our own state has a version (version.go). Beside it stand copies of the user's
// files (backup.go): of each the first for ever, the later ones until they are
// too many or too old (prune.go).
package apply

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/config"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// Options are what a run was asked for.
type Options struct {
	Home         string // our own folder
	Exe          string // folder of this program: where the tools are copied from
	ToolVersion  string
	OS           string
	Now          int64 // epoch milliseconds
	LastWins     bool  // of a key that appears twice, edit the last
	Force        bool  // overwrite what the user changed in our edits, and read-only files
	Adopt        bool  // take over what others have put where we want something
	DryRun       bool  // compute, write nothing
	AllOrNothing bool  // write nothing if anything fails
	ResolveEnv   bool  // write the values of variables
	Getenv       func(string) string
	Prune        *config.Pruning // which backups are kept; nil: all
}

func (o Options) how() how { return how{force: o.Force, last: o.LastWins, adopt: o.Adopt} }

// A Report is what a run did.
type Report struct {
	Changes []wire.Change
	Notices []wire.Notice
	Diffs   []Diff  // of a dry run
	Errors  []error // each names its file; the changes carry them too
	Changed bool    // something was written, or would be

	seen []seen // what the next run need not look at
}

// Diff is a file before and after, the values of variables in words.
type Diff struct {
	Path          string
	Before, After []byte
}

// Recover settles what a crash left behind. It comes before all else, and so
// does its look at the version of the state.
func Recover(o Options) ([]Recovered, error) {
	s := store{dir: o.Home}
	if _, err := s.version(); err != nil {
		return nil, err
	}
	s.sweepTemps(o.Now)
	rs, err := s.settleAll(o.Now)
	s.sweepDirs()
	return rs, err
}

// Check says whether a plan asks for something that this version cannot do.
func Check(p *plan.Plan) error {
	for i := range p.Patches {
		pt := &p.Patches[i]
		if _, err := wanted(*pt); err != nil {
			return err
		}
		switch pt.Op {
		case wire.OpSet, wire.OpUpsert, wire.OpBlock, wire.OpWrite:
		case wire.OpRun:
			if pt.Run == nil || len(pt.Run.Argv) == 0 || len(pt.Run.Inverse) == 0 {
				return fmt.Errorf("the plan has a run without a command, or without one that takes it back")
			}
			continue
		default:
			return fmt.Errorf("the plan has the operation %q for %s, which this version does not have\nhint: upgrade agent-connector", pt.Op, pt.Path)
		}
		if !filepath.IsAbs(pt.Path) {
			return fmt.Errorf("the plan names the relative path %q: paths must be absolute", pt.Path)
		}
	}
	return nil
}

// Plan applies a plan.
func Plan(p *plan.Plan, o Options) (*Report, error) {
	s := store{dir: o.Home, ways: ways{}, books: map[string]*ledger{}, mine: map[string]bool{}}
	h := p.Head
	me := owner{Connector: h.Connector, Version: h.Version, Scope: h.Scope, Project: h.Project, ProjectKey: h.ProjectKey, Local: h.Local}
	targets, err := s.targets(p.Patches, me, h, o)
	if err != nil {
		return nil, err
	}
	if err := unwritable(targets); err != nil {
		return nil, err
	}
	if o.AllOrNothing {
		if rep := s.nothing(targets, p, o); rep != nil {
			return rep, nil
		}
	}
	rep := &Report{Notices: slices.Clone(p.Notices)}
	pairs := &tally{connector: h.Connector}
	rep.tools(o, h.Tools, pairs) // first: a pointer must never name what is not there
	if len(rep.Errors) > 0 {
		rep.Changes = pairs.changes(h.Hosts)
		return rep, nil
	}
	s.undoDeeds(rep, bounds(me, h), p.Patches, o, pairs)
	s.run(rep, targets, o, pairs)
	s.doDeeds(rep, p.Patches, me, o, pairs)
	pairs.notices(rep.Notices, h)
	rep.Changes = pairs.changes(h.Hosts)
	if o.DryRun {
		return rep, nil
	}
	_ = s.renewLatest(me, rep.seen) // without it the next run works everything out
	if rep.Changed {
		s.sweep(o.Now)
		s.prune(o)
	}
	return rep, nil
}

// nothing is the report of a run that would fail in part and therefore does
// nothing at all; nil if nothing fails.
func (s store) nothing(targets []target, p *plan.Plan, o Options) *Report {
	o.DryRun = true
	rep := &Report{Notices: slices.Clone(p.Notices)}
	pairs := &tally{connector: p.Head.Connector}
	s.run(rep, targets, o, pairs)
	if len(rep.Errors) == 0 {
		return nil
	}
	for _, r := range pairs.rows {
		r.spare()
	}
	pairs.notices(p.Notices, p.Head)
	rep.Changed, rep.Diffs, rep.Changes = false, nil, pairs.changes(p.Head.Hosts)
	return rep
}

// run goes through the targets, one after the other.
func (s store) run(rep *Report, targets []target, o Options, pairs *tally) {
	tell := func(a applied) { rep.add(a, pairs, o.DryRun) }
	if !o.DryRun {
		s.applyAll(targets, tell)
		return
	}
	for _, t := range targets {
		if t.found.Asks != "" {
			tell(t.again())
			continue
		}
		a, _, _, _ := s.look(t)
		tell(a)
	}
}

// add counts what became of one target in. What would change is kept to be shown;
// of what has changed there may be much.
func (rep *Report) add(a applied, pairs *tally, show bool) {
	t := a.target
	a.err = Advised(a.err)
	rep.Changed = rep.Changed || a.change && a.err == nil
	if a.err != nil {
		rep.Errors = append(rep.Errors, a.err)
		rep.byHand(t)
	} else {
		if a.mark.Asks != "" {
			rep.seen = append(rep.seen, a.mark)
		}
		if a.change && show {
			rep.Diffs = append(rep.Diffs, a.diff)
		}
	}
	rep.Notices = append(rep.Notices, t.told...)
	rep.Notices = append(rep.Notices, a.told...)
	for _, out := range a.outs {
		if out.manual != "" {
			rep.Notices = append(rep.Notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn,
				Host: first(out.hosts), Surface: out.surface, Message: t.path + ": " + strings.TrimSpace(out.detail+" "+out.what), ManualEdit: out.manual})
		}
	}
	pairs.add(a)
}

func first(s []string) string {
	if len(s) == 0 {
		return ""
	}
	return s[0]
}
