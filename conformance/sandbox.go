package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// runLimit bounds one run of a host: observed below four seconds, on a busy
// machine fifty.
const runLimit = 180 * time.Second

// lingerLimit bounds what a host is kept for; lingerStep is how often to look.
const (
	lingerLimit = 10 * time.Second
	lingerStep  = 20 * time.Millisecond
)

// Sandbox is a machine of its own for hosts and tools: a home, a project, a
// PATH and nothing of the environment that the test runs in.
type Sandbox struct {
	Root  string
	Bins  map[string]string // host id → its program
	Moved bool              // the hosts' own variables move their files out of the usual places
	Vars  []string          // more of the user's variables, NAME=value
	// Until is what a host that answers over a connection is kept for, at
	// most lingerLimit: it kills its servers the moment that it ends, and what
	// they do beside answering is lost.
	Until func() bool
}

// NewSandbox makes the folders of a sandbox under root.
func NewSandbox(root string, bins map[string]string, moved bool) (*Sandbox, error) {
	s := &Sandbox{Root: root, Bins: bins, Moved: moved}
	for _, d := range []string{s.Home(), s.Project(), s.Bin(), s.Path("tmp")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Path is a path inside the sandbox.
func (s *Sandbox) Path(elem ...string) string {
	return filepath.Join(append([]string{s.Root}, elem...)...)
}

// Home is the home directory.
func (s *Sandbox) Home() string { return s.Path("home") }

// Project is the folder in which hosts and tools are started.
func (s *Sandbox) Project() string { return s.Path("project") }

// Bin is the folder that stands first on PATH.
func (s *Sandbox) Bin() string { return s.Path("bin") }

// environ is the whole environment of a process in the sandbox. The temporary
// folder is beside the home: Codex refuses helpers if its home lies below it.
func (s *Sandbox) environ() []string {
	env := []string{
		"HOME=" + s.Home(),
		"XDG_CONFIG_HOME=" + filepath.Join(s.Home(), ".config"),
		"XDG_DATA_HOME=" + filepath.Join(s.Home(), ".local", "share"),
		"XDG_STATE_HOME=" + filepath.Join(s.Home(), ".local", "state"),
		"XDG_CACHE_HOME=" + filepath.Join(s.Home(), ".cache"),
		"TMPDIR=" + s.Path("tmp"),
		"PATH=" + strings.Join([]string{s.Bin(), "/usr/bin", "/bin"}, string(os.PathListSeparator)),
		"LANG=C.UTF-8", "TERM=dumb", "NO_COLOR=1",
		// A host that asks npm about itself must not reach a registry.
		"npm_config_offline=true", "npm_config_update_notifier=false",
	}
	for _, h := range Hosts {
		if s.Bins[h.ID()] != "" {
			env = append(env, h.Env(s)...)
		}
	}
	return append(env, s.Vars...)
}

// Result is how a process ended.
type Result struct {
	Stdout, Stderr string
	Code           int
}

// Run runs a program in the project of the sandbox to its end. An exit status
// is a result; that it could not run, or had to be ended, is an error.
func (s *Sandbox) Run(ctx context.Context, stdin io.Reader, argv ...string) (Result, error) {
	var out bytes.Buffer
	r, err := s.Stream(ctx, stdin, &out, argv...)
	r.Stdout = out.String()
	return r, err
}

// Stream is Run for a program that is talked to while it runs.
func (s *Sandbox) Stream(ctx context.Context, stdin io.Reader, stdout io.Writer, argv ...string) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	cmd := s.command(ctx, argv)
	var talk bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, &talk
	err := cmd.Run()
	s.endLeftovers()
	r := Result{Stderr: talk.String(), Code: cmd.ProcessState.ExitCode()}
	if ctx.Err() != nil {
		return r, fmt.Errorf("%s: ended after %v: %s", strings.Join(argv, " "), runLimit, r.Stderr)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return r, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
	}
	return r, nil
}

// linger waits for Until.
func (s *Sandbox) linger() {
	for end := time.Now().Add(lingerLimit); s.Until != nil && !s.Until() && time.Now().Before(end); {
		time.Sleep(lingerStep)
	}
}

func (s *Sandbox) command(ctx context.Context, argv []string) *exec.Cmd {
	name := argv[0]
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.Bin(), name)
	}
	cmd := exec.CommandContext(ctx, name, argv[1:]...)
	cmd.Dir, cmd.Env = s.Project(), s.environ()
	cmd.WaitDelay = 5 * time.Second // a grandchild may hold the pipes
	isolate(cmd)
	return cmd
}

// Write writes a file of the sandbox, with its folders.
func (s *Sandbox) Write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
