package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sample is one run.
type sample struct {
	wall, cpu time.Duration
	faults    int64
}

// run starts the program and waits for its end.
func (p *program) run() error {
	in, err := os.Open(p.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	start := time.Now()
	proc, err := os.StartProcess(p.argv[0], p.argv, &os.ProcAttr{Env: p.env, Files: []*os.File{in, null, null}})
	if err != nil {
		return err
	}
	state, err := proc.Wait()
	took := time.Since(start)
	if err != nil {
		return err
	}
	if !state.Success() {
		return fmt.Errorf("%v", state)
	}
	p.took = append(p.took, sample{took, state.UserTime() + state.SystemTime(), faults(state)})
	return nil
}

// at is a quantile of one number of the samples.
func at[T cmp.Ordered](p *program, q float64, of func(sample) T) T {
	var all []T
	for _, s := range p.took {
		all = append(all, of(s))
	}
	slices.Sort(all)
	return all[int(q*float64(len(all)-1))]
}

func wall(s sample) time.Duration { return s.wall }
func cpu(s sample) time.Duration  { return s.cpu }
func flt(s sample) int64          { return s.faults }

func table(all []*program) {
	base := find(all, goName)
	fmt.Printf("%-28s %9s %6s %9s %6s %8s %12s\n", "", "median ms", "ratio", "p10 ms", "ratio", "CPU ms", "page faults")
	for _, p := range all {
		if p.skip != "" {
			fmt.Printf("%-28s skipped: %s\n", p.name, p.skip)
			continue
		}
		fmt.Printf("%-28s %9.2f %6.2f %9.2f %6.2f %8.2f %6d %5d\n", p.name,
			ms(at(p, 0.5, wall)), ratio(p, base, 0.5), ms(at(p, 0.1, wall)), ratio(p, base, 0.1),
			ms(at(p, 0.5, cpu)), at(p, 0.5, flt), at(p, 0, flt))
	}
	fmt.Println("page faults: median and least")
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func ratio(p, base *program, q float64) float64 {
	return float64(at(p, q, wall)) / float64(at(base, q, wall))
}

func find(all []*program, name string) *program {
	return all[slices.IndexFunc(all, func(p *program) bool { return p.name == name })]
}

// judge says what of the gates is kept.
func judge(dir string, all []*program) (missed bool, err error) {
	say := func(ok bool, format string, args ...any) {
		verdict := "ok    "
		if !ok {
			verdict, missed = "MISSED", true
		}
		fmt.Printf("%s %s\n", verdict, fmt.Sprintf(format, args...))
	}
	hook, base, other := find(all, deniedName), find(all, goName), find(all, collectorName)
	r := ratio(hook, base, 0.5)
	say(r <= maxRatio, "%.2f times the empty Go program, at most %.1f", r, maxRatio)
	o := ratio(find(all, observedName), base, 0.5)
	say(o <= maxRatio, "%.2f times the empty Go program where it observes, which takes a line of a log, at most %.1f", o, maxRatio)
	if n := at(hook, 0.5, flt); n > 0 {
		say(n <= maxFaults, "%d page faults, at most %d (the empty Go program: %d)", n, maxFaults, at(base, 0.5, flt))
	}
	if other.skip == "" {
		f := float64(at(other, 0.5, wall)) / float64(at(hook, 0.5, wall))
		say(f >= minFaster, "%.0f times faster than %s, at least %d", f, collectorName, minFaster)
	}
	fi, err := os.Stat(hook.argv[0])
	if err != nil {
		return missed, err
	}
	say(fi.Size() < maxProgram, "%.1f MB of program, under %d", float64(fi.Size())/(1<<20), maxProgram>>20)
	if runtime.GOOS == "linux" {
		n, err := memory(dir, hook)
		if err != nil {
			return missed, err
		}
		say(n < maxMemory, "%.1f MB of memory for a payload of 64 KB, under %d", float64(n)/(1<<20), maxMemory>>20)
	}
	return missed, nil
}

// memory is the peak of a call with a payload of 64 KB, as a handler that it
// starts sees it: more than a rule needs. The system's own count of a child
// begins with what the parent had.
func memory(dir string, p *program) (int64, error) {
	root := filepath.Join(filepath.Dir(filepath.Dir(p.argv[0])), "connectors", "memory", "user")
	const file = `{"schema":"ac.hookfile/v1","connector":"memory","version":"1.0.0","telemetry":true,"hooks":{"PreToolUse":[{"handler":{"command":["sh","-c","grep VmHWM /proc/$PPID/status > \"$AC_CONNECTOR_DIR/peak\""]}}]}}`
	if err := write(filepath.Join(root, "hook.json"), file); err != nil {
		return 0, err
	}
	cmd := exec.Command(p.argv[0], "claude-code", "PreToolUse", "--connector", "memory")
	cmd.Env = p.env
	cmd.Stdin = strings.NewReader(strings.Replace(payload, "sudo rm", "rm "+strings.Repeat("x", 64<<10-len(payload)), 1))
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	b, err := os.ReadFile(filepath.Join(root, "peak"))
	if err != nil {
		return 0, err
	}
	f := bytes.Fields(b) // VmHWM: 1234 kB
	if len(f) != 3 {
		return 0, fmt.Errorf("no VmHWM in %q", b)
	}
	kb, err := strconv.ParseInt(string(f[1]), 10, 64)
	return kb << 10, err
}
