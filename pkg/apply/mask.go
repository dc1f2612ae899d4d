package apply

import (
	"maps"
	"slices"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// shown is what a task does to a file, for people to read: values of variables
// stand in words.
func shown(t target, old, next *ledger, before, after []byte) Diff {
	d := Diff{Path: t.path, Before: before, After: after}
	if !holdsSecret(old.Edits) && !holdsSecret(next.Edits) {
		return d
	}
	var errBefore, errAfter error
	d.Before, errBefore = masked(old, nil, before)
	d.After, errAfter = masked(next, old.Edits, after)
	if errBefore != nil || errAfter != nil {
		d.Before, d.After = nil, []byte("what changes here cannot be shown without the values of variables\n")
	}
	return d
}

// masked is a document with the values of variables in words. One that has
// another value than was had before says so.
func masked(l *ledger, was []own, b []byte) ([]byte, error) {
	if !holdsSecret(l.Edits) {
		return b, nil
	}
	d, err := openDoc(l.Format, b, how{force: true, last: true})
	if err != nil {
		return nil, err
	}
	for i := range l.Edits {
		e := &l.Edits[i]
		now, _, _ := d.Get(e.At)
		for _, p := range slices.Sorted(maps.Keys(e.texts(now))) {
			words, _ := text(dig(e.Value, way(p)))
			if j := slices.IndexFunc(was, func(o own) bool { return sameSlot(o, *e) }); j >= 0 && was[j].Secrets[p] != "" && was[j].Secrets[p] != e.Secrets[p] {
				words += " (another value)"
			}
			if err := replaceText(d, e.At, way(p), quoted(words)); err != nil {
				return nil, err
			}
		}
	}
	return d.Bytes(), nil
}

// replaceText sets one string inside a value. An editor finds its way by keys,
// so of an array the whole is set.
func replaceText(d edit.Doc, at edit.Path, in []string, s wire.Raw) error {
	v, _, err := d.Get(at)
	for err == nil && len(in) > 0 {
		m, ok := object(v)
		if !ok {
			break
		}
		at, v, in = append(slices.Clone(at), in[0]), m[in[0]], in[1:]
	}
	if err != nil {
		return err
	}
	_, err = d.Set(at, rewritten(v, map[string]wire.Raw{pointer(in): s}, nil))
	return err
}
