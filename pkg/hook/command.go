package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// Limits of a handler command.
const (
	defaultTimeout = 5 * time.Second
	maxOutput      = 1 << 20 // bytes of stdout that are looked at
	maxStderr      = 4 << 10 // bytes of stderr that go to the log
	// A child of the handler may keep its stdout open; this long after the
	// handler's own end it is no longer listened to.
	lingerWait = 200 * time.Millisecond
)

var errTimeout = errors.New("handler timed out")

// ran is what came of one command.
type ran struct {
	stdout, stderr []byte
	err            error // nil: exit 0; errTimeout; else what went wrong
}

// runCommand starts a handler in the event's working directory with a line on
// its stdin. At the deadline its whole process group dies: a shell
// that is killed alone leaves its children, and they the pipe.
func (c *call) runCommand(argv []string, ev *wire.HandlerEvent, stdin []byte, limit time.Duration) ran {
	switch {
	case c.stopped != nil:
		return ran{err: c.stopped}
	case limit <= 0:
		return ran{err: fmt.Errorf("%w: no time left of the host's", errTimeout)}
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	ctx, ignore := signal.NotifyContext(ctx, stopSignals()...)
	defer ignore()
	cmd := exec.CommandContext(ctx, program(c.dir, home.Bin(c.home), argv[0]), argv[1:]...)
	cmd.Dir = workDir(ev.Cwd)
	cmd.Env = append(slices.Clone(c.w.Environ), "AC_CONNECTOR_DIR="+c.dir, "AC_HOST="+ev.Host, "AC_EVENT="+ev.Event)
	cmd.Stdin = bytes.NewReader(stdin)
	stdout, stderr := &bounded{max: maxOutput}, &bounded{max: maxStderr}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = lingerWait
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }

	err := cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		c.stopped = fmt.Errorf("%w (%v)", errStopped, context.Cause(ctx))
		err = c.stopped
	case ctx.Err() != nil && !errors.Is(err, exec.ErrWaitDelay) && err != nil:
		err = fmt.Errorf("%w after %s", errTimeout, limit)
	case errors.Is(err, exec.ErrWaitDelay): // it ended well, a child of it did not
		err = nil
	case stdout.over:
		err = fmt.Errorf("handler printed over %d bytes", maxOutput)
	}
	return ran{stdout.b, stderr.b, err}
}

// program finds what argv[0] names: a bare name on PATH, of a program of ours at
// its stable place; a relative path with a slash in the connector's own folder,
// never in the event's directory, where a stranger's repository could have put it.
func program(dir, bin, name string) string {
	if strings.HasPrefix(name, "ac-") && !strings.ContainsAny(name, `/\`) {
		if own := home.Under(bin, name); world.Exists(own) || world.Exists(own+".exe") {
			return own
		}
	}
	if filepath.IsAbs(name) || !strings.ContainsAny(name, `/\`) {
		return name
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// workDir is the event's directory, if it still is one; else the handler runs
// where ac-hook does.
func workDir(cwd string) string {
	if fi, err := os.Stat(cwd); err != nil || !fi.IsDir() {
		return ""
	}
	return cwd
}

// bounded keeps the first bytes of a stream and swallows the rest, so that the
// writer is never blocked.
type bounded struct {
	b    []byte
	max  int
	over bool
}

var _ io.Writer = (*bounded)(nil)

func (w *bounded) Write(p []byte) (int, error) {
	room := w.max - len(w.b)
	if len(p) > room {
		w.over = true
		w.b = append(w.b, p[:room]...)
		return len(p), nil
	}
	w.b = append(w.b, p...)
	return len(p), nil
}
