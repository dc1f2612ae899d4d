//go:build !windows

package hook

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup starts the command as the leader of a process group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the command with all its children.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
