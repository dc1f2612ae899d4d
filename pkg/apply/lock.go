package apply

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"agentconnector/pkg/home"
)

// How long a run waits for another one at the same file.
const lockRetry = 10 * time.Millisecond

var lockWait = 15 * time.Second // tests wait less

// lock takes the lock of one file. It lies in our home, never beside the
// user's file, and the system releases it with the process that held it.
func (s store) lock(real string) (unlock func(), err error) {
	l, ok, err := s.tryLock(real)
	if err == nil && !ok {
		ctx, cancel := context.WithTimeout(context.Background(), lockWait)
		defer cancel()
		ok, err = l.TryLockContext(ctx, lockRetry)
	}
	if errors.Is(err, context.DeadlineExceeded) || err == nil && !ok {
		return nil, fmt.Errorf("%s: another run has held this file for %s\nhint: wait for it to end, then run again", real, lockWait)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be locked: %w", real, err)
	}
	return func() { l.Unlock() }, nil
}

// tryLock takes the lock if nobody has it.
func (s store) tryLock(real string) (l *flock.Flock, ok bool, err error) {
	dir := filepath.Join(home.State(s.dir), "locks")
	l = flock.New(filepath.Join(dir, key(real)))
	if ok, err = l.TryLock(); !errors.Is(err, fs.ErrNotExist) {
		return l, ok, err
	}
	if err := s.markNew(); err != nil { // it is the first one of all
		return l, false, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return l, false, err
	}
	ok, err = l.TryLock()
	return l, ok, err
}
