package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/home"
	"agentconnector/pkg/shell"
	"agentconnector/pkg/wire"
)

// A deed is a host's own command that a plan had run, such as the installation of
// a plugin, and how it is taken back. It is kept apart from the edits of files: it
// has no bytes to compare, and the host alone knows what it did.
//
// It is written down before it is run. One that was begun and perhaps not done is
// taken for done where it is taken back, and run again where it is wanted.
type deed struct {
	Version int      `json:"version"`
	Owners  []owner  `json:"owners"`
	Surface string   `json:"surface"`
	Run     wire.Run `json:"run"`
	Order   int      `json:"order"` // in its plan: they are taken back the other way round
	Done    bool     `json:"done"`

	path string
}

func (d *deed) of(o owner) int { return slices.IndexFunc(d.Owners, o.same) }

func (d *deed) line() string { return shell.Words(d.Run.Argv...) }

// deedPath names a deed by its command: two connectors that want the same one
// share it.
func (s store) deedPath(argv []string) string {
	return filepath.Join(home.State(s.dir), "deeds", key(strings.Join(argv, "\x00"))+".json")
}

// deeds are all that are known, in the order in which they were done.
func (s store) deeds() (ds []*deed, err error) {
	names, err := records(filepath.Join(home.State(s.dir), "deeds"))
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		switch d, err := readDeed(n); {
		case err != nil:
			return nil, err
		case len(d.Owners) > 0: // else another run has just taken it back
			ds = append(ds, d)
		}
	}
	slices.SortStableFunc(ds, func(a, b *deed) int { return a.Order - b.Order })
	return ds, nil
}

// readDeed reads one; one that is not there has no owners.
func readDeed(path string) (*deed, error) {
	d := &deed{path: path}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err == nil {
		err = json.Unmarshal(b, d)
	}
	if err == nil && d.Version != deedVersion {
		err = fmt.Errorf("found version %d, expected %d\nhint: upgrade agent-connector", d.Version, deedVersion)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

const deedVersion = 1

func (d *deed) save() error {
	d.Version = deedVersion
	b, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return err
	}
	return writeOwn(d.path, append(b, '\n'))
}

// doDeeds runs what a plan wants run. A command that is done is run again only
// where the files that it was about have changed: a host may have copied them.
func (s store) doDeeds(rep *Report, patches []wire.Patch, me owner, o Options, pairs *tally) {
	again := s.outdated(patches, o, pairs)
	for i, p := range patches {
		if p.Op != wire.OpRun || pairs.failed(p.Hosts, o.Home) { // a host must not be told of what is not there
			continue
		}
		out, err := s.do(&p, i, me, again, o)
		if err != nil {
			rep.Errors = append(rep.Errors, err)
			out = part{wire.ActionError, oneLine(err.Error()), ""}
		}
		rep.Changed = rep.Changed || out.action == wire.ActionCreate
		if out.action == wire.ActionError || out.action == wire.ActionWarn {
			rep.Notices = append(rep.Notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: first(p.Hosts), Surface: p.Surface,
				Message: out.detail, ManualEdit: "run: " + shell.Words(p.Run.Argv...)})
		}
		for _, h := range hostsOrOurs(p.Surface, p.Hosts) {
			pairs.row(h, p.Surface).add("", out)
		}
	}
}

// outdated takes back, the last first, what was done about files that have changed
// since, so that it can be done anew.
func (s store) outdated(patches []wire.Patch, o Options, pairs *tally) (again []string) {
	for _, p := range slices.Backward(patches) {
		if p.Op != wire.OpRun || !pairs.changed(p.Hosts, o.Home) {
			continue
		}
		d, err := readDeed(s.deedPath(p.Run.Argv))
		if err != nil || !d.Done {
			continue // what cannot be read is an error when its turn comes
		}
		again = append(again, d.line())
		if !o.DryRun {
			_ = execute(d.Run.Inverse, d.Run.TimeoutMS, o) // it may be gone; doing it anew tells
		}
	}
	return again
}

func (s store) do(p *wire.Patch, order int, me owner, again []string, o Options) (part, error) {
	path := s.deedPath(p.Run.Argv)
	if !o.DryRun {
		unlock, err := s.lock(path)
		if err != nil {
			return part{}, err
		}
		defer unlock()
	}
	d, err := readDeed(path)
	if err != nil {
		return part{}, err
	}
	d.Surface, d.Run, d.Order = p.Surface, *p.Run, order
	if me.Hosts, me.TS = p.Hosts, o.Now; d.of(me) >= 0 {
		d.Owners[d.of(me)] = me
	} else {
		d.Owners = append(d.Owners, me)
	}
	done := d.Done && !slices.Contains(again, d.line())
	switch {
	case o.DryRun && !done:
		return part{wire.ActionCreate, "runs", d.line()}, nil
	case o.DryRun:
		return part{wire.ActionSkip, "done already:", d.line()}, nil
	case done:
		return part{wire.ActionSkip, "done already:", d.line()}, d.save()
	}
	d.Done = false
	if err := d.save(); err != nil {
		return part{}, err
	}
	switch err := execute(d.Run.Argv, d.Run.TimeoutMS, o); {
	case errors.Is(err, errNoProgram):
		return part{wire.ActionWarn, err.Error(), ""}, os.Remove(path)
	case err != nil:
		return part{}, errors.Join(err, os.Remove(path))
	}
	d.Done = true
	return part{wire.ActionCreate, "ran", d.line()}, d.save()
}

// undoDeeds takes back what is released, the last first, before the files that it
// was about.
func (s store) undoDeeds(rep *Report, release func(*own, owner) ([]string, bool), wanted []wire.Patch, o Options, pairs *tally) {
	ds, err := s.deeds()
	if err != nil {
		rep.Errors = append(rep.Errors, err)
		pairs.row("", wire.State).add(filepath.Join(home.State(s.dir), "deeds"), part{wire.ActionError, oneLine(err.Error()), ""})
		return
	}
	for _, d := range slices.Backward(ds) {
		if slices.ContainsFunc(wanted, func(p wire.Patch) bool { return p.Op == wire.OpRun && slices.Equal(p.Run.Argv, d.Run.Argv) }) {
			continue
		}
		hosts, gone := d.release(release)
		if len(hosts) == 0 {
			continue
		}
		rep.Changed = true
		out, err := d.undo(gone, o)
		if err != nil {
			rep.Errors = append(rep.Errors, err)
			out = part{wire.ActionError, oneLine(err.Error()), ""}
		}
		if out.action == wire.ActionWarn {
			rep.Notices = append(rep.Notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: hosts[0], Surface: d.Surface,
				Message: out.detail, ManualEdit: "run, if the host still has it: " + shell.Words(d.Run.Inverse...)})
		}
		for _, h := range hosts {
			pairs.row(h, d.Surface).add("", out)
		}
	}
}

// undo takes one back whose owners have been released, if none is left. A host that
// is gone, or has lost the plugin already, stops nobody.
func (d *deed) undo(gone bool, o Options) (part, error) {
	switch {
	case !gone && o.DryRun:
		return part{wire.ActionSkip, "still wanted by another connector:", d.line()}, nil
	case !gone:
		return part{wire.ActionSkip, "still wanted by another connector:", d.line()}, d.save()
	case o.DryRun:
		return part{wire.ActionRemove, "runs", shell.Words(d.Run.Inverse...)}, nil
	}
	if err := execute(d.Run.Inverse, d.Run.TimeoutMS, o); err != nil {
		return part{wire.ActionWarn, oneLine(err.Error()), ""}, os.Remove(d.path)
	}
	return part{wire.ActionRemove, "ran", shell.Words(d.Run.Inverse...)}, os.Remove(d.path)
}

// release takes its owners out; hosts are those of whom something was taken, gone
// says that nobody wants it any more.
func (d *deed) release(release func(*own, owner) ([]string, bool)) (hosts []string, gone bool) {
	var stay []owner
	for _, o := range d.Owners {
		keep, ok := release(&own{Surface: d.Surface}, o)
		if !ok {
			stay = append(stay, o)
			continue
		}
		hosts = union(hosts, missingFrom(o.Hosts, keep))
		if len(keep) > 0 {
			o.Hosts = keep
			stay = append(stay, o)
		}
	}
	if len(hosts) > 0 {
		d.Owners = stay
	}
	return hosts, len(stay) == 0
}
