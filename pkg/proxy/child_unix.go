//go:build unix

package proxy

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"agentconnector/pkg/world"
)

// forwarded are the signals that go on to the child. SIGPIPE is only caught,
// so that a client that reads no more is an error of a write, not our death.
var forwarded = []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGPIPE}

var terminate os.Signal = syscall.SIGTERM

// ending says whether a signal asks for the end.
func ending(sig os.Signal) bool {
	switch sig {
	case syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT:
		return true
	}
	return false
}

const pollStep = 20 * time.Millisecond

// group is the child's process group. Launchers such as npx start the real
// server as a grandchild; what we send reaches both.
type group struct {
	id    int
	guard *guard
}

// startInGroup starts the child as the leader of a group of its own.
func startInGroup(cmd *exec.Cmd) (*group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &group{cmd.Process.Pid, watchOver(cmd.Process.Pid)}, nil
}

func (g *group) signal(sig os.Signal) {
	if s, ok := sig.(syscall.Signal); ok && s != syscall.SIGPIPE {
		_ = syscall.Kill(-g.id, s) // gone already: nothing to do
	}
}

func (g *group) kill() { g.signal(syscall.SIGKILL) }

// end ends what is left of the group after the child's death: asks, waits at
// most so long, kills.
func (g *group) end(wait time.Duration) {
	defer g.guard.leave()
	if !g.alive() {
		return
	}
	g.signal(syscall.SIGTERM)
	for range wait / pollStep {
		if !g.alive() {
			return
		}
		time.Sleep(pollStep)
	}
	g.kill()
}

// alive says whether anybody is in the group.
func (g *group) alive() bool { return !errors.Is(syscall.Kill(-g.id, 0), syscall.ESRCH) }

// exitStatus is the child's, in the manner of a shell: 128+n for signal n.
func exitStatus(p *os.ProcessState) int {
	if ws, ok := p.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return p.ExitCode()
}

// find looks a program up as the child's shell would: in the child's PATH, a
// name with a slash from the child's folder.
func find(w *world.World, name string) (string, error) {
	if strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			name = filepath.Join(w.Dir, name)
		}
		return name, executable(name)
	}
	err := error(exec.ErrNotFound)
	path, _ := w.Lookup("PATH")
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) { // the empty entry too: the current folder
			dir = filepath.Join(w.Dir, dir)
		}
		p := filepath.Join(dir, name)
		switch e := executable(p); {
		case e == nil:
			return p, nil
		case errors.Is(e, fs.ErrPermission):
			err = e
		}
	}
	return "", err
}

func executable(path string) error {
	fi, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case fi.IsDir() || fi.Mode().Perm()&0o111 == 0:
		return &fs.PathError{Op: "exec", Path: path, Err: fs.ErrPermission}
	}
	return nil
}
