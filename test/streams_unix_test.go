//go:build unix

package test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// client is a host's side of the proxy's streams.
type client struct {
	in, out       *os.File // the proxy's
	write, read   *os.File // the host's
	writes, reads bool     // the host does so while the proxy runs
}

// clients are the kinds of streams that hosts give a server: Go, Rust and Python
// pipes, Node sockets.
var clients = map[string]func(t *testing.T, dir string, c2s []byte) client{
	"pipes": func(t *testing.T, _ string, _ []byte) client {
		in, write, err1 := os.Pipe()
		read, out, err2 := os.Pipe()
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		return client{in, out, write, read, true, true}
	},
	"sockets": func(t *testing.T, _ string, _ []byte) client {
		in, write := socketPair(t)
		read, out := socketPair(t)
		return client{in, out, write, read, true, true}
	},
	"a pipe and a socket": func(t *testing.T, _ string, _ []byte) client {
		in, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		read, out := socketPair(t)
		return client{in, out, write, read, true, true}
	},
	"files": func(t *testing.T, dir string, c2s []byte) client {
		name := filepath.Join(dir, "c2s")
		err := os.WriteFile(name, c2s, 0o600)
		in, err1 := os.Open(name)
		out, err2 := os.Create(filepath.Join(dir, "s2c.got"))
		read, err3 := os.Open(out.Name())
		if err != nil || err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err, err1, err2, err3)
		}
		return client{in: in, out: out, read: read}
	},
}

func socketPair(t *testing.T) (a, b *os.File) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	syscall.CloseOnExec(fds[0])
	syscall.CloseOnExec(fds[1])
	return os.NewFile(uintptr(fds[0]), "socket"), os.NewFile(uintptr(fds[1]), "socket")
}

// Whatever the streams of the client are, all passes, and whoever shares them finds
// them as they were: none waits no longer because the proxy does not.
func TestStreamsOfAnyKind(t *testing.T) {
	tools := programs()
	for kind, open := range clients {
		t.Run(kind, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 12))
			dir, c2s, s2c := t.TempDir(), corpus(t, r, "c2s", 1<<20), corpus(t, r, "s2c", 1<<20)
			c := open(t, dir, c2s)
			if err := os.WriteFile(filepath.Join(dir, "s2c"), s2c, 0o600); err != nil {
				t.Fatal(err)
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := c.start(t, dir, filepath.Join(tools, "ac-proxy"), self)
			flagsStay(t, c.in, c.out)
			if c.writes {
				go func() { _ = inPieces(c.write, c2s, r); c.write.Close() }()
			}
			var out []byte
			if c.reads {
				flagsStay(t, c.in, c.out)
				c.out.Close()
				out, err = io.ReadAll(c.read)
			}
			_ = cmd.Wait()
			if !c.reads {
				out, err = io.ReadAll(c.read)
			}
			if err != nil || cmd.ProcessState.ExitCode() != serverStatus {
				t.Errorf("%v, %v", err, cmd.ProcessState)
			}
			got, err := os.ReadFile(filepath.Join(dir, "c2s.got"))
			if err != nil {
				t.Fatal(err)
			}
			same(t, "to the server", got, c2s)
			same(t, "to the client", out, s2c)
		})
	}
}

// start starts the proxy of a server, and waits until the server is there.
func (c client) start(t *testing.T, dir, proxy string, server ...string) *exec.Cmd {
	cmd := exec.Command(proxy, append([]string{"--connector", "acme", "--"}, server...)...)
	cmd.Env = append(os.Environ(), serverRole+"="+dir, "AGENT_CONNECTOR_DATA_DIR="+dir, "HOME="+dir)
	cmd.Dir = dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.in, c.out, io.Discard
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for range 400 {
		if _, err := os.Stat(filepath.Join(dir, "c2s.got")); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	return cmd
}

// flagsStay says whether the streams still make whoever uses them wait.
func flagsStay(t *testing.T, files ...*os.File) {
	t.Helper()
	for _, f := range files {
		c, err := f.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Control(func(fd uintptr) {
			if flags, err := unix.FcntlInt(fd, unix.F_GETFL, 0); err != nil || flags&unix.O_NONBLOCK != 0 {
				t.Errorf("flags %#x, %v: who shares the stream does not wait any more", flags, err)
			}
		})
	}
}

// A side that does not read holds up what goes there, and nothing else.
func TestNoDirectionWaitsForTheOther(t *testing.T) {
	const much = 8 << 20 // more than all pipes and buffers on the way
	tools := programs()
	for _, kind := range []string{"pipes", "sockets"} {
		for _, deaf := range []string{"client", "server"} {
			t.Run(deaf+"/"+kind, func(t *testing.T) {
				dir := t.TempDir()
				c := clients[kind](t, dir, nil)
				script := `>c2s.got; head -c %d /dev/zero; head -c %d >/dev/null; cat >/dev/null`
				if deaf == "client" {
					script = `>c2s.got; head -c %d /dev/zero & head -c %d >/dev/null; wait; cat >/dev/null`
				}
				cmd := c.start(t, dir, filepath.Join(tools, "ac-proxy"), "sh", "-c", fmt.Sprintf(script, much, much))
				c.in.Close()
				c.out.Close()
				wrote, read := make(chan error, 1), make(chan error, 1)
				go func() { _, err := c.write.Write(make([]byte, much)); wrote <- err }()
				if deaf == "client" {
					within(t, wrote, "the server reads what the client writes, who does not read")
				}
				go func() { _, err := io.ReadFull(c.read, make([]byte, much)); read <- err }()
				within(t, read, "the client reads what the server writes")
				if deaf == "server" {
					within(t, wrote, "the server reads in the end")
				}
				c.write.Close()
				if err := cmd.Wait(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func within(t *testing.T, done <-chan error, what string) {
	t.Helper()
	select {
	case err := <-done:
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%s: not within 20 seconds", what)
	}
}
