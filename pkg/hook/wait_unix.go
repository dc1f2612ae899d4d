//go:build linux || darwin

package hook

import (
	"syscall"
	"time"
)

// canWait: a goroutine and a timer to give up reading would cost a thread each.
const canWait = true

// waitStdin waits until there is something to read, or the end. A signal only
// shortens the wait.
func waitStdin(d time.Duration) (ready bool, err error) {
	if d <= 0 {
		return false, nil
	}
	for until := time.Now().Add(d); d > 0; d = time.Until(until) {
		set := syscall.FdSet{}
		set.Bits[0] = 1 // descriptor 0
		tv := syscall.NsecToTimeval(int64(d))
		if err = wait(&set, &tv); err != syscall.EINTR {
			return set.Bits[0] != 0, err
		}
	}
	return false, nil
}
