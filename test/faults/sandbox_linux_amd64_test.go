package faults

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// binDir holds ac-apply and what it places; TestMain fills it.
var binDir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		if os.Getenv("FAULTS") == "" {
			return m.Run()
		}
		dir, err := os.MkdirTemp(scratch(), "ac-faults-bin")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binDir = dir
		os.Chmod(dir, 0o755) // for the unprivileged user
		build := exec.Command("go", "build", "-o", dir, "../../ac-apply")
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // a loader has errors of its own
		if msg, err := build.CombinedOutput(); err != nil {
			fmt.Printf("%v\n%s", err, msg)
			return 1
		}
		if err := os.WriteFile(filepath.Join(dir, "ac-hook"), []byte("#!/bin/sh\n# stands for a tool\n"), 0o755); err != nil {
			panic(err)
		}
		return m.Run()
	}())
}

// scratch is memory if there is some: thousands of flushes take their time on
// a disk. The calls are the same.
func scratch() string {
	if d := os.Getenv("FAULTS_DIR"); d != "" {
		return d
	}
	if fi, err := os.Stat("/dev/shm"); err == nil && fi.IsDir() {
		return "/dev/shm"
	}
	return os.TempDir()
}

// faults skips a test unless it was asked for, and says how much is to be
// tried: every step-th point.
func faults(t *testing.T) (step int) {
	switch os.Getenv("FAULTS") {
	case "":
		t.Skip("make faults runs this")
	}
	if err := canTrace(); err != nil {
		t.Skipf("skipped: %v", err)
	}
	switch os.Getenv("FAULTS") {
	case "ci":
		return 7
	}
	return 1
}

// canTrace says why nothing can be traced here: some containers forbid it.
var canTrace = sync.OnceValue(func() error {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	calls := 0
	_, err = trace(run{argv: []string{filepath.Join(binDir, "ac-apply"), "--version"}, in: null, out: null, errs: null}, every,
		func(n int, _ call) verdict { calls = n; return verdict{} })
	if err == nil && calls == 0 {
		err = errNoTrace
	}
	return err
})

// A box is a home of its own.
type box struct {
	dir  string
	home string
	fs   map[string]string // the files at the start
	uid  int               // who runs the program; 0: we
}

func newBox(files map[string]string) (*box, error) {
	dir, err := os.MkdirTemp(scratch(), "ac-faults")
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	b := &box{dir: dir, home: filepath.Join(dir, "home"), fs: files}
	return b, b.reset()
}

func (b *box) close() { os.RemoveAll(b.dir) }

// reset makes the home as it was at the start.
func (b *box) reset() error {
	if err := os.RemoveAll(b.home); err != nil {
		return err
	}
	for name, text := range b.fs {
		p := filepath.Join(b.home, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return err
		}
		if to, ok := strings.CutPrefix(text, "-> "); ok {
			if err := os.Symlink(to, p); err != nil {
				return err
			}
			continue
		}
		if err := os.WriteFile(p, []byte(text), 0o640); err != nil {
			return err
		}
	}
	return os.Chmod(b.home, 0o755)
}

func (b *box) ours() string { return filepath.Join(b.home, ".agent-connector") }

func (b *box) env() []string {
	return []string{"HOME=" + b.home, "AGENT_CONNECTOR_DATA_DIR=" + b.ours(), "PATH=" + os.Getenv("PATH"), "GOMAXPROCS=1", "GOGC=off"}
}

// An output is what a run left on its channels.
type output struct {
	code     int
	out, err string
}

func (o output) String() string { return fmt.Sprintf("exit %d\n%s%s", o.code, o.err, o.out) }

// ac runs ac-apply untouched.
func (b *box) ac(stdin []byte, args ...string) output {
	c := exec.Command(filepath.Join(binDir, "ac-apply"), args...)
	if b.uid != 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(b.uid), Gid: uint32(b.uid)}}
	}
	c.Env, c.Dir, c.Stdin = b.env(), b.dir, bytes.NewReader(stdin)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if c.ProcessState == nil {
		return output{-1, "", err.Error()}
	}
	return output{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

// op is one thing that a user does.
type op func(b *box) (stdin []byte, args []string)

func install(version int) op {
	return func(b *box) ([]byte, []string) { return planOf(b, version), nil }
}

func undo(*box) ([]byte, []string) { return nil, []string{"--undo", "gamma"} }

func (b *box) do(o op) output {
	in, args := o(b)
	return b.ac(in, args...)
}

// traced is do under the tracer.
func (b *box) traced(o op, of func(call) bool, ask func(int, call) verdict) (output, error) {
	in, args := o(b)
	open := func(name string, data []byte) *os.File {
		p := filepath.Join(b.dir, name)
		if err := os.WriteFile(p, data, 0o600); err != nil {
			panic(err)
		}
		f, err := os.OpenFile(p, os.O_RDWR, 0)
		if err != nil {
			panic(err)
		}
		return f
	}
	r := run{argv: append([]string{filepath.Join(binDir, "ac-apply")}, args...), env: b.env(), dir: b.dir,
		in: open("stdin", in), out: open("stdout", nil), errs: open("stderr", nil)}
	defer r.in.Close()
	defer r.out.Close()
	defer r.errs.Close()
	code, err := trace(r, of, ask)
	out, _ := os.ReadFile(r.out.Name())
	errs, _ := os.ReadFile(r.errs.Name())
	return output{code, string(out), string(errs)}, err
}

// A tree is everything below the home but our own folder: path → mode and bytes.
type tree map[string]string

func (b *box) tree() tree {
	t := tree{}
	filepath.WalkDir(b.home, func(p string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(b.home, p)
		if err != nil || p == b.home {
			return err
		}
		if p == b.ours() {
			return filepath.SkipDir
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case d.IsDir():
			t[name+"/"] = fi.Mode().String()
		case d.Type()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(p)
			t[name] = "-> " + to
		default:
			text, _ := os.ReadFile(p)
			t[name] = fi.Mode().String() + "\n" + string(text)
		}
		return nil
	})
	return t
}

// diff names what is different, sorted.
func diff(got, want tree) (ds []string) {
	for _, n := range slices.Sorted(maps.Keys(got)) {
		if w, ok := want[n]; !ok {
			ds = append(ds, n+" is there")
		} else if w != got[n] {
			ds = append(ds, fmt.Sprintf("%s is %q, not %q", n, got[n], w))
		}
	}
	for _, n := range slices.Sorted(maps.Keys(want)) {
		if _, ok := got[n]; !ok {
			ds = append(ds, n+" is gone")
		}
	}
	return ds
}

// temps are the temporary files anywhere in the home, our folder too.
func (b *box) temps() (ts []string) {
	filepath.WalkDir(b.home, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.Contains(filepath.Base(p), ".ac-") || strings.HasPrefix(p, b.ours()+"/") && strings.HasPrefix(filepath.Base(p), ".")) {
			ts = append(ts, p)
		}
		return nil
	})
	return ts
}

// age makes the temporary files of our own folder old: those that are young
// may be a living run's.
func (b *box) age() {
	for _, p := range b.temps() {
		if strings.HasPrefix(p, b.ours()) {
			old := time.Now().Add(-2 * time.Hour)
			os.Chtimes(p, old, old)
		}
	}
}
