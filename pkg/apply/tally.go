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
	actions       []string
	paths         []string
	details       []string
	backup        string
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

func (r *row) add(action, path, detail string) {
	r.actions = append(r.actions, action)
	if path != "" && !slices.Contains(r.paths, path) {
		r.paths = append(r.paths, path)
	}
	if detail != "" && !slices.Contains(r.details, detail) {
		r.details = append(r.details, detail)
	}
}

// add counts one target in.
func (t *tally) add(a applied) {
	if a.err != nil {
		for _, p := range a.target.task.want {
			for _, h := range hostsOrOurs(p.Hosts) {
				t.row(h, p.Surface).add(wire.ActionError, a.target.path, oneLine(a.err.Error()))
			}
		}
		if len(a.target.task.want) == 0 {
			t.row("", wire.State).add(wire.ActionError, a.target.path, oneLine(a.err.Error()))
		}
		return
	}
	for _, o := range a.outs {
		for i, h := range hostsOrOurs(o.hosts) {
			r := t.row(h, o.surface)
			if i > 0 && o.action != wire.ActionWarn { // served by the first one's file
				r.add(wire.ActionSkip, a.target.path, "through "+a.target.path)
				continue
			}
			r.add(o.action, a.target.path, o.detail)
			if a.backup != "" {
				r.backup = a.backup
			}
		}
	}
}

func hostsOrOurs(hs []string) []string {
	if len(hs) == 0 {
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
		t.row(n.Host, n.Surface).add(action, "", oneLine(n.Message))
	}
}

func (t *tally) changes() []wire.Change {
	out := []wire.Change{}
	for _, r := range t.rows {
		c := wire.Change{Schema: wire.SchemaChange, Connector: t.connector, Host: r.host, Surface: r.surface,
			Action: r.action(), Path: common(r.paths), Detail: r.detail(), Backup: r.backup}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b wire.Change) int { return order(a) - order(b) })
	return out
}

// order puts our own state last; hosts keep the order of the plan.
func order(c wire.Change) int {
	if c.Host == "" {
		return 1
	}
	return 0
}

func (r *row) action() string {
	for _, a := range rank {
		if slices.Contains(r.actions, a) {
			return a
		}
	}
	return wire.ActionSkip
}

func (r *row) detail() string {
	s := strings.Join(r.details, "; ")
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
