package apply

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// How long a replacement waits for a program that holds the file open.
const (
	shareTries = 20
	shareWait  = 100 * time.Millisecond
)

const errSharingViolation = syscall.Errno(32) // ERROR_SHARING_VIOLATION

// replace puts b in the place of a file, whole or not at all. renameio has no
// Windows side; os.Rename replaces there too, but fails while another program
// holds the file open without sharing, so it is tried again for a while.
func replace(path string, b []byte, mode fs.FileMode, was fs.FileInfo, ready func() error) (err error) {
	t, err := os.CreateTemp(filepath.Dir(path), ".ac-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		t.Close()
		if err != nil {
			os.Remove(t.Name())
		}
	}()
	if _, err = t.Write(b); err != nil {
		return err
	}
	if err = t.Sync(); err != nil {
		return err
	}
	if err = t.Close(); err != nil {
		return err
	}
	if ready != nil {
		if err = ready(); err != nil {
			return err
		}
	}
	for range shareTries {
		err = os.Rename(t.Name(), path)
		if !errors.Is(err, errSharingViolation) && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		time.Sleep(shareWait)
	}
	return err
}

// readOnly says whether the file has the read-only attribute.
func readOnly(fi fs.FileInfo) bool { return fi.Mode().Perm()&0o200 == 0 }

func syncDir(string) error { return nil } // Windows has no such call
