package remote

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// loseAfter bounds how long sent bytes may stay unacknowledged. Without it the
// kernel repeats them for a quarter of an hour, and sends no probes meanwhile.
func loseAfter(d time.Duration) func(network, address string, c syscall.RawConn) error {
	return func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) {
			// A kernel that refuses only notices later.
			_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(d.Milliseconds()))
		})
	}
}
