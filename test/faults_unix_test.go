//go:build unix

package test

import (
	"os"
	"syscall"
)

func minorFaults(p *os.ProcessState) int64 { return int64(p.SysUsage().(*syscall.Rusage).Minflt) }
