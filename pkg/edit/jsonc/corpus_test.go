package jsonc

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// values are what connectors write, and shapes that are easy to get wrong.
var values = []string{
	`{"type":"stdio","command":"npx","args":["-y","gamma"],"env":{"A":"<&>"}}`,
	`{"a":[],"b":{},"c":[[1,2],{"d":null}],"e":"\u003cé\ud83d\ude00\\u003c\t"}`,
	`12345678901234567890`, `-1.50e+2`, `"x"`, `[]`, `{}`, `[true, false]`, `null`,
}

// paths reach into the files of the corpus and beside what is in them.
var paths = []edit.Path{
	{"gamma"}, {"mcpServers", "gamma"}, {"servers", "gamma"}, {"mcp", "gamma"}, {"context_servers", "gamma"},
	{"permissions", "gamma"}, {"hooks", "gamma"}, {"env", "gamma"}, {"new", "parents", "gamma"},
}

var nested = wire.Identity{Path: []string{"hooks", "*", "command"}, Value: "ac-hook x"}

func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	names, _ := filepath.Glob("testdata/corpus/*")
	if len(names) < 25 {
		t.Fatalf("only %d files in the corpus", len(names))
	}
	files := map[string][]byte{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".json5") {
			continue
		}
		files[filepath.Base(name)] = b
	}
	return files
}

func TestCorpusMembers(t *testing.T) {
	for name, b := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			for _, at := range paths {
				for _, v := range values {
					holds(t, b, at, nil, wire.Raw(v))
				}
			}
			for i, at := range present(t, b) {
				holds(t, b, at, nil, wire.Raw(values[i%len(values)]))
			}
		})
	}
}

// present returns paths to values that are in the document, to replace them.
func present(t *testing.T, b []byte) (all []edit.Path) {
	keys, _ := root(t, b).(map[string]any)
	for k, v := range keys {
		all = append(all, edit.Path{k})
		if m, ok := v.(map[string]any); ok {
			for k2 := range m {
				all = append(all, edit.Path{k, k2})
			}
		}
	}
	return all
}

func TestCorpusElements(t *testing.T) {
	flat := wire.Identity{Path: []string{"command"}, Value: "ac-hook x"}
	bare := wire.Identity{Value: "ac-hook x"}
	for name, b := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			ats := []edit.Path{{"hooks", "PreToolUse"}, {"hooks", "preToolUse"}, {"permissions", "allow"}, {"fresh"}, {"new", "fresh"}}
			for _, at := range append(ats, present(t, b)...) {
				holds(t, b, at, &nested, wire.Raw(`{"matcher":"Bash","hooks":[{"type":"command","command":"ac-hook x","timeout":5}]}`))
				holds(t, b, at, &flat, wire.Raw(`{"command":"ac-hook x","timeout":5}`))
				holds(t, b, at, &bare, wire.Raw(`"ac-hook x"`))
			}
		})
	}
}

// Several connectors come and go in any order.
func TestCorpusAnyOrder(t *testing.T) {
	for name, b := range corpus(t) {
		for _, at := range paths {
			d := open(t, b)
			var edits []edit.Edit
			for _, id := range []string{"one", "two", "three"} {
				e, err := d.Set(append(at[:len(at)-1:len(at)-1], id), wire.Raw(values[0]))
				if err != nil {
					break // refusals are TestCorpusMembers'
				}
				edits = append(edits, e)
			}
			if len(edits) < 3 {
				continue
			}
			// The ledger hands a created parent on to the edit that is left.
			edits[2].Made = edits[0].Made
			edits[0].Made = nil
			for _, i := range []int{0, 1, 2} {
				if err := d.Revert(edits[i]); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(d.Bytes(), b) {
				t.Errorf("%s %q: not the first bytes again\n%s", name, at, d.Bytes())
			}
		}
	}
}

func TestJSON5IsRefusedAsJSONC(t *testing.T) {
	b, err := os.ReadFile("testdata/corpus/openclaw-02.json5")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(b, false)
	if err == nil || err.Error() != "2:3: found gateway, expected a key in double quotes" {
		t.Errorf("got %v", err)
	}
}
