package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"agentconnector/pkg/flock"
	"agentconnector/pkg/home"
	"agentconnector/pkg/world"
)

// How long a run waits for another one at the same file.
const lockRetry = 10 * time.Millisecond

var lockWait = 15 * time.Second // tests wait less

// lock takes the lock of one file. It lies in our home, never beside the
// user's file, and the system releases it with the process that held it.
func (s store) lock(real string) (unlock func(), err error) {
	for until := time.Now().Add(lockWait); ; time.Sleep(lockRetry) {
		unlock, err = s.tryLock(real)
		switch {
		case err == nil:
			return unlock, nil
		case !errors.Is(err, flock.ErrBusy):
			return nil, fmt.Errorf("%s: cannot be locked: %w", real, err)
		case time.Now().After(until):
			return nil, fmt.Errorf("%s: another run has held this file for %s\nhint: wait for it to end, then run again", real, lockWait)
		}
	}
}

// tryLock takes the lock if nobody has it.
func (s store) tryLock(real string) (unlock func(), err error) {
	path := filepath.Join(home.State(s.dir), "locks", key(real))
	f, err := world.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) { // it is the first one of all
		if err := s.markNew(); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		f, err = world.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		return nil, err
	}
	if err := flock.Try(f, true); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
