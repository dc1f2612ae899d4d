package toml

import (
	"encoding/json"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// edits are tried on every file of the corpus.
var edits = []struct{ at, raw string }{
	{`["mcp_servers","acme-db"]`, server},
	{`["mcp_servers","acme-db"]`, `{}`},
	{`["mcp_servers","acme-db"]`, `{"command":"old"}`},
	{`["mcp_servers","acme-db"]`, `[1]`},
	{`["mcp_servers","acme-db","args"]`, `["-y","a b"]`},
	{`["mcp_servers","acme-db","command"]`, `"x\"\\\n\u0001é"`},
	{`["mcp_servers","acme-db","env"]`, `{"B":"2","A":"3"}`},
	{`["mcp_servers","acme-db","env","A"]`, `"2"`},
	{`["mcp_servers","a","command"]`, `"new"`},
	{`["mcp_servers","a","args"]`, `[{"a":{"b":[]}},{}]`},
	{`["mcp_servers"]`, `{"one":{"k":1},"two":{"sub":{"k":2}}}`},
	{`["mcp_servers"]`, `{}`},
	{`["mcp_servers"]`, `1.5`},
	{`["model"]`, `"other"`},
	{`["notify"]`, `["a"]`},
	{`["features","x"]`, `true`},
	{`["features"]`, `{"x":{"y":false}}`},
	{`["a"]`, `{"x":{"w":3},"z":"new"}`},
	{`["a","x","u"]`, `1`},
	{`["new","deep","er"]`, `{"k":1e5}`},
	{`["new","deep","key"]`, `-7`},
	{`["a.b","","c d","\u00e9"]`, `[true,[]]`},
	{`[]`, `{"only":{"this":1},"k":2}`},
	{`["hooks","PostToolUse"]`, `[{"matcher":"b"}]`},
	{`["hooks","Stop"]`, `[{"hooks":[{"command":"y"}]}]`},
}

func TestEveryEditKeepsTheLawsOnEveryFile(t *testing.T) {
	made := 0
	for name, src := range corpus(t) {
		for _, e := range edits {
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
	if made < 2000 {
		t.Errorf("only %d edits were made", made)
	}
}

// Every value that Get gives can be removed, and setting it again is nothing.
func TestEveryValueCanBeSetToItselfAndRemoved(t *testing.T) {
	for name, src := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			d := mustOpen(t, src).(*doc)
			seen, every := 0, 1+len(d.ex)/30 // of a long file a sample
			var walk func(n *node)
			walk = func(n *node) {
				if seen++; seen%every != 0 {
				} else if n != d.root && !n.elem {
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
				if n.kind == table {
					for _, k := range n.kids {
						walk(k)
					}
				}
			}
			walk(d.root)
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
		{at: edit.Path{"mcp_servers", "conn-1"}, raw: server},
		{at: edit.Path{"mcp_servers", "conn-2"}, raw: `{"url":"https://x"}`},
		{at: edit.Path{"notify-1"}, raw: `["x"]`},
		{at: edit.Path{"hooks", "Late"}, raw: `{"command":"late a","matcher":"x"}`, id: &wire.Identity{Path: []string{"command"}, Value: "late a"}},
		{at: edit.Path{"hooks", "Late"}, raw: `{"command":"late b"}`, id: &wire.Identity{Path: []string{"command"}, Value: "late b"}},
		{at: edit.Path{"notify-2"}, raw: `1`},
	}
	orders := permutations(len(plan))
	for name, src := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			d := mustOpen(t, src)
			var done []edit.Edit
			for _, p := range plan {
				var e edit.Edit
				var err error
				if p.id != nil {
					e, err = d.Upsert(p.at, *p.id, wire.Raw(p.raw))
				} else {
					e, err = d.Set(p.at, wire.Raw(p.raw))
				}
				if err == nil {
					done = append(done, e)
				}
			}
			full := d.Bytes()
			for i, order := range orders {
				if i%29 != len(name)%29 { // a sample; every file gets another one
					continue
				}
				d := mustOpen(t, full)
				for _, k := range order {
					if k < len(done) {
						if err := d.Revert(done[k]); err != nil {
							t.Fatal(order, err)
						}
					}
				}
				if got := string(d.Bytes()); got != string(src) {
					t.Fatalf("order %v\ngot:\n%s\nwant:\n%s\nfull:\n%s", order, got, src, full)
				}
			}
		})
	}
}

func permutations(n int) (out [][]int) {
	var walk func(done []int)
	walk = func(done []int) {
		if len(done) == n {
			out = append(out, append([]int{}, done...))
			return
		}
	next:
		for i := range n {
			for _, d := range done {
				if d == i {
					continue next
				}
			}
			walk(append(done[:len(done):len(done)], i))
		}
	}
	walk(nil)
	return out
}
