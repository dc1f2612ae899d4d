//go:build unix

package flock

import (
	"errors"
	"os"
	"syscall"
)

// Try takes a flock without waiting. It goes when the file is closed, also
// by the death of the process.
func Try(f *os.File, exclusive bool) error {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EINTR):
		return ErrBusy
	default: // ENOLCK, EOPNOTSUPP, EINVAL, ENOSYS: as the file system says it
		return errors.Join(ErrNoLocks, err)
	}
}
