package apply

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// occupied puts somebody else's thing in the place of every patch that ac-one
// has in a text, in the style of the text: what --adopt has to take over.
func occupied(t *testing.T, format string, text []byte, ps []wire.Patch) ([]byte, bool) {
	t.Helper()
	d, err := openDoc(format, text, how{})
	if err != nil {
		return nil, false
	}
	for i, p := range ps {
		v := []byte(fmt.Sprintf(`{"command":"my-own-%d","env":{"SECRET":"x <y>"}}`, i))
		switch p.Op {
		case wire.OpBlock:
			v = []byte(`"text of a stranger"`)
		case wire.OpUpsert:
			continue // the identity is our own command line: nobody else's
		}
		if _, err := put(d, p.At, nil, v); err != nil {
			t.Fatal(err)
		}
	}
	b := d.Bytes()
	if format == "block" { // edited by hand: not ours by its mark any more
		b = bytes.Replace(b, []byte("text of a stranger"), []byte("text of a stranger, and more"), 1)
	}
	return b, !bytes.Equal(b, text)
}

// life of one file: a stranger's things, taken over, another connector beside,
// upgrades, foreign edits. Undo gives back exactly what was there.
type adoption struct {
	*testing.T
	o       Options
	path    string
	format  string
	patches func(id string, v int) []wire.Patch
}

func (a *adoption) plan(id string, v int) *plan.Plan {
	p := &plan.Plan{Head: wire.Plan{Connector: id, Version: fmt.Sprint(v), Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces}}
	for _, pt := range a.patches(id, v) {
		pt.Path, pt.Format, pt.Hosts, pt.Surface = a.path, a.format, []string{"h"}, wire.Server
		p.Patches = append(p.Patches, pt)
	}
	return p
}

func (a *adoption) install(id string, v int, adopt bool) *Report {
	a.Helper()
	o := a.o
	o.Adopt = adopt
	rep, err := Plan(a.plan(id, v), o)
	if err != nil || len(rep.Errors) > 0 {
		a.Fatal(err, rep.Errors)
	}
	return rep
}

func (a *adoption) undo(id string) {
	a.Helper()
	rep, err := Undo(Selector{ID: id, Scope: wire.ScopeUser}, a.o)
	if err != nil || len(rep.Errors) > 0 {
		a.Fatal(err, rep.Errors)
	}
}

func (a *adoption) bytes() []byte {
	b, err := os.ReadFile(a.path)
	if err != nil {
		a.Fatal(err)
	}
	return b
}

func (a *adoption) is(want []byte, when string) {
	a.Helper()
	if got := a.bytes(); !bytes.Equal(got, want) {
		a.Fatalf("%s:\n%q\nwant\n%q", when, got, want)
	}
}

// holds says that every value that a connector wants is there.
func (a *adoption) holds(id string, v int) {
	a.Helper()
	d, err := openDoc(a.format, a.bytes(), how{force: true})
	if err != nil {
		a.Fatal(err)
	}
	for _, p := range a.plan(id, v).Patches {
		value := p.Value
		if p.Op == wire.OpBlock {
			if value, err = tidied(value); err != nil {
				a.Fatal(err)
			}
		}
		if st, _ := inspect(d, &own{At: p.At, Identity: p.Identity, Value: value}); st != intact {
			a.Fatalf("%s at %v is %s in\n%s", p.Value, p.At, st, a.bytes())
		}
	}
}

func (a *adoption) life(text []byte, foreign func([]byte, int) []byte, rnd *rand.Rand) {
	if err := os.WriteFile(a.path, text, 0o640); err != nil {
		a.Fatal(err)
	}
	a.install("ac-one", 1, false)
	a.is(text, "a conflict")
	if is, _ := List(a.o); len(is) == 1 { // its hooks are in
		a.undo("ac-one")
		a.is(text, "the rest taken back")
	}

	if rep := a.install("ac-one", 1, true); !slices.ContainsFunc(rep.Changes, func(c wire.Change) bool { return c.Backup != "" }) {
		a.Error("no backup was made")
	}
	a.holds("ac-one", 1)
	if rep := a.install("ac-one", 1, rnd.IntN(2) == 0); rep.Changed {
		a.Error("a second run changes something")
	}
	now := text
	for range 5 {
		switch n := rnd.IntN(5); {
		case n == 0 && foreign != nil:
			k := rnd.IntN(10)
			now = foreign(slices.Clone(now), k)
			if err := os.WriteFile(a.path, foreign(a.bytes(), k), 0o640); err != nil {
				a.Fatal(err)
			}
		case n == 1:
			a.install("ac-two", 1+rnd.IntN(2), false)
		case n == 2:
			if is, _ := List(a.o); len(is) == 2 {
				a.undo("ac-two")
			}
		default:
			v := 1 + rnd.IntN(3)
			a.install("ac-one", v, false)
			a.holds("ac-one", v)
		}
	}
	if is, _ := List(a.o); len(is) == 2 {
		a.undo("ac-two")
	}
	a.undo("ac-one")
	a.is(now, "taken over, and taken back")
}

// Taking over and undoing is identity, on every kind of file and on the corpus,
// with upgrades and other connectors between, and with foreign edits those stay.
func TestAdoptThenUndoIsIdentity(t *testing.T) {
	type sample struct {
		name, format string
		text         []byte
		patches      func(string, int) []wire.Patch
		foreign      func([]byte, int) []byte
	}
	var all []sample
	for _, k := range kinds {
		if k.text != "\x00" {
			all = append(all, sample{k.name, k.format, []byte(k.text), k.patches, k.foreign})
		}
	}
	for _, s := range specimens(t) {
		if !s.bad {
			all = append(all, sample{s.name, s.format, s.text, func(id string, _ int) []wire.Patch { return s.patches(id) }, nil})
		}
	}
	done := 0
	for seed := range uint64(3) {
		for _, s := range all {
			text, ok := occupied(t, s.format, s.text, s.patches("ac-one", 1))
			if !ok {
				continue
			}
			done++
			t.Run(fmt.Sprintf("%s/%d", s.name, seed), func(t *testing.T) {
				dir := t.TempDir()
				a := &adoption{T: t, path: filepath.Join(dir, "f"), format: s.format, patches: s.patches,
					o: Options{Home: filepath.Join(dir, "ours"), OS: "linux", Getenv: func(string) string { return "" }}}
				a.life(text, s.foreign, rand.New(rand.NewPCG(seed, 3)))
			})
		}
		if testing.Short() {
			break
		}
	}
	if done < 60 {
		t.Errorf("only %d files had something to take over", done)
	}
}
