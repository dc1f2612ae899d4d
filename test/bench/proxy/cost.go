package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// costCalls are the small calls over which a way's cost is counted.
const costCalls = 1000

// cost is what a program between has spent: unlike the time that a call takes, it
// does not depend on how long the machine needs to wake a sleeping CPU.
type cost struct {
	cpu      time.Duration
	switches int64 // of its threads, for whatever reason
}

// count makes small calls and notes what a call of them has cost the program,
// with what it does beside the path.
func (w *way) count() error {
	before := w.spent()
	for range costCalls {
		if _, err := w.ask(small); err != nil {
			return err
		}
	}
	time.Sleep(100 * time.Millisecond) // for what comes after
	after := w.spent()
	w.perCall = perCall{micro(after.cpu-before.cpu) / costCalls, float64(after.switches-before.switches) / costCalls}
	return nil
}

// perCall is the cost of one call; 0 where the system does not tell (elsewhere
// than on Linux).
type perCall struct{ cpu, switches float64 }

// spent adds up the threads of the process, not its children.
func (w *way) spent() (c cost) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", w.cmd.Process.Pid))
	for _, t := range threads {
		b, _ := os.ReadFile(filepath.Join(t, "schedstat"))
		ns, _, _ := strings.Cut(string(b), " ")
		c.cpu += time.Duration(number(ns))
		b, _ = os.ReadFile(filepath.Join(t, "status"))
		for line := range strings.Lines(string(b)) {
			if name, n, ok := strings.Cut(line, ":"); ok && strings.HasSuffix(name, "ctxt_switches") {
				c.switches += number(n)
			}
		}
	}
	return c
}

func number(s string) int64 {
	n, _ := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	return n
}
