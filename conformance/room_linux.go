package conformance

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
	"unsafe"
)

// A network namespace is empty at first: not even 127.0.0.1 answers in it. So
// a process that is to talk to a model is started by way of this program
// itself, which brings the loopback up, opens the port, hands it to its parent
// and then becomes the process. The parent answers on the port from outside:
// a socket stays in the namespace in which it was made.

// roomVar says that this program has been started for that.
const roomVar = "CONFORMANCE_ROOM"

// roomSocket is where the started program finds the connection to its parent.
const roomSocket = 3

const capNetAdmin, prCapAmbient, prCapAmbientClearAll = 12, 47, 4

// EnterRoom has to be called first in the main of every program that uses
// Sandbox.Talk: it comes back only if this is an ordinary start.
func EnterRoom() {
	address := os.Getenv(roomVar)
	if address == "" {
		return
	}
	err := enterRoom(address)
	fmt.Fprintf(os.Stderr, "the room could not be entered: %v\n", err)
	os.Exit(125)
}

func enterRoom(address string) error {
	syscall.CloseOnExec(roomSocket)
	if err := loopbackUp(); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		return err
	}
	if err := syscall.Sendmsg(roomSocket, []byte("l"), syscall.UnixRights(int(file.Fd())), nil, 0); err != nil {
		return err
	}
	// What was needed for the loopback is no business of the host.
	if _, _, errno := syscall.Syscall6(syscall.SYS_PRCTL, prCapAmbient, prCapAmbientClearAll, 0, 0, 0, 0); errno != 0 {
		return fmt.Errorf("capabilities: %w", errno)
	}
	os.Unsetenv(roomVar)
	return syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
}

// loopbackUp does what "ip link set lo up" does.
func loopbackUp() error {
	s, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(s)
	var request struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte // of the kernel's struct ifreq
	}
	copy(request.name[:], "lo")
	request.flags = syscall.IFF_UP | syscall.IFF_RUNNING
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(s), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request))); errno != 0 {
		return errno
	}
	return nil
}

// inRoom makes a command start by way of EnterRoom, in a namespace in which
// address will be open. The function gives the listener once it has started.
func inRoom(cmd *exec.Cmd, address string) (func() (net.Listener, error), error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	theirs := os.NewFile(uintptr(pair[1]), "room")
	cmd.Args = append([]string{self, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = self
	cmd.Env = append(cmd.Env, roomVar+"="+address)
	cmd.ExtraFiles = []*os.File{theirs} // the first of them is roomSocket
	cmd.SysProcAttr.AmbientCaps = []uintptr{capNetAdmin}
	return func() (net.Listener, error) {
		theirs.Close() // so that an early end of the child is an end of input
		defer syscall.Close(pair[0])
		return receive(pair[0])
	}, nil
}

// receive waits for the listener of a child; a child that ends first, with
// its error on stderr, closes the connection.
func receive(socket int) (net.Listener, error) {
	data, oob := make([]byte, 1), make([]byte, syscall.CmsgSpace(4))
	n, oobn, _, _, err := syscall.Recvmsg(socket, data, oob, syscall.MSG_CMSG_CLOEXEC)
	if err != nil || n == 0 {
		return nil, fmt.Errorf("the process ended before its port was open (%v)", err)
	}
	messages, err := syscall.ParseSocketControlMessage(oob[:oobn])
	if err != nil || len(messages) != 1 {
		return nil, fmt.Errorf("no port from the process: %v", err)
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fds[0]), "listener")
	defer file.Close() // the listener has a copy of its own
	return net.FileListener(file)
}
