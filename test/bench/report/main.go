// The benchmark of ac-report tokens and ac-report events.
//
//	go run ./test/bench/report [-records 1000000] [-rounds 5] [-tool PROGRAM] [-gate] [-only tokens|events]
//
// A log of ten compressed files, made from a seed and as ac-proxy or ac-hook writes
// them, is reported, and beside it decompressed and its lines counted: zstd -dc FILE… |
// wc -l, in the same rounds. Where there is no zstd, this program itself does
// both, with the library that ac-report uses, and the table says so. Of each the
// fastest round counts; times depend on the machine, their ratio hardly.
//
// -gate fails if the report takes more than 4 times as long, that of events, which
// pairs them and prints two records for each call, 8 times, by the clock or in CPU
// time, or 100 MB. The clock is not judged on a machine that has more to do than it
// has processors: then it tells who was let in, and how often.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"agentconnector/pkg/logstore"
)

// What is asked (issues 8 and 10).
const maxPeak = 100 << 20

// report is one that is measured.
type report struct {
	verb, log string
	ratio     float64
	args      []string
	record    func(rnd *rand.Rand, at *int64) any
	check     func(out []byte, records int) error
	sum       keeper // what is kept of a line of its output; nil: all
}

var reports = []report{
	{"tokens", logstore.Measures, 4, []string{"tokens", "--json"}, func(rnd *rand.Rand, at *int64) any { return measure(rnd, at) }, calls, nil},
	{"events", logstore.Events, 8, []string{"events"}, nil, paired, kind},
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "count" {
		count(os.Args[2:])
		return
	}
	records := flag.Int("records", 1_000_000, "records")
	rounds := flag.Int("rounds", 5, "rounds")
	other := flag.String("tool", "", "another ac-report to be measured, an older one say")
	gate := flag.Bool("gate", false, "exit 1 if it takes more than it shall")
	only := flag.String("only", "", "one of the reports: tokens or events")
	flag.Parse()
	failed := false
	for _, r := range reports {
		if *only != "" && *only != r.verb {
			continue
		}
		missed, err := r.bench(*records, max(*rounds, 1), *other)
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(2)
		}
		failed = failed || missed
	}
	if failed && *gate {
		os.Exit(1)
	}
}

func (c *report) bench(records, rounds int, tool string) (missed bool, err error) {
	dir, err := os.MkdirTemp("", "ac-bench")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if tool == "" {
		tool = filepath.Join(dir, "ac-report")
		if out, err := exec.Command("go", "build", "-trimpath", "-o", tool, "./ac-report").CombinedOutput(); err != nil {
			return false, fmt.Errorf("ac-report cannot be built, run this from the root of the repository: %w\n%s", err, out)
		}
	}
	log := filepath.Join(dir, "logs", c.log)
	plain, err := c.generate(log, records)
	if err != nil {
		return false, err
	}
	files, err := filepath.Glob(filepath.Join(log, "*.zst"))
	if err != nil || len(files) != segments {
		return false, fmt.Errorf("%d compressed files: %v", len(files), err)
	}
	packed := int64(0)
	for _, f := range files {
		fi, err := os.Stat(f)
		if err != nil {
			return false, err
		}
		packed += fi.Size()
	}
	counter, counts := counters(files)
	var least, most run
	for range rounds {
		for _, p := range []struct {
			best *run
			make func() *exec.Cmd
			want func([]byte) error
			sum  keeper
		}{
			{&least, counts, func(out []byte) error { return lines(out, records) }, nil},
			{&most, func() *exec.Cmd { return reporter(tool, dir, c.args) }, func(out []byte) error { return c.check(out, records) }, c.sum},
		} {
			r, err := once(p.make(), p.want, p.sum)
			if err != nil {
				return false, err
			}
			if p.best.wall == 0 || r.wall < p.best.wall {
				*p.best = r
			}
		}
	}
	fmt.Printf("%d records, %d MB in %d files of %d MB together\n", records, plain>>20, len(files), packed>>20)
	fmt.Printf("%-24s %8s %8s %8s\n", "", "ms", "CPU ms", "MB")
	fmt.Printf("%-24s %8d %8d\n", counter, least.wall.Milliseconds(), least.cpu.Milliseconds())
	fmt.Printf("%-24s %8d %8d %8d\n", "ac-report "+c.verb, most.wall.Milliseconds(), most.cpu.Milliseconds(), most.peak>>20)
	return c.judge(least, most), nil
}

// judge says what was missed.
func (c *report) judge(least, most run) (missed bool) {
	clock, cpu := float64(most.wall)/float64(least.wall), float64(most.cpu)/float64(least.cpu)
	fmt.Printf("ratio %.2f of the time, %.2f of the CPU time\n", clock, cpu)
	slow := cpu > c.ratio
	if load := load(); load > float64(runtime.NumCPU())+1 {
		fmt.Printf("the machine has other work, a load of %.0f: the clock is not judged\n", load)
	} else {
		slow = slow || clock > c.ratio
	}
	if slow {
		fmt.Printf("too slow: at most %g times\n", c.ratio)
	}
	if most.peak > maxPeak {
		fmt.Printf("too much memory: at most %d MB\n", maxPeak>>20)
	}
	return slow || most.peak > maxPeak
}

// load is how many programs want to run, over the last minute; 0 where the system
// does not say it as Linux does.
func load() (n float64) {
	b, err := os.ReadFile("/proc/loadavg")
	if err == nil {
		_, _ = fmt.Sscan(string(b), &n)
	}
	return n
}

// run is what one program took.
type run struct {
	wall, cpu time.Duration
	peak      int64
}

// once runs a program and checks what it says.
func once(cmd *exec.Cmd, want func(out []byte) error, sum keeper) (r run, err error) {
	cmd.Stderr = os.Stderr
	begin := time.Now()
	var kept bytes.Buffer
	cmd.Stdout = &kept
	if sum != nil { // what is large is not kept: a process counts the memory of whom it is born of
		cmd.Stdout = summing{sum, &kept}
	}
	err = cmd.Run()
	r.wall = time.Since(begin)
	if err == nil {
		err = want(kept.Bytes())
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", cmd, err)
	}
	r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.peak = peak(cmd.ProcessState)
	return r, nil
}
