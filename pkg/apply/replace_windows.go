package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// On Windows a file that another program has open cannot be replaced, and
// perhaps not read: editors, virus scanners and indexers hold files for a
// moment. So everything here is tried for a while before it is an error.
const (
	shareTries = 20
	shareWait  = 100 * time.Millisecond
)

var errHeld = errors.New("it is held open by another program\nhint: close the file there, or end that program, then run again")

// writableHint says how a file is made writable.
const writableHint = "take its read-only attribute away (attrib -r FILE)"

// What the system says where a disk is full, and where it is write-protected.
var (
	noSpace      = []error{windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED}
	readOnlyDisk = []error{windows.ERROR_WRITE_PROTECT}
)

// rename replaces to by from in one step, as MoveFileEx does. A read-only file
// cannot be replaced, so it loses that attribute for the moment; whoever calls
// us has been told to (--force), and has given it to the new file.
func rename(from, to string) error {
	fi, err := os.Stat(to)
	locked := err == nil && readOnly(fi)
	if locked {
		if err := os.Chmod(to, 0o600); err != nil {
			return err
		}
	}
	err = patiently(func() error { return os.Rename(from, to) }, from, to)
	if err != nil && locked {
		_ = os.Chmod(to, 0o400) // the old file is there still, and as it was
	}
	return err
}

// remove is os.Remove for a file that a scanner may be looking at.
func remove(path string) error {
	return patiently(func() error { return os.Remove(path) }, path)
}

// readAll is os.ReadFile for a file that somebody may be writing.
func readAll(path string) (b []byte, err error) {
	err = patiently(func() error {
		b, err = os.ReadFile(path)
		return err
	}, path)
	if errors.Is(err, errHeld) {
		return nil, fmt.Errorf("%s: cannot be read: %w", path, err)
	}
	return b, err
}

// patiently does something as long as it fails because of somebody else, and
// tells that from a want of rights, which Windows reports alike.
func patiently(do func() error, files ...string) error {
	var err error
	for range shareTries {
		if err = do(); !busy(err) {
			return err
		}
		time.Sleep(shareWait)
	}
	for _, f := range files {
		if held(f) {
			return errHeld
		}
	}
	return err
}

// busy says whether an error may be that of a file in use. A rename over such a
// file, and anything with one whose removal is under way, is "access denied".
func busy(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION) ||
		errors.Is(err, windows.ERROR_ACCESS_DENIED)
}

// held says whether another program has the file open: we ask for it alone.
func held(path string) bool {
	p, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return false
	}
	h, err := windows.CreateFile(p, windows.GENERIC_READ, 0, nil, windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err == nil {
		windows.CloseHandle(h)
	}
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION)
}

// replaceProgram replaces one of our tools. Hosts may run it for as long as
// they run themselves, and a running program cannot be replaced; but it can be
// renamed, so it goes on under another name, which the next run removes.
func replaceProgram(path string, mode fs.FileMode, fill func(*os.File) error) error {
	temp := tempName(path)
	old, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".ac-*"))
	for _, f := range old {
		_ = os.Remove(f) // fails while it still runs
	}
	if err := create(temp, mode, nil, fill); err != nil {
		return err
	}
	if os.Rename(temp, path) == nil {
		return nil
	}
	aside := tempName(path)
	err := moveNew(path, aside)
	if err == nil {
		if err = moveNew(temp, path); err != nil {
			err = errors.Join(err, moveNew(aside, path))
		}
	}
	_ = os.Remove(temp) // moved, if all went well
	return err
}

// tight is the mode itself: Windows knows no other than read-only. Who may read
// a file there is said by the access list that its folder hands down, and the
// folders of a user's profile are closed to other users.
func tight(m fs.FileMode) fs.FileMode { return m }

// readOnly says whether the file has the read-only attribute.
func readOnly(fi fs.FileInfo) bool { return fi.Mode().Perm()&0o200 == 0 }

func syncDir(string) error { return nil } // NTFS journals its directories; there is no such call
