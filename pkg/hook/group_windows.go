package hook

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup keeps a console window from opening.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true} }

// killGroup kills the command with all its children. There are no process
// groups to kill; taskkill walks the tree.
func killGroup(p *os.Process) error {
	kill := exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid))
	ownGroup(kill)
	if kill.Run() == nil {
		return nil
	}
	return p.Kill()
}
