package proxy

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is that of the pipe from the child: with the usual 64 KiB a big answer
// has to wait for the other side four times as often. The system allows a user so
// many pages of pipes in all that a hundred servers may have as much.
const pipeSize = 256 << 10

// widen makes a pipe hold more. The system may refuse: then it stays as it is.
func widen(f *os.File) {
	control(f, func(fd int) { _, _ = unix.FcntlInt(uintptr(fd), unix.F_SETPIPE_SZ, pipeSize) })
}

// newPipe is a pipe that the runtime does not watch: whoever reads it waits for it
// himself, and no other thread is woken with him.
func newPipe() (r, w *os.File, err error) {
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
		return nil, nil, os.NewSyscallError("pipe2", err)
	}
	return os.NewFile(uintptr(fds[0]), "|0"), os.NewFile(uintptr(fds[1]), "|1"), nil
}
