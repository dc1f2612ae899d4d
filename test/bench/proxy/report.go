package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

const (
	calls = 100 // small ones, in one round
	bigs  = 8
)

// measure asks all ways in turn.
func measure(all [waysCount]*way, rounds int) error {
	order := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		for _, i := range order.Perm(waysCount) {
			w := all[i]
			if w.skip != "" {
				continue
			}
			if err := w.round(); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
		}
	}
	return nil
}

// round makes small calls, then hard ones with a small one behind each, then big
// ones, and lets what works beside the path come to its end.
func (w *way) round() error {
	for range calls {
		if err := w.timed(small, small); err != nil {
			return err
		}
	}
	for range 3 {
		if err := w.timed(hard, hard); err != nil {
			return err
		}
		if err := w.timed(small, after); err != nil {
			return err
		}
	}
	for range bigs {
		if err := w.timed(big, big); err != nil {
			return err
		}
	}
	time.Sleep(20 * time.Millisecond)
	return nil
}

func (w *way) timed(kind, as int) error {
	took, err := w.ask(kind)
	w.took[as] = append(w.took[as], took)
	return err
}

func (w *way) at(kind int, q float64) time.Duration {
	if w.skip != "" {
		return 0
	}
	all := slices.Sorted(slices.Values(w.took[kind]))
	return all[int(q*float64(len(all)-1))]
}

// speed is bytes a second of the big answers, at the median.
func (w *way) speed() float64 {
	return float64(len(answers[big])) / w.at(big, 0.5).Seconds()
}

// report prints the table and says whether a gate is missed.
func report(all [waysCount]*way, before int64) (missed bool) {
	fmt.Printf("%-10s %10s %10s %12s %12s %10s\n", "", "call, µs", "p90", "added, µs", "behind hard", "MB/s")
	base := all[direct]
	for _, w := range all {
		if w.skip != "" {
			fmt.Printf("%-10s left out: %s\n", w.name, w.skip)
			continue
		}
		fmt.Printf("%-10s %10.1f %10.1f %12.1f %12.1f %10.0f\n", w.name, micro(w.at(small, 0.5)), micro(w.at(small, 0.9)),
			micro(w.at(small, 0.5)-base.at(small, 0.5)), micro(w.at(after, 0.5)), w.speed()/1e6)
	}
	p := all[proxied]
	added := func(w *way) float64 { return micro(w.at(small, 0.5) - base.at(small, 0.5)) }
	check := func(what string, got, limit float64, least bool) {
		verdict := "ok"
		if least && got < limit || !least && got > limit {
			verdict, missed = "MISSED", true
		}
		fmt.Printf("%-60s %6.2f  (gate %g) %s\n", what, got, limit, verdict)
	}
	if all[relay].skip == "" {
		check("added to a call, times the C relay", added(p)/added(all[relay]), maxRelay, false)
		check("speed of 1 MB answers, times the C relay", p.speed()/all[relay].speed(), minSpeed, true)
	}
	if all[tee].skip == "" {
		check("added to a call, times the Node tee", added(p)/added(all[tee]), maxTee, false)
	}
	check("a small call behind a hard one, times one behind a small one", micro(p.at(after, 0.5))/micro(p.at(small, 0.5)), maxDelay, false)
	if now := p.memory(); now > 0 {
		check("MB of memory before the first big count", float64(before)/(1<<20), maxBefore>>20, false)
		check("MB of memory at the end", float64(now)/(1<<20), maxAfter>>20, false)
	}
	return missed
}

func micro(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
