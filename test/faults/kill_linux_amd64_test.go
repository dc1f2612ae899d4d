package faults

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A scenario is one thing that a user does at home, in some state of it.
type scenario struct {
	name   string
	before []op
	theirs bool // others have written since
	do     op
}

var scenarios = []scenario{
	{name: "install", do: install(1)},
	{name: "upgrade", before: []op{install(1)}, do: install(2)},
	{name: "undo", before: []op{install(1)}, do: undo},
	{name: "install-after-a-foreign-change", before: []op{install(1)}, theirs: true, do: install(2)},
	{name: "undo-after-a-foreign-change", before: []op{install(1)}, theirs: true, do: undo},
}

// prepare brings a home to where the scenario begins.
func (s scenario) prepare(b *box) error {
	if err := b.reset(); err != nil {
		return err
	}
	for _, o := range s.before {
		if r := b.do(o); r.code != 0 {
			return fmt.Errorf("before %s: %v", s.name, r)
		}
	}
	if !s.theirs {
		return nil
	}
	for name, change := range map[string][2]string{
		".claude.json":       {"\"n\": 0", "\"n\": 1, \"theirs\": [1,2]"},
		".codex/config.toml": {"model =", "theirs = true\nmodel ="},
		".cursor/mcp.json":   {"// mine", "// mine, and more"},
		".claude/CLAUDE.md":  {"Be kind.", "Be very kind."},
	} {
		p := filepath.Join(b.home, name)
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if err := os.WriteFile(p, []byte(strings.Replace(string(text), change[0], change[1], 1)), 0); err != nil {
			return err
		}
	}
	return nil
}

// A story is what a home looks like at the points of a scenario that nothing
// has disturbed.
type story struct{ before, after, undone tree }

func (s scenario) story(b *box) (st story, calls int, err error) {
	if err := s.prepare(b); err != nil {
		return st, 0, err
	}
	st.before = b.tree()
	r, err := b.traced(s.do, changing, func(n int, _ call) verdict { calls = n; return verdict{} })
	if err != nil || r.code != 0 {
		return st, 0, fmt.Errorf("%s: %v %w", s.name, r, err)
	}
	st.after = b.tree()
	if r := b.ac(nil, "--undo", "gamma"); r.code != 0 && !strings.Contains(r.err, "not installed") {
		return st, 0, fmt.Errorf("%s: undo: %v", s.name, r)
	}
	st.undone = b.tree()
	return st, calls, nil
}

// each tries the points of a scenario, two at a time, each worker in a home of
// its own. It stops at the first few faults: the rest says the same.
func each(t *testing.T, s scenario, st story, points []int, try func(b *box, st story, n int) error) {
	t.Helper()
	next := make(chan int)
	var wg sync.WaitGroup
	var bad atomic.Int32
	for range 2 {
		wg.Go(func() {
			b, err := newBox(people())
			if err != nil {
				t.Error(err)
				return
			}
			defer b.close()
			for n := range next {
				if bad.Load() > 5 {
					continue // the channel is emptied
				}
				err := s.prepare(b)
				if err == nil {
					err = try(b, st, n)
				}
				if err != nil {
					bad.Add(1)
					t.Errorf("%s, point %d: %v", s.name, n, err)
				}
			}
		})
	}
	for _, p := range points {
		next <- p
	}
	close(next)
	wg.Wait()
}

// upTo lists every step-th number from 1.
func upTo(n, step int) (ns []int) {
	for i := 1; i <= n; i += step {
		ns = append(ns, i)
	}
	return ns
}

// TestKilled kills ac-apply before each system call that could change anything
// on disk. Each file is old or new, recovery settles on one of them with a
// ledger that agrees, and what follows ends as if nothing had happened.
func TestKilled(t *testing.T) {
	step := faults(t)
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			st, calls, err := s.story(begin(t))
			if err != nil {
				t.Fatal(err)
			}
			points := upTo(calls, step)
			each(t, s, st, points, func(b *box, st story, n int) error {
				var at call
				r, err := b.traced(s.do, changing, func(k int, c call) verdict {
					if k == n {
						at = c
					}
					return verdict{kill: k == n}
				})
				if err != nil || r.code != -9 {
					return fmt.Errorf("was not killed: %v %w", r, err)
				}
				if err := aftermath(b, s, st); err != nil {
					return fmt.Errorf("killed before %v: %w", at, err)
				}
				return nil
			})
			t.Logf("%s: %d of %d changing calls tried", s.name, len(points), calls)
		})
	}
}

// TestKilledAgain kills an install before one of its calls and then the recovery
// from that before each of its own.
func TestKilledAgain(t *testing.T) {
	step := faults(t)
	s := scenarios[1]
	st, calls, err := s.story(begin(t))
	if err != nil {
		t.Fatal(err)
	}
	recoverOp := func(*box) ([]byte, []string) { return nil, []string{"--recover"} }
	tried := atomic.Int64{}
	// An odd stride, so that every kind of call has its turn.
	each(t, s, st, upTo(calls, 5*step), func(b *box, st story, n int) error {
		for again := 1; ; again++ {
			if again > 1 {
				if err := s.prepare(b); err != nil {
					return err
				}
			}
			if _, err := b.traced(s.do, changing, killAt(n)); err != nil {
				return err
			}
			r, err := b.traced(recoverOp, changing, killAt(again))
			if err != nil {
				return err
			}
			if r.code == 0 {
				return nil // the recovery has no more calls
			}
			if r.code != -9 {
				return fmt.Errorf("the recovery: %v", r)
			}
			if err := aftermath(b, s, st); err != nil {
				return fmt.Errorf("recovery killed before its call %d: %w", again, err)
			}
			tried.Add(1)
		}
	})
	t.Logf("%d kills in recoveries tried", tried.Load())
}

func killAt(n int) func(int, call) verdict {
	return func(k int, _ call) verdict { return verdict{kill: k == n} }
}

// TestKilledAnywhere kills an upgrade before any call at all, also those that
// change nothing, a prime number apart.
func TestKilledAnywhere(t *testing.T) {
	step := faults(t)
	stride := 3
	if step > 1 {
		stride = 61
	}
	s := scenarios[1]
	b := begin(t)
	st, _, err := s.story(b)
	if err == nil {
		err = s.prepare(b)
	}
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	if _, err := b.traced(s.do, every, func(n int, _ call) verdict { calls = n; return verdict{} }); err != nil {
		t.Fatal(err)
	}
	points := upTo(calls, stride)
	each(t, s, st, points, func(b *box, st story, n int) error {
		r, err := b.traced(s.do, every, killAt(n))
		if err != nil || r.code > 0 { // 0: this time it needed fewer calls
			return fmt.Errorf("%v %w", r, err)
		}
		return aftermath(b, s, st)
	})
	t.Logf("%d of about %d calls of every kind tried", len(points), calls)
}

func begin(t *testing.T) *box {
	t.Helper()
	b, err := newBox(people())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	return b
}

// aftermath is what must hold after a kill.
func aftermath(b *box, s scenario, st story) error {
	if err := whole(b, st, true); err != nil {
		return err
	}
	b.age()
	if r := b.ac(nil, "--recover"); r.code != 0 {
		return fmt.Errorf("--recover: %v", r)
	}
	return settled(b, s, st)
}

// settled is what must hold once recovery is done, and what comes after it.
func settled(b *box, s scenario, st story) error {
	if err := whole(b, st, false); err != nil {
		return fmt.Errorf("after --recover: %w", err)
	}
	if ts := b.temps(); len(ts) > 0 {
		return fmt.Errorf("temporary files are left after --recover: %v", ts)
	}
	if !s.theirs {
		if fs := b.agrees(); len(fs) > 0 {
			return fmt.Errorf("after --recover: %s", strings.Join(fs, "\n"))
		}
	}
	return onward(b, s, st)
}

// onward does what the user does next: the same again, then undo.
func onward(b *box, s scenario, st story) error {
	if r := b.do(s.do); r.code != 0 && !strings.Contains(r.err, "not installed") {
		return fmt.Errorf("the same again: %v", r)
	}
	if d := diff(b.tree(), st.after); len(d) > 0 {
		return fmt.Errorf("the same again does not lead to the same: %s", strings.Join(d, "\n"))
	}
	if fs := b.agrees(); len(fs) > 0 && !s.theirs {
		return fmt.Errorf("after the same again: %s", strings.Join(fs, "\n"))
	}
	if r := b.ac(nil, "--undo", "gamma"); r.code != 0 && !strings.Contains(r.err, "not installed") {
		return fmt.Errorf("undo: %v", r)
	}
	if d := diff(b.tree(), st.undone); len(d) > 0 {
		return fmt.Errorf("undo does not lead to the same: %s", strings.Join(d, "\n"))
	}
	b.age()
	b.ac(nil, "--recover")
	if ts := b.temps(); len(ts) > 0 {
		return fmt.Errorf("temporary files are left in the end: %v", ts)
	}
	return nil
}

// whole says whether every file is byte for byte the old or the new one. With
// temps, there may be temporary files and directories in the making beside them.
func whole(b *box, st story, temps bool) error {
	now := b.tree()
	for name, text := range now {
		old, wasThere := st.before[name]
		new, willBe := st.after[name]
		switch {
		case wasThere && text == old || willBe && text == new:
		case temps && strings.Contains(filepath.Base(name), ".ac-"):
		default:
			return fmt.Errorf("%s is neither old nor new: %q", name, text)
		}
		if !temps && strings.HasSuffix(name, "/") && !wasThere && !now.below(name) {
			return fmt.Errorf("%s was made, is empty, and is left", name)
		}
	}
	for name := range st.before {
		if _, ok := now[name]; !ok && st.after[name] != "" {
			return fmt.Errorf("%s is gone", name)
		}
	}
	return nil
}

// files says whether any file is in a directory.
func (t tree) files(dir string) bool {
	for name := range t {
		if strings.HasPrefix(name, dir) && !strings.HasSuffix(name, "/") {
			return true
		}
	}
	return false
}

// below says whether anything is in a directory.
func (t tree) below(dir string) bool {
	for name := range t {
		if name != dir && strings.HasPrefix(name, dir) {
			return true
		}
	}
	return false
}
