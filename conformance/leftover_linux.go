package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// endLeftovers ends what a host has left running: processes whose home is that
// of the sandbox, and whom nobody here waits for. Some start a daemon that lives on;
// what another test of the same sandbox has just started is not left over.
func (s *Sandbox) endLeftovers() {
	files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is good
	home := []byte("HOME=" + s.Home())
	for _, file := range files {
		env, err := os.ReadFile(file)
		if err != nil {
			continue // of somebody else, or gone
		}
		for v := range bytes.SplitSeq(env, []byte{0}) {
			if bytes.Equal(v, home) {
				if pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file))); pid > 0 && !ours(pid) {
					_ = syscall.Kill(pid, syscall.SIGKILL) // it may just have ended
				}
			}
		}
	}
}

// ours says whether a process descends from this one.
func ours(pid int) bool {
	for range 64 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		_, rest, ok := bytes.Cut(stat, []byte(") ")) // the name before may hold anything
		f := bytes.Fields(rest)
		if err != nil || !ok || len(f) < 2 {
			return false
		}
		if pid, _ = strconv.Atoi(string(f[1])); pid == os.Getpid() {
			return true
		}
	}
	return false
}
