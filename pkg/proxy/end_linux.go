package proxy

import (
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// end is one end of a pipe or socket. Reading and writing never block, and give
// EAGAIN in place of it.
type end struct {
	fd     int32
	socket bool
	file   *os.File // whose descriptor it is; nil if it is only the end's

	mu     sync.Mutex // the watcher may close while we write
	closed bool
}

// openEnd is the client's end of a stream, for us alone to wait at. Who else has it
// shares its flags: a terminal or shell that is to wait would find that it does not,
// so they stay as they are. A socket is told with each call not to wait. A pipe is
// opened once more, which gives flags of our own. What is neither, such as a file
// or a terminal, and what may not be opened again, has no end.
func openEnd(stream any, mode int) *end {
	f, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	var e *end
	control(f, func(fd int) {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) != nil {
			return
		}
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFSOCK:
			e = &end{fd: int32(fd), socket: true, file: f}
		case unix.S_IFIFO:
			if own, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", fd), mode|unix.O_NONBLOCK|unix.O_CLOEXEC, 0); err == nil {
				e = &end{fd: int32(own)}
			}
		}
	})
	return e
}

// ownEnd is our end of a pipe that we have made.
func ownEnd(f *os.File) *end {
	e := &end{file: f}
	control(f, func(fd int) {
		e.fd = int32(fd)
		_ = unix.SetNonblock(fd, true)
	})
	return e
}

// control does something with the descriptor of a file, whose flags stay: File.Fd
// would change them.
func control(f *os.File, do func(fd int)) {
	if c, err := f.SyscallConn(); err == nil {
		_ = c.Control(func(fd uintptr) { do(int(fd)) })
	}
}

func (e *end) Read(p []byte) (n int, err error) {
	if e.socket {
		n, _, err = unix.Recvfrom(int(e.fd), p, unix.MSG_DONTWAIT)
	} else {
		n, err = unix.Read(int(e.fd), p)
	}
	if n <= 0 && err == nil {
		err = io.EOF
	}
	return max(n, 0), err
}

func (e *end) Write(p []byte) (n int, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return 0, os.ErrClosed
	case e.socket:
		n, err = unix.SendmsgN(int(e.fd), p, nil, nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
	default:
		n, err = unix.Write(int(e.fd), p)
	}
	return max(n, 0), err
}

// Close closes it, once, and the file that it is of.
func (e *end) Close() error {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return os.ErrClosed
	}
	e.closed = true
	if e.file != nil {
		return e.file.Close()
	}
	return syscall.Close(int(e.fd))
}
