package yaml

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

const server = `{"name":"acme","type":"stdio","cmd":"npx","args":["-y","@acme/x@1.0"],"envs":{"TOKEN":"t"},"timeout":300,"enabled":true}`

// edits are tried on every file of the corpus.
var edits = []struct{ at, raw string }{
	{`["extensions","acme"]`, server},
	{`["extensions","acme"]`, `{}`},
	{`["extensions","acme","args"]`, `["-y","a b",["c",{}]]`},
	{`["extensions","a"]`, `{"cmd":"old","args":[],"deep":{"er":[{"k":1},{"k":null}]}}`},
	{`["extensions","a","cmd"]`, `"x\"\\\n\u0001é"`},
	{`["extensions","a"]`, `"2026-01-02"`},
	{`["extensions","b"]`, `[1,"yes"]`},
	{`["extensions","developer","enabled"]`, `false`},
	{`["extensions"]`, `{"one":{"k":1},"two":{"sub":{"k":[2]}}}`},
	{`["extensions"]`, `{}`},
	{`["extensions"]`, `1.5e30`},
	{`["mcpServers"]`, `[{"name":"a","n":1},{"name":"z"}]`},
	{`["mcpServers"]`, `[]`},
	{`["hooks","Stop"]`, `[{"hooks":[{"command":"y"}]}]`},
	{`["hooks"]`, `null`},
	{`["a"]`, `"#x"`},
	{`["a"]`, `{"x":{"w":3},"z":"new"}`},
	{`["a"]`, `["x",{"y":1}]`},
	{`["new","deep","er"]`, `{"k":1e5}`},
	{`["new","deep","key"]`, `-7`},
	{`["a: b","","c d","é","12","yes"]`, `[true,[]]`},
	{`["b"]`, `"two\n\nlines\n"`},
	{`["model"]`, `{"default":"x"}`},
	{`["mcp_servers","acme"]`, server},
}

func TestEveryEditKeepsTheLawsOnEveryFile(t *testing.T) {
	made := 0
	for name, src := range corpus(t) {
		for i, e := range edits {
			if len(src) > 8<<10 && i%3 > 0 { // of long files a sample
				continue
			}
			var at edit.Path
			if err := json.Unmarshal([]byte(e.at), &at); err != nil {
				t.Fatal(err)
			}
			t.Run(name+e.at+e.raw, func(t *testing.T) {
				if setLaws(t, src, at, wire.Raw(e.raw)) {
					made++
				}
			})
		}
	}
	t.Logf("%d edits were made", made)
	if made < 4000 {
		t.Errorf("only %d edits were made", made)
	}
}

// Every value that Get gives can be removed, and setting it again is nothing.
func TestEveryValueCanBeSetToItselfAndRemoved(t *testing.T) {
	for name, src := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			d := mustOpen(t, src).(*doc)
			seen, every := 0, 1+len(src)/500 // of a long file a sample
			var walk func(n *node)
			walk = func(n *node) {
				if seen++; seen%every == 0 && n != d.root && len(n.path()) == len(n.way()) {
					at := n.path()
					raw, ok, err := d.Get(at)
					if err != nil || !ok {
						t.Fatalf("%v: %v %v", at, ok, err)
					}
					if e, err := mustOpen(t, src).Set(at, raw); err != nil || e.Changed {
						t.Fatalf("%v: changed=%v %v", at, e.Changed, err)
					}
					removeLaws(t, src, at)
				}
				for _, k := range n.kids {
					if n.kind == mapping && !k.merges() {
						walk(k)
					}
				}
			}
			if d.root != nil {
				walk(d.root)
			}
		})
	}
}

// Several connectors, installed in one order and removed in every other.
func TestAnyOrderOfRemovalRestoresTheFile(t *testing.T) {
	plan := []struct {
		at  edit.Path
		raw string
		id  *wire.Identity
	}{
		{at: edit.Path{"extensions", "conn-1"}, raw: server},
		{at: edit.Path{"extensions", "conn-2"}, raw: `{"uri":"https://x"}`},
		{at: edit.Path{"notify-1"}, raw: `["x"]`},
		{at: edit.Path{"hooks", "Late"}, raw: `{"command":"late a","matcher":"x"}`, id: &wire.Identity{Path: []string{"command"}, Value: "late a"}},
		{at: edit.Path{"hooks", "Late"}, raw: `{"command":"late b"}`, id: &wire.Identity{Path: []string{"command"}, Value: "late b"}},
		{at: edit.Path{"mcpServers"}, raw: `{"name":"m"}`, id: &wire.Identity{Path: []string{"name"}, Value: "m"}},
	}
	orders := permutations(len(plan))
	for name, src := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			d := mustOpen(t, src)
			var done []edit.Edit
			var made []edit.Path // the ledger shares out what several edits stand in
			for _, p := range plan {
				e, err := edit.Edit{}, error(nil)
				if p.id != nil {
					e, err = d.Upsert(p.at, *p.id, wire.Raw(p.raw))
				} else {
					e, err = d.Set(p.at, wire.Raw(p.raw))
				}
				if err == nil {
					done = append(done, e)
					made = append(made, e.Made...)
				}
			}
			full := d.Bytes()
			for i, order := range orders {
				if i%149 != len(name)%149 && i != len(orders)-1 { // a sample; every file gets another one
					continue
				}
				d := mustOpen(t, full)
				for _, k := range order {
					if k >= len(done) {
						continue
					}
					e := thaw(t, done[k])
					e.Made = made
					if err := d.Revert(e); err != nil {
						t.Fatal(order, err)
					}
				}
				got, want := d.Bytes(), src
				if strings.HasPrefix(name, "null root") {
					got, want = bytes.TrimSuffix(got, bytes.TrimLeft(src, bom)), bytes.TrimSuffix(want, bytes.TrimLeft(src, bom))
				} else if strings.HasPrefix(name, "null") {
					got, want = nulls.ReplaceAll(got, []byte("$1")), nulls.ReplaceAll(want, []byte("$1"))
				}
				equalBytes(t, "order of removal from "+string(full), got, want)
			}
		})
	}
}

// nulls are collections that may be null: when the edit that filled one goes
// before the others that stand in it, no edit knows any more what it was, and
// the last leaves an empty collection. (ac-apply then plays the other edits
// back on the file without the first.)
var nulls = regexp.MustCompile(`(?m)(^\x{FEFF}?(?:extensions|mcpServers|hooks):)(?: \{\s*\}| \[\s*\]| null| ~)`)
