package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

const (
	empty = "package main\n\nfunc main() {}\n"
	first = `package main

import (
	"os"

	"agentconnector/pkg/tokens"
)

func main() {
	e, err := tokens.Get(tokens.Default)
	if err != nil || e.Count(os.Args[1]) == 0 {
		os.Exit(1)
	}
}
`
)

// starts compares a program that counts 1 KB with an empty one, at the median
// of the CPU time.
func starts(dir string, rounds int) (slow bool, err error) {
	text := ""
	for len(text) < 1<<10 {
		text += "Of the first kilobyte that a tool counts, most of the time is that of its start. func main() { return 42 }\n"
	}
	var programs [2]string
	for i, source := range []string{empty, first} {
		if programs[i], err = build(dir, fmt.Sprintf("start%d", i), source); err != nil {
			return false, err
		}
	}
	var times [2][]time.Duration
	for range rounds {
		for i, p := range programs {
			cmd := exec.Command(p, text[:1<<10])
			if err := cmd.Run(); err != nil {
				return false, err
			}
			times[i] = append(times[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	base, ours := times[0][rounds/2], times[1][rounds/2]
	slow = ours > maxStart*base
	fmt.Printf("start  %v, the first count of 1 KB %v: %.2f ×%s\n", base, ours, ours.Seconds()/base.Seconds(), verdict(slow))
	return slow, nil
}

// build compiles a program, within the module, as it uses a package of it.
func build(dir, name, source string) (string, error) {
	file := filepath.Join(dir, name+".go")
	if err := write(file, source); err != nil {
		return "", err
	}
	program := filepath.Join(dir, name)
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, file).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return program, nil
}

func write(path, text string) error { return os.WriteFile(path, []byte(text), 0o600) }
