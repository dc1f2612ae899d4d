// The benchmark of ac-hook: from the start of the process to its exit.
//
//	go run ./test/bench/start [-runs 200] [-gate]
//
// A hook runs before every tool call, so its cost is that of starting it. Each
// round starts every program once, in an order of its own, all with the same
// payload on stdin: an empty program in C, an empty program in Go and ac-hook;
// each tenth round also node and preflight-collector (npm @newrelic/preflight,
// which observes the same events), which take a hundred times as long. Printed are, of all rounds, the median and the lower decile of the
// time, CPU, page faults, and the ratio to the empty Go program of the same
// rounds: that can be compared between machines.
//
// Each program is copied first, as an installation does: a file that the linker
// has written lies in memory in small pieces, and starts a fifth slower.
//
// Nothing is sent anywhere: the collector only writes a file, below a temporary
// home. It is installed from npm once, without scripts, into the user's cache.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
)

// What is asked of a call that a rule decides (issue 5), and in time of one that is
// observed (issue 10).
const (
	maxRatio   = 1.5 // times the empty Go program, at the median; the aim is 1.3
	maxFaults  = 230 // page faults, on Linux
	minFaster  = 10  // times faster than preflight-collector
	maxMemory  = 12 << 20
	maxProgram = 8 << 20
)

func main() {
	runs := flag.Int("runs", 200, "rounds")
	gate := flag.Bool("gate", false, "exit 1 if ac-hook is not what it shall be")
	flag.Parse()
	if err := bench(*runs, *gate); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(runs int, gate bool) (err error) {
	if runs < 1 {
		return errors.New("at least one round")
	}
	dir, err := os.MkdirTemp("", "ac-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	all, err := programs(dir)
	if err != nil {
		return err
	}
	fmt.Printf("%s/%s, %d CPUs, %s, %d rounds\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), runs)
	order := rand.New(rand.NewPCG(1, 2)) // what ran before warms or cools the caches
	for round := range runs {
		for _, i := range order.Perm(len(all)) {
			p := all[i]
			if p.skip != "" || p.slow && round%10 != 0 {
				continue
			}
			if err := p.run(); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
	}
	table(all)
	missed, err := judge(dir, all)
	if err == nil && gate && missed {
		err = errors.New("a gate is missed")
	}
	return err
}
