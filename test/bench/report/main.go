// The benchmark of ac-report tokens.
//
//	go run ./test/bench/report [-records 1000000] [-rounds 5] [-tool PROGRAM] [-gate]
//
// A log of ten compressed files, made from a seed and as ac-proxy writes them, is
// reported, and beside it decompressed and its lines counted: zstd -dc FILE… |
// wc -l, in the same rounds. Where there is no zstd, this program itself does
// both, with the library that ac-report uses, and the table says so. Of each the
// fastest round counts; times depend on the machine, their ratio hardly.
//
// -gate fails if the report takes more than 4 times as long, by the clock or in CPU
// time, or 100 MB. The clock is not judged on a machine that has more to do than it
// has processors: then it tells who was let in, and how often.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// What is asked (issue 8).
const (
	maxRatio = 4
	maxPeak  = 100 << 20
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "count" {
		count(os.Args[2:])
		return
	}
	records := flag.Int("records", 1_000_000, "records")
	rounds := flag.Int("rounds", 5, "rounds")
	other := flag.String("tool", "", "another ac-report to be measured, an older one say")
	gate := flag.Bool("gate", false, "exit 1 if it takes more than it shall")
	flag.Parse()
	missed, err := bench(*records, max(*rounds, 1), *other)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if missed && *gate {
		os.Exit(1)
	}
}

func bench(records, rounds int, tool string) (missed bool, err error) {
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
	log := filepath.Join(dir, "logs", "measure")
	plain, err := generate(log, records)
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
	var least, report run
	for range rounds {
		for _, c := range []struct {
			best *run
			make func() *exec.Cmd
			want func([]byte) error
		}{
			{&least, counts, func(out []byte) error { return lines(out, records) }},
			{&report, func() *exec.Cmd { return reporter(tool, dir) }, func(out []byte) error { return calls(out, records) }},
		} {
			r, err := once(c.make(), c.want)
			if err != nil {
				return false, err
			}
			if c.best.wall == 0 || r.wall < c.best.wall {
				*c.best = r
			}
		}
	}
	fmt.Printf("%d records, %d MB in %d files of %d MB together\n", records, plain>>20, len(files), packed>>20)
	fmt.Printf("%-24s %8s %8s %8s\n", "", "ms", "CPU ms", "MB")
	fmt.Printf("%-24s %8d %8d\n", counter, least.wall.Milliseconds(), least.cpu.Milliseconds())
	fmt.Printf("%-24s %8d %8d %8d\n", "ac-report tokens", report.wall.Milliseconds(), report.cpu.Milliseconds(), report.peak>>20)
	return judge(least, report), nil
}

// judge says what was missed.
func judge(least, report run) (missed bool) {
	clock, cpu := float64(report.wall)/float64(least.wall), float64(report.cpu)/float64(least.cpu)
	fmt.Printf("ratio %.2f of the time, %.2f of the CPU time\n", clock, cpu)
	slow := cpu > maxRatio
	if load := load(); load > float64(runtime.NumCPU())+1 {
		fmt.Printf("the machine has other work, a load of %.0f: the clock is not judged\n", load)
	} else {
		slow = slow || clock > maxRatio
	}
	if slow {
		fmt.Printf("too slow: at most %d times\n", maxRatio)
	}
	if report.peak > maxPeak {
		fmt.Printf("too much memory: at most %d MB\n", maxPeak>>20)
	}
	return slow || report.peak > maxPeak
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
func once(cmd *exec.Cmd, want func(out []byte) error) (r run, err error) {
	cmd.Stderr = os.Stderr
	begin := time.Now()
	out, err := cmd.Output()
	r.wall = time.Since(begin)
	if err == nil {
		err = want(out)
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", cmd, err)
	}
	r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.peak = peak(cmd.ProcessState)
	return r, nil
}
