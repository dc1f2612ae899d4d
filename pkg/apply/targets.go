package apply

import (
	"fmt"
	"slices"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
)

// targets gathers what a plan wants of each file, and the files that hold
// edits which the plan no longer has.
func (s store) targets(patches []wire.Patch, me owner, h wire.Plan, o Options) ([]target, error) {
	g := gathering{s: s, o: o, h: h, at: map[string]int{}, led: map[string]string{}, lost: map[string]bool{},
		task: task{owner: me, release: bounds(me, h), how: o.how(), now: o.Now, bin: home.Bin(o.Home), strangers: s.strangers}}
	for _, p := range patches {
		if p.Op == wire.OpRun {
			continue
		}
		if err := g.wants(p); err != nil {
			return nil, err
		}
	}
	shared := decides(me, h, o)
	scratch := make(gist, 0, 64<<10)
	for i := range g.ts {
		g.ts[i].asks = g.ts[i].asked(shared, g.ts[i].real, &scratch)
	}
	ls, err := s.others(g.ts, me)
	if err != nil {
		return nil, err
	}
	for _, l := range ls {
		if _, ok := g.at[l.Real]; ok || g.lost[l.Path] {
			continue // wanted already; its stale edits are released with it
		}
		if gives := shares(l, g.task.release); len(gives) > 0 {
			g.ts = append(g.ts, target{path: l.place(), format: l.Format, gives: gives, task: g.task})
		}
	}
	return g.ts, nil
}

// gathering is the targets of a plan while its edits are gone through.
type gathering struct {
	s    store
	o    Options
	h    wire.Plan
	task task // what they have in common
	ts   []target
	at   map[string]int    // resolved path → index
	led  map[string]string // path → where it leads: a plan has many edits of one file
	lost map[string]bool   // paths that lead nowhere now: what is known of them stays
}

// wants adds an edit to the target of its file.
func (g *gathering) wants(p wire.Patch) error {
	t, err := g.target(p.Path, p.Format)
	if err != nil {
		return err
	}
	t.mode, t.dirs = modes(p, g.h.Scope)
	if p.Format == "block" {
		if p.Value, err = tidied(p.Value); err != nil {
			return fmt.Errorf("%s: %s: %w", p.Path, place(p.At), err)
		}
	}
	w, err := wanted(p)
	if err != nil {
		return err
	}
	t.meet(w)
	return nil
}

// target is the one to which a path leads.
func (g *gathering) target(path, format string) (*target, error) {
	real := g.leads(path)
	i, ok := g.at[real]
	if !ok {
		i = len(g.ts)
		g.at[real] = i
		t := target{path: path, real: real, format: format, mode: 0o600, dirs: 0o700, task: g.task}
		t.task.env, t.task.shared = g.o.env(path, real, g.h.Project), inProject(path, real, g.h.Project)
		g.ts = append(g.ts, t)
	}
	t := &g.ts[i]
	both := narrower(t.format, format)
	if both == "" {
		return nil, fmt.Errorf("the plan takes %s for %s, and for another format at %s\nhint: if one is a link to the other, give each host a file of its own, then run again", path, format, t.path)
	}
	t.format = both
	return t, nil
}

func (g *gathering) leads(path string) string {
	real, known := g.led[path]
	if !known {
		var err error
		if real, err = g.s.ways.resolve(path); err != nil {
			real, g.lost[path] = path, true // refused again, with its message, when its turn comes
		}
		g.led[path] = real
	}
	return real
}

// others reads every ledger, as all does, but for those of targets that are as they
// shall be: these it marks.
func (s store) others(ts []target, me owner) ([]*ledger, error) {
	of := make(map[string]*target, len(ts))
	for i := range ts {
		of[s.ledgerPath(ts[i].real)] = &ts[i]
	}
	before := s.seen(me)
	return s.allBut(func(name string, text []byte) bool {
		t := of[name]
		return t != nil && t.unmoved(before[key(t.real)], text)
	})
}

// bounds is the release of a plan: its own connector, scope, project, hosts
// and surfaces, and nothing outside. Our own state belongs to every plan that
// speaks about a host; one that speaks about none takes nothing away.
func bounds(me owner, h wire.Plan) func(*own, owner) ([]string, bool) {
	return func(e *own, o owner) ([]string, bool) {
		inside := slices.Contains(h.Surfaces, e.Surface) || e.Surface == wire.State && len(h.Hosts) > 0
		if !o.same(me) || !inside {
			return nil, false
		}
		return missingFrom(o.Hosts, h.Hosts), true
	}
}
