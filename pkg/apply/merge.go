package apply

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// merge brings an entry of ours from what we wrote (was) to what we want
// (mine), in a file where others may have written inside it since. Their keys
// stay, and a key of ours that they changed stays theirs, unless forced: a
// host keeps a user's approvals and switches inside our entry.
// kept says what was left alone.
func merge(d edit.Doc, at []string, was, mine wire.Raw, force bool) (kept []string, err error) {
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

func mergeKeys(d edit.Doc, at []string, w, m, t map[string]wire.Raw, mine wire.Raw, force bool) (kept []string, err error) {
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

// merged is what merge would make of an element of an array. A list is one
// thing, but for one with a single element: the hook in its group.
func merged(at []string, was, mine, theirs wire.Raw, force bool) (out wire.Raw, kept []string) {
	w, okW := object(was)
	m, okM := object(mine)
	t, okT := object(theirs)
	ws, ms, ts := list(was), list(mine), list(theirs)
	switch {
	case equal(theirs, mine):
		return theirs, nil
	case okW && okM && okT:
		v := map[string]wire.Raw{}
		keys := union(keysInOrder(theirs), keysInOrder(mine))
		for _, k := range keys {
			var more []string
			v[k], more = mergedKey(append(slices.Clone(at), k), w[k], m[k], t[k], force)
			kept = append(kept, more...)
		}
		return written(keys, v), kept
	case len(ws) == 1 && len(ms) == 1 && len(ts) == 1:
		out, kept = merged(at, ws[0], ms[0], ts[0], force)
		return slices.Concat([]byte("["), out, []byte("]")), kept
	case force || equal(theirs, was):
		return mine, nil
	}
	return theirs, []string{place(at)}
}

// mergedKey is one key of it; nil if it goes.
func mergedKey(at []string, was, mine, theirs wire.Raw, force bool) (out wire.Raw, kept []string) {
	switch {
	case theirs == nil:
		return mine, nil
	case was == nil && mine == nil, mine == nil && !force && !equal(theirs, was), was == nil && !force:
		if was != nil || mine != nil && !equal(theirs, mine) {
			kept = []string{place(at)}
		}
		return theirs, kept
	case mine == nil:
		return nil, nil
	}
	return merged(at, was, mine, theirs, force)
}

// written is an object with its keys in that order; those without a value are
// left out.
func written(keys []string, v map[string]wire.Raw) wire.Raw {
	var fields [][]byte
	for _, k := range keys {
		if v[k] != nil {
			name, _ := json.Marshal(k)
			fields = append(fields, slices.Concat(name, []byte(":"), v[k]))
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(fields, []byte(",")), []byte("}"))
}

// outermost is an element with its innermost one replaced.
func outermost(v wire.Raw, path []string, in wire.Raw) wire.Raw {
	if !slices.Contains(path, "*") {
		return in
	}
	if path[0] == "*" {
		return slices.Concat([]byte("["), outermost(nil, path[1:], in), []byte("]"))
	}
	m, _ := object(v)
	m[path[0]] = outermost(m[path[0]], path[1:], in)
	return written(keysInOrder(v), m)
}

// keysInOrder lists the keys of an object as they are written.
func keysInOrder(v wire.Raw) []string {
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
		var skip wire.Raw
		if dec.Decode(&skip) != nil {
			return keys
		}
	}
	return keys
}
