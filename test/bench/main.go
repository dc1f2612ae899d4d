// The benchmark of ac-apply: one server added to a large ~/.claude.json.
//
//	go run ./test/bench [-sizes 1,10,23,100] [-rounds 5]
//
// Each round goes through the life of an installation in a fresh home: cp of
// the file, for comparison; the first apply; the same again, which writes
// nothing; an upgrade after another program has written the file; undo. Each
// step is a process of its own and is measured whole: CPU (user and system),
// wall time and peak memory as the system counts them. Printed are medians, and
// ratios to the cp of the same run: those can be compared between machines.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

func main() {
	sizes := flag.String("sizes", "1,10,23,100", "file sizes in MB")
	rounds := flag.Int("rounds", 5, "rounds; the median is printed")
	flag.Parse()
	if err := bench(*sizes, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(sizes string, rounds int) (err error) {
	var mbs []int
	for s := range strings.SplitSeq(sizes, ",") {
		mb, err := strconv.Atoi(s)
		if err != nil || mb < 1 || mb > 200 {
			return fmt.Errorf("the size %q: expected whole MB from 1 to 200", s)
		}
		mbs = append(mbs, mb)
	}
	if rounds < 1 {
		return errors.New("at least one round")
	}
	dir, err := os.MkdirTemp("", "ac-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tool := filepath.Join(dir, "ac-apply")
	build := exec.Command("go", "build", "-trimpath", "-o", tool, "./ac-apply")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("ac-apply cannot be built, run this from the root of the repository: %w", err)
	}
	fmt.Printf("%s/%s, %d CPUs, %s, %d rounds\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), rounds)
	fmt.Printf("%6s  %-8s %9s %8s %8s %7s %8s %9s\n", "MB", "step", "CPU ms", "ms/MB", "wall ms", "RSS MB", "CPU/cp", "state MB")
	for _, mb := range mbs {
		if err := (&life{dir: dir, tool: tool, mb: mb}).measure(rounds); err != nil {
			return err
		}
	}
	return nil
}
