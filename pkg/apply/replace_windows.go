package apply

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// How long a rename waits for a program that holds the file open.
const (
	shareTries = 20
	shareWait  = 100 * time.Millisecond
)

const errSharingViolation = syscall.Errno(32) // ERROR_SHARING_VIOLATION

// replace puts b in the place of a file of our own, whole or not at all.
// renameio has no Windows side.
func replace(path string, b []byte, mode fs.FileMode) error {
	temp := tempName(path)
	if err := writeTemp(temp, b, mode, nil); err != nil {
		return err
	}
	if err := rename(temp, path); err != nil {
		os.Remove(temp)
		return err
	}
	return nil
}

// rename replaces to by from. os.Rename does so here too, but fails while
// another program holds the file open without sharing, so it is tried again
// for a while.
func rename(from, to string) (err error) {
	for range shareTries {
		err = os.Rename(from, to)
		if !errors.Is(err, errSharingViolation) && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		time.Sleep(shareWait)
	}
	return err
}

// keepOwner has nothing to do: a new file belongs to who owns the directory.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

// readOnly says whether the file has the read-only attribute.
func readOnly(fi fs.FileInfo) bool { return fi.Mode().Perm()&0o200 == 0 }

func syncDir(string) error { return nil } // Windows has no such call
