//go:build unix

package world

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"unsafe"
)

// OpenFile is os.OpenFile for a file on disk. That one offers every file to the
// runtime's network poller, which takes none from a disk, but has then been set
// up and has a thread of its own: a tenth of what a hook costs.
func OpenFile(name string, flag int, perm os.FileMode) (*os.File, error) {
	fd, err := open(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

func open(name string, flag int, perm os.FileMode) (int, error) {
	for {
		fd, err := openFile(name, flag|syscall.O_CLOEXEC, uint32(perm.Perm()))
		if err == nil {
			return fd, nil
		}
		if err != syscall.EINTR {
			return -1, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
}

// ReadFile is os.ReadFile in the same way, for files of most bytes at most.
func ReadFile(name string, most int) ([]byte, error) {
	fd, err := open(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // what stands there may be a pipe without an end
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	size, whole := 4<<10, -1
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) == nil && st.Size > 0 {
		size = int(min(st.Size, int64(most))) + 1 // one more, to see the end
		if st.Mode&syscall.S_IFMT == syscall.S_IFREG {
			whole = int(st.Size)
		}
	}
	b := Bytes(size)
	for {
		n, err := syscall.Read(fd, b[len(b):cap(b)])
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return nil, &fs.PathError{Op: "read", Path: name, Err: err}
		case n == 0:
			return Trim(b), nil
		}
		if b = b[:len(b)+n]; len(b) > most {
			return nil, fmt.Errorf("%s: found more than %d bytes", name, most)
		}
		if len(b) == whole { // there was room for more
			return Trim(b), nil
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}

// maxPath is the longest path that Executable asks for at once.
const maxPath = 512

// Executable is the file of this program, without links; empty if it is not
// known. os.Executable needs two pieces of memory more on Linux.
func Executable() string {
	b := Bytes(maxPath)[:maxPath]
	if n, err := syscall.Readlink("/proc/self/exe", b); err == nil && n < len(b) {
		return unsafe.String(unsafe.SliceData(Trim(b[:n])), n)
	}
	exe, _ := os.Executable()
	return exe
}

// Exists says whether there is something by that name.
func Exists(name string) bool { return access(name, "") }

// IsDir says whether it is a directory.
func IsDir(name string) bool { return access(name, "/.") }

// Stream is a standard output whose reader may have gone: that is an error, as
// it is with any other file; with os.Stdout it would be the end of the program.
type Stream int

func (fd Stream) Write(p []byte) (int, error) {
	n, err := syscall.Write(int(fd), p)
	if n = max(n, 0); n == len(p) || err != nil && err != syscall.EAGAIN && err != syscall.EINTR {
		return n, err
	}
	again, err := syscall.Dup(int(fd)) // under another number it is like any other file, and can wait
	if err != nil {
		return n, err
	}
	f := os.NewFile(uintptr(again), "")
	defer f.Close()
	m, err := f.Write(p[n:])
	return n + m, err
}

func stdout() Stream { return 1 }
func stderr() Stream { return 2 }
