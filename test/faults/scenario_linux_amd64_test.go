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
	older  bool // our state is of version 1
	do     op
}

var scenarios = []scenario{
	{name: "install", do: install(1)},
	{name: "upgrade", before: []op{install(1)}, do: install(2)},
	{name: "undo", before: []op{install(1)}, do: undo},
	{name: "install-after-a-foreign-change", before: []op{install(1)}, theirs: true, do: install(2)},
	{name: "undo-after-a-foreign-change", before: []op{install(1)}, theirs: true, do: undo},
	{name: "upgrade-of-an-older-state", before: []op{install(1)}, older: true, do: install(2)},
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
	if s.older {
		if err := older(b); err != nil {
			return err
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

// older makes of our state what a program of version 1 would have left.
func older(b *box) error {
	if err := os.Remove(filepath.Join(b.ours(), "state", "version")); err != nil {
		return err
	}
	names, _ := filepath.Glob(filepath.Join(b.ours(), "state", "ledger", "*.json"))
	for _, n := range names {
		text, err := os.ReadFile(n)
		if err != nil {
			return err
		}
		old := strings.Replace(string(text), `"version":2,`, `"version":1,`, 1)
		if old == string(text) {
			return fmt.Errorf("%s is not of version 2", n)
		}
		if err := os.WriteFile(n, []byte(old), 0); err != nil {
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

func begin(t *testing.T) *box {
	t.Helper()
	b, err := newBox(people())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	return b
}
