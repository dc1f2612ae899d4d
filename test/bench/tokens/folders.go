package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// minScale is how much faster a folder is counted on all cores than on one, for
// each of them, up to four.
const minScale = 0.7

// folders counts Go's own sources, some thousand files, on one core and on all.
func folders(dir string, rounds int) (slow bool, err error) {
	tool := filepath.Join(dir, "ac-tokcount")
	if runtime.GOOS == "windows" {
		tool += ".exe"
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-o", tool, "./ac-tokcount").CombinedOutput(); err != nil {
		return false, fmt.Errorf("go build: %w\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return false, err
	}
	src := filepath.Join(strings.TrimSpace(string(root)), "src")
	cores := runtime.NumCPU()
	var one, all time.Duration
	var said [2]string
	for range rounds {
		for i, n := range []int{1, cores} {
			cmd := exec.Command(tool, "-q", src)
			cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", n))
			start := time.Now()
			out, err := cmd.Output()
			took := time.Since(start)
			if err != nil {
				return false, err
			}
			if said[i] = string(out); i == 0 {
				one = least(one, took)
			} else {
				all = least(all, took)
			}
		}
	}
	if said[0] != said[1] {
		return false, errors.New("the counts on one core and on all differ")
	}
	scale := one.Seconds() / all.Seconds()
	slow = scale < minScale*float64(min(cores, 4))
	fmt.Printf("folder %v on one core, %v on %d: %.2f ×%s\n", one.Round(time.Millisecond), all.Round(time.Millisecond), cores, scale, verdict(slow))
	return slow, nil
}
