package yaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"

	yamllib "go.yaml.in/yaml/v4"
)

// maxFuzz keeps one round short: a law is not truer on a long file.
const maxFuzz = 4 << 10

// FuzzOpen: what the parser refuses is refused with a place, everything else
// comes back byte for byte and means the same.
func FuzzOpen(f *testing.F) {
	for _, src := range corpus(f) {
		f.Add(src)
	}
	for _, bad := range refused {
		f.Add([]byte(bad.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > maxFuzz {
			return
		}
		d, err := Open(src)
		if err != nil {
			if e, ok := err.(*edit.Error); !ok || e.Line < 1 || e.Col < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		equalBytes(t, "identity", d.Bytes(), src)
		for _, k := range d.(*doc).top() {
			raw, ok, err := d.Get(edit.Path{k})
			if err != nil { // inf, nan, a key twice
				continue
			}
			again, err := d.Set(edit.Path{k}, raw)
			if bad := new(edit.Error); errors.As(err, &bad) && (bad.Kind == edit.Limit || bad.Kind == edit.Shape) {
				continue // a key longer, or a number larger, than we would write ourselves
			}
			if !ok || err != nil || again.Changed {
				t.Fatalf("Set of what Get gives: %v %v", again.Changed, err)
			}
		}
	})
}

// top lists the keys of the root.
func (d *doc) top() (keys []string) {
	if d.root != nil {
		for _, k := range d.root.kids {
			if t := k.key.target(); t.kind == scalar && !k.merges() {
				keys = append(keys, t.y.Value)
			}
		}
	}
	return keys
}

// witnessed says whether the parser alone can judge a document: it refuses keys
// that appear twice and circles of aliases, and reads some numbers otherwise
// than YAML 1.2 does.
func witnessed(src []byte, at edit.Path) bool {
	var v any // not map[string]any: that would make a null key ""
	if len(src) > maxFuzz || bytes.Contains(src, []byte("%")) {
		return false
	}
	if _, err := Open(src); err != nil {
		return false
	}
	err := yamllib.Unmarshal(bytes.TrimPrefix(src, []byte(bom)), &v)
	return err == nil && !strings.Contains(strings.ToLower(string(src)), ".nan") && !oddKeys(v, at)
}

// oddKeys says whether a document has a key that is null, two that only their
// kinds tell apart (0 and "0"), or a number that the path may mean (-0 and "0").
// We go by the text of a key, which the parser does not tell.
func oddKeys(v any, at edit.Path) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			if oddKeys(x, at) {
				return true
			}
		}
	case map[any]any:
		texts := map[string]bool{}
		for k, x := range v {
			text := fmt.Sprint(plain(k))
			_, word := k.(string)
			if k == nil || texts[text] || !word && slices.Contains(at, text) || oddKeys(x, at) {
				return true
			}
			texts[text] = true
		}
	case []any:
		return slices.ContainsFunc(v, func(x any) bool { return oddKeys(x, at) })
	}
	return false
}

// FuzzSet: the laws of Set, Get, Revert and Remove at any path for any value.
func FuzzSet(f *testing.F) {
	for _, src := range spellings {
		for _, e := range edits {
			var at edit.Path
			if err := json.Unmarshal([]byte(e.at), &at); err != nil {
				f.Fatal(err)
			}
			f.Add([]byte(src), strings.Join(at, "/"), []byte(e.raw))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, path string, raw []byte) {
		at := strings.Split(path, "/")
		if json.Valid(raw) && len(raw) < maxFuzz && witnessed(src, at) {
			setLaws(t, src, at, raw)
		}
	})
}

// FuzzUpsert: the laws of Upsert, Revert and RemoveElem.
func FuzzUpsert(f *testing.F) {
	for _, src := range spellings {
		for _, u := range upserts {
			f.Add([]byte(src), strings.Join(u.at, "/"), strings.Join(u.id.Path, "/"), u.id.Value, []byte(u.raw))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, path, id, want string, raw []byte) {
		at := strings.Split(path, "/")
		if json.Valid(raw) && len(raw) < maxFuzz && witnessed(src, at) {
			upsertLaws(t, src, at, wire.Identity{Path: strings.Split(id, "/"), Value: want}, raw)
		}
	})
}
