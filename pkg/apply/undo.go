package apply

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
)

// Selector says which installations of a connector to take out.
type Selector struct {
	ID         string
	Hosts      []string // empty: all
	Scope      string   // user or project; empty with All
	Project    string   // its root
	ProjectKey string
	All        bool // every scope and project
}

func (s Selector) matches(o owner) bool {
	return o.Connector == s.ID && (s.All || o.same(owner{Connector: s.ID, Scope: s.Scope, Project: s.Project, ProjectKey: s.ProjectKey}))
}

// Undo takes out what a connector owns, from the ledger alone: the connector's
// own folder need not exist any more.
func Undo(sel Selector, o Options) (*Report, error) {
	s := store{dir: o.Home, ways: ways{}, books: map[string]*ledger{}}
	ls, err := s.all()
	if err != nil {
		return nil, err
	}
	rep := &Report{}
	release := s.selection(sel, ls)
	var state, rest []target
	found := false
	for _, l := range slices.Backward(ls) { // memory blocks and files before the configs that led to them
		found = found || slices.ContainsFunc(l.Edits, func(e own) bool { return slices.ContainsFunc(e.Owners, sel.matches) })
		gives := shares(l, release)
		if len(gives) == 0 {
			continue
		}
		t := target{path: l.place(), format: l.Format, gives: gives, task: task{owner: owner{Connector: sel.ID}, release: release, how: o.how(), now: o.Now, strangers: s.strangers}}
		if l.Edits[0].Surface == wire.State {
			state = append(state, t)
		} else {
			rest = append(rest, t)
		}
	}
	if !found {
		return rep, s.notInstalled(sel, ls)
	}
	pairs := &tally{connector: sel.ID}
	s.undoDeeds(rep, release, nil, o, pairs)
	s.run(rep, rest, o, pairs)
	if len(rep.Errors) == 0 { // while an edit is left, so is the definition that explains it
		s.run(rep, state, o, pairs)
	}
	rep.Changes = pairs.changes(pairs.hosts())
	rep.others(sel, ls)
	if o.DryRun {
		return rep, nil
	}
	s.forget(sel)
	if rep.Changed {
		s.sweep(o.Now)
		s.prune(o)
	}
	return rep, nil
}

// forget removes the records of installations that are gone; of one they say nothing.
func (s store) forget(sel Selector) {
	ls, err := s.all()
	if err != nil {
		return
	}
	s.dropLatest(func(o owner) bool {
		return sel.matches(o) && !slices.ContainsFunc(ls, func(l *ledger) bool {
			return slices.ContainsFunc(l.Edits, func(e own) bool { return e.of(o) >= 0 })
		})
	})
}

// selection releases what a selector names. What our own state has for no host
// in particular goes with the last edit that it serves: when hosts are selected
// and others stay, it stays.
func (s store) selection(sel Selector, ls []*ledger) func(*own, owner) ([]string, bool) {
	stays := func(o owner) bool {
		for _, l := range ls {
			for _, e := range l.Edits {
				i := e.of(o)
				if i >= 0 && e.Surface != wire.State && len(missingFrom(e.Owners[i].Hosts, sel.Hosts)) > 0 {
					return true
				}
			}
		}
		return false
	}
	return func(e *own, o owner) ([]string, bool) {
		switch {
		case !sel.matches(o):
			return nil, false
		case len(sel.Hosts) == 0:
			return nil, true
		case e.Surface == wire.State && len(o.Hosts) == 0:
			return nil, !stays(o)
		}
		return missingFrom(o.Hosts, sel.Hosts), true
	}
}

func (s store) notInstalled(sel Selector, ls []*ledger) error {
	have := installed(ls)
	for _, i := range have {
		if i.ID == sel.ID {
			return fmt.Errorf("%s is not installed at %s scope\nhint: it is installed at %s scope %s; select it with --scope and --project, or use --all",
				sel.ID, sel.Scope, i.Scope, i.Project)
		}
	}
	return fmt.Errorf("%s is not installed\nhint: ac-apply --list shows what is", sel.ID)
}

// others names the installations of the connector that stay.
func (rep *Report) others(sel Selector, ls []*ledger) {
	for _, i := range installed(ls) {
		if i.ID == sel.ID && !sel.matches(owner{Connector: i.ID, Scope: i.Scope, Project: i.Project, ProjectKey: i.ProjectKey}) {
			rep.Notices = append(rep.Notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelInfo,
				Message: fmt.Sprintf("%s stays installed at %s scope %s", i.ID, i.Scope, i.Project)})
		}
	}
}

// Purge removes what is left of a connector in our home, and the tools when no
// connector is left. Backups and logs stay.
func Purge(id string, o Options) error {
	ls, err := store{dir: o.Home}.all()
	if err != nil {
		return err
	}
	have := installed(ls)
	if slices.ContainsFunc(have, func(i wire.Installed) bool { return i.ID == id }) {
		return nil // another scope still needs it
	}
	if err := os.RemoveAll(filepath.Join(home.Connectors(o.Home), id)); err != nil {
		return err
	}
	if len(have) > 0 {
		return nil
	}
	for _, d := range []string{home.Bin(o.Home), home.State(o.Home)} {
		if err := os.RemoveAll(d); err != nil {
			return err
		}
	}
	os.Remove(home.Connectors(o.Home)) // only if it is empty
	return nil
}

// installed lists the installations that the ledgers know.
func installed(ls []*ledger) []wire.Installed {
	var out []wire.Installed
	folder := map[int]bool{} // what our own state says, for one that has nothing else
	for _, l := range ls {
		for _, e := range l.Edits {
			for _, o := range e.Owners {
				i := slices.IndexFunc(out, func(x wire.Installed) bool {
					return o.same(owner{Connector: x.ID, Scope: x.Scope, Project: x.Project, ProjectKey: x.ProjectKey})
				})
				if i < 0 {
					i = len(out)
					out = append(out, wire.Installed{Schema: wire.SchemaInstalled, ID: o.Connector, Version: o.Version, Scope: o.Scope,
						Project: o.Project, ProjectKey: o.ProjectKey, Hosts: []string{}, Surfaces: []string{}, Paths: []string{}})
				}
				x := &out[i]
				if o.TS > x.TS { // edits on hosts that a later plan does not speak about stay at an older version
					x.TS, x.Version, x.Project = o.TS, o.Version, o.Project
				}
				if e.Surface == wire.State {
					folder[i] = o.Local
					continue
				}
				x.Local = x.Local || o.Local // where only some hosts have moved there, it is both
				x.Hosts = union(x.Hosts, o.Hosts)
				x.Surfaces = union(x.Surfaces, []string{e.Surface})
				x.Paths = union(x.Paths, []string{l.Path})
			}
		}
	}
	for i := range out {
		if len(out[i].Hosts) == 0 {
			out[i].Local = folder[i]
		}
		slices.Sort(out[i].Hosts)
		slices.SortFunc(out[i].Surfaces, func(a, b string) int {
			return slices.Index(wire.Surfaces, a) - slices.Index(wire.Surfaces, b)
		})
	}
	slices.SortFunc(out, func(a, b wire.Installed) int {
		return strings.Compare(a.ID+"\x00"+a.Scope+"\x00"+a.Project, b.ID+"\x00"+b.Scope+"\x00"+b.Project)
	})
	return out
}

// List says what is installed.
func List(o Options) ([]wire.Installed, error) {
	s := store{dir: o.Home}
	ls, err := s.all()
	s.retime(ls)
	return installed(ls), err
}
