package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Try takes a lock on the first byte without waiting. It goes when the
// handle is closed, also by the death of the process.
func Try(f *os.File, exclusive bool) error {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
	switch {
	case err == nil:
		return nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return ErrBusy
	default:
		return errors.Join(ErrNoLocks, err)
	}
}
