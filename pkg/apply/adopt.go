package apply

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// This file has the rules of places where somebody else's thing stands under a
// name that we want. It is left alone, with a notice, unless the user asks for
// it (--adopt). Then the edit keeps what it took the place of, and undo gives
// exactly that back. What another connector of ours wrote changes hands: the
// file without us stays what it was, so undo of the new owner takes it out.

// What an edit of ours found in its place (own.Taken).
const (
	foreign  = "foreign"  // somebody else's, taken over because the user asked for it
	teammate = "teammate" // ours by its mark, but of the project: another's run wrote it
)

// adoptable says whether a place can be taken over: an entry, an element, a
// block or a file of that name. A single value is a setting of the user's, such
// as a switch that is off, and what keep_if_changed guards is set if absent only.
func adoptable(p wish) bool {
	if p.KeepIfChanged {
		return false
	}
	_, entry := object(p.Value)
	return entry || p.Identity != nil || p.Op == wire.OpBlock || p.Op == wire.OpWrite
}

// occupied decides about a place where something stands that we know nothing of.
func (r *reworker) occupied(p wish, now wire.Raw) error {
	mark, edited := r.marked(p.want)
	want := p.real
	if p.Identity != nil {
		if _, whole, _ := element(r.doc, p.At, *p.Identity); !whole {
			want = innermost(want, p.Identity.Path)
		}
	}
	switch {
	case mark && !edited:
		return r.takeOver(p, now, teammate)
	case r.adopt && adoptable(p):
		return r.takeOver(p, now, foreign)
	case equal(now, want):
		r.out(p.Surface, p.Hosts, wire.ActionSkip, place(p.At)+" was already there, by somebody else: left alone")
	case mark:
		r.conflict(p, "is marked as ours, but nothing is known of it and its text was changed", waysToAdopt(p), "--force writes over it")
	default:
		r.conflict(p, "already exists and is not ours", waysToAdopt(p))
	}
	return nil
}

// takeOver makes a place ours that holds something. Keys that are the user's
// whoever runs the server (wire.Patch.Stays) stay in it.
func (r *reworker) takeOver(p wish, now wire.Raw, from string) error {
	e, err := put(r.doc, p.At, p.Identity, withStays(p, now))
	if err != nil {
		return err
	}
	r.note(p, e).Taken = from
	r.loss = r.loss || e.Changed
	switch {
	case from == teammate && e.Changed:
		r.did(p.Surface, p.Hosts, wire.ActionUpdate, "updated", p.At)
	case from == teammate:
		r.out(p.Surface, p.Hosts, wire.ActionSkip, "unchanged")
	case e.Changed:
		r.did(p.Surface, p.Hosts, wire.ActionUpdate, takenOver, p.At)
	default:
		r.did(p.Surface, p.Hosts, wire.ActionSkip, foundEqual, p.At)
	}
	r.tell(p)
	return nil
}

const (
	takenOver  = "taken over from somebody else; comes back on undo:"
	foundEqual = "was already as wanted, by somebody else: ours from now on, stays on undo:"
	gaveBack   = "removed; what stood there before is back:"
	wasThere   = "stood there before us: left in place:"
)

// withStays is the value of a patch with those keys of what stands there now
// that stay.
func withStays(p wish, now wire.Raw) wire.Raw {
	mine, ok := object(p.real)
	theirs, both := object(now)
	if !ok || !both {
		return p.real
	}
	v := slices.Clip(bytes.TrimSuffix(bytes.TrimSpace(p.real), []byte("}"))) // not over the patch
	for _, k := range keysInOrder(now) {
		if !slices.Contains(p.Stays, k) || mine[k] != nil {
			continue
		}
		if len(mine) > 0 || v[len(v)-1] != '{' {
			v = append(v, ',')
		}
		name, _ := json.Marshal(k) // a string has a JSON
		v = slices.Concat(v, name, []byte(":"), theirs[k])
	}
	return append(v, '}')
}

// takeFrom makes an edit ours that other connectors own and want otherwise.
func (r *reworker) takeFrom(e *own, p wish) error {
	from := r.handOver(e, p)
	if err := r.refresh(e, p, "taken over from "+from+":"); err != nil {
		return err
	}
	r.tell(p)
	return nil
}

// handOver makes us the only owner of an edit, tells those who lose it, and
// returns their names.
func (r *reworker) handOver(e *own, p wish) string {
	mine := r.me(p)
	if i := e.of(r.owner); i >= 0 {
		mine.Hosts = union(p.Hosts, keepHosts(r, e, e.Owners[i]))
	}
	var names []string
	for _, o := range e.Owners {
		if o.same(r.owner) {
			continue
		}
		names = append(names, o.Connector)
		r.told = append(r.told, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: first(o.Hosts), Surface: p.Surface,
			Message: fmt.Sprintf("%s: %s was written by %s on %s, and is %s's from now on: %s has it no more", r.old.Path,
				its(p), o.Connector, strings.Join(o.Hosts, ", "), mine.Connector, o.Connector),
			ManualEdit: fmt.Sprintf("to give it back: %s, then install %s again", undoOf(mine), o.Connector)})
	}
	e.Owners = []owner{mine}
	return strings.Join(names, ", ")
}

func its(p wish) string {
	if len(p.At) == 0 {
		return "the file"
	}
	return place(p.At)
}

// undoOf is the command that takes an installation out.
func undoOf(o owner) string {
	s := "ac-apply --undo " + o.Connector
	if o.Scope == wire.ScopeProject {
		s += " --project " + o.Project
	}
	return s
}

// conflict leaves a place to whoever has it; ways are what the user can do
// about it beside the edit by hand.
func (r *reworker) conflict(p wish, why string, ways ...string) {
	why = strings.TrimSpace(place(p.At)+" "+why) + ": left alone"
	if r.adopt && !adoptable(p) {
		why += ", also with --adopt: single settings are not taken over"
	}
	r.out(p.Surface, p.Hosts, wire.ActionWarn, why)
	if hand := manual(r.old.Path, p, ""); strings.Contains(hand, "\n") {
		ways = append(ways, hand)
	} else {
		ways = append([]string{hand}, ways...)
	}
	r.outs[len(r.outs)-1].manual = strings.Join(slices.DeleteFunc(ways, func(s string) bool { return s == "" }), "; or ")
}

// waysToAdopt is what a conflict with somebody's own thing says of --adopt.
func waysToAdopt(p wish) string {
	if !adoptable(p) {
		return ""
	}
	return "run again with --adopt, which takes it over, and undo gives it back"
}

// clash is the conflict with other connectors of ours, whose names go into why.
func (r *reworker) clash(p wish, e *own, why string) {
	others := own{Owners: slices.DeleteFunc(slices.Clone(e.Owners), r.owner.same)}
	var undo []string
	for _, o := range others.Owners {
		undo = append(undo, undoOf(o))
	}
	way := ""
	if adoptable(p) && !e.Keep {
		way = "run again with --adopt, which takes it over from there"
	}
	r.conflict(p, fmt.Sprintf(why, users(&others)), way, "make room with "+strings.Join(undo, " and "))
}

// takeBack reverts an edit. What stood in its place comes back even where our
// value was changed since, as an entry of ours goes with what was added in it.
func takeBack(d edit.Doc, e *own) error {
	if e.Taken == "" || e.Edit.Old == nil {
		return d.Revert(e.Edit)
	}
	if st, extra := inspect(d, e); st == changed || len(extra) > 0 {
		_, _ = put(d, e.At, e.Identity, e.realIn(d)) // our bytes again, so that the former ones can come back to the letter
	}
	if err := d.Revert(e.Edit); err != nil {
		return err
	}
	if e.Identity == nil {
		now, there, err := d.Get(e.At)
		if !there || err == nil && equal(now, e.Edit.Old) {
			return err
		}
		_, err = d.Set(e.At, e.Edit.Old)
		return err
	}
	old := wire.Raw(e.Edit.Old)
	if _, _, ok := walk(old, e.Identity.Path, e.Identity.Value); !ok {
		old = outermost(e.Value, e.Identity.Path, old) // it was one of several in a group
	}
	now, whole, there := element(d, e.At, *e.Identity)
	if !there || whole && equal(now, old) || !whole && equal(now, innermost(old, e.Identity.Path)) {
		return nil
	}
	_, err := d.Upsert(e.At, *e.Identity, old)
	return err
}
