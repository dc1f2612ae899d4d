package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// endLeftovers ends what a host has left running: processes whose home is that
// of the sandbox. Some start a daemon that lives on.
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
				pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
				_ = syscall.Kill(pid, syscall.SIGKILL) // it may just have ended
			}
		}
	}
}
