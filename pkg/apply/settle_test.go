package apply

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// left is a write that was interrupted: what stands at the path and in the
// temporary file, and the ledgers before and after it. "" is no file.
type left struct {
	cur, temp string
	undoing   bool // the write was an undo
}

const (
	without = "{\n  \"n\": 0\n}\n"
	with    = "{\n  \"n\": 0,\n  \"mcpServers\": {\n    \"gamma\": {\n      \"command\": \"npx\"\n    }\n  }\n}\n"
	theirs  = "\"n\": 1"
)

func (l left) leave(t *testing.T) (store, string) {
	t.Helper()
	dir := t.TempDir()
	s := store{dir: filepath.Join(dir, "ours")}
	path := filepath.Join(dir, "x.json")
	os.WriteFile(path, []byte(without), 0o644)
	if a := s.apply(adding(path)); a.err != nil || string(a.diff.After) != with {
		t.Fatalf("%v %q", a.err, a.diff.After)
	}
	real, _ := resolve(path)
	full, _ := s.load(real)
	none := &ledger{Version: stateVersion, Path: path, Real: real, Format: "json"}
	in := intent{Real: real, Temp: tempName(real), Old: sum([]byte(without)), New: sum([]byte(with)), TS: 1, Ledger: full}
	if l.undoing {
		in.Old, in.New, in.Ledger = in.New, in.Old, none
	} else if err := s.save(none); err != nil {
		t.Fatal(err)
	}
	if _, err := s.begin(&in); err != nil {
		t.Fatal(err)
	}
	for p, text := range map[string]string{real: l.cur, in.Temp: l.temp} {
		os.Remove(p)
		if text != "" {
			os.WriteFile(p, []byte(text), 0o644)
		}
	}
	return s, path
}

// TestSettle: whatever another program did between a crash and the recovery,
// the ledger goes with what is in the file, what that program wrote stays in
// place or is kept aside, and the temporary file is gone.
func TestSettle(t *testing.T) {
	foreign := func(s string) string { return strings.Replace(s, "\"n\": 0", theirs, 1) }
	for _, c := range []struct {
		name string
		left
		want   string // what stands at the path afterwards
		ledger bool   // it has a ledger
		kept   string // what is kept aside
		noSwap bool   // holds without an exchange too
	}{
		{"before the exchange", left{cur: without, temp: with}, without, false, "", true},
		{"cut short", left{cur: without, temp: with[:20]}, without, false, "", true},
		{"after the exchange", left{cur: with, temp: without}, with, true, "", true},
		{"written before the temporary file", left{cur: foreign(without)}, foreign(without), false, "", true},
		{"written before the exchange", left{cur: foreign(without), temp: with}, foreign(without), false, "", true},
		{"written after all", left{cur: foreign(with)}, foreign(with), true, "", true},
		{"written after the exchange", left{cur: foreign(with), temp: without}, foreign(with), true, "", true},
		{"dropped after the exchange", left{cur: foreign(without), temp: without}, foreign(without), false, "", true},
		{"came out", left{cur: with, temp: foreign(without)}, foreign(without), false, "", false},
		{"cut short, and somebody made the same edit", left{cur: with, temp: with[:20]}, with, true, with[:20], true},
		{"came out, and a third wrote", left{cur: foreign(with), temp: "{\"mine\": 1}"}, foreign(with), true, "{\"mine\": 1}", true},
		{"removed by somebody", left{temp: with}, "", false, "", true},
		{"undo: before the exchange", left{cur: with, temp: without, undoing: true}, with, true, "", true},
		{"undo: after the exchange", left{cur: without, temp: with, undoing: true}, without, false, "", true},
		{"undo: written before it", left{cur: foreign(with), undoing: true}, foreign(with), true, "", true},
		{"undo: written after it", left{cur: foreign(without), undoing: true}, foreign(without), false, "", true},
		{"undo: no JSON any more", left{cur: "{", undoing: true}, "{", true, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.noSwap && errors.Is(swap("", ""), errNoSwap) { // nothing comes out there: ours is in, the other is kept
				c.want, c.ledger, c.kept = c.cur, true, c.temp
			}
			s, path := c.leave(t)
			rec, err := s.Recover()
			if err != nil || len(rec) != 1 {
				t.Fatal(rec, err)
			}
			if b, _ := os.ReadFile(path); string(b) != c.want {
				t.Errorf("the file is %q", b)
			}
			if ls, err := s.all(); err != nil || (len(ls) == 1) != c.ledger {
				t.Errorf("%d ledgers, %v", len(ls), err)
			}
			if b, _ := os.ReadFile(rec[0].Kept); string(b) != c.kept {
				t.Errorf("%q is kept aside in %s", b, rec[0].Kept)
			}
			if ns, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(ns) > 0 {
				t.Errorf("left: %v", ns)
			}
		})
	}
}

// TestRenameOver is the exchange where there is none: a foreign write that was
// there before the look is kept.
func TestRenameOver(t *testing.T) {
	dir := t.TempDir()
	real, temp := filepath.Join(dir, "x"), filepath.Join(dir, "t")
	put := func(p, text string) { os.WriteFile(p, []byte(text), 0o644) }
	put(real, "old")
	cur, err := readFile(real)
	if err != nil {
		t.Fatal(err)
	}
	put(temp, "new")
	put(real, "theirs")
	if err := renameOver(temp, real, cur); err != errMoved {
		t.Fatal(err)
	}
	put(real, "old")
	if err := renameOver(temp, real, cur); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(real); string(b) != "new" {
		t.Fatalf("%q", b)
	}
}

// TestLateError: the ledger cannot be saved after the file is written. That is
// said, and recovery makes it good.
func TestLateError(t *testing.T) {
	dir := t.TempDir()
	s := store{dir: filepath.Join(dir, "ours")}
	path := filepath.Join(dir, "x.json")
	os.WriteFile(path, []byte(without), 0o644)
	tg := adding(path)
	real, _ := resolve(path)
	a, _, cur, res := s.look(tg)
	if a.err != nil {
		t.Fatal(a.err)
	}
	in := intent{Real: real, Temp: tempName(real), Old: cur.sum(), New: res.sum(), TS: 1, Ledger: res.led}
	ledgers := filepath.Join(s.dir, "state", "ledger")
	err := s.under(in, func(s store) error {
		err := s.write(tg, in, cur, res.file)
		os.WriteFile(ledgers, nil, 0o600) // a file where the folder should be
		return err
	})
	if !errors.As(err, new(writtenError)) {
		t.Fatal(err)
	}
	os.Remove(ledgers)
	if _, err := s.Recover(); err != nil {
		t.Fatal(err)
	}
	if a := s.apply(adding(path)); a.err != nil || a.change {
		t.Fatal(a.err, a.change)
	}
	if vs, err := Verify("gamma", Options{Home: s.dir}); err != nil || len(vs) != 1 || vs[0].Status != string(intact) {
		t.Fatal(vs, err)
	}
}

// TestDirsOfOthers: a directory that is not ours is never noted as ours, and
// what stands where one of ours was is not removed for it.
func TestDirsOfOthers(t *testing.T) {
	dir := t.TempDir()
	s := store{dir: filepath.Join(dir, "ours")}
	made := filepath.Join(dir, "made", "deep")
	if err := s.makeDirs(made, 0o755); err != nil {
		t.Fatal(err)
	}
	os.Remove(made)
	os.WriteFile(made, []byte("theirs"), 0o644)
	if err := s.dropDirs(made); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(made); string(b) != "theirs" {
		t.Fatalf("somebody's file is gone: %v", err)
	}
	if s.sweepDirs(); !isDir(filepath.Dir(made)) {
		t.Error("a directory in use is gone")
	}
	os.Remove(made)
	if s.sweepDirs(); isDir(filepath.Dir(made)) || !isDir(dir) {
		t.Error("an empty directory of ours is left, or one that is not ours is gone")
	}
}

// TestSweepTemps: what killed runs left in our home goes when it is old.
func TestSweepTemps(t *testing.T) {
	s := store{dir: t.TempDir()}
	hour := tempAge.Milliseconds()
	for _, n := range []string{"bin/.ac-hook1", "state/.dirs.json2", "state/ledger/.k.json.ac-3", "backups/k/.original4", "bin/ac-hook", "state/ledger/k.json"} {
		if err := writeOwn(filepath.Join(s.dir, filepath.FromSlash(n)), nil); err != nil {
			t.Fatal(err)
		}
	}
	count := func() int {
		n := 0
		for _, p := range []string{"*/*", "*/*/*"} {
			ns, _ := filepath.Glob(filepath.Join(s.dir, filepath.FromSlash(p)))
			for _, f := range ns {
				if fi, err := os.Stat(f); err == nil && fi.Mode().IsRegular() {
					n++
				}
			}
		}
		return n
	}
	fi, err := os.Stat(filepath.Join(s.dir, "bin", ".ac-hook1"))
	if err != nil {
		t.Fatal(err)
	}
	now := fi.ModTime().UnixMilli()
	if s.sweepTemps(now); count() != 6 {
		t.Errorf("young ones went: %d are left", count())
	}
	if s.sweepTemps(now + hour + 60_000); count() != 2 {
		t.Errorf("%d are left", count())
	}
}

func isDir(p string) bool {
	fi, err := os.Stat(p)
	return err == nil && fi.IsDir()
}
