//go:build unix

package main

import (
	"os"
	"syscall"
)

// faults are the page faults that needed no disk.
func faults(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(u.Minflt)
}
