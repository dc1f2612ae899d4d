package apply

import (
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// remove takes out edits, the latest first, so that each finds the bytes it left.
func (r *reworker) remove(gone []int) error {
	for _, j := range slices.Backward(gone) {
		e := r.edits[j]
		hosts := r.old.Edits[j].hosts()
		st, extra := inspect(r.doc, &e)
		switch {
		case st == missing:
			r.did(e.Surface, hosts, wire.ActionSkip, "was already gone:", e.At)
		case e.Taken != "" && !e.Edit.Changed:
			r.did(e.Surface, hosts, wire.ActionSkip, wasThere, e.At)
		case st == changed && e.Keep:
			r.abandon(&e, hosts)
		case st == changed && r.old.Format == "block" && !r.force:
			r.edits[j].Owners = r.old.Edits[j].Owners
			r.out(e.Surface, hosts, wire.ActionWarn, "you have edited the block "+place(e.At)+": left in place; --force removes it")
			continue
		case len(r.needed(&e)) > 0:
			r.stays = append(r.stays, j)
			r.out(e.Surface, hosts, wire.ActionSkip, "left in place: "+e.BringsIn+" has guidance of "+strings.Join(r.needed(&e), ", "))
		default:
			if err := r.takeOut(&e, st, extra, hosts); err != nil {
				return err
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

// takeOut removes one edit that is there.
func (r *reworker) takeOut(e *own, st status, extra, hosts []string) error {
	if err := takeBack(r.doc, e); err != nil {
		return err
	}
	r.loss = r.loss || len(extra) > 0 || st == changed
	verb := "removed"
	if e.Taken != "" && e.Edit.Old != nil {
		verb = gaveBack
	}
	r.did(e.Surface, hosts, wire.ActionRemove, verb, e.At)
	if len(extra) > 0 {
		r.outs[len(r.outs)-1].what += " with what was added inside it since (" + strings.Join(extra, ", ") + ")"
	}
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
