package apply

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// A tally turns what happened to files into what a user asked about: exactly
// one change for every host and surface.
type tally struct {
	connector string
	rows      []*row
}

type row struct {
	host, surface string
	parts         []part
	paths         []string
	backup        string
}

// part is what happened to one edit of a row.
type part struct{ action, detail, what string }

// spare makes of what would have been done that it was left.
func (r *row) spare() {
	if r.action() != wire.ActionError {
		r.parts = []part{{wire.ActionSkip, "left alone: not everything can be done", ""}}
	}
}

// rank orders actions: the strongest of a row is the row's.
var rank = []string{wire.ActionError, wire.ActionWarn, wire.ActionUpdate, wire.ActionCreate, wire.ActionRemove, wire.ActionSkip}

func (t *tally) row(host, surface string) *row {
	for _, r := range t.rows {
		if r.host == host && r.surface == surface {
			return r
		}
	}
	r := &row{host: host, surface: surface}
	t.rows = append(t.rows, r)
	return r
}

func (r *row) add(path string, p part) {
	r.parts = append(r.parts, p)
	if path != "" && !slices.Contains(r.paths, path) {
		r.paths = append(r.paths, path)
	}
}

// add counts one target in.
func (t *tally) add(a applied) {
	if a.err != nil {
		fault := part{wire.ActionError, oneLine(a.err.Error()), ""}
		for _, p := range a.target.task.want {
			for _, h := range hostsOrOurs(p.Surface, p.Hosts) {
				t.row(h, p.Surface).add(a.target.path, fault)
			}
		}
		for _, g := range a.target.gives {
			for _, h := range hostsOrOurs(g.surface, g.hosts) {
				t.row(h, g.surface).add(a.target.path, fault)
			}
		}
		return
	}
	for _, n := range a.target.told {
		t.row(n.Host, n.Surface).add(a.target.path, part{wire.ActionWarn, oneLine(n.Message), ""})
	}
	for _, o := range a.outs {
		for i, h := range hostsOrOurs(o.surface, o.hosts) {
			r := t.row(h, o.surface)
			if i > 0 && o.action != wire.ActionWarn { // served by the first one's file
				r.add(a.target.path, part{wire.ActionSkip, through, ""})
				continue
			}
			r.add(a.target.path, part{o.action, o.detail, o.what})
			if a.backup != "" {
				r.backup = a.backup
			}
		}
	}
}

// through stands for a place that another host's line has.
const through = "through"

func hostsOrOurs(surface string, hs []string) []string {
	if len(hs) == 0 || surface == wire.State {
		return []string{""} // our own state
	}
	return hs
}

// notices gives the pairs that have no patch their line: what was declared and
// cannot be had there is said, never left out.
func (t *tally) notices(ns []wire.Notice, h wire.Plan) {
	for _, n := range ns {
		if n.Host == "" || n.Surface == "" || !slices.Contains(h.Hosts, n.Host) {
			continue
		}
		if slices.ContainsFunc(t.rows, func(r *row) bool { return r.host == n.Host && r.surface == n.Surface && len(r.paths) > 0 }) {
			continue
		}
		action := wire.ActionSkip
		if n.Level == wire.LevelWarn {
			action = wire.ActionWarn
		}
		t.row(n.Host, n.Surface).add("", part{action, oneLine(n.Message), ""})
	}
}

// changes are the lines: hosts in the order of the plan, their surfaces in the
// order of installation, our own state last.
func (t *tally) changes(hosts []string) []wire.Change {
	out := []wire.Change{}
	for _, r := range t.rows {
		out = append(out, wire.Change{Schema: wire.SchemaChange, Connector: t.connector, Host: r.host, Surface: r.surface,
			Action: r.action(), Path: common(r.paths), Detail: r.detail(), Backup: r.backup})
	}
	at := func(c wire.Change) int {
		if c.Host == "" {
			return len(hosts)
		}
		return slices.Index(hosts, c.Host)
	}
	slices.SortStableFunc(out, func(a, b wire.Change) int {
		if d := at(a) - at(b); d != 0 {
			return d
		}
		return slices.Index(wire.Surfaces, a.Surface) - slices.Index(wire.Surfaces, b.Surface)
	})
	return out
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

// hosts are those of the rows, for when no plan orders them.
func (t *tally) hosts() (hs []string) {
	for _, r := range t.rows {
		if r.host != "" && !slices.Contains(hs, r.host) {
			hs = append(hs, r.host)
		}
	}
	slices.Sort(hs)
	return hs
}

func (r *row) action() string {
	for _, a := range rank {
		if slices.ContainsFunc(r.parts, func(p part) bool { return p.action == a }) {
			return a
		}
	}
	return wire.ActionSkip
}

// detail says each thing once, with everything that it happened to.
func (r *row) detail() string {
	var says []string
	what := map[string][]string{}
	for _, p := range r.parts {
		if !slices.Contains(says, p.detail) {
			says = append(says, p.detail)
		}
		if p.what != "" && !slices.Contains(what[p.detail], p.what) {
			what[p.detail] = append(what[p.detail], p.what)
		}
	}
	for i, s := range says {
		switch {
		case s == through:
			says[i] = "through " + common(r.paths)
		case len(what[s]) > 0:
			says[i] = s + " " + strings.Join(what[s], ", ")
		}
	}
	s := strings.Join(says, "; ")
	if len(r.paths) > 1 {
		s = fmt.Sprintf("%d files: %s", len(r.paths), s)
	}
	return s
}

// common is the path of one file, or the directory that several share.
func common(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	c := paths[0]
	for _, p := range paths[1:] {
		for c != p && !strings.HasPrefix(p, c+string(filepath.Separator)) && c != filepath.Dir(c) {
			c = filepath.Dir(c)
		}
	}
	return c
}
