package faults

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// another is a program that writes .claude.json without our lock: it reads the
// file, counts n up, and replaces it or writes into it.
func another(b *box, inPlace bool) error {
	p := filepath.Join(b.home, ".claude.json")
	text, err := os.ReadFile(p)
	if err != nil {
		return err
	}
	text = bytes.Replace(text, []byte("\"n\": 0"), []byte("\"n\": 7, \"theirs\": true"), 1)
	if inPlace {
		return os.WriteFile(p, text, 0)
	}
	temp := filepath.Join(b.dir, "theirs")
	if err := os.WriteFile(temp, text, 0o640); err != nil {
		return err
	}
	return os.Rename(temp, p)
}

// TestAnotherProgramWrites lets another program write at every instant of a run,
// which then goes on, or is killed up to a dozen calls later. What that program
// wrote is never lost, and the ledger tells what is in the file.
func TestAnotherProgramWrites(t *testing.T) {
	step := faults(t)
	for _, s := range scenarios[:3] {
		t.Run(s.name, func(t *testing.T) {
			b := begin(t)
			if err := s.prepare(b); err != nil {
				t.Fatal(err)
			}
			first, last := 0, 0 // the calls about this file
			if r, err := b.traced(s.do, changing, func(n int, c call) verdict {
				if strings.Contains(c.path, "..claude.json.ac-") || c.path == filepath.Join(b.home, ".claude.json") {
					if first == 0 {
						first = max(n-12, 1) // backup and intent come before
					}
					last = n + 12
				}
				return verdict{}
			}); err != nil || r.code != 0 || first == 0 {
				t.Fatal(r, err, first)
			}
			tried := atomic.Int64{}
			for _, inPlace := range []bool{false, true} {
				each(t, s, story{}, upTo(last-first+1, 1), func(b *box, _ story, n int) error {
					for kill := 0; kill <= 12; kill += min(step, 5) { // 0: none
						if err := s.prepare(b); err != nil {
							return err
						}
						if err := writeThenKill(b, s, first+n-1, kill, inPlace); err != nil {
							return fmt.Errorf("another program writes before call %d, kill %d calls later, in place %v: %w", first+n-1, kill, inPlace, err)
						}
						tried.Add(1)
					}
					return nil
				})
			}
			t.Logf("%s: %d tried", s.name, tried.Load())
		})
	}
}

func writeThenKill(b *box, s scenario, at, kill int, inPlace bool) error {
	var wrote error
	r, err := b.traced(s.do, changing, func(n int, _ call) verdict {
		if n == at {
			wrote = another(b, inPlace)
		}
		return verdict{kill: kill > 0 && n == at+kill}
	})
	switch {
	case err != nil:
		return err
	case wrote != nil:
		return fmt.Errorf("the file is gone for a moment: %w", wrote)
	case kill == 0 && r.code != 0:
		return fmt.Errorf("%v", r)
	}
	b.age()
	if r := b.ac(nil, "--recover"); r.code != 0 {
		return fmt.Errorf("--recover: %v", r)
	}
	if err := b.theirsStays("after --recover"); err != nil {
		return err
	}
	if v := b.ac(nil, "--verify"); v.code != 0 && kill == 0 {
		return fmt.Errorf("--verify: %v", v)
	}
	if ts := b.temps(); len(ts) > 0 {
		return fmt.Errorf("temporary files are left: %v", ts)
	}
	if r := b.do(s.do); r.code != 0 && !strings.Contains(r.err, "not installed") {
		return fmt.Errorf("the same again: %v", r)
	}
	if r := b.ac(nil, "--verify"); r.code != 0 {
		return fmt.Errorf("after the same again: %v", r)
	}
	if r := b.ac(nil, "--undo", "gamma"); r.code != 0 && !strings.Contains(r.err, "not installed") {
		return fmt.Errorf("undo: %v", r)
	}
	if err := b.theirsStays("after undo"); err != nil {
		return err
	}
	text, _ := os.ReadFile(filepath.Join(b.home, ".claude.json"))
	if bytes.Contains(text, []byte("gamma")) {
		return fmt.Errorf("undo leaves an edit: %s", text)
	}
	return nil
}

func (b *box) theirsStays(when string) error {
	text, err := os.ReadFile(filepath.Join(b.home, ".claude.json"))
	if err != nil || !bytes.Contains(text, []byte("\"n\": 7, \"theirs\": true")) || !bytes.Contains(text, []byte("9007199254740993")) {
		return fmt.Errorf("%s what the other program wrote is lost: %v %s", when, err, text)
	}
	return nil
}

// TestNoExchange: a file system that cannot exchange files (renameat2 says
// EINVAL). Everything works, killed or not; only the window of another
// program's write is as wide as a look and a rename.
func TestNoExchange(t *testing.T) {
	step := faults(t)
	cannot := func(c call) verdict {
		if c.nr == unix.SYS_RENAMEAT2 {
			return verdict{errno: unix.EINVAL}
		}
		return verdict{}
	}
	for _, s := range scenarios[:3] {
		t.Run(s.name, func(t *testing.T) {
			st, _, err := s.story(begin(t))
			if err != nil {
				t.Fatal(err)
			}
			b := begin(t)
			if err := s.prepare(b); err != nil {
				t.Fatal(err)
			}
			calls, refused := 0, 0
			r, err := b.traced(s.do, changing, func(n int, c call) verdict {
				calls = n
				v := cannot(c)
				if v.errno != 0 {
					refused++
				}
				return v
			})
			if err != nil || r.code != 0 || refused == 0 {
				t.Fatal(r, err, refused)
			}
			if d := diff(b.tree(), st.after); len(d) > 0 {
				t.Fatal(d)
			}
			points := upTo(calls, 2*step)
			each(t, s, st, points, func(b *box, st story, n int) error {
				r, err := b.traced(s.do, changing, func(k int, c call) verdict {
					v := cannot(c)
					v.kill = k == n
					return v
				})
				if err != nil || r.code != -9 {
					return fmt.Errorf("was not killed: %v %w", r, err)
				}
				return aftermath(b, s, st)
			})
			t.Logf("%s: %d of %d changing calls tried", s.name, len(points), calls)
		})
	}
}

// TestRestoreKilled: --restore is a write like any other.
func TestRestoreKilled(t *testing.T) {
	step := faults(t)
	s := scenario{name: "restore", before: []op{install(1)}, theirs: true}
	s.do = func(b *box) ([]byte, []string) {
		for real := range b.ledgers() {
			if real == filepath.Join(b.home, ".claude.json") {
				names, _ := filepath.Glob(filepath.Join(b.ours(), "backups", "*", "path"))
				for _, n := range names {
					if text, _ := os.ReadFile(n); strings.TrimSpace(string(text)) == real {
						return nil, []string{"--restore", filepath.Join(filepath.Dir(n), "original")}
					}
				}
			}
		}
		return nil, []string{"--restore", "no backup found"}
	}
	b := begin(t)
	if err := s.prepare(b); err != nil {
		t.Fatal(err)
	}
	st := story{before: b.tree()}
	calls := 0
	if r, err := b.traced(s.do, changing, func(n int, _ call) verdict { calls = n; return verdict{} }); err != nil || r.code != 0 {
		t.Fatal(r, err)
	}
	st.after = b.tree()
	if text, _ := os.ReadFile(filepath.Join(b.home, ".claude.json")); string(text) != people()[".claude.json"] {
		t.Fatalf("not restored: %s", text)
	}
	each(t, s, st, upTo(calls, min(step, 3)), func(b *box, st story, n int) error {
		if _, err := b.traced(s.do, changing, killAt(n)); err != nil {
			return err
		}
		if err := whole(b, st, true); err != nil {
			return err
		}
		b.age()
		if r := b.ac(nil, "--recover"); r.code != 0 {
			return fmt.Errorf("--recover: %v", r)
		}
		if ts := b.temps(); len(ts) > 0 {
			return fmt.Errorf("temporary files are left: %v", ts)
		}
		if err := whole(b, st, false); err != nil {
			return err
		}
		if r := b.do(s.do); r.code != 0 {
			return fmt.Errorf("the same again: %v", r)
		}
		if d := diff(b.tree(), st.after); len(d) > 0 {
			return fmt.Errorf("the same again: %v", d)
		}
		return nil
	})
	t.Logf("restore: %d changing calls tried", len(upTo(calls, min(step, 3))))
}
