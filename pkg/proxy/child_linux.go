package proxy

import "syscall"

// dieWithUs has the kernel kill the child when we die, also by SIGKILL. What the
// child has started is the guard's.
func dieWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
