package apply

import (
	"bytes"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// have brings one wanted patch into the document: it makes the edit, or brings
// the one that stands for it up to date.
func (r *reworker) have(w want, claimed int) error {
	var e *own
	if claimed >= 0 {
		e = &r.edits[slices.IndexFunc(r.edits, func(e own) bool { return sameSlot(e, r.old.Edits[claimed]) })]
	}
	p := r.wish(w, e)
	switch {
	case p.none:
		r.cannot(p, e)
		return nil
	case e == nil:
		return r.create(p)
	}
	me := e.of(r.owner)
	switch {
	case (me < 0 || len(e.Owners) > 1) && p.Identity == nil && !e.agrees(p):
		if r.adopt && adoptable(p) && !e.Keep {
			return r.takeFrom(e, p)
		}
		r.leave(e) // the others want it as it is: we are as one that comes late
		r.clash(p, e, "is written by %s, with another value")
		return nil
	case me < 0:
		return r.share(e, p)
	}
	if err := r.refresh(e, p, "updated"); err != nil {
		return err
	}
	e.Surface = p.Surface // a skill may have been a command
	r.tell(p)
	o := &e.Owners[me]
	o.renew(r.owner, r.now)
	o.Hosts = union(p.Hosts, keepHosts(r, e, *o))
	return nil
}

// keepHosts are the hosts of an owner outside the bounds of the task.
func keepHosts(r *reworker, e *own, o owner) []string {
	keep, ok := r.release(e, o)
	if !ok {
		return o.Hosts
	}
	return keep
}

func sameSlot(a, b own) bool {
	return a.Op == b.Op && slices.Equal(a.At, b.At) && (a.Identity == nil) == (b.Identity == nil) &&
		(a.Identity == nil || a.Identity.Value == b.Identity.Value)
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

func (r *reworker) me(p wish) owner {
	o := r.owner
	o.Hosts, o.TS = p.Hosts, r.now
	return o
}

// refresh brings an edit of ours to a new value; verb says what that is.
func (r *reworker) refresh(e *own, p wish, verb string) error {
	before := r.doc.Bytes() // an edit makes a new text and leaves this one alone
	st, _ := inspect(r.doc, e)
	var kept []string
	var err error
	switch {
	case st == missing:
		err = r.again(e, p)
	case st == changed && e.Keep:
		kept = []string{place(p.At)}
	case p.Identity != nil:
		kept, err = r.refreshElement(e, p)
	case r.old.Format == "block":
		kept, err = r.refreshBlock(e, p, st)
	default:
		kept, err = r.refreshEntry(e, p, before)
	}
	if err != nil {
		return err
	}
	if len(kept) == 0 || r.old.Format != "block" && !e.Keep {
		e.Value, e.Secrets, e.Identity = p.Value, p.secrets, p.Identity
	}
	changed := !bytes.Equal(r.doc.Bytes(), before)
	switch {
	case len(kept) > 0:
		hint := "; --force overwrites it"
		if e.Keep {
			hint = ""
		}
		r.out(p.Surface, p.Hosts, wire.ActionWarn, "you have changed "+strings.Join(kept, ", ")+": left as it is"+hint)
		r.outs[len(r.outs)-1].manual = manual(r.old.Path, p, "")
	case changed && st == missing:
		r.did(p.Surface, p.Hosts, wire.ActionUpdate, "was gone, written again:", p.At)
	case changed:
		r.did(p.Surface, p.Hosts, wire.ActionUpdate, verb, p.At)
	default:
		r.out(p.Surface, p.Hosts, wire.ActionSkip, "unchanged")
	}
	return nil
}

// regrown is the inserted text of an entry after keys inside it were set one by
// one: if it stood in one piece and nothing around it moved, it is what stands
// there now. Else it is forgotten, and a revert goes by structure.
func regrown(ins, before, after []byte) []byte {
	if len(ins) == 0 || bytes.Equal(before, after) || bytes.Count(before, ins) != 1 {
		return ins
	}
	head, tail, _ := bytes.Cut(before, ins)
	if len(after) < len(head)+len(tail) || !bytes.HasPrefix(after, head) || !bytes.HasSuffix(after, tail) {
		return nil
	}
	return after[len(head) : len(after)-len(tail)]
}

// refreshEntry brings what stands at a key to a new value.
func (r *reworker) refreshEntry(e *own, p wish, before []byte) (kept []string, err error) {
	kept, err = merge(r.doc, p.At, e.realIn(r.doc), p.real, r.force)
	kept = append(kept, p.theirs...)
	if e.Edit.Changed || err != nil || bytes.Equal(before, r.doc.Bytes()) {
		e.Edit.Ins = regrown(e.Edit.Ins, before, r.doc.Bytes())
		return kept, err
	}
	// It was found as it was wanted then. Now it is another, and undo must know
	// what it was: the same again, as one edit.
	v, _, err := r.doc.Get(p.At)
	if err != nil {
		return kept, err
	}
	if r.doc, err = openDoc(r.old.Format, before, r.how); err == nil {
		e.Edit, err = r.doc.Set(p.At, v)
	}
	return kept, err
}

// refreshElement merges as merge does, but writes the element as a whole.
func (r *reworker) refreshElement(e *own, p wish) (kept []string, err error) {
	now, whole, _ := element(r.doc, p.At, *e.Identity)
	was, mine := e.Value, p.real
	if !whole {
		was, mine = innermost(was, e.Identity.Path), innermost(mine, p.Identity.Path)
	}
	v, kept := merged(p.At, was, mine, now, r.force)
	for i := range kept {
		kept[i] += " (" + e.Identity.Value + ")"
	}
	if equal(v, now) {
		return kept, nil
	}
	if !whole {
		v = outermost(p.real, p.Identity.Path, v)
	}
	next, err := r.doc.Upsert(p.At, *e.Identity, v)
	e.Edit = e.Edit.Then(next)
	return kept, err
}

func (r *reworker) refreshBlock(e *own, p wish, st status) (kept []string, err error) {
	if st == changed && !r.force {
		return []string{"the block " + place(p.At)}, nil
	}
	next, err := r.doc.Set(p.At, p.real)
	e.Edit = e.Edit.Then(next)
	return nil, err
}

// create makes a new edit, unless something stands there already.
func (r *reworker) create(p wish) error {
	now, there, err := r.stands(p.want)
	switch {
	case err != nil:
		return err
	case there && p.If != wire.IfAny:
		return r.occupied(p, now)
	}
	if e, how := r.overlap(p); e != nil {
		r.conflict(p, how+" "+place(e.At)+", which is written by "+users(e))
		return nil
	}
	e, err := put(r.doc, p.At, p.Identity, p.real)
	if err != nil {
		return err
	}
	r.note(p, e)
	r.did(p.Surface, p.Hosts, wire.ActionCreate, "added", p.At)
	r.tell(p)
	return nil
}

// stands is what is in the place of a patch: of an array the part of its element
// that is only ours.
func (r *reworker) stands(p want) (wire.Raw, bool, error) {
	if p.Identity == nil {
		return r.doc.Get(p.At)
	}
	v, _, there := element(r.doc, p.At, *p.Identity)
	return v, there, nil
}

// note puts an edit that was just made into the ledger.
func (r *reworker) note(p wish, e edit.Edit) *own {
	r.edits = append(r.edits, own{Owners: []owner{r.me(p)}, Surface: p.Surface, Op: p.Op, At: p.At,
		Identity: p.Identity, Value: p.Value, Secrets: p.secrets, Edit: e, Keep: p.KeepIfChanged, BringsIn: p.BringsIn})
	return &r.edits[len(r.edits)-1]
}
