package apply

import (
	"path/filepath"
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// reworkFile is rework for a whole file of ours: a command, a skill, our own
// state. There is at most one edit: the file.
func reworkFile(l *ledger, kept func() ([]byte, error), cur file, t task) (*result, error) {
	r := &reworker{task: t, cur: cur, kept: kept, old: l, edits: cloneEdits(l.Edits)}
	res := &result{file: cur, base: preimage{sum: l.Base, absent: l.Absent, bytes: kept}}
	if len(l.Edits) == 0 || !cur.exists { // not ours so far, or somebody has deleted it: what is there is what is there without us
		res.base = preimageOf(cur.data, !cur.exists, sum(cur.data))
		if len(t.want) > 0 && t.want[0].Surface == wire.State {
			res.base = preimageOf(nil, true, sum(nil))
		}
	}
	if len(t.want) > 0 {
		b, err := plan.Content(t.want[0].Value, t.want[0].Encoding)
		if err != nil {
			return nil, err
		}
		if r.wantFile(r.wish(t.want[0], nil), b) {
			res.is(cur, true, b)
		}
	} else if r.dropFile() {
		b, err := res.base.bytes()
		if err != nil {
			return nil, err
		}
		res.is(cur, !res.base.absent, b)
	}
	res.outs, res.told = r.outs, r.told
	wrote := res.sum()
	if len(r.edits) > 0 && res.same(cur) && len(l.Edits) > 0 {
		wrote = l.Wrote // untouched, perhaps edited by the user: what we wrote last stays what it was
	}
	res.led = &ledger{Version: stateVersion, Path: l.Path, Real: l.Real, Format: l.Format, Base: res.base.sum, Absent: res.base.absent, Ours: l.Ours, Wrote: wrote, Edits: r.edits}
	return res, nil
}

// wantFile says whether the file is to be written.
func (r *reworker) wantFile(p wish, b []byte) bool {
	same := r.cur.exists && sum(b) == r.cur.sum()
	if len(r.edits) == 0 {
		return r.newFile(p, same)
	}
	e, verb := &r.edits[0], "updated"
	if !r.cur.exists {
		e.Taken = "" // nor does anybody want it back
	}
	me := e.of(r.owner)
	if me < 0 && p.Surface == wire.State { // of another clone of the project: the last one's definition counts for both
		me = len(e.Owners)
		e.Owners = append(e.Owners, r.me(p))
	}
	switch {
	case p.Surface != wire.State && (me < 0 || len(e.Owners) > 1) && !equal(e.Value, p.Value):
		if !r.adopt {
			r.leave(e) // as in have: the others want it as it is
			r.clash(p, e, "is written by %s, with other content")
			return false
		}
		verb = "taken over from " + r.handOver(e, p)
	case me < 0:
		e.Owners = append(e.Owners, r.me(p))
		switch {
		case !r.cur.exists:
			r.out(p.Surface, p.Hosts, wire.ActionUpdate, "was gone, written again")
			return true
		case r.force && r.cur.sum() != r.old.Wrote:
			r.out(p.Surface, p.Hosts, wire.ActionUpdate, "updated")
			return true
		}
		r.out(p.Surface, p.Hosts, wire.ActionSkip, "shared with "+e.Owners[0].Connector)
		return false
	default:
		e.Owners[me].renew(r.owner, r.now)
		e.Owners[me].Hosts = union(p.Hosts, keepHosts(r, e, e.Owners[me]))
	}
	e.Surface = p.Surface
	switch {
	case same:
		e.Value = p.Value
		r.out(p.Surface, p.Hosts, wire.ActionSkip, "unchanged")
		return true // the same bytes: only the ledger learns of them
	case r.cur.exists && r.cur.sum() != r.old.Wrote && !r.force && p.If != wire.IfAny:
		r.out(p.Surface, p.Hosts, wire.ActionWarn, "you have changed this file: left as it is; --force overwrites it")
		return false
	}
	e.Value, e.Encoding = p.Value, p.Encoding
	r.out(p.Surface, p.Hosts, wire.ActionUpdate, verb)
	return true
}

// newFile is wantFile for a file that the ledger does not know.
func (r *reworker) newFile(p wish, same bool) bool {
	free := !r.cur.exists || p.If == wire.IfAny || p.Surface == wire.State // our own folder is ours
	action, verb, taken := wire.ActionCreate, "written", ""
	switch {
	case free && same:
		action, verb = wire.ActionSkip, "unchanged"
	case free && r.cur.exists:
		action, verb = wire.ActionUpdate, "updated"
	case free:
	case same && !r.adopt:
		r.out(p.Surface, p.Hosts, wire.ActionSkip, "was already there, by somebody else: left alone")
		return false
	case !r.adopt:
		r.conflict(p, "already exists and is not ours", waysToAdopt(p))
		return false
	case same:
		action, verb, taken = wire.ActionSkip, foundEqual, foreign
	default:
		action, verb, taken = wire.ActionUpdate, takenOver, foreign
	}
	e := r.note(p, edit.Edit{})
	e.Encoding, e.Taken = p.Encoding, taken
	if free {
		r.out(p.Surface, p.Hosts, action, verb)
	} else {
		r.did(p.Surface, p.Hosts, action, verb, []string{filepath.Base(r.old.Path)})
	}
	return true
}

// dropFile says whether the file is to give way to what was there without us.
func (r *reworker) dropFile() bool {
	gone := r.letGo(nil)
	if len(gone) == 0 {
		return false
	}
	e, hosts := r.old.Edits[0], r.old.Edits[0].hosts()
	switch {
	case !r.cur.exists:
		r.out(e.Surface, hosts, wire.ActionSkip, "was already gone")
		r.edits = nil
		return false
	case r.cur.sum() != r.old.Wrote && !r.force && e.Surface != wire.State:
		r.edits = cloneEdits(r.old.Edits)
		r.out(e.Surface, hosts, wire.ActionWarn, "you have changed this file: left in place; --force removes it")
		return false
	}
	r.edits = slices.DeleteFunc(r.edits, func(e own) bool { return len(e.Owners) == 0 })
	name := []string{filepath.Base(r.old.Path)}
	switch {
	case e.Taken == "":
		r.out(e.Surface, hosts, wire.ActionRemove, "removed")
	case r.cur.sum() == r.old.Base:
		r.did(e.Surface, hosts, wire.ActionSkip, wasThere, name)
	default:
		r.did(e.Surface, hosts, wire.ActionRemove, gaveBack, name)
	}
	return true
}
