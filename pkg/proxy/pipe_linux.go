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
	if c, err := f.SyscallConn(); err == nil {
		_ = c.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}
