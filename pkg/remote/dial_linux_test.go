package remote

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// A connection to a network that is gone is given up, sent bytes or not.
func TestConnectionsNoticeALostNetwork(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := transport().DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	raw, _ := c.(*net.TCPConn).SyscallConn()
	raw.Control(func(fd uintptr) {
		for opt, want := range map[int]int{unix.TCP_USER_TIMEOUT: int(deadAfter.Milliseconds()), unix.TCP_KEEPIDLE: 10, unix.TCP_KEEPINTVL: 5, unix.TCP_KEEPCNT: 6} {
			if got, err := unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, opt); got != want || err != nil {
				t.Errorf("option %d is %d, %v; want %d", opt, got, err, want)
			}
		}
	})
}
