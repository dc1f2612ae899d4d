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
		b, err := os.ReadFile(n)
		if errors.Is(err, fs.ErrNotExist) {
			continue // another run has just taken it back
		}
		d := &deed{path: n}
		if err == nil {
			err = json.Unmarshal(b, d)
		}
		if err == nil && d.Version != deedVersion {
			err = fmt.Errorf("found version %d, expected %d\nhint: upgrade agent-connector", d.Version, deedVersion)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n, err)
		}
		ds = append(ds, d)
	}
	slices.SortStableFunc(ds, func(a, b *deed) int { return a.Order - b.Order })
	return ds, nil
}

const deedVersion = 1

func (s store) saveDeed(d *deed) error {
	d.Version, d.path = deedVersion, s.deedPath(d.Run.Argv)
	b, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return err
	}
	return writeOwn(d.path, append(b, '\n'))
}

// doDeeds runs what a plan wants run. A command that is done is run again only
// where the files that it was about have changed: a host may have copied them.
func (s store) doDeeds(rep *Report, patches []wire.Patch, me owner, o Options, pairs *tally) {
	again := s.stale(patches, o, pairs)
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

// stale takes back, the last first, what was done about files that have changed
// since, so that it can be done anew.
func (s store) stale(patches []wire.Patch, o Options, pairs *tally) (again []string) {
	known, _ := s.deeds() // what cannot be read is an error when its turn comes
	for _, p := range slices.Backward(patches) {
		i := slices.IndexFunc(known, func(d *deed) bool { return p.Op == wire.OpRun && d.Done && slices.Equal(d.Run.Argv, p.Run.Argv) })
		if i < 0 || !pairs.changed(p.Hosts, o.Home) {
			continue
		}
		again = append(again, known[i].line())
		if !o.DryRun && len(known[i].Run.Inverse) > 0 {
			_ = execute(known[i].Run.Inverse, known[i].Run.TimeoutMS, o) // it may be gone; doing it anew tells
		}
	}
	return again
}

// failed says whether a file below a folder could not be written for one of the
// hosts, or a command of theirs run.
func (t *tally) failed(hosts []string, dir string) bool {
	return t.any(hosts, func(r *row) bool { return r.action() == wire.ActionError && (len(r.paths) == 0 || r.below(dir)) })
}

// changed says whether a file below a folder has become another one for them.
func (t *tally) changed(hosts []string, dir string) bool {
	return t.any(hosts, func(r *row) bool { return r.action() != wire.ActionSkip && r.below(dir) })
}

func (t *tally) any(hosts []string, is func(*row) bool) bool {
	return slices.ContainsFunc(t.rows, func(r *row) bool { return slices.Contains(hosts, r.host) && is(r) })
}

func (r *row) below(dir string) bool {
	return slices.ContainsFunc(r.paths, func(p string) bool { return strings.HasPrefix(p, dir+string(filepath.Separator)) })
}

func (s store) do(p *wire.Patch, order int, me owner, again []string, o Options) (part, error) {
	d := &deed{Surface: p.Surface, Run: *p.Run, Order: order}
	me.Hosts, me.TS = p.Hosts, o.Now
	known, err := s.deeds()
	if err != nil {
		return part{}, err
	}
	if i := slices.IndexFunc(known, func(k *deed) bool { return slices.Equal(k.Run.Argv, p.Run.Argv) }); i >= 0 {
		d.Owners, d.Done = known[i].Owners, known[i].Done
	}
	if i := d.of(me); i >= 0 {
		d.Owners[i] = me
	} else {
		d.Owners = append(d.Owners, me)
	}
	if d.Done && !slices.Contains(again, d.line()) {
		if o.DryRun {
			return part{wire.ActionSkip, "done already:", d.line()}, nil
		}
		return part{wire.ActionSkip, "done already:", d.line()}, s.saveDeed(d)
	}
	if o.DryRun {
		return part{wire.ActionCreate, "runs", d.line()}, nil
	}
	unlock, err := s.lock(s.deedPath(p.Run.Argv))
	if err != nil {
		return part{}, err
	}
	defer unlock()
	d.Done = false
	if err := s.saveDeed(d); err != nil {
		return part{}, err
	}
	switch err := execute(d.Run.Argv, d.Run.TimeoutMS, o); {
	case errors.Is(err, errNoProgram):
		return part{wire.ActionWarn, err.Error(), ""}, os.Remove(d.path)
	case err != nil:
		return part{}, errors.Join(err, os.Remove(d.path))
	}
	d.Done = true
	return part{wire.ActionCreate, "ran", d.line()}, s.saveDeed(d)
}

// undoDeeds takes back what is released, the last first, before the files that it
// was about. A host that is gone, or has lost the plugin already, stops nobody.
func (s store) undoDeeds(rep *Report, release func(*own, owner) ([]string, bool), wanted []wire.Patch, o Options, pairs *tally) {
	ds, err := s.deeds()
	if err != nil {
		rep.Errors = append(rep.Errors, err)
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
		out := part{wire.ActionRemove, "still wanted by another connector:", d.line()}
		if gone && len(d.Run.Inverse) > 0 {
			out = part{wire.ActionRemove, "ran", shell.Words(d.Run.Inverse...)}
		}
		rep.Changed = true
		switch {
		case o.DryRun:
		case !gone:
			err = s.saveDeed(d)
		default:
			if len(d.Run.Inverse) > 0 {
				if failed := execute(d.Run.Inverse, d.Run.TimeoutMS, o); failed != nil {
					out = part{wire.ActionWarn, oneLine(failed.Error()), ""}
					rep.Notices = append(rep.Notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: hosts[0], Surface: d.Surface,
						Message: out.detail, ManualEdit: "run, if the host still has it: " + shell.Words(d.Run.Inverse...)})
				}
			}
			err = os.Remove(d.path)
		}
		if err != nil {
			rep.Errors = append(rep.Errors, err)
			out = part{wire.ActionError, oneLine(err.Error()), ""}
		}
		for _, h := range hosts {
			pairs.row(h, d.Surface).add("", out)
		}
	}
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
