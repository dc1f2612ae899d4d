package toml

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// gen makes documents of all spellings over few keys, so that they meet.
type gen struct{ *rand.Rand }

func (g gen) pick(of ...string) string { return of[g.IntN(len(of))] }

func (g gen) key() string { return g.pick("a", "b", "c", "a", "b", `"c d"`, "'a'") }

func (g gen) dotted(n int) string {
	keys := make([]string, 1+g.IntN(n))
	for i := range keys {
		keys[i] = g.key()
	}
	return strings.Join(keys, g.pick(".", ".", " . "))
}

func (g gen) value(depth int) string {
	switch n := g.IntN(10); {
	case n < 2 && depth > 0:
		return g.inline(depth)
	case n < 4 && depth > 0:
		return g.pick("[ ", "[", "[ # c\n ") + g.value(depth-1) + g.pick(", ", ",", " , # d\n") + g.value(depth-1) + g.pick("]", " ]", ",\n]")
	}
	return g.pick("1", `"s"`, `'l'`, "true", "1.5", "2026-01-02", "\"\"\"\n[a]\n#x\n\"\"\"", "[]", "{}", "{ }")
}

func (g gen) inline(depth int) string {
	var parts []string
	for range 1 + g.IntN(3) {
		parts = append(parts, g.dotted(2)+g.pick(" = ", "=")+g.value(depth-1))
	}
	if g.IntN(8) == 0 { // as TOML 1.1 allows
		return "{ # c\n" + strings.Join(parts, ", # d\n") + g.pick("", ",", " # e\n,") + "\n}"
	}
	return g.pick("{", "{ ") + strings.Join(parts, g.pick(",", ", ")) + g.pick("}", " }")
}

func (g gen) line() string {
	switch n := g.IntN(20); {
	case n < 2:
		return ""
	case n < 4:
		return g.pick("", "  ") + "# comment"
	case n < 8:
		return g.pick("", " ") + "[" + g.dotted(3) + "]" + g.pick("", " # c")
	case n < 10:
		return "[[" + g.dotted(2) + "]]"
	}
	return g.pick("", "  ") + g.dotted(2) + g.pick(" = ", "=", "  =\t") + g.value(2) + g.pick("", " # c")
}

// doc adds lines as long as they leave the document valid.
func (g gen) doc() []byte {
	src := g.pick("", "", bom)
	for range g.IntN(14) {
		try := src + g.line() + "\n"
		if _, err := Open([]byte(try)); err == nil {
			src = try
		}
	}
	if g.IntN(4) == 0 {
		src = strings.TrimRight(src, "\n")
	}
	if g.IntN(4) == 0 {
		src = strings.ReplaceAll(src, "\n", "\r\n")
	}
	return []byte(src)
}

func (g gen) path() edit.Path {
	at := make(edit.Path, 1+g.IntN(3))
	for i := range at {
		at[i] = g.pick("a", "b", "c", "c d", "new")
	}
	return at
}

func (g gen) json(depth int) string {
	switch n := g.IntN(8); {
	case n < 3 && depth > 0:
		var parts []string
		for _, k := range []string{"a", "b", "c d", "n"} {
			if g.IntN(2) == 0 {
				parts = append(parts, fmt.Sprintf("%q:%s", k, g.json(depth-1)))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	case n < 4 && depth > 0:
		return "[" + g.json(depth-1) + "," + g.json(depth-1) + "]"
	}
	return g.pick("1", `"s"`, `"x"`, "true", "-2.5", "[]", `"a\nb"`)
}

func TestRandomDocumentsKeepTheLaws(t *testing.T) {
	made := 0
	for seed := range uint64(1500) {
		g := gen{rand.New(rand.NewPCG(seed, 1))}
		src, at, raw := g.doc(), g.path(), g.json(3)
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Logf("%s = %s\n%s", show(at), raw, src)
			if setLaws(t, src, at, wire.Raw(raw)) {
				made++
			}
			removeLaws(t, src, g.path())
			id := wire.Identity{Path: []string{g.pick("a", "b")}, Value: "id"}
			if g.IntN(2) == 0 {
				id.Path = []string{"c", "*", "a"}
				raw = fmt.Sprintf(`{"b":%s,"c":[{"a":"id","b":%s}]}`, g.json(1), g.json(1))
			} else {
				raw = fmt.Sprintf(`{%q:"id","c":%s}`, id.Path[0], g.json(2))
			}
			upsertLaws(t, src, g.path(), id, wire.Raw(raw))
		})
		if !ok {
			t.FailNow()
		}
	}
	if made < 900 {
		t.Errorf("only %d edits were made", made)
	}
}

// Several edits, reverted in any order, leave nothing of theirs.
func TestRandomEditsCanBeRevertedInAnyOrder(t *testing.T) {
	for seed := range uint64(1500) {
		g := gen{rand.New(rand.NewPCG(seed, 2))}
		src := g.doc()
		d := mustOpen(t, src)
		var done []edit.Edit
		for _, k := range []string{"one", "two", "three"} {
			at := append(g.path(), k)
			if e, err := d.Set(at, wire.Raw(g.json(2))); err == nil {
				done = append(done, e)
			}
		}
		full := string(d.Bytes())
		var made []edit.Path // the ledger shares out what several edits stand in
		for _, e := range done {
			made = append(made, e.Made...)
		}
		g.Shuffle(len(done), func(i, j int) { done[i], done[j] = done[j], done[i] })
		for _, e := range done {
			e.Made = made
			if err := d.Revert(e); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, full)
			}
		}
		if got := string(d.Bytes()); got != string(src) {
			t.Fatalf("seed %d\ngot:\n%s\nwant:\n%s\nfull:\n%s\n%+v", seed, got, src, full, done)
		}
	}
}

// Others write between our edit and its revert: their lines stay, in order.
func TestRevertLeavesWhatOthersWroteSince(t *testing.T) {
	for seed := range uint64(1500) {
		g := gen{rand.New(rand.NewPCG(seed, 3))}
		src := g.doc()
		d := mustOpen(t, src)
		at := append(g.path(), "ours")
		e, err := d.Set(at, wire.Raw(g.json(3)))
		if err != nil || len(e.Made) > 0 {
			continue
		}
		lines := strings.SplitAfter(string(d.Bytes()), "\n")
		i := g.IntN(len(lines))
		theirs := strings.Join(slices.Insert(slices.Clone(lines), i, g.pick("x1 = 1\n", "# c\n", "\n", "[y1]\nk = 1\n", "[a.y2]\n", "[[y3]]\n")), "")
		d, err = Open([]byte(theirs))
		if err != nil {
			continue
		}
		if err := d.Revert(e); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, theirs)
		}
		before, after := meaning(t, []byte(theirs)), meaning(t, d.Bytes())
		if pick(before, at); !reflect.DeepEqual(before, after) {
			pick(after, at)
			if !reflect.DeepEqual(before, after) {
				t.Fatalf("seed %d\n%s\n---\n%s", seed, theirs, d.Bytes())
			}
		}
		if _, ok, _ := d.Get(at); ok {
			t.Fatalf("seed %d: still there\n%s", seed, d.Bytes())
		}
	}
}
