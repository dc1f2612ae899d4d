package proxy

import "syscall"

// dieWithUs has the kernel kill the child when we die, also by SIGKILL. The
// grandchildren then see the end of their input.
func dieWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
