//go:build unix && !linux

package proxy

import "syscall"

// dieWithUs can do nothing here: there is no PDEATHSIG. If we are killed by
// SIGKILL the child sees the end of its input, as it would without us.
func dieWithUs(*syscall.SysProcAttr) {}
