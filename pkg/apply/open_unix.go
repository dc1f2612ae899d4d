//go:build unix

package apply

import (
	"io/fs"
	"os"
	"syscall"
)

// openFile is os.OpenFile without an offer of the file to the poller. Files and
// directories are none of its business, and to be told so costs five system calls,
// of each of some thousand files that a run opens.
func openFile(path string, flag int, mode fs.FileMode) (*os.File, error) {
	fd, err := open(path, flag, mode)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

func open(path string, flag int, mode fs.FileMode) (fd int, err error) {
	for {
		fd, err = syscall.Open(path, flag|syscall.O_CLOEXEC, uint32(mode.Perm()))
		if err == nil {
			return fd, nil
		}
		if err != syscall.EINTR {
			return -1, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

// readWhole is os.ReadFile, likewise.
func readWhole(path string) ([]byte, error) {
	fd, err := open(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	b := make([]byte, 0, max(int(st.Size), 0)+512) // more than there is: else the last piece needs a larger one
	for {
		n, err := syscall.Read(fd, b[len(b):cap(b)])
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return nil, &fs.PathError{Op: "read", Path: path, Err: err}
		case n == 0:
			return b, nil
		}
		if b = b[:len(b)+n]; len(b) == cap(b) { // it grows while we read
			b = append(b, 0)[:len(b)]
		}
	}
}
