package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// perRound is how many calls of each kind are made in one round.
var perRound = [kinds]int{small: 100, hard: 5, big: 8, after: 5}

// measure asks all ways in turn.
func measure(all [waysCount]*way, rounds int) error {
	order := rand.New(rand.NewPCG(1, 2))
	for n := range rounds + 1 {
		for _, i := range order.Perm(waysCount) {
			w := all[i]
			do := w.round
			if n == rounds {
				do = w.count
			}
			if w.skip != "" {
				continue
			}
			if err := do(); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
		}
	}
	return nil
}

// round makes small calls, then hard ones with a small one behind each, then big
// ones, and lets what works beside the path come to its end.
func (w *way) round() error {
	for range perRound[small] {
		if err := w.timed(small, small); err != nil {
			return err
		}
	}
	for range perRound[hard] {
		if err := w.timed(hard, hard); err != nil {
			return err
		}
		if err := w.timed(small, after); err != nil {
			return err
		}
	}
	for range perRound[big] {
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

// typical is the median of a round, in a round that few others were as quiet as.
// The median of all rounds tells more of what else the machine does.
func (w *way) typical(kind int) time.Duration {
	if w.skip != "" {
		return 0
	}
	var rounds []time.Duration
	for r := range slices.Chunk(w.took[kind], perRound[kind]) {
		rounds = append(rounds, at(r, 0.5))
	}
	return at(rounds, quiet)
}

const quiet = 0.2

func at(all []time.Duration, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[int(q*float64(len(sorted)-1))]
}

// speed is bytes a second of the big answers.
func (w *way) speed() float64 {
	return float64(len(answers[big])) / w.typical(big).Seconds()
}

// report prints the table and says whether a gate is missed.
func report(all [waysCount]*way, before int64) (missed bool) {
	base := all[direct].typical(small)
	added := func(w *way) float64 { return micro(w.typical(small) - base) }
	fmt.Printf("%-10s %9s %9s %9s %9s %12s %9s %9s %9s\n", "", "call, µs", "median", "p90", "added", "behind hard", "MB/s", "CPU, µs", "switches")
	for _, w := range all {
		if w.skip != "" {
			fmt.Printf("%-10s left out: %s\n", w.name, w.skip)
			continue
		}
		fmt.Printf("%-10s %9.1f %9.1f %9.1f %9.1f %12.1f %9.0f %9.1f %9.2f\n", w.name, micro(w.typical(small)), micro(at(w.took[small], 0.5)), micro(at(w.took[small], 0.9)),
			added(w), micro(w.typical(after)), w.speed()/1e6, w.perCall.cpu, w.perCall.switches)
	}
	p := all[proxied]
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
	check("a small call behind a hard one, times one behind a small one", micro(p.typical(after))/micro(p.typical(small)), maxDelay, false)
	if now := p.memory(); now > 0 {
		check("MB of memory before the first big count", float64(before)/(1<<20), maxBefore>>20, false)
		check("MB of memory at the end", float64(now)/(1<<20), maxAfter>>20, false)
	}
	return missed
}

func micro(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
