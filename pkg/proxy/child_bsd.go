//go:build unix && !linux

package proxy

import "syscall"

// dieWithUs can do nothing here: there is no PDEATHSIG. If we are killed by
// SIGKILL the guard ends the child.
func dieWithUs(*syscall.SysProcAttr) {}
