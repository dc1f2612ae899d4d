package logstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agentconnector/pkg/flock"
	"agentconnector/pkg/world"
)

const lockStep = time.Millisecond // between two tries

// Held is a lock that is held. The nil lock is no lock.
type Held struct{ f *os.File }

// Lock takes the lock of a log folder, shared to write or exclusive to rename.
// It is a file of its own: locks on the log itself would be mandatory on
// Windows and would keep readers out.
func Lock(dir string, exclusive bool) (*Held, error) { return LockFor(dir, exclusive, LockWait) }

// LockFor is Lock for a program that has more, or less, time than LockWait.
func LockFor(dir string, exclusive bool, wait time.Duration) (*Held, error) {
	return LockFile(filepath.Join(dir, lockName), exclusive, wait)
}

// LockFile takes a lock on a file, which it creates, and waits at most so long.
func LockFile(path string, exclusive bool, wait time.Duration) (*Held, error) {
	f, err := world.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for tries := int(wait / lockStep); ; tries-- {
		if err = flock.Try(f, exclusive); err == nil {
			return &Held{f}, nil
		}
		if !errors.Is(err, flock.ErrBusy) || tries <= 0 {
			f.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		time.Sleep(lockStep)
	}
}

// Unlock gives the lock back. The lock file stays: removing it would let two
// programs hold locks on two files of the same name.
func (h *Held) Unlock() {
	if h != nil {
		h.f.Close()
	}
}
