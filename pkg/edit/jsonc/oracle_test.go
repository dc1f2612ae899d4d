package jsonc

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/laws"
	"agentconnector/pkg/wire"

	"github.com/tailscale/hujson"
)

// The oracle reads documents with other people's parsers and edits trees of Go
// values; the editor's result must say the same.

// lang is a dialect with another reader of it.
type lang struct {
	opt  Options
	read func([]byte) (any, error) // laws.None of a text without a value
}

var jsoncLang = lang{read: decodeOther}

// root is what a document says, laws.None if it has no value.
func root(t testing.TB, b []byte) any {
	t.Helper()
	v, ok := jsoncLang.tree(t, b)[""]
	if !ok {
		return laws.None{}
	}
	return v
}

// open opens a document as JSONC or stops the test.
func open(t testing.TB, b []byte) edit.Doc {
	t.Helper()
	return jsoncLang.open(t, b)
}

func holds(t *testing.T, b []byte, at []string, id *wire.Identity, v wire.Raw) {
	t.Helper()
	jsoncLang.holds(t, b, at, id, v)
}

// tree decodes a document into the tree below which it hangs: its root has the
// key "", and is not there if the document has no value.
func (l lang) tree(t testing.TB, b []byte) map[string]any {
	t.Helper()
	v, err := l.read(b)
	if err != nil {
		t.Fatalf("another parser refuses the result: %v\n%q", err, b)
	}
	if v == (laws.None{}) {
		return map[string]any{}
	}
	return map[string]any{"": v}
}

// below is a path of a document in its tree.
func below(at []string) []string { return append([]string{""}, at...) }

func decodeOther(b []byte) (any, error) {
	s := slices.Concat(bytes.TrimPrefix(b, bom), []byte("\n")) // hujson wants a comment's line to end
	if len(bytes.TrimSpace(s)) == 0 {
		return laws.None{}, nil
	}
	std, err := hujson.Standardize(s)
	if err != nil {
		if onlyComments(s) {
			return laws.None{}, nil
		}
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(std))
	d.UseNumber()
	var v any
	err = d.Decode(&v)
	return v, err
}

// onlyComments says whether a text becomes valid by one value behind it.
func onlyComments(s []byte) bool {
	_, err := hujson.Parse(slices.Concat(s, []byte("{}")))
	return err == nil
}

// setTree sets a value as Set should; ok is false where Set must refuse.
func setTree(m map[string]any, at []string, v any) (ok bool) {
	for _, k := range at[:len(at)-1] {
		next, there := m[k]
		if !there {
			next = map[string]any{}
			m[k] = next
		}
		if m, ok = next.(map[string]any); !ok {
			return false
		}
	}
	m[at[len(at)-1]] = v
	return true
}

func getTree(m map[string]any, at []string) (v any, ok bool) {
	v, ok = m, true
	for _, k := range at {
		if m, ok = v.(map[string]any); !ok {
			return nil, false
		}
		if v, ok = m[k]; !ok {
			return nil, false
		}
	}
	return v, ok
}

// upsertTree returns the array after an upsert of v.
func upsertTree(arr []any, path []string, id string, v any) []any {
	for i, e := range arr {
		if !has(e, path, id) {
			continue
		}
		arr = slices.Clone(arr)
		arr[i] = upsertIn(e, path, id, v)
		return arr
	}
	return append(slices.Clone(arr), v)
}

// upsertIn replaces e by v, or only the inner element if e holds others.
func upsertIn(e any, path []string, id string, v any) any {
	star := slices.Index(path, "*")
	if star < 0 || same(e, v) {
		return v
	}
	inner, _ := getTree(map[string]any{"e": e}, append([]string{"e"}, path[:star]...))
	mine, _ := getTree(map[string]any{"e": v}, append([]string{"e"}, path[:star]...))
	list := inner.([]any)
	if len(list) == 1 {
		return v
	}
	n := slices.IndexFunc(mine.([]any), func(x any) bool { return has(x, path[star+1:], id) })
	e = clone(e)
	setTree(map[string]any{"e": e}, append([]string{"e"}, path[:star]...), upsertTree(list, path[star+1:], id, mine.([]any)[n]))
	return e
}

func clone(v any) any {
	if m, ok := v.(map[string]any); ok {
		m = maps.Clone(m)
		for k := range m {
			m[k] = clone(m[k])
		}
		return m
	}
	return v
}

func has(v any, path []string, id string) bool {
	switch {
	case len(path) == 0:
		return v == id
	case path[0] == "*":
		list, _ := v.([]any)
		return slices.ContainsFunc(list, func(x any) bool { return has(x, path[1:], id) })
	}
	m, _ := v.(map[string]any)
	x, ok := m[path[0]]
	return ok && has(x, path[1:], id)
}

// open opens a document or stops the test.
func (l lang) open(t testing.TB, b []byte) edit.Doc {
	t.Helper()
	d, err := OpenWith(b, l.opt)
	if err != nil {
		t.Fatalf("%v\n%q", err, b)
	}
	return d
}

func kind(err error) (k edit.Kind, ok bool) {
	var e *edit.Error
	if !errors.As(err, &e) {
		return 0, false
	}
	return e.Kind, true
}

// holds states the invariants of the package for one edit of one document:
// of a member if id is nil, else of an element.
func (l lang) holds(t *testing.T, b []byte, at []string, id *wire.Identity, v wire.Raw) {
	t.Helper()
	d := l.open(t, b)
	if !bytes.Equal(d.Bytes(), b) {
		t.Fatalf("opening changed the text")
	}
	do := func() (edit.Edit, error) {
		if id != nil {
			return d.Upsert(at, *id, v)
		}
		return d.Set(at, v)
	}
	e, err := do()
	if err != nil {
		if _, ok := kind(err); !ok || !bytes.Equal(d.Bytes(), b) {
			t.Fatalf("bad refusal: %v", err)
		}
		return
	}
	after := bytes.Clone(d.Bytes())
	l.says(t, b, after, at, id, v)
	if e.Changed == bytes.Equal(after, b) {
		t.Fatalf("Changed is %v", e.Changed)
	}
	keepsForeign(t, b, after, e)
	if again, err := do(); err != nil || again.Changed || !bytes.Equal(d.Bytes(), after) {
		t.Fatalf("the second time changed: %v\n%q\n%q", err, after, d.Bytes())
	}
	if err := d.Revert(e); err != nil || !bytes.Equal(d.Bytes(), b) {
		t.Fatalf("revert: %v\nbefore %q\nset    %q\nafter  %q", err, b, after, d.Bytes())
	}
	l.structural(t, b, after, e)
}

// says compares the edited document with the edited tree.
func (l lang) says(t *testing.T, b, after []byte, at []string, id *wire.Identity, v wire.Raw) {
	t.Helper()
	want, way := l.tree(t, b), below(at)
	x, _ := decode(v)
	if id != nil {
		old, _ := getTree(want, way)
		list, _ := old.([]any)
		x = upsertTree(list, id.Path, id.Value, x)
	}
	if !setTree(want, way, x) {
		t.Fatalf("Set went through what is no object: %q", b)
	}
	if !same(l.tree(t, after), want) {
		t.Fatalf("the result says something else\nbefore %q\nafter  %q\nwant %v", b, after, want)
	}
	d := l.open(t, after)
	if got, ok, err := d.Get(at); err != nil || !ok || id == nil && !equal(got, v) {
		t.Fatalf("Get gives %s, %v, %v after %s", got, ok, err, v)
	}
}

// keepsForeign holds that an insertion took the place of white space or
// comments only, and that it put the comments back.
func keepsForeign(t *testing.T, b, after []byte, e edit.Edit) {
	t.Helper()
	if e.Old != nil || !e.Changed {
		return
	}
	if !onlySpace(e.Del, 0, len(e.Del)) && !bytes.Contains(e.Ins, e.Del) {
		t.Fatalf("bytes %q are lost", e.Del)
	}
	i := bytes.Index(after, e.Ins)
	for i >= 0 && !bytes.Equal(slices.Concat(after[:i], e.Del, after[i+len(e.Ins):]), b) {
		n := bytes.Index(after[i+1:], e.Ins)
		if n < 0 {
			t.Fatalf("more changed than %q for %q:\n%q\n%q", e.Ins, e.Del, b, after)
		}
		i += 1 + n
	}
}

// structural takes the edit back without its bytes: the result must say what
// the document said, and no comment may be lost.
func (l lang) structural(t *testing.T, b, after []byte, e edit.Edit) {
	t.Helper()
	if e.Old != nil || !e.Changed {
		return
	}
	d := l.open(t, after)
	e.Ins = nil
	if err := d.Revert(e); err != nil {
		t.Fatal(err)
	}
	if got := l.tree(t, d.Bytes()); !same(got, l.tree(t, b)) {
		t.Fatalf("structural revert\nbefore %q\nset    %q\nafter  %q", b, after, d.Bytes())
	}
	if want, got := commentsOf(b), commentsOf(d.Bytes()); !slices.Equal(want, got) {
		t.Fatalf("comments %q became %q", want, got)
	}
	if _, err := OpenWith(d.Bytes(), l.opt); err != nil {
		t.Fatalf("%v: %q", err, d.Bytes())
	}
}

func commentsOf(b []byte) (all []string) {
	for i := 0; i < len(b); {
		switch b[i] {
		case '"', '\'':
			i = skipString(b, i)
		case '/':
			end := skipComment(b, i)
			all = append(all, string(b[i:end]))
			i = end
		default:
			i++
		}
	}
	return all
}
