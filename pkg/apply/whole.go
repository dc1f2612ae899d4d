package apply

import (
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// reworkFile is rework for a whole file of ours: a command, a skill, our own
// state. There is at most one edit: the file.
func reworkFile(l *ledger, kept func() ([]byte, error), cur file, t task) (*result, error) {
	r := &reworker{task: t, cur: cur, kept: kept, old: l, edits: cloneEdits(l.Edits)}
	res := &result{file: cur, base: preimage{sum: l.Base, absent: l.Absent, bytes: kept}}
	if len(l.Edits) == 0 { // not ours so far: what is there is what was there without us
		res.base = preimageOf(cur.data, !cur.exists, sum(cur.data))
	}
	if len(t.want) > 0 {
		b, err := content(t.want[0].Value, t.want[0].Encoding)
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
	res.outs = r.outs
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
		switch {
		case same && p.If != wire.IfAny:
			r.out(p.Surface, p.Hosts, wire.ActionSkip, "was already there, by somebody else: left alone")
			return false
		case r.cur.exists && p.If != wire.IfAny && !same:
			r.conflict(p, r.old.Path+" already exists and is not ours")
			return false
		}
		r.adopt(p, edit.Edit{})
		r.edits[0].Encoding = p.Encoding
		r.out(p.Surface, p.Hosts, wire.ActionCreate, "written")
		return true
	}
	e := &r.edits[0]
	me := e.of(r.owner)
	switch {
	case (me < 0 || len(e.Owners) > 1) && !equal(e.Value, p.Value):
		r.leave(e) // as in have: the others want it as it is
		r.conflict(p, r.old.Path+" is written by "+users(e)+", with other content")
		return false
	case me < 0:
		e.Owners = append(e.Owners, r.me(p))
		if !r.cur.exists {
			r.out(p.Surface, p.Hosts, wire.ActionUpdate, "was gone, written again")
			return true
		}
		r.out(p.Surface, p.Hosts, wire.ActionSkip, "shared with "+e.Owners[0].Connector)
		return false
	}
	e.Surface = p.Surface
	e.Owners[me].Version, e.Owners[me].TS = r.owner.Version, r.now
	e.Owners[me].Hosts = union(p.Hosts, keepHosts(r, e, e.Owners[me]))
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
	r.out(p.Surface, p.Hosts, wire.ActionUpdate, "updated")
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
	r.out(e.Surface, hosts, wire.ActionRemove, "removed")
	return true
}
