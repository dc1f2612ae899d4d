package apply

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/block"
	"agentconnector/pkg/wire"
)

// Some of what we write bears a mark that nobody else writes: a hook is known by
// its whole command line, a managed block by its marker lines as long as its
// text fits the hash on them, an entry by a program in our own folder together
// with our connector's id. Our state may be lost, or the file may have come from
// another machine: then the mark speaks.
//
// In the user's own files what is marked is ours, as if the ledger knew it: it
// is brought up to date, and undo takes it out, because a pointer into our home
// must not outlive us. A project's files are shared: there a teammate's run has
// written it. It is brought up to date too, but undo gives back what stood there.

// recognise takes into the ledger what is wanted, bears our mark and is not in
// it.
func (r *reworker) recognise(claimed []int) {
	if r.owner.shared() {
		return
	}
	for i, p := range r.want {
		if claimed[i] >= 0 {
			continue
		}
		was, ok := r.found(p)
		if !ok {
			continue
		}
		if !r.learned { // what was read from disk stays as it is
			l := *r.old
			l.Edits = slices.Clone(l.Edits)
			r.old, r.learned = &l, true
		}
		claimed[i] = len(r.edits)
		e := own{Owners: []owner{r.me(wish{want: p})}, Surface: p.Surface, Op: p.Op, At: p.At, Identity: p.Identity, Value: was,
			BringsIn: p.BringsIn, Edit: edit.Edit{At: p.At, Identity: p.Identity, Changed: true}}
		r.edits = append(r.edits, e)
		r.old.Edits = append(r.old.Edits, e)
	}
}

// found is the value with which an older run of ours must have written what
// stands in the place of a patch; not ok if we cannot tell that it was one.
func (r *reworker) found(p want) (was wire.Raw, ok bool) {
	now, there, err := r.stands(p)
	mark, edited := r.marked(p)
	switch {
	case err != nil || !there || !mark:
		return nil, false
	case p.Identity != nil:
		if _, whole, _ := element(r.doc, p.At, *p.Identity); whole {
			return overlap(now, p.Value), true
		}
		return outermost(p.Value, p.Identity.Path, now), true
	case p.Op == wire.OpBlock && edited:
		return wire.Raw("null"), r.force // whatever was wanted, it is not what stands there
	case p.Op == wire.OpBlock:
		return now, true
	}
	out := map[string]bool{} // values of variables: whatever stands there is not for the ledger
	for _, n := range p.refs {
		out[pointer(n.at)] = true
	}
	was = rewritten(overlap(now, p.Value), nil, out)
	return was, was != nil
}

// marked says whether what stands in the place of a patch bears our mark; of a
// block also whether its text was changed since.
func (r *reworker) marked(p want) (mark, edited bool) {
	now, there, err := r.stands(p)
	switch {
	case err != nil || !there:
		return false, false
	case p.Identity != nil && p.Surface != wire.Server: // our own command line, to the letter
		return true, false
	case p.Op == wire.OpBlock:
		return true, block.Edited(r.doc, p.At[0]) && !equal(now, p.Value)
	}
	return r.bears(now), false
}

// bears says whether an entry starts a program of our own folder for this
// connector, in one list of words or with the program under a key of its own.
// The argv decides, never a part of a string.
func (r *reworker) bears(v wire.Raw) bool {
	if argv := words(v); len(argv) > 0 {
		return r.program(argv[0]) && r.names(argv[1:])
	}
	program, args := false, false
	m, _ := object(v)
	for _, x := range m {
		var s string
		switch argv := words(x); {
		case json.Unmarshal(x, &s) == nil:
			program = program || r.program(s)
		case r.names(argv):
			args = true
		case r.bears(x):
			return true
		}
	}
	return program && args
}

func (r *reworker) program(s string) bool { return filepath.Dir(s) == r.bin }

// names says whether arguments begin as those that we write for this connector.
func (r *reworker) names(args []string) bool {
	return len(args) > 1 && args[0] == "--connector" && args[1] == r.owner.Connector
}

// words is an array of strings; none if it is something else.
func words(v wire.Raw) (ws []string) {
	if json.Unmarshal(v, &ws) != nil {
		return nil
	}
	return ws
}

// overlap is of a value that part for which the wanted one has a place: the rest
// is the user's.
func overlap(now, want wire.Raw) wire.Raw {
	n, okN := object(now)
	w, okW := object(want)
	if !okN || !okW {
		return now
	}
	out := map[string]wire.Raw{}
	for k, v := range n {
		if w[k] != nil {
			out[k] = overlap(v, w[k])
		}
	}
	return encoded(out)
}
