package apply

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// A task is what one run wants of one file: patches to have, and edits to let
// go of. Both planning and undoing are tasks.
type task struct {
	owner owner
	want  []want
	// release returns the hosts that an owner keeps on an edit which the task
	// does not want; ok false leaves the edit alone.
	release func(e *own, o owner) (keep []string, ok bool)
	how
	now    int64
	env    func(name string) (string, bool) // where variables come from; nil: they are not written
	shared bool                             // the file belongs to a project: they never are
}

// An outcome is what became of one patch or one released edit.
type outcome struct {
	surface string
	hosts   []string
	action  string
	detail  string // in words
	what    string // what it happened to; lines with the same words are joined
	manual  string
}

// A result is a file after a task, worked out in memory.
type result struct {
	file
	base preimage
	led  *ledger
	outs []outcome
	loss bool // bytes of others go: a backup is due whatever we wrote last

	asked bool // values of variables were asked for
}

// is says what the file shall be; if it is what it was, its sum is known.
func (res *result) is(cur file, exists bool, b []byte) {
	res.file = file{exists: exists, data: b}
	if res.same(cur) {
		res.hash = cur.sum()
	}
	res.hash = res.sum()
}

// rework is the heart: the file as it is, what we know of it and what is
// wanted, give the file as it shall be. It writes nothing.
func rework(l *ledger, kept func() ([]byte, error), cur file, t task) (*result, error) {
	if l.Format == formatFile {
		return reworkFile(l, kept, cur, t)
	}
	r := &reworker{task: t, cur: cur, kept: kept, old: l}
	if err := r.open(); err != nil {
		return nil, err
	}
	claimed := r.claim()
	gone := r.letGo(claimed)
	if err := r.remove(gone); err != nil {
		return nil, err
	}
	for i, p := range t.want {
		if err := r.spare(p, r.have(p, claimed[i])); err != nil {
			return nil, err
		}
	}
	return r.finish(len(gone) > 0)
}

type reworker struct {
	task
	cur   file
	kept  func() ([]byte, error) // the pre-image in our state
	old   *ledger
	edits []own
	doc   edit.Doc
	outs  []outcome
	loss  bool // something goes that others wrote inside an edit of ours
	asked bool // values of variables were asked for
	bare  bool // the file without us holds a value of ours, beside which somebody has changed something

	afresh func() (edit.Doc, error) // the document as it was read, for reverting our edits
}

func cloneEdits(es []own) []own {
	out := slices.Clone(es)
	for i := range out {
		out[i].Owners = slices.Clone(out[i].Owners)
	}
	return out
}

func (r *reworker) open() (err error) {
	r.last = r.last || r.old.LastWins // what was allowed once must be undoable
	if r.doc, err = openDoc(r.old.Format, r.cur.data, r.how); err == nil {
		r.afresh = again(r.doc, r.old.Format, r.cur.data, how{force: true, last: r.last})
		r.old = r.old.reveal(r.doc)
		r.edits = cloneEdits(r.old.Edits)
	}
	return err
}

// claim pairs each wanted patch with the edit that already stands for it. An
// element with another identity is another one: the old goes, the new comes.
func (r *reworker) claim() []int {
	claimed := make([]int, len(r.want))
	taken := map[int]bool{}
	for i, p := range r.want {
		claimed[i] = -1
		for j := range r.edits {
			e := &r.edits[j]
			if taken[j] || e.Op != p.Op || !slices.Equal(e.At, p.At) || (e.Identity == nil) != (p.Identity == nil) {
				continue
			}
			if p.Identity == nil || e.Identity.Value == p.Identity.Value {
				claimed[i], taken[j] = j, true
				break
			}
		}
	}
	return claimed
}

// letGo takes the owner off the edits that the task does not want. It returns
// the edits that nobody wants any more.
func (r *reworker) letGo(claimed []int) (gone []int) {
	for j := range r.edits {
		e := &r.edits[j]
		if slices.Contains(claimed, j) {
			continue
		}
		was := len(e.Owners)
		var freed []string
		e.Owners = slices.DeleteFunc(e.Owners, func(o owner) bool {
			keep, ok := r.release(e, o)
			if !ok {
				return false
			}
			freed = append(freed, missingFrom(o.Hosts, keep)...)
			return len(keep) == 0
		})
		for k := range e.Owners {
			if keep, ok := r.release(e, e.Owners[k]); ok {
				e.Owners[k].Hosts = keep
			}
		}
		switch {
		case len(e.Owners) == 0 && was > 0:
			gone = append(gone, j)
		case len(freed) > 0 || len(e.Owners) < was:
			r.out(e.Surface, freed, wire.ActionSkip, "kept for "+users(e))
		}
	}
	return gone
}

func users(e *own) string {
	var names []string
	for _, o := range e.Owners {
		names = append(names, strings.Join(append([]string{o.Connector}, o.Hosts...), " on "))
	}
	return strings.Join(names, ", ")
}

func missingFrom(all, keep []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(h string) bool { return slices.Contains(keep, h) })
}

// remove takes out edits, the latest first, so that each finds the bytes it left.
func (r *reworker) remove(gone []int) error {
	for _, j := range slices.Backward(gone) {
		e := r.edits[j]
		hosts := r.old.Edits[j].hosts()
		st, extra := inspect(r.doc, &e)
		switch {
		case st == missing:
			r.did(e.Surface, hosts, wire.ActionSkip, "was already gone:", e.At)
		case st == changed && e.Keep:
			r.abandon(&e, hosts)
		case st == changed && r.old.Format == "block" && !r.force:
			r.edits[j].Owners = r.old.Edits[j].Owners
			r.out(e.Surface, hosts, wire.ActionWarn, "you have edited the block "+place(e.At)+": left in place; --force removes it")
			continue
		default:
			if err := r.doc.Revert(e.Edit); err != nil {
				return err
			}
			r.loss = r.loss || len(extra) > 0 || st == changed
			r.did(e.Surface, hosts, wire.ActionRemove, "removed", e.At)
			if len(extra) > 0 {
				r.outs[len(r.outs)-1].what += " with what was added inside it since (" + strings.Join(extra, ", ") + ")"
			}
		}
		r.edits[j].Owners = nil
	}
	var made []edit.Path
	for _, j := range gone {
		if len(r.edits[j].Owners) == 0 {
			made = append(made, r.edits[j].Edit.Made...)
		}
	}
	r.edits = slices.DeleteFunc(r.edits, func(e own) bool { return len(e.Owners) == 0 })
	r.inherit(made)
	return nil
}

// inherit gives the parents that removed edits had made to an edit that still
// lives in them: they go with the last.
func (r *reworker) inherit(made []edit.Path) {
	for _, m := range made {
		i := slices.IndexFunc(r.edits, func(e own) bool { return len(e.At) >= len(m) && slices.Equal(e.At[:len(m)], m) })
		if i >= 0 && !slices.ContainsFunc(r.edits[i].Edit.Made, func(p edit.Path) bool { return slices.Equal(p, m) }) {
			e := &r.edits[i].Edit
			e.Made = append(slices.Clone(e.Made), m)
			slices.SortStableFunc(e.Made, func(a, b edit.Path) int { return len(a) - len(b) })
		}
	}
}

func (e *own) hosts() (hs []string) {
	for _, o := range e.Owners {
		hs = append(hs, o.Hosts...)
	}
	return hs
}

func place(at []string) string { return strings.Join(at, ".") }

func (r *reworker) out(surface string, hosts []string, action, detail string) {
	r.outs = append(r.outs, outcome{surface: surface, hosts: hosts, action: action, detail: detail})
}

// did is out for an edit that went as wanted.
func (r *reworker) did(surface string, hosts []string, action, verb string, at []string) {
	r.outs = append(r.outs, outcome{surface: surface, hosts: hosts, action: action, detail: verb, what: place(at)})
}

// manual is the edit in words, for when we may not make it.
func manual(path string, p wish) string {
	switch {
	case p.Op == wire.OpWrite:
		return fmt.Sprintf("write %s yourself, or move it away and apply again", path)
	case p.Identity != nil:
		return fmt.Sprintf("in %s add to the array %s: %s", path, place(p.At), p.all)
	}
	s := fmt.Sprintf("in %s set %s to %s", path, place(p.At), p.all)
	if p.KeepIfChanged && p.Why != "" { // somebody else has to weigh it
		s += ": " + p.Why
	}
	return s
}
