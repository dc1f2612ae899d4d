package apply

import (
	"bytes"
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
	bin    string                           // where our tools stand
	env    func(name string) (string, bool) // where variables come from; nil: they are not written
	shared bool                             // the file belongs to a project: they never are

	strangers func(path, but string) []string // connectors that have a block there of which our state knows nothing
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
	told []wire.Notice // for connectors that have lost something to this one
	loss bool          // bytes of others go: a backup is due whatever we wrote last

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
	r.recognise(claimed)
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
	told  []wire.Notice
	loss  bool // something goes that others wrote, in our place or inside an edit of ours
	asked bool // values of variables were asked for
	bare  bool // the file without us holds the value of a variable (ledger.Bare)

	stays   []int // of the ledger's edits those that are nobody's now, and part of the file without us
	learned bool  // the file itself told of edits of ours that the ledger does not know

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
		r.bare = r.old.Bare || slices.ContainsFunc(r.old.Edits, r.foreign)
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

func (e *own) hosts() (hs []string) {
	for _, o := range e.Owners {
		hs = append(hs, o.Hosts...)
	}
	return hs
}

// place is where an edit stands, in words: none where it is the file, or its list.
func place(at []string) string { return strings.Join(at, ".") }

func (r *reworker) out(surface string, hosts []string, action, detail string) {
	r.outs = append(r.outs, outcome{surface: surface, hosts: hosts, action: action, detail: detail})
}

// did is out for an edit that went as wanted.
func (r *reworker) did(surface string, hosts []string, action, verb string, at []string) {
	r.outs = append(r.outs, outcome{surface: surface, hosts: hosts, action: action, detail: verb, what: place(at)})
}

// manual is the edit in words, for when we may not make it. What belongs to it is
// said before a text of several lines, which stands last.
func manual(path string, p wish, aside string) string {
	if p.KeepIfChanged && p.Why != "" { // somebody else has to weigh it
		aside = ": " + p.Why + aside
	}
	lines := asWritten(p)
	switch {
	case p.Op == wire.OpWrite:
		return fmt.Sprintf("write %s yourself, or move it away and apply again", path)
	case lines != "" && p.Identity != nil:
		return fmt.Sprintf("in %s add to %s%s\n%s", path, strings.TrimSpace("the array "+place(p.At)), aside, lines)
	case lines != "":
		return fmt.Sprintf("in %s write as %s%s\n%s", path, place(p.At), aside, lines)
	case p.Identity != nil:
		return fmt.Sprintf("in %s add to %s: %s%s", path, strings.TrimSpace("the array "+place(p.At)), p.all, aside)
	}
	return fmt.Sprintf("in %s set %s to %s%s", path, place(p.At), p.all, aside)
}

// asWritten is what a file that is no JSON would hold; empty if that cannot be said.
func asWritten(p wish) string {
	if p.Op == wire.OpBlock {
		s, _ := text(p.all)
		return s
	}
	if p.Format != "toml" && p.Format != "yaml" || p.Identity == nil && !bytes.HasPrefix(p.all, []byte("{")) { // one word is the same in all of them
		return ""
	}
	d, err := openDoc(p.Format, nil, how{})
	if err == nil {
		_, err = put(d, p.At, p.Identity, p.all)
	}
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(d.Bytes()))
}
