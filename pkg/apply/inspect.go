package apply

import (
	"encoding/json"
	"slices"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// status is how an edit of ours is found in a file.
type status string

const (
	intact  status = "ok"
	missing status = "missing"
	changed status = "changed"
)

// inspect compares an edit with the file: is it there, is it what we wrote?
// extra names what others have put inside it since.
func inspect(d edit.Doc, e *own) (st status, extra []string) {
	var now wire.Raw
	var ok bool
	whole := true
	if e.Identity != nil {
		now, whole, ok = element(d, e.At, *e.Identity)
	} else {
		var err error
		if now, ok, err = d.Get(e.At); err != nil {
			return unreadable(d, e.At), nil
		}
	}
	if !ok {
		return missing, nil
	}
	want := e.real(now)
	if !whole {
		want = innermost(e.Value, e.Identity.Path)
	}
	st, extra = compare(want, now)
	if e.Keep && len(extra) > 0 {
		st = changed // such a value is ours as a whole or not at all
	}
	return st, extra
}

// unreadable tells a value that has no JSON, such as inf, from a way that leads
// nowhere any more.
func unreadable(d edit.Doc, at []string) status {
	if len(at) > 0 {
		if _, ok, err := d.Get(at[:len(at)-1]); err == nil && ok {
			return changed
		}
	}
	return missing
}

// compare finds what was changed of a value and what was added anywhere in it.
func compare(want, now wire.Raw) (st status, extra []string) {
	if equal(want, now) {
		return intact, nil
	}
	if ws, ns := list(want), list(now); len(ws) > 0 && len(ws) == len(ns) {
		st = intact
		for i := range ws {
			s, more := compare(ws[i], ns[i])
			st, extra = worse(st, s), append(extra, more...)
		}
		return st, extra
	}
	w, okW := object(want)
	n, okN := object(now)
	if !okW || !okN {
		return changed, nil
	}
	st = intact
	for _, k := range sortedKeys(n) {
		if _, ours := w[k]; !ours {
			extra = append(extra, k)
			continue
		}
		s, more := compare(w[k], n[k])
		for _, m := range more {
			extra = append(extra, k+"."+m)
		}
		st = worse(st, s)
	}
	for k := range w {
		if n[k] == nil {
			st = changed
		}
	}
	return st, extra
}

func worse(a, b status) status {
	if a == intact {
		return b
	}
	return a
}

// element finds what an identity names in an array: the whole element, if
// nobody else has put anything into the arrays inside it, else the innermost.
func element(d edit.Doc, at []string, id wire.Identity) (found wire.Raw, whole, ok bool) {
	arr, ok, err := d.Get(at)
	if err != nil || !ok {
		return nil, false, false
	}
	for _, el := range list(arr) {
		if found, whole, ok := walk(el, id.Path, id.Value); ok {
			return found, whole, true
		}
	}
	return nil, false, false
}

// walk returns the largest part of an element, on the way to the identifying
// string, that is only ours.
func walk(el wire.Raw, path []string, value string) (found wire.Raw, whole, ok bool) {
	cur := el
	for i, k := range path {
		if k != "*" {
			m, _ := object(cur)
			if m[k] == nil {
				return nil, false, false
			}
			cur = m[k]
			continue
		}
		in := list(cur)
		for _, x := range in {
			found, whole, ok := walk(x, path[i+1:], value)
			if ok && whole && len(in) == 1 {
				return el, true, true
			} else if ok {
				return found, false, true
			}
		}
		return nil, false, false
	}
	var s string
	if json.Unmarshal(cur, &s) != nil || s != value {
		return nil, false, false
	}
	return el, true, true
}

// innermost is the part of an element's value that walk would return.
func innermost(v wire.Raw, path []string) wire.Raw {
	i := slices.Index(path, "*")
	if i < 0 {
		return v
	}
	cur := v
	for _, k := range path[:i] {
		m, ok := object(cur)
		if !ok {
			return v
		}
		cur = m[k]
	}
	in := list(cur)
	if len(in) == 0 {
		return v
	}
	return innermost(in[0], path[i+1:])
}
