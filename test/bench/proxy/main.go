// The benchmark of ac-proxy: what it adds to an MCP server on stdio.
//
//	go run ./test/bench/proxy [-rounds 40] [-gate]
//
// The same client talks to the same server four ways: directly, through a relay
// in C that looks at nothing, through ac-proxy, and through a tee for Node that
// reads what passes as JSON. All four stand ready at once and are asked in turn, a
// hundred calls each, in an order that changes, so that other work on the machine
// meets them all. Of each round the median counts, and of these the one that a fifth
// of the rounds are below. Printed are the ratios of one run:
//
//   - what a small call takes longer than directly;
//   - the same behind a call whose answer is hard to count, which must not delay it;
//   - how fast answers of a megabyte come;
//   - the memory of ac-proxy before and after it has counted.
//
// Beside them stand the CPU time and the context switches that a small call costs the
// program between (on Linux), with all that it does beside the path.
//
// Every answer is checked. -gate fails if a ratio is not what it shall be. Without
// a C compiler or Node the ratio to it is left out.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// What is asked (issue 8).
const (
	maxRelay  = 1.5      // times what the C relay adds to a call
	maxTee    = 0.5      // times what the Node tee adds
	maxDelay  = 2        // times a small call that follows another small one
	minSpeed  = 0.85     // times the C relay's throughput
	maxBefore = 12 << 20 // bytes of memory before the first count
	maxAfter  = 40 << 20 // and when the tokenizer is loaded
)

func main() {
	rounds := flag.Int("rounds", 40, "rounds of a hundred calls each way")
	gate := flag.Bool("gate", false, "exit 1 if ac-proxy is not what it shall be")
	serve := flag.Bool("serve", false, "be the server")
	flag.Parse()
	if *serve {
		server()
		return
	}
	if err := bench(*rounds, *gate); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(rounds int, gate bool) (err error) {
	dir, err := os.MkdirTemp("", "ac-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	all, err := ways(dir)
	if err != nil {
		return err
	}
	fmt.Printf("%s/%s, %d CPUs, %s, %d rounds\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), rounds)
	for _, w := range all {
		if err := w.start(dir); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		defer w.stop()
	}
	before := all[proxied].memory()
	if err := measure(all, rounds); err != nil {
		return err
	}
	missed := report(all, before)
	if _, err := os.Stat(filepath.Join(dir, "logs", "measure", "current.ndjson")); err != nil {
		return fmt.Errorf("ac-proxy has measured nothing: %w", err)
	}
	if gate && missed {
		err = errors.New("a gate is missed")
	}
	return err
}
