package conformance

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// isolate puts a process and its children into a group, so that they end
// together, and takes the network away from them.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = attributes(HasNoNetwork())
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// HasNoNetwork says whether processes of a sandbox run in a network namespace
// of their own, in which there is nothing to reach. A system that does not let
// a user make one leaves the variables that turn the hosts' own traffic off.
var HasNoNetwork = sync.OnceValue(func() bool {
	cmd := exec.Command("/bin/true")
	cmd.SysProcAttr = attributes(true)
	return cmd.Run() == nil
})

func attributes(noNetwork bool) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if noNetwork {
		a.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return a
}
