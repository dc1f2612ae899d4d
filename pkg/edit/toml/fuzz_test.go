package toml

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"

	tomllib "github.com/pelletier/go-toml/v2"
)

// maxFuzz keeps one round short: a law is not truer on a long file.
const maxFuzz = 4 << 10

// FuzzOpen: what go-toml refuses is refused with a place, everything else comes
// back byte for byte and means the same.
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
		var m map[string]any
		valid := tomllib.Unmarshal(bytes.TrimPrefix(src, []byte(bom)), &m) == nil
		if err != nil {
			if e, ok := err.(*edit.Error); !ok || valid || e.Line < 1 || e.Col < 1 {
				t.Fatalf("valid=%v, %v", valid, err)
			}
			return
		}
		same(t, "identity", d.Bytes(), src)
		raw, ok, err := d.Get(nil)
		if err != nil { // inf and nan
			return
		}
		if again, err := d.Set(nil, raw); !ok || err != nil || again.Changed {
			t.Fatalf("Set of what Get gives: %v %v", again.Changed, err)
		}
	})
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
		if _, err := Open(src); err != nil || len(src) > maxFuzz || !json.Valid(raw) {
			return
		}
		if hasSpecial(src) {
			return // inf and nan have no JSON to compare
		}
		setLaws(t, src, strings.Split(path, "/"), raw)
	})
}

func hasSpecial(src []byte) bool {
	return bytes.Contains(src, []byte("nan")) || bytes.Contains(src, []byte("inf"))
}

// FuzzUpsert: the laws of Upsert, Revert and RemoveElem.
func FuzzUpsert(f *testing.F) {
	for _, src := range spellings {
		for _, u := range upserts {
			f.Add([]byte(src), strings.Join(u.at, "/"), strings.Join(u.id.Path, "/"), u.id.Value, []byte(u.raw))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, path, id, want string, raw []byte) {
		if _, err := Open(src); err != nil || len(src) > maxFuzz || !json.Valid(raw) || hasSpecial(src) {
			return
		}
		upsertLaws(t, src, strings.Split(path, "/"), wire.Identity{Path: strings.Split(id, "/"), Value: want}, raw)
	})
}
