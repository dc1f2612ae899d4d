package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// maxSetUp is how many pieces of memory a package of ours may ask for before main:
// an expression that is compiled needs more of them.
const maxSetUp = 50

// TestLittleIsSetUpAtStart: the tools of a pipe run for some milliseconds, so what
// they may need is made when they do (package lazy).
func TestLittleIsSetUpAtStart(t *testing.T) {
	for tool := range links {
		cmd := exec.Command(filepath.Join(programs(), filepath.Base(tool)+exeSuffix()), "--version")
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		var trace strings.Builder
		cmd.Stderr = &trace
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		if !strings.Contains(trace.String(), "init runtime") {
			t.Fatalf("%s: no trace:\n%s", tool, trace.String())
		}
		// init agentconnector/pkg/render @1.5 ms, 0.015 ms clock, 5000 bytes, 53 allocs
		for line := range strings.Lines(trace.String()) {
			f := strings.Fields(line)
			if len(f) < 3 || !strings.HasPrefix(f[1], module+"pkg/") {
				continue
			}
			if n, err := strconv.Atoi(f[len(f)-2]); err != nil || n > maxSetUp {
				t.Errorf("%s: at most %d allocations: %s", tool, maxSetUp, line)
			}
		}
	}
}
