//go:build unix

package apply

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"agentconnector/pkg/world"
)

// replaceProgram replaces one of our tools; one that runs goes on as it was.
func replaceProgram(path string, mode fs.FileMode, fill func(*os.File) error) error {
	if err := overwrite(path, mode, fill); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// What Windows has to be patient with (replace_windows.go) is one call here.
func remove(path string) error            { return os.Remove(path) }
func readAll(path string) ([]byte, error) { return readWhole(path) }

// rename is os.Rename without a look at what stands there: a directory is no
// place for a file, as the system says itself.
func rename(from, to string) error {
	for {
		if err := syscall.Rename(from, to); err == nil {
			return nil
		} else if err != syscall.EINTR {
			return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
		}
	}
}

// writableHint says how a file is made writable.
const writableHint = "chmod u+w it"

// What the system says where a disk is full, and where it is mounted read-only.
var (
	noSpace      = []error{syscall.ENOSPC, syscall.EDQUOT}
	readOnlyDisk = []error{syscall.EROFS}
)

// self is who we are, asked once.
var self = sync.OnceValues(func() (uid, gid int) { return os.Geteuid(), os.Getegid() })

// keepOwner gives a new file the owner and group of the one that it replaces:
// somebody's file is never handed over to us silently.
func keepOwner(f *os.File, was fs.FileInfo) error {
	if was == nil {
		return nil
	}
	st, ok := was.Sys().(*syscall.Stat_t)
	if uid, gid := self(); !ok || int(st.Uid) == uid && int(st.Gid) == gid {
		return nil
	}
	return f.Chown(int(st.Uid), int(st.Gid))
}

func syncDir(dir string) error {
	d, err := world.OpenFile(dir, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil // it may be written and not read: nobody can flush it
	}
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil // a file system that has no such thing
	}
	return err
}

// tight is a mode without what others than the owner may do.
func tight(m fs.FileMode) fs.FileMode { return m &^ 0o077 }

// readOnly says whether the owner of a file has said that it must not change.
func readOnly(fi fs.FileInfo) bool { return fi.Mode().Perm()&0o200 == 0 }
