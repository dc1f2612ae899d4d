package apply

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
)

// merge brings an entry of ours from what we wrote (was) to what we want
// (mine), in a file where others may have written inside it since. Their keys
// stay, and a key of ours that they changed stays theirs, unless forced: a
// host keeps a user's approvals and switches inside our entry.
// kept says what was left alone.
func merge(d edit.Doc, at []string, was, mine json.RawMessage, force bool) (kept []string, err error) {
	theirs, ok, err := d.Get(at)
	if err != nil {
		return nil, err
	}
	if ok && equal(theirs, mine) {
		return nil, nil
	}
	w, okW := object(was)
	m, okM := object(mine)
	t, okT := object(theirs)
	switch {
	case !ok:
		_, err = d.Set(at, mine)
		return nil, err
	case okM && okT && okW:
		return mergeKeys(d, at, w, m, t, mine, force)
	case force || equal(theirs, was):
		_, err = d.Set(at, mine)
		return nil, err
	}
	return []string{strings.Join(at, ".")}, nil
}

func mergeKeys(d edit.Doc, at []string, w, m, t map[string]json.RawMessage, mine json.RawMessage, force bool) (kept []string, err error) {
	for _, k := range keysInOrder(mine) {
		sub := append(slices.Clone(at), k)
		if t[k] != nil && w[k] == nil && !force { // theirs, of the same name
			if !equal(t[k], m[k]) {
				kept = append(kept, strings.Join(sub, "."))
			}
			continue
		}
		more, err := merge(d, sub, w[k], m[k], force)
		if err != nil {
			return kept, err
		}
		kept = append(kept, more...)
	}
	for _, k := range sortedKeys(w) {
		if m[k] != nil || t[k] == nil {
			continue
		}
		sub := append(slices.Clone(at), k)
		if !force && !equal(t[k], w[k]) {
			kept = append(kept, strings.Join(sub, "."))
			continue
		}
		if err := d.Remove(sub); err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// keysInOrder lists the keys of an object as they are written.
func keysInOrder(v json.RawMessage) []string {
	dec := json.NewDecoder(strings.NewReader(string(v)))
	var keys []string
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return keys
		}
		keys = append(keys, fmt.Sprint(t))
		var skip json.RawMessage
		if dec.Decode(&skip) != nil {
			return keys
		}
	}
	return keys
}
