//go:build unix

package proxy

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// clientGone says that nobody is there any more to read what we write. A pipe or
// a socket tells (on Linux; elsewhere unverified), a file or a terminal never does.
func clientGone(to io.Writer) (gone bool) {
	f, ok := to.(*os.File)
	if !ok {
		return false
	}
	c, err := f.SyscallConn()
	if err != nil {
		return false
	}
	_ = c.Control(func(fd uintptr) { // an error is that of a stream that we have closed
		fds := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(fds, 0)
		gone = err == nil && n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
	})
	return gone
}

var parent = os.Getppid()

// parentGone says that the process that started us has died.
func parentGone() bool { return os.Getppid() != parent }

// newParent says that whoever is our parent now has started us.
func newParent() { parent = os.Getppid() }
