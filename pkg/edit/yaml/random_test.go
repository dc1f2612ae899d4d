package yaml

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"

	yamllib "go.yaml.in/yaml/v4"
)

// gen makes documents of all spellings over few keys, so that they meet.
type gen struct{ *rand.Rand }

func (g gen) pick(of ...string) string { return of[g.IntN(len(of))] }

func (g gen) key() string { return g.pick("a", "b", "c", "a", "b", "'c d'", `"a"`, "b  ") }

// scalar is a value on one line, or on more that are indented by pad.
func (g gen) scalar(pad string) string {
	return g.pick("1", "s", "'l'", `"q # \" x"`, "true", "1.5", "2026-01-02", "~", "null", "one # c", "http://x", "yes",
		"two\n"+pad+" lines", "'two\n\n"+pad+" x'", "|\n"+pad+"  text\n"+pad+"  # no comment\n", "|+\n"+pad+"  text\n\n", ">-\n"+pad+"   x\n\n"+pad+"   y", "|2-\n"+pad+"    in")
}

func (g gen) flow(depth int) string {
	if depth == 0 {
		return g.pick("1", "s", "'a, b'", `"]"`, "x y", "{}", "[]")
	}
	var parts []string
	for range g.IntN(3) {
		parts = append(parts, g.flow(depth-1))
	}
	sep := g.pick(",", ", ", ", ", ",\n      ", " , # c\n      ")
	if g.IntN(2) == 0 {
		return g.pick("[", "[ ") + strings.Join(parts, sep) + g.pick("]", " ]")
	}
	for i := range parts {
		parts[i] = g.pick("a", "b", "c") + fmt.Sprint(i) + ": " + parts[i]
	}
	return g.pick("{", "{ ") + strings.Join(parts, sep) + g.pick("}", " }")
}

func (g gen) trivia(pad string) string {
	switch g.IntN(9) {
	case 0:
		return "\n"
	case 1:
		return pad + "# comment\n"
	case 2:
		return pad + "  # deeper\n"
	}
	return ""
}

// block is a mapping or list, whose first line stands behind what is there.
func (g gen) block(pad string, depth int, list bool) string {
	var w strings.Builder
	for range 1 + g.IntN(3) {
		w.WriteString(g.trivia(pad) + pad)
		if list {
			w.WriteString("-")
			if depth > 0 && g.IntN(2) == 0 {
				w.WriteString(" " + strings.TrimLeft(g.block(pad+"  ", depth-1, g.IntN(3) == 0), " \n"))
				continue
			}
		} else if w.WriteString(g.key() + ":"); g.IntN(12) == 0 {
			w.WriteString(" 1\n" + pad + "<<: *d\n")
			continue
		}
		switch n := g.IntN(8); {
		case n == 7 && g.IntN(4) == 0:
			w.WriteString(" *d")
		case n < 3 && depth > 0 && !list:
			sub := g.IntN(2) == 0
			in := pad + g.pick("  ", "  ", "    ")
			if sub && g.IntN(2) == 0 {
				in = pad
			}
			w.WriteString(g.pick("", " # c", " &x"+fmt.Sprint(g.IntN(1000))) + "\n" + g.block(in, depth-1, sub))
			continue
		case n < 4:
			w.WriteString(" " + g.flow(g.IntN(3)) + g.pick("", " # c"))
		case n < 5:
			w.WriteString(g.pick("", " # c"))
		default:
			w.WriteString(" " + g.pick("", "", "", "!!str ", "&y ") + g.scalar(pad))
		}
		if !strings.HasSuffix(w.String(), "\n") {
			w.WriteString("\n")
		}
	}
	return w.String()
}

// doc is a document that is valid and has no key twice, so that the witness
// reads it too.
func (g gen) doc() []byte {
	for {
		src := g.pick("", "", "# top\n", "---\n", "\n") + g.pick("", "d: &d {a: 1, new: [2]}\n", "d: &d\n  b: 1 # in d\n  c: {}\n") + g.block("", 3, false) + g.trivia("") + g.pick("", "", "", "...\n")
		switch g.IntN(6) {
		case 0:
			src = strings.TrimRight(src, "\n")
		case 1:
			src = strings.ReplaceAll(src, "\n", "\r\n")
		case 2:
			src = bom + src
		}
		var v map[string]any
		if err := yamllib.Unmarshal([]byte(strings.TrimPrefix(src, bom)), &v); err == nil {
			return []byte(src)
		}
	}
}

func (g gen) path() edit.Path {
	at := make(edit.Path, 1+g.IntN(3))
	for i := range at {
		at[i] = g.pick("a", "b", "c", "c d", "new", "d")
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
	return g.pick("1", `"s"`, `"x: y"`, "true", "-2.5", "[]", "{}", "null", `"a\nb"`, `"- no"`)
}

func TestRandomDocumentsKeepTheLaws(t *testing.T) {
	made, upserted := 0, 0
	for seed := range uint64(3000) {
		g := gen{rand.New(rand.NewPCG(seed, 1))}
		src, at, raw := g.doc(), g.path(), g.json(3)
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Logf("%s = %s\n%s", show(at), raw, src)
			if setLaws(t, src, at, wire.Raw(raw)) {
				made++
			}
			removeLaws(t, src, g.path())
			id := wire.Identity{Path: []string{g.pick("a", "b")}, Value: "s"}
			if g.IntN(2) == 0 {
				id.Path = []string{"c", "*", "a"}
				raw = fmt.Sprintf(`{"b":%s,"c":[{"a":"s","b":%s}]}`, g.json(1), g.json(1))
			} else {
				raw = fmt.Sprintf(`{%q:"s","c":%s}`, id.Path[0], g.json(2))
			}
			at = g.path()
			t.Logf("%s upsert %s", show(at), raw)
			if upsertLaws(t, src, at, id, wire.Raw(raw)) {
				upserted++
			}
		})
		if !ok {
			t.FailNow()
		}
	}
	t.Logf("%d sets and %d upserts were made", made, upserted)
	if made < 2300 || upserted < 1500 {
		t.Errorf("only %d sets and %d upserts were made", made, upserted)
	}
}

// Several edits, reverted in any order, leave nothing of theirs.
func TestRandomEditsCanBeRevertedInAnyOrder(t *testing.T) {
	for seed := range uint64(2000) {
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
		for _, e := range slices.Backward(done) { // as ac-apply does it
			if err := d.Revert(thaw(t, e)); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, full)
			}
		}
		equalBytes(t, fmt.Sprint(seed, " backwards from ", full), d.Bytes(), src)
		var made []edit.Path // the ledger shares out what several edits stand in
		for _, e := range done {
			made = append(made, e.Made...)
		}
		g.Shuffle(len(done), func(i, j int) { done[i], done[j] = done[j], done[i] })
		d = mustOpen(t, []byte(full))
		for _, e := range done {
			e.Made = made
			if err := d.Revert(e); err != nil {
				refusal(t, err, d, d.Bytes())
			}
		}
		before, after := meaning(t, src), meaning(t, d.Bytes())
		if !reflect.DeepEqual(hollowed(before), hollowed(after)) {
			t.Fatalf("seed %d\ngot:\n%s\nwant:\n%s\nfull:\n%s\n%+v", seed, d.Bytes(), src, full, done)
		}
	}
}

// hollowed makes no difference between null and an empty collection: see nulls.
func hollowed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			return nil
		}
		for k := range v {
			v[k] = hollowed(v[k])
		}
	case []any:
		if len(v) == 0 {
			return nil
		}
		for i := range v {
			v[i] = hollowed(v[i])
		}
	}
	return v
}

// Others write between our edit and its revert: their lines stay, in order.
func TestRevertLeavesWhatOthersWroteSince(t *testing.T) {
	for seed := range uint64(2000) {
		g := gen{rand.New(rand.NewPCG(seed, 3))}
		src := g.doc()
		d := mustOpen(t, src)
		at := append(g.path(), "ours")
		e, err := d.Set(at, wire.Raw(g.json(3)))
		if err != nil || len(e.Made) > 0 {
			continue
		}
		lines := strings.SplitAfter(string(d.Bytes()), "\n")
		theirs := strings.Join(slices.Insert(slices.Clone(lines), g.IntN(len(lines)), g.pick("x1: 1\n", "# c\n", "\n", "  x2: 1\n", "    - y\n", "    # d\n")), "")
		d, err = Open([]byte(theirs))
		if _, ok, _ := d2(d, err).Get(at); !ok {
			continue
		}
		if err := d.Revert(e); err != nil {
			refusal(t, err, d, []byte(theirs))
			continue
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

// d2 is an empty document if a document could not be opened.
func d2(d edit.Doc, err error) edit.Doc {
	if err != nil {
		return &doc{tree: &tree{}}
	}
	return d
}
