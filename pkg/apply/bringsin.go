package apply

import (
	"slices"
	"strings"

	"agentconnector/pkg/edit/block"
)

// A line that brings in another file (wire.Patch.BringsIn) is nobody's alone:
// all connectors whose guidance is in that file need it. Of those that the ledger
// knows, each owns the line, and it goes with the last. When our state was lost,
// only their blocks tell of them.

// strangers are the connectors that have a block in a text of which our state says
// nothing, but one.
func (s store) strangers(path, but string) (ids []string) {
	real, err := resolve(path)
	if err != nil {
		return nil
	}
	f, err := readFile(real)
	if err != nil || !f.exists {
		return nil
	}
	d, err := block.Open(f.data, true)
	if err != nil {
		return nil
	}
	l, err := s.load(real)
	if err != nil {
		return nil
	}
	for _, b := range block.List(d) {
		id, _, _ := strings.Cut(b.ID, "/")
		known := slices.ContainsFunc(l.Edits, func(e own) bool { return len(e.At) > 0 && strings.HasPrefix(e.At[0], id+"/") })
		if id != but && !known && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// needed says who needs a line that is to go, though nobody owns it any more.
func (r *reworker) needed(e *own) []string {
	if e.BringsIn == "" || r.strangers == nil {
		return nil
	}
	return r.strangers(e.BringsIn, r.owner.Connector)
}
