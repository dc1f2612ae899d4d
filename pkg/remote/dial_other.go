//go:build !linux

package remote

import (
	"syscall"
	"time"
)

// loseAfter: there is no such option here; the system's own limit holds.
func loseAfter(time.Duration) func(network, address string, c syscall.RawConn) error { return nil }
