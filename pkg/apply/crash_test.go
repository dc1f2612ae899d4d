package apply

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"agentconnector/pkg/wire"
)

// crashed brings a target to the point just before step n of commit and stops
// there, as a killed process would.
func crashed(t *testing.T, s store, tg target, steps int) {
	t.Helper()
	real, err := resolve(tg.path)
	if err != nil {
		t.Fatal(err)
	}
	a, l, cur, res := s.look(tg)
	if a.err != nil {
		t.Fatal(a.err)
	}
	now := file{exists: res.exists, data: res.data}
	in := intent{Real: real, Temp: tempName(real), Old: cur.sum(), New: now.sum(), TS: 1, Ledger: res.led}
	do := []func() error{
		func() error { return s.putBase(res.base, 1) },
		func() error { _, err := s.backup(l, cur, false, 1); return err },
		func() error { _, err := s.begin(&in); return err },
		func() error { return writeTemp(in.Temp, now.data, 0o600, cur.info) },
		func() error {
			err := swap(in.Temp, real)
			if errors.Is(err, errNoSwap) {
				err = renameOver(in.Temp, real, cur)
			}
			return err
		},
		func() error { return os.RemoveAll(in.Temp) }, // a rename leaves none
		func() error { return s.save(res.led) },
	}
	for _, f := range do[:steps] {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
}

// Recover settles what is left; the time is of no matter.
func (s store) Recover() ([]Recovered, error) { return s.settleAll(1) }

func adding(path string) target {
	me := owner{Connector: "gamma", Scope: wire.ScopeUser}
	return target{path: path, format: "json", mode: 0o600, dirs: 0o700, task: task{owner: me,
		want:    []want{{Patch: wire.Patch{Op: wire.OpSet, Surface: wire.Server, Path: path, Format: "json", At: []string{"mcpServers", "gamma"}, Value: []byte(`{"command":"npx"}`), Hosts: []string{"h"}}}},
		release: func(*own, owner) ([]string, bool) { return nil, false }}}
}

// TestCrash stops a write after each of its steps. The file must be old or
// new, recovery must settle on one of them with a ledger that agrees, and a
// second run and an undo must end as if nothing had happened.
func TestCrash(t *testing.T) {
	const before = "{\n  \"a\": 1\n}\n"
	for steps := range 8 {
		dir := t.TempDir()
		s := store{dir: filepath.Join(dir, "ours")}
		path := filepath.Join(dir, "home", "x.json")
		os.MkdirAll(filepath.Dir(path), 0o755)
		os.WriteFile(path, []byte(before), 0o644)
		crashed(t, s, adding(path), steps)
		rec, err := s.Recover()
		if err != nil {
			t.Fatal(steps, err)
		}
		b, _ := os.ReadFile(path)
		if isNew := string(b) != before; isNew != (steps >= 5) {
			t.Fatalf("after %d steps the file is new: %v", steps, isNew)
		}
		if len(rec) > 0 && rec[0].Finished != (steps >= 5) {
			t.Errorf("after %d steps recovery says finished %v", steps, rec[0].Finished)
		}
		if es, _ := os.ReadDir(filepath.Dir(path)); len(es) != 1 {
			t.Errorf("after %d steps there is more than the file: %v", steps, es)
		}
		if a := s.apply(adding(path)); a.err != nil {
			t.Fatal(steps, a.err)
		}
		if vs, err := Verify("gamma", Options{Home: s.dir}); err != nil || len(vs) != 1 || vs[0].Status != "ok" {
			t.Fatalf("after %d steps and a second run: %v %v", steps, vs, err)
		}
		if _, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, Options{Home: s.dir}); err != nil {
			t.Fatal(steps, err)
		}
		if b, _ := os.ReadFile(path); string(b) != before {
			t.Errorf("after %d steps, a second run and undo: %q", steps, b)
		}
	}
}

// TestForeignWriteInTheExchange: somebody wrote between our look and the
// exchange, and we were killed before what came out could be put back. Recovery
// puts it back.
func TestForeignWriteInTheExchange(t *testing.T) {
	if errors.Is(swap("", ""), errNoSwap) {
		t.Skip("files cannot be exchanged on this system, so nothing comes out")
	}
	dir := t.TempDir()
	s := store{dir: filepath.Join(dir, "ours")}
	path := filepath.Join(dir, "x.json")
	os.WriteFile(path, []byte("{}"), 0o644)
	crashed(t, s, adding(path), 6)
	is, _ := filepath.Glob(filepath.Join(s.dir, "state", "journal", "*.json"))
	ins, err := readIntents(is[0])
	if err != nil || len(ins) != 1 {
		t.Fatal(ins, err)
	}
	i := ins[0]
	os.WriteFile(i.Temp, []byte(`{"theirs": 1}`), 0o644) // what the exchange had brought out
	rec, err := s.Recover()
	if err != nil || len(rec) != 1 || rec[0].Finished {
		t.Fatal(rec, err)
	}
	if b, _ := os.ReadFile(path); string(b) != `{"theirs": 1}` {
		t.Errorf("their write was lost: %q", b)
	}
	if _, err := os.Stat(i.Temp); err == nil {
		t.Error("the temporary file is left")
	}
	if a := s.apply(adding(path)); a.err != nil {
		t.Fatal(a.err)
	}
}

// TestForeignWriteAfterCrash: somebody wrote the file after our rename and
// before recovery; our edit is still in it, so the new ledger is the true one.
func TestForeignWriteAfterCrash(t *testing.T) {
	dir := t.TempDir()
	s := store{dir: filepath.Join(dir, "ours")}
	path := filepath.Join(dir, "x.json")
	os.WriteFile(path, []byte("{}"), 0o644)
	crashed(t, s, adding(path), 6)
	b, _ := os.ReadFile(path)
	os.WriteFile(path, append(b, '\n'), 0o644)
	rec, err := s.Recover()
	if err != nil || len(rec) != 1 || !rec[0].Finished {
		t.Fatal(rec, err)
	}
	if _, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, Options{Home: s.dir}); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(path); string(b) != "{}\n" {
		t.Errorf("left %q", b)
	}
}

// TestMovedUnderneath: a program that writes between our look and our rename
// never loses its write.
func TestMovedUnderneath(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.json")
	os.WriteFile(path, []byte("{}"), 0o644)
	s := store{dir: filepath.Join(dir, "ours")}
	real, _ := resolve(path)
	tg := adding(path)
	_, l, cur, res := s.look(tg)
	os.WriteFile(path, []byte(`{"theirs": 1}`), 0o644)
	a := applied{target: tg, change: true}
	if err := s.commit(&a, real, l, cur, res); err != errMoved {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(path); string(b) != `{"theirs": 1}` {
		t.Fatalf("their write was lost: %q", b)
	}
	if a := s.apply(tg); a.err != nil {
		t.Fatal(a.err)
	}
	if es, _ := os.ReadDir(dir); len(es) != 2 { // the file and our home
		t.Errorf("left beside the file: %v", es)
	}
}
