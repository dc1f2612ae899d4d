// The benchmark of the main job: every host found, and a connector installed on
// all of them.
//
//	go run ./test/bench/pipeline [-runs 30] [-dir DIR] [-gate]
//
// The home is that of test/installed: every host is there, and every file holds
// what others have written. Each round starts, in an order of its own, an empty
// Go program, ac-detect, and the pipeline ac-detect | ac-render | ac-apply in four
// ways: into a fresh copy of the home, the same again, with --dry-run into a fresh
// copy, and ac-detect where our tools are in place, whose versions it asks for.
// The gate of the first time is that of the hosts that were there when it was set.
// Printed are, of all rounds, the medians of the time and of the CPU time, of all
// processes together, and their ratio to the empty Go program of the same rounds:
// that can be compared between machines.
//
// -dir names where the homes lie: on a disk the first installation is mostly what
// the file system does when files are made and flushed. On Linux /dev/shm, in
// memory, shows what we do.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
)

// What is asked of CPU time (issue 6), as multiples of the empty Go program.
const (
	maxDetect   = 4
	maxPipeline = 40
	minHosts    = 37 // that are installed
)

func main() {
	runs := flag.Int("runs", 30, "rounds")
	dir := flag.String("dir", "", "where the homes lie (default: the system's directory for temporary files)")
	gate := flag.Bool("gate", false, "exit 1 if it takes more than it shall")
	flag.Parse()
	if err := bench(*runs, *dir, *gate); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(runs int, in string, gate bool) (err error) {
	if runs < 1 {
		return errors.New("at least one round")
	}
	dir, err := os.MkdirTemp(in, "ac-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	w, err := newWorld(dir)
	if err != nil {
		return err
	}
	order := rand.New(rand.NewPCG(1, 2)) // what ran before warms or cools the caches
	for range runs {
		for _, i := range order.Perm(len(w.rows)) {
			if err := w.measure(w.rows[i]); err != nil {
				return fmt.Errorf("%s: %w", w.rows[i].name, err)
			}
		}
	}
	fmt.Printf("%s/%s, %d CPUs, %s, %d rounds, %d hosts, %d changes, in %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), runs, w.hosts, w.changes, dir)
	if missed := w.report(); gate && missed {
		return errors.New("a gate is missed")
	}
	return nil
}
