//go:build unix

package proxy

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// guard is a shell that waits for our death and ends the child's group then. The
// kernel kills only the child itself (PDEATHSIG), and that only on Linux: a server
// behind a launcher such as npx would stay if it ignores the end of its input.
type guard struct {
	cmd  *exec.Cmd
	held *os.File // open as long as we live
}

// onGuard reads until we are gone. Whoever is then left of the group is asked, and
// killed a second later. A group that is gone already is left alone.
const onGuard = `trap '' TERM HUP INT; read -r line; kill -s TERM -- "-$1" && sleep 1 && kill -s KILL -- "-$1"`

// watchOver starts the guard of a group. If there is none to be had the group is
// without.
func watchOver(group int) *guard {
	in, held, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer in.Close()
	cmd := &exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", onGuard, "ac-proxy", strconv.Itoa(group)}, Dir: "/", Stdin: in,
		Env: []string{"PATH=/usr/bin:/bin"}, SysProcAttr: &syscall.SysProcAttr{Setpgid: true}}
	if err := cmd.Start(); err != nil {
		held.Close()
		return nil
	}
	return &guard{cmd, held}
}

// leave ends the guard, whose group has ended.
func (g *guard) leave() {
	if g == nil {
		return
	}
	_ = g.cmd.Process.Kill()
	_ = g.cmd.Wait()
	g.held.Close()
}
