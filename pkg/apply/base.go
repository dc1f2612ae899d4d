package apply

import (
	"bytes"
	"slices"
	"sync"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// finish decides which bytes the file gets, and what the ledger then says.
func (r *reworker) finish(shrank bool) (*result, error) {
	clean := len(r.old.Edits) > 0 && r.cur.sum() == r.old.Wrote && !r.learned && len(r.stays) == 0
	base, err := r.baseline(clean)
	if err != nil {
		return nil, err
	}
	res := &result{base: base, outs: r.outs, told: r.told, loss: r.loss, asked: r.asked}
	res.led = &ledger{Version: stateVersion, Path: r.old.Path, Real: r.old.Real, Format: r.old.Format,
		Base: base.sum, Absent: base.absent, LastWins: r.last, Bare: r.bare, Ours: r.old.Ours, Edits: r.edits}
	data, exists := r.doc.Bytes(), true
	switch {
	case len(r.edits) == 0: // nothing of ours is left: the file without us
		data, err = base.bytes()
		exists = !base.absent
	case shrank && r.pure():
		if data, err = base.bytes(); err == nil {
			data, res.led.Edits, err = replay(r.old.Format, data, r.how, r.edits, func(e *own) wire.Raw { return e.realIn(r.doc) })
		}
	}
	if err != nil {
		return nil, err
	}
	if !r.cur.exists && len(data) == 0 {
		exists = false
	}
	res.is(r.cur, exists, data)
	res.led.Wrote = res.sum()
	return res, res.led.conceal(data)
}

// baseline is the file without us. While nobody else has written it is the
// pre-image that we kept; afterwards it is what is there, less our edits.
func (r *reworker) baseline(clean bool) (preimage, error) {
	switch {
	case clean:
		return preimage{sum: r.old.Base, absent: r.old.Absent, bytes: sync.OnceValues(r.keptOrMade)}, nil
	case !r.cur.exists: // also if somebody has removed it since
		return preimageOf(nil, true, sum(nil)), nil
	case len(r.old.Edits) == 0:
		return preimageOf(r.cur.data, false, r.cur.sum()), nil
	}
	left, err := r.less()
	if err != nil {
		return preimage{}, err
	}
	return preimageOf(left, r.old.Absent && empty(left), sum(left)), nil
}

// keptOrMade is the pre-image of a file that nobody has touched since. If our
// copy is lost, reverting our edits mostly gives the same bytes; the sum tells.
func (r *reworker) keptOrMade() ([]byte, error) {
	b, err := r.kept()
	if err == nil || r.old.Absent {
		return b, err
	}
	if left, lessErr := r.less(); lessErr == nil && sum(left) == r.old.Base {
		return left, nil
	}
	return nil, err
}

// less is the file as it is, less our edits.
func (r *reworker) less() ([]byte, error) {
	d, err := r.afresh()
	if err != nil {
		return nil, err
	}
	for i := range slices.Backward(r.old.Edits) {
		e := &r.old.Edits[i]
		if slices.Contains(r.stays, i) {
			continue
		}
		if st, _ := inspect(d, e); e.Keep && st == changed {
			continue // it belongs to the file without us now
		}
		if err := takeBack(d, e); err != nil {
			return nil, err
		}
	}
	return d.Bytes(), nil
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
		return st != intact || len(extra) > 0 || !r.alone(&e)
	})
}

// alone says that nobody has put anything beside an element, inside its group.
func (r *reworker) alone(e *own) bool {
	if e.Identity == nil {
		return true
	}
	_, whole, _ := element(r.doc, e.At, *e.Identity)
	return whole
}

// replay makes a file from what it is without us and our edits. After a removal
// the file is made anew like this, because edits lean on each other: a later
// one may stand behind a separator that an earlier one brought along. No trace
// of a removed edit is left, in whatever order they came and went.
func replay(format string, base []byte, h how, edits []own, real func(*own) wire.Raw) ([]byte, []own, error) {
	if format == "block" {
		h.force = true // what stood there before us under our marker may have been edited
	}
	d, err := openDoc(format, base, h)
	if err != nil {
		return nil, nil, err
	}
	edits = cloneEdits(edits)
	for i := range edits {
		if edits[i].Edit, err = put(d, edits[i].At, edits[i].Identity, real(&edits[i])); err != nil {
			return nil, nil, err
		}
	}
	return d.Bytes(), edits, nil
}

func put(d edit.Doc, at []string, id *wire.Identity, v wire.Raw) (edit.Edit, error) {
	if id != nil {
		return d.Upsert(at, *id, v)
	}
	return d.Set(at, v)
}
