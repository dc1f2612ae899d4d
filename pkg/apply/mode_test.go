package apply

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"agentconnector/pkg/wire"
)

// TestModeAlone: only the mode changes, and the run is killed before or after
// that. The file is then open or closed, recovery says which, and the next run
// makes it good; the user's mode is not lost.
func TestModeAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	vars := func(string) (string, bool) { return "s3cret", true }
	for name, c := range map[string]struct {
		before   func(path string) // what the user does, so that only the mode is left to change
		resolve  bool
		from, to os.FileMode
	}{
		"closed again": {func(p string) { os.Chmod(p, 0o640) }, true, 0o640, 0o600},
		"opened": {func(p string) {
			os.WriteFile(p, []byte("{\n  \"a\": 1,\n  \"s\": {\n    \"x\": \"y\"\n  }\n}\n"), 0o600)
		}, false, 0o600, 0o644},
	} {
		for _, killed := range []int{1, 2, 3, 0} { // before the intent, before the mode, after it
			dir := t.TempDir()
			s := store{dir: filepath.Join(dir, "ours")}
			path := filepath.Join(dir, "x.json")
			os.WriteFile(path, []byte("{\n  \"a\": 1\n}\n"), 0o644)
			tg := func(resolve bool) target {
				tg := adding(path)
				w, err := wanted(wire.Patch{Op: wire.OpSet, Surface: wire.Server, Path: path, Format: "json", Hosts: []string{"h"},
					At: []string{"s"}, Value: []byte(`{"x":"y","t":{"env":"T"}}`)})
				if err != nil {
					t.Fatal(err)
				}
				if tg.task.want = []want{w}; resolve {
					tg.task.env = vars
				}
				return tg
			}
			if a := s.apply(tg(true)); a.err != nil {
				t.Fatal(name, a.err)
			}
			c.before(path)
			before := mode(t, path)
			if killed > 0 {
				real, _ := resolve(path)
				a, _, cur, res := s.look(tg(c.resolve))
				if a.err != nil || !a.change || !res.same(cur) {
					t.Fatal(name, a.err, a.change, res.same(cur))
				}
				in := intent{Real: real, Temp: tempName(real), Old: cur.sum(), New: res.sum(), Mode: octal(res.mode), TS: 1, Ledger: res.led}
				for i, f := range []func() error{func() error { _, err := s.begin(&in); return err }, func() error { return setMode(real, cur, res.mode) }} {
					if i < killed-1 {
						if err := f(); err != nil {
							t.Fatal(name, err)
						}
					}
				}
				rec, err := s.Recover()
				if err != nil || len(rec) != min(killed-1, 1) || len(rec) > 0 && rec[0].Finished != (killed == 3) {
					t.Fatal(name, killed, rec, err)
				}
				if killed < 3 && mode(t, path) != before {
					t.Errorf("%s, killed %d: %v", name, killed, mode(t, path))
				}
			}
			if a := s.apply(tg(c.resolve)); a.err != nil {
				t.Fatal(name, a.err)
			}
			if before != c.from || mode(t, path) != c.to {
				t.Errorf("%s, killed %d: %v → %v", name, killed, before, mode(t, path))
			}
			if a := s.apply(tg(c.resolve)); a.err != nil || a.change {
				t.Error(name, killed, "a second run changes something", a.err)
			}
		}
	}
}

func mode(t *testing.T, path string) os.FileMode {
	fi, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return fi.Mode().Perm()
}
