package apply

import (
	"cmp"
	"errors"
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// This file has the rules of places that several connectors and the user share
// (wire.Patch.KeepIfChanged): whoever was there first is right, what somebody
// changed since is theirs, and nothing of it is an error or can be forced.

// spare makes a notice of an editor's refusal, if the patch is of that kind. The
// document is as it was before the refused edit.
func (r *reworker) spare(p want, err error) error {
	var refusal *edit.Error
	if !p.KeepIfChanged || !errors.As(err, &refusal) {
		return err
	}
	r.conflict(r.wish(p, nil), "cannot be set, "+refusal.Error())
	return nil
}

// share makes us one more owner of an edit whose value we want too.
func (r *reworker) share(e *own, p wish) error {
	switch st, _ := inspect(r.doc, e); {
	case st == changed && e.Keep:
		r.conflict(p, "was changed since it was written for "+users(e))
		return nil
	case st == missing:
		if err := r.again(e, p); err != nil {
			return err
		}
		r.did(p.Surface, p.Hosts, wire.ActionUpdate, "was gone, written again:", p.At)
	case st == changed && r.force, len(p.secrets) > 0: // the variable may have another value now
		if err := r.refresh(e, p, "updated"); err != nil {
			return err
		}
	default:
		r.did(p.Surface, p.Hosts, wire.ActionSkip, "shared with "+e.Owners[0].Connector+":", p.At)
	}
	e.Owners = append(e.Owners, r.me(p))
	r.tell(p)
	return nil
}

// again writes an edit that somebody has taken out of the file.
func (r *reworker) again(e *own, p wish) error {
	next, err := put(r.doc, p.At, p.Identity, p.real)
	if err == nil {
		e.Edit, e.Taken = e.Edit.Then(next), "" // what stood there once has gone with it
		e.Value, e.Secrets = p.Value, p.secrets
	}
	return err
}

// leave takes us off an edit that others own too; hosts outside the bounds of
// the task stay on it.
func (r *reworker) leave(e *own) {
	i := e.of(r.owner)
	if i < 0 {
		return
	}
	if keep := keepHosts(r, e, e.Owners[i]); len(keep) > 0 {
		e.Owners[i].Hosts = keep
		return
	}
	e.Owners = slices.Delete(e.Owners, i, i+1)
}

// abandon leaves a value in the file that is somebody else's by now.
func (r *reworker) abandon(e *own, hosts []string) {
	what := cmp.Or(place(e.At), "the element")
	r.out(e.Surface, hosts, wire.ActionWarn, "you have changed "+what+": left in place, and no longer ours")
	r.outs[len(r.outs)-1].manual = "if nothing else needs it, remove " + what + " from " + r.old.Path
}

// foreign says whether an edit with the value of a variable has become somebody
// else's by what they changed beside it.
func (r *reworker) foreign(e own) bool {
	st, _ := inspect(r.doc, &e)
	return e.Keep && len(e.known) > 0 && st == changed
}

// overlap is an edit of such a kind inside whose value a new one would lie, or
// inside the new one's: it would look changed to its owner. It need not stand in
// the file: it may come back.
func (r *reworker) overlap(p wish) (e *own, how string) {
	for i := range r.edits {
		e := &r.edits[i]
		n := min(len(e.At), len(p.At))
		switch {
		case !slices.Equal(e.At[:n], p.At[:n]):
		case e.Keep && n < len(p.At):
			return e, "lies inside"
		case e.Keep && p.KeepIfChanged && n < len(e.At):
			return e, "would hold"
		}
	}
	return nil, ""
}

// byHand tells which such edits a file did not get because it could not be
// edited at all.
func (rep *Report) byHand(t target) {
	for _, p := range t.task.want {
		if p.KeepIfChanged {
			rep.Notices = append(rep.Notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: first(p.Hosts), Surface: p.Surface,
				Message: t.path + ": cannot be edited, " + place(p.At) + " is not set", ManualEdit: manual(t.path, wish{want: p, all: p.Value}, "")})
		}
	}
}
