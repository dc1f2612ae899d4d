// The benchmark of ac-hook serve: events that rules decide, one after the other
// through one process on one core, as the module of a plugin host sends them.
//
//	go run ./test/bench/serve [-events 1000000] [-log=false] [-gate]
//
// Every answer is checked. Printed are events per second of CPU time (user and
// system, which other work on the machine changes little) and of wall time, and
// the memory of the process after each tenth of the events: it must not grow.
// -gate fails below 50,000 events a second of CPU, or if the memory grows.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What -gate holds serve to.
const (
	minRate   = 50_000
	maxGrowth = 8 << 20 // bytes from the second tenth of the events to the last
)

const tenths = 10

func main() {
	events := flag.Int("events", 1_000_000, "events")
	log := flag.Bool("log", true, "write the event log")
	gate := flag.Bool("gate", false, "fail if it is too slow or grows")
	flag.Parse()
	if err := bench(*events, *log, *gate); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// definition is what a guard of a shell looks like.
const definition = `{"schema":"ac.hookfile/v1","connector":"bench","version":"1","telemetry":%v,"hooks":{
  "PreToolUse":[{"matcher":"Bash|mcp__bench__.*","handler":{"rules":[
    {"if":{"toolInput.command":{"matches":"rm +-[a-z]*r[a-z]*f"}},"decision":"deny","reason":"no"},
    {"if":{"toolInput.command":{"glob":"git push*"}},"decision":"ask","reason":"sure?"}]}}]}}`

// request is event n; every tenth is denied.
func request(b []byte, n int) []byte {
	command := "go build ./..."
	if n%10 == 0 {
		command = "rm -rf build"
	}
	return fmt.Appendf(b, `{"id":%d,"event":"tool.execute.before","payload":{"hook":"tool.execute.before",`+
		`"input":{"tool":"bash","sessionID":"ses_dd6165163ffeBWXv8RjmNmKqHD","callID":"call_%d"},`+
		`"output":{"args":{"command":"%s","description":"As the model says"}},"directory":"/tmp","worktree":"/tmp"}}`+"\n", n, n, command)
}

func answer(n int) string {
	if n%10 == 0 {
		return fmt.Sprintf(`{"id":%d,"reply":{"throw":"no"}}`, n)
	}
	return fmt.Sprintf(`{"id":%d}`, n)
}

func bench(events int, log, gate bool) (err error) {
	if events < tenths {
		return fmt.Errorf("%d events: at least %d", events, tenths)
	}
	dir, err := os.MkdirTemp("", "ac-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tool := filepath.Join(dir, "ac-hook")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", tool, "./ac-hook").CombinedOutput(); err != nil {
		return fmt.Errorf("ac-hook cannot be built, run this from the root of the repository: %w\n%s", err, out)
	}
	folder := filepath.Join(dir, "connectors", "bench", "user")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "hook.json"), fmt.Appendf(nil, definition, log), 0o600); err != nil {
		return err
	}
	cmd := exec.Command(tool, "serve", "opencode", "--connector", "bench")
	cmd.Env = []string{"HOME=" + dir, "AGENT_CONNECTOR_DATA_DIR=" + dir, "GOMAXPROCS=1"}
	cmd.Stderr = os.Stderr
	begin := time.Now()
	memory, err := run(cmd, events, filepath.Join(dir, "logs", "events"))
	if err != nil {
		return err
	}
	return report(cmd, events, log, gate, time.Since(begin), memory)
}

// run sends the events, checks the answers and looks at the memory on the way.
func run(cmd *exec.Cmd, events int, logs string) (memory []int64, err error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	sent := make(chan error, 1)
	go func() { sent <- send(in, events) }()
	answers := bufio.NewScanner(out)
	for n := range events {
		if !answers.Scan() || answers.Text() != answer(n) {
			err = fmt.Errorf("answer %d is %q, expected %q", n, answers.Text(), answer(n))
			break
		}
		if (n+1)%(events/tenths) == 0 {
			memory = append(memory, resident(cmd.Process.Pid))
			prune(logs)
		}
	}
	if err != nil {
		_ = cmd.Process.Kill()
	}
	_, _ = io.Copy(io.Discard, out)
	return memory, errors.Join(err, <-sent, cmd.Wait())
}

func send(in io.WriteCloser, events int) error {
	w := bufio.NewWriterSize(in, 64<<10)
	var b []byte
	for n := range events {
		b = request(b[:0], n)
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return errors.Join(w.Flush(), in.Close())
}

// prune removes closed segments: ten million events are gigabytes of log.
func prune(logs string) {
	closed, _ := filepath.Glob(filepath.Join(logs, "*-*.ndjson"))
	for _, f := range closed {
		_ = os.Remove(f)
	}
}

// resident is the memory of a process now, in bytes; 0 where the system does not
// tell.
func resident(pid int) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(b) {
		if kb, ok := strings.CutPrefix(string(line), "VmRSS:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB")), 10, 64)
			return n << 10
		}
	}
	return 0
}

func report(cmd *exec.Cmd, events int, log, gate bool, wall time.Duration, memory []int64) error {
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	rate := float64(events) / cpu.Seconds()
	fmt.Printf("%s/%s, %s, GOMAXPROCS=1, event log %v\n", runtime.GOOS, runtime.GOARCH, runtime.Version(), log)
	fmt.Printf("%d events: %.1f µs of CPU each, %.0f a second of CPU; %.0f a second of wall time\n",
		events, cpu.Seconds()*1e6/float64(events), rate, float64(events)/wall.Seconds())
	var mb []string
	for _, m := range memory {
		mb = append(mb, fmt.Sprintf("%.1f", float64(m)/(1<<20)))
	}
	growth := slices.Max(memory[2:]) - memory[1]
	fmt.Printf("memory after each tenth, MB: %s; growth %.1f\n", strings.Join(mb, " "), float64(growth)/(1<<20))
	if gate && (rate < minRate || growth > maxGrowth) {
		return fmt.Errorf("expected %d events a second of CPU and no growth over %d MB", minRate, maxGrowth>>20)
	}
	return nil
}
