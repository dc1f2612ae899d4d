package faults

import (
	"fmt"
	"sync/atomic"
	"testing"
)

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
