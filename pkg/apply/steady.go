package apply

import (
	"bytes"
	"slices"

	"agentconnector/pkg/wire"
)

// Which targets get a mark (latest.go), and what is said of one that has it.

// steady says whether a run that finds all this again has nothing to do but to say
// that it is unchanged: each wish has its edit, which is ours alone and just as wished.
func (a *applied) steady(led *ledger) bool {
	t, outs := &a.target, a.outs
	if t.asks == "" || len(a.told) > 0 || len(t.task.want) == 0 || len(t.task.want) != len(led.Edits) || len(outs) != len(t.task.want) || led.Mode != "" || led.Bare {
		return false
	}
	for i, w := range t.task.want {
		if len(w.refs) > 0 {
			return false
		}
		j := slices.IndexFunc(led.Edits, func(e own) bool {
			return e.Op == w.Op && slices.Equal(e.At, w.At) && (e.Identity == nil) == (w.Identity == nil) && (e.Identity == nil || e.Identity.Value == w.Identity.Value)
		})
		if j < 0 || !led.Edits[j].only(t.task.owner, w) || !outs[i].settles(w) {
			return false
		}
	}
	return true
}

// settled says whether a run that has changed nothing will say the same again. What
// it does follows from what a mark is made of, if no variable plays a part, no mode
// and no other place of the project.
func (a *applied) settled(led *ledger) bool {
	t := &a.target
	if t.asks == "" || len(a.outs) == 0 || len(a.told) > 0 || led.Mode != "" || led.Bare {
		return false
	}
	me := t.task.owner
	for i := range led.Edits {
		e := &led.Edits[i]
		if len(e.Secrets)+len(e.known) > 0 || e.BringsIn != "" && len(led.Edits) != len(t.task.want) { // whether that may go another file says
			return false
		}
		for _, o := range e.Owners {
			mine := o.Connector == me.Connector && o.Scope == me.Scope && o.ProjectKey == me.ProjectKey
			if mine && (o.Project != me.Project || o.TS != t.task.now) { // not one that this run is about
				return false
			}
		}
	}
	return true
}

// only says whether an edit is what one installation wants, and nobody's beside.
func (e *own) only(me owner, w want) bool {
	if len(e.Owners) != 1 || len(e.Secrets) > 0 || len(e.known) > 0 || e.Taken != "" || e.Surface != w.Surface || e.Encoding != w.Encoding || e.Keep != w.KeepIfChanged || e.BringsIn != w.BringsIn {
		return false
	}
	o := e.Owners[0]
	return o.Connector == me.Connector && o.Version == me.Version && o.Scope == me.Scope && o.Project == me.Project && o.ProjectKey == me.ProjectKey &&
		o.Local == me.Local && slices.Equal(o.Hosts, w.Hosts) && bytes.Equal(e.Value, w.Value)
}

// settles says whether a wish has been met by what became of it.
func (out outcome) settles(w want) bool {
	if out.surface != w.Surface || !slices.Equal(out.hosts, w.Hosts) || out.manual != "" {
		return false
	}
	switch out.action + " " + out.detail {
	case wire.ActionSkip + " unchanged", wire.ActionCreate + " added", wire.ActionCreate + " written", wire.ActionUpdate + " updated":
		return true
	}
	return false
}

// again is what becomes of a target that is as it was.
func (t target) again() applied {
	a := applied{target: t, mark: t.found}
	for _, x := range t.found.Told {
		a.outs = append(a.outs, outcome{surface: x.Surface, hosts: x.Hosts, action: x.Action, detail: x.Detail, what: x.What, manual: x.Manual})
	}
	if len(a.outs) > 0 {
		return a
	}
	for _, w := range t.task.want {
		a.outs = append(a.outs, outcome{surface: w.Surface, hosts: w.Hosts, action: wire.ActionSkip, detail: "unchanged"})
	}
	return a
}

// record keeps what was said of a target, for again.
func (a *applied) record() (all []told) {
	plain := len(a.outs) == len(a.target.task.want)
	for i, o := range a.outs {
		plain = plain && o.action == wire.ActionSkip && o.settles(a.target.task.want[i])
		all = append(all, told{o.surface, o.hosts, o.action, o.detail, o.what, o.manual})
	}
	if plain {
		return nil
	}
	return all
}
