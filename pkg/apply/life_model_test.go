package apply_test

import (
	"io/fs"
	"maps"
	"reflect"
	"slices"
)

// This is the model: who owns what, by the rules as they are told to a user.
//
//   - A place that is free is taken; one that somebody else has is left alone.
//   - Connectors share a place if they want the same there. Who wants something
//     else is as one that comes late. The last to leave takes it out.
//   - What others add inside an entry of ours stays when we update it, and goes
//     with it. A key of ours that they changed stays theirs, unless forced.
//   - A block or a whole file of ours that somebody edited stays, unless forced.
//   - A setting that somebody changed is theirs from then on, forced or not.
//   - What is gone comes back with the next installation that wants it.

// An inst is an installation: a connector for the user (site 0) or in a project.
type inst struct {
	id   string
	site int
}

type owner struct {
	inst
	version string
	ts      int64 // of the last apply
	hosts   []string
}

// An edit is one place that is ours.
type edit struct {
	want         // as wanted last
	now    any   // what stands there; nil: nothing
	taken  bool  // what others had there comes back when it goes
	guests []any // hooks that others have put into a group of ours
	owners []owner
}

// A file is what others made of it, and our edits in it.
type file struct {
	path, format string
	shadow       []byte              // what the file would be if we had never been there
	exists       bool                // the shadow does
	link         string              // what it is a link to
	mode         fs.FileMode         // with which they made it
	loose        bool                // others have written between our bytes: it is compared by meaning
	touched      bool                // others have written after we made it: an empty shell may stay
	seen         map[string][]string // slot → what has stood there, for those who share the file by git
	broken       []byte              // it does not parse: it is not written, and stays so
	over         []want              // settings that were ours and are somebody else's now
	edits        []*edit
}

// A how is what was asked for beside the connector.
type how struct{ force, adopt bool }

type model struct{ files map[string]*file }

func (m *model) clone() *model {
	c := &model{files: map[string]*file{}}
	for p, f := range m.files {
		c.files[p] = f.clone()
	}
	return c
}

func (f *file) clone() *file {
	g := *f
	g.over, g.edits = slices.Clone(f.over), nil
	for _, e := range f.edits {
		d := *e
		d.owners = slices.Clone(e.owners)
		g.edits = append(g.edits, &d)
	}
	return &g
}

func (m *model) file(path, format string) *file {
	if m.files[path] == nil {
		m.files[path] = &file{path: path, format: format}
	}
	return m.files[path]
}

func (f *file) edit(w *want) *edit {
	for _, e := range f.edits {
		if e.slot() == w.slot() {
			return e
		}
	}
	return nil
}

func (e *edit) of(i inst) int {
	return slices.IndexFunc(e.owners, func(o owner) bool { return o.inst == i })
}

func minus(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

// install is what applying a plan does. It counts the files that cannot be had.
func (m *model) install(i inst, version string, ts int64, ws []want, targets []string, h how) (failed int) {
	byFile := map[string][]want{}
	for _, w := range ws {
		byFile[w.file] = append(byFile[w.file], w)
		m.file(w.file, w.format)
	}
	for path, f := range m.files {
		stale := slices.DeleteFunc(slices.Clone(f.edits), func(e *edit) bool {
			return e.of(i) < 0 || slices.ContainsFunc(byFile[path], func(w want) bool { return w.slot() == e.slot() })
		})
		if f.broken != nil {
			if len(byFile[path]) > 0 || slices.ContainsFunc(stale, func(e *edit) bool { return e.on(i, targets) }) {
				failed++
			}
			continue
		}
		for _, e := range stale {
			f.release(e, i, minus(e.owners[e.of(i)].hosts, targets), h.force)
		}
		for _, w := range byFile[path] {
			f.have(w, owner{i, version, ts, w.hosts}, targets, h)
		}
	}
	return failed
}

// on says whether an owner has an edit on some of those hosts; none means all.
func (e *edit) on(i inst, hosts []string) bool {
	k := e.of(i)
	return k >= 0 && (len(hosts) == 0 || len(minus(e.owners[k].hosts, hosts)) < len(e.owners[k].hosts))
}

// release takes an owner off an edit, on all hosts but those that stay.
func (f *file) release(e *edit, i inst, stay []string, force bool) {
	k, was := e.of(i), slices.Clone(e.owners)
	if e.owners[k].hosts = stay; len(stay) > 0 {
		return
	}
	if e.owners = slices.Delete(e.owners, k, k+1); len(e.owners) > 0 {
		return
	}
	switch {
	case e.now != nil && e.keep && e.changed():
		f.over, f.loose = append(f.over, want{at: e.at, value: e.now}), true
	case e.now != nil && e.whole() && e.changed() && e.surface != "state" && !force:
		e.owners = was
		return
	case len(e.guests) > 0:
		group := maps.Clone(e.now.(object))
		group["hooks"] = e.guests
		f.over, f.loose = append(f.over, want{at: e.at, id: "theirs", value: group}), true
	}
	f.edits = slices.DeleteFunc(f.edits, func(x *edit) bool { return x == e })
}

// adoptable says that a place can be taken from others: an entry or a file, not
// a single value.
func (w *want) adoptable() bool {
	_, entry := w.value.(object)
	return !w.keep && (entry || w.whole())
}

// whole says that an edit is a text which is ours as a whole or not at all.
func (w *want) whole() bool { return w.format == "file" || w.format == "block" }

func (f *file) have(w want, me owner, targets []string, h how) {
	e := f.edit(&w)
	if e == nil {
		free := f.free(&w)
		if free || h.adopt && w.adoptable() {
			f.edits = append(f.edits, &edit{want: w, now: w.value, owners: []owner{me}, taken: !free})
		}
		return
	}
	k := e.of(me.inst)
	var stay []string
	if k >= 0 {
		stay = minus(e.owners[k].hosts, targets)
	}
	switch {
	case (k < 0 || len(e.owners) > 1) && w.id == "" && !reflect.DeepEqual(e.value, w.value) && h.adopt && w.adoptable():
		me.hosts = append(stay, minus(w.hosts, stay)...)
		e.owners = []owner{me}
		e.refresh(w, h.force)
		return
	case (k < 0 || len(e.owners) > 1) && w.id == "" && !reflect.DeepEqual(e.value, w.value):
		if k >= 0 { // the others want it as it is
			if e.owners[k].hosts = stay; len(stay) == 0 {
				e.owners = slices.Delete(e.owners, k, k+1)
			}
		}
		return
	case k < 0 && e.keep && e.changed():
		return
	case k < 0:
		if e.owners = append(e.owners, me); e.now == nil || h.force && !e.keep {
			e.refresh(w, h.force)
		}
		return
	}
	e.refresh(w, h.force)
	me.hosts = append(stay, minus(w.hosts, stay)...)
	e.owners[k] = me
}

// refresh brings an edit to what is wanted now.
func (e *edit) refresh(w want, force bool) {
	e.surface = w.surface
	switch {
	case e.now == nil:
		e.now, e.taken = w.value, false
	case e.keep && e.changed():
		return
	case e.whole() && e.changed() && !force && e.now != w.value:
		return
	case e.whole():
		e.now = w.value
	case len(e.guests) > 0: // only the hook in the group is ours
		e.now = withHook(e.now, merge(hookIn(e.value), hookIn(w.value), hookIn(e.now), force))
	default:
		e.now = merge(e.value, w.value, e.now, force)
	}
	e.value = w.value
}

// merge brings what stands in a file from what we wrote to what we want.
func merge(was, mine, now any, force bool) any {
	w, okW := was.(object)
	m, okM := mine.(object)
	n, okN := now.(object)
	if !okW || !okM || !okN {
		ws, _ := was.([]any)
		ms, _ := mine.([]any)
		ns, _ := now.([]any)
		if len(ws) == 1 && len(ms) == 1 && len(ns) == 1 { // a hook in its group
			return []any{merge(ws[0], ms[0], ns[0], force)}
		}
		if force || reflect.DeepEqual(was, now) {
			return mine
		}
		return now
	}
	out := object{}
	for k, v := range n {
		if old, ours := w[k]; !ours && !(force && m[k] != nil) || ours && m[k] == nil && !force && !reflect.DeepEqual(old, v) {
			out[k] = v
		}
	}
	for k, v := range m {
		switch {
		case out[k] != nil:
		case n[k] == nil:
			out[k] = v
		default:
			out[k] = merge(w[k], v, n[k], force)
		}
	}
	return out
}

// changed says that something of ours is not as it was written.
func (e *edit) changed() bool {
	switch {
	case e.now == nil:
		return false
	case e.value == anything:
		return false
	case e.keep || e.whole():
		return !reflect.DeepEqual(e.now, e.value)
	}
	if len(e.guests) > 0 {
		return !holds(hookIn(e.now), hookIn(e.value))
	}
	return !holds(e.now, e.value)
}

func hookIn(group any) any { return group.(object)["hooks"].([]any)[0] }

func withHook(group, hook any) any {
	g := maps.Clone(group.(object))
	g["hooks"] = []any{hook}
	return g
}

// holds says that a value has another one in it: all its keys, the same lists.
func holds(now, want any) bool {
	if w, ok := want.([]any); ok {
		n, _ := now.([]any)
		return slices.EqualFunc(n, w, holds)
	}
	w, okW := want.(object)
	n, okN := now.(object)
	if !okW || !okN {
		return reflect.DeepEqual(now, want)
	}
	for k, v := range w {
		if n[k] == nil || !holds(n[k], v) {
			return false
		}
	}
	return true
}

// free says that nobody has anything where a new edit would go.
func (f *file) free(w *want) bool {
	switch f.format {
	case "file":
		return !f.exists
	case "block":
		return true
	}
	if w.id != "" {
		return true
	}
	for _, e := range f.edits { // inside a setting of another connector, or around it
		n := min(len(e.at), len(w.at))
		if e.keep && (w.keep || n < len(w.at)) && slices.Equal(e.at[:n], w.at[:n]) {
			return false
		}
	}
	v, ok := any(f.tree()), true
	for _, k := range w.at {
		o, is := v.(object)
		if v, ok = o[k]; !is || !ok {
			return true
		}
	}
	return false
}

// undo is what taking out does. It says whether there was anything, and counts
// the files from which it could not be taken. While there are any, and while
// other hosts have something, what our own state has for all of them stays.
func (m *model) undo(is []inst, on []string, force bool) (found bool, failed int) {
	stays := map[inst]bool{}
	for _, f := range m.files {
		bad := false
		for _, e := range f.edits {
			for _, i := range is {
				k := e.of(i)
				found = found || k >= 0
				bad = bad || f.broken != nil && e.on(i, on)
				stays[i] = stays[i] || k >= 0 && e.surface != "state" && len(on) > 0 && len(minus(e.owners[k].hosts, on)) > 0
			}
		}
		if bad {
			failed++
		}
	}
	for _, f := range m.files {
		for _, e := range slices.Clone(f.edits) {
			for _, i := range is {
				k := e.of(i)
				if k < 0 || f.broken != nil || e.surface == "state" && (stays[i] && len(e.owners[k].hosts) == 0 || failed > 0) {
					continue
				}
				var stay []string
				if len(on) > 0 {
					stay = minus(e.owners[k].hosts, on)
				}
				f.release(e, i, stay, force)
			}
		}
	}
	return found, failed
}

// installed are the installations, each with its latest owner record and the
// hosts of all.
func (m *model) installed() map[inst]owner {
	all := map[inst]owner{}
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		for _, e := range m.files[path].edits {
			for _, o := range e.owners {
				was := all[o.inst]
				hosts := was.hosts
				if e.surface != "state" { // which serves a host only together with what stands in its files
					hosts = append(slices.Clone(hosts), minus(o.hosts, hosts)...)
				}
				if o.ts < was.ts {
					o = was
				}
				o.hosts = hosts
				all[o.inst] = o
			}
		}
	}
	return all
}
