package apply

import (
	"bytes"
	"encoding/json"
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// finish decides which bytes the file gets, and what the ledger then says.
func (r *reworker) finish(shrank bool) (*result, error) {
	clean := len(r.old.Edits) > 0 && r.cur.sum() == r.old.Wrote
	base, absent, err := r.baseline(clean)
	if err != nil {
		return nil, err
	}
	res := &result{exists: true, data: r.doc.Bytes(), base: base, outs: r.outs, loss: r.loss}
	res.led = &ledger{Version: ledgerVersion, Path: r.old.Path, Real: r.old.Real, Format: r.old.Format,
		Base: sum(base), Absent: absent, LastWins: r.last, Ours: r.old.Ours, Edits: r.edits}
	switch {
	case len(r.edits) == 0: // nothing of ours is left: the file without us
		res.data, res.exists = base, !absent
	case shrank && r.pure():
		if res.data, res.led.Edits, err = replay(r.old.Format, base, r.how, r.edits); err != nil {
			return nil, err
		}
	}
	if !r.cur.exists && len(res.data) == 0 {
		res.exists = false
	}
	f := file{exists: res.exists, data: res.data}
	res.led.Wrote = f.sum()
	return res, nil
}

// baseline is the file without us. While nobody else has written it is the
// pre-image that we kept; afterwards it is what is there, less our edits.
func (r *reworker) baseline(clean bool) (base []byte, absent bool, err error) {
	switch {
	case clean:
		return r.kept, r.old.Absent, nil
	case len(r.old.Edits) == 0:
		return r.cur.data, !r.cur.exists, nil
	}
	d, err := openDoc(r.old.Format, r.cur.data, how{force: true, last: r.last})
	if err != nil {
		return nil, false, err
	}
	for i := range slices.Backward(r.old.Edits) {
		e := &r.old.Edits[i]
		if st, _ := inspect(d, e); e.Keep && st == changed {
			continue // it belongs to the file without us now
		}
		if err := d.Revert(e.Edit); err != nil {
			return nil, false, err
		}
	}
	left := d.Bytes()
	return left, r.old.Absent && empty(left), nil
}

// empty says whether a file that we created holds nothing but its shell.
func empty(b []byte) bool {
	s := string(bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))))
	return s == "" || s == "{}" || s == "{\n}"
}

// pure says whether every edit of ours stands as it was written, with nothing
// of anybody else's inside it.
func (r *reworker) pure() bool {
	return !slices.ContainsFunc(r.edits, func(e own) bool {
		st, extra := inspect(r.doc, &e)
		return st != intact || len(extra) > 0
	})
}

// replay makes a file from what it is without us and our edits. After a removal
// the file is made anew like this, because edits lean on each other: a later
// one may stand behind a separator that an earlier one brought along. No trace
// of a removed edit is left, in whatever order they came and went.
func replay(format string, base []byte, h how, edits []own) ([]byte, []own, error) {
	d, err := openDoc(format, base, h)
	if err != nil {
		return nil, nil, err
	}
	edits = cloneEdits(edits)
	for i := range edits {
		if edits[i].Edit, err = put(d, edits[i].At, edits[i].Identity, edits[i].Value); err != nil {
			return nil, nil, err
		}
	}
	return d.Bytes(), edits, nil
}

func put(d edit.Doc, at []string, id *wire.Identity, v json.RawMessage) (edit.Edit, error) {
	if id != nil {
		return d.Upsert(at, *id, v)
	}
	return d.Set(at, v)
}
