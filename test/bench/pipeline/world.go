package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// later are hosts that came after the gate was set.
var later = []string{"auggie", "claude-desktop", "codebuddy", "devin", "grok-build", "jetbrains-ai", "junie", "lmstudio", "mistral-vibe",
	"qoder", "qoder-cn", "rovo-dev", "visual-studio", "workbuddy", "xcode", "xcode-codex", "zcode", "zoo-code"}

// world is where the rows are measured.
type world struct {
	dir, bin, example string
	rows              []*row
	hosts, changes    int
}

// row is one thing that is measured.
type row struct {
	name  string
	home  string // which home it runs in
	fresh bool   // a new copy of it each time
	argv  []string
	max   float64 // times the CPU time of the empty program; 0: no gate
	wall  []time.Duration
	cpu   []time.Duration
}

func newWorld(dir string) (*world, error) {
	w := &world{dir: dir, bin: filepath.Join(dir, "bin")}
	var err error
	if w.example, err = filepath.Abs("examples/acme-db"); err != nil {
		return nil, err
	}
	empty := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(empty, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		return nil, err
	}
	for name, pkg := range map[string]string{"empty": empty, "ac-detect": "./ac-detect", "ac-render": "./ac-render", "ac-apply": "./ac-apply", "ac-hook": "./ac-hook", "ac-proxy": "./ac-proxy"} {
		if err := w.build(name, pkg); err != nil {
			return nil, err
		}
	}
	pipe := func(of, flags string) []string {
		return []string{"sh", "-c", "ac-detect --scope user" + of + " | ac-render " + w.example + " | ac-apply " + flags + " >changes"}
	}
	for _, h := range []string{"bare", "used"} {
		if err := w.lay(h); err != nil {
			return nil, err
		}
	}
	few, n, err := w.asked()
	if err != nil {
		return nil, err
	}
	w.rows = []*row{
		{name: "empty program, Go", home: "bare", argv: []string{filepath.Join(w.bin, exe("empty"))}},
		{name: "ac-detect", home: "bare", argv: []string{filepath.Join(w.bin, exe("ac-detect"))}, max: maxDetect},
		{name: "ac-detect, our tools in place", home: "used", argv: []string{filepath.Join(w.bin, exe("ac-detect"))}},
		{name: "pipeline, --dry-run", home: "bare", argv: pipe("", "--dry-run")},
		{name: "pipeline, first time", home: "fresh", fresh: true, argv: pipe("", "")},
		{name: fmt.Sprintf("pipeline, first time, %d hosts", n), home: "fresh", fresh: true, argv: pipe(few, ""), max: maxPipeline},
		{name: "pipeline, again", home: "used", argv: pipe("", ""), max: maxPipeline},
	}
	return w, w.check()
}

// check runs the pipeline once, and looks at what it has done.
func (w *world) check() error {
	if _, err := w.run(w.rows[len(w.rows)-1]); err != nil {
		return err
	}
	b, err := os.ReadFile(filepath.Join(w.dir, "used", "project", "changes"))
	if err != nil {
		return err
	}
	w.changes = bytes.Count(b, []byte(`"action":"create"`)) + bytes.Count(b, []byte(`"action":"update"`))
	if bad := bytes.Count(b, []byte(`"action":"error"`)); bad > 0 || w.changes == 0 {
		return fmt.Errorf("the installation made %d changes and %d errors", w.changes, bad)
	}
	return nil
}

// asked are the hosts that the gate speaks of, as flags of ac-detect: all that are
// found, but for those that came later.
func (w *world) asked() (flags string, n int, err error) {
	out, err := w.command(&row{home: "bare", argv: []string{filepath.Join(w.bin, exe("ac-detect"))}}).Output()
	for line := range bytes.Lines(out) {
		var h struct{ Schema, ID string }
		if err := json.Unmarshal(line, &h); err != nil {
			return "", 0, err
		}
		if h.Schema != wire.SchemaHost {
			continue
		}
		if w.hosts++; !slices.Contains(later, h.ID) {
			flags, n = flags+" --host "+h.ID, n+1
		}
	}
	if err == nil && n < minHosts {
		err = fmt.Errorf("%d hosts are found, want at least %d", n, minHosts)
	}
	return flags, n, err
}

// lay makes a home with every host in it.
func (w *world) lay(name string) error {
	base := filepath.Join(w.dir, name)
	if err := os.RemoveAll(base); err != nil {
		return err
	}
	const from = "test/installed/testdata/before"
	err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(from, p)
		parts := strings.Split(filepath.ToSlash(rel), "/")
		for i, s := range parts {
			if strings.HasPrefix(s, "dot.") {
				parts[i] = strings.TrimPrefix(s, "dot")
			}
		}
		to := filepath.Join(base, filepath.Join(parts...))
		b, err := os.ReadFile(p)
		return errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, b, 0o644))
	})
	env := host.Env{OS: runtime.GOOS, Home: filepath.Join(base, "home"), Getenv: func(string) string { return "" }}
	for _, h := range host.All {
		found := slices.Clone(h.Probe.Files) // what it is found by
		for _, home := range h.Server.Homes {
			found = append(found, home.At)
		}
		for _, l := range found {
			if p := strings.ReplaceAll(l.Resolve(env), "*", "x"); p != "" {
				if _, e := os.Lstat(p); e != nil {
					err = errors.Join(err, os.MkdirAll(p, 0o755))
				}
			}
		}
	}
	return err
}

func (w *world) build(name, pkg string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s", "-o", filepath.Join(w.bin, exe(name)), pkg) // as make build does
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s cannot be built, run this from the root of the repository: %w\n%s", pkg, err, out)
	}
	return nil
}

func exe(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

func (w *world) command(r *row) *exec.Cmd {
	home := filepath.Join(w.dir, r.home, "home")
	cmd := exec.Command(r.argv[0], r.argv[1:]...)
	cmd.Dir = filepath.Join(w.dir, r.home, "project")
	cmd.Env = []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + w.bin + string(os.PathListSeparator) + os.Getenv("PATH")}
	for _, kv := range os.Environ() { // what Windows cannot do without
		if k, _, _ := strings.Cut(kv, "="); k == "SYSTEMROOT" || k == "SystemRoot" || k == "TEMP" || k == "TMP" {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	return cmd
}

// run runs a row once, with all processes that it starts.
func (w *world) run(r *row) (*exec.Cmd, error) {
	cmd := w.command(r)
	var talk bytes.Buffer
	cmd.Stderr = &talk
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w: %.500s", err, talk.String())
	}
	return cmd, nil
}

func (w *world) measure(r *row) error {
	if r.fresh {
		if err := w.lay(r.home); err != nil {
			return err
		}
	}
	start := time.Now()
	cmd, err := w.run(r)
	if err != nil {
		return err
	}
	r.wall = append(r.wall, time.Since(start))
	r.cpu = append(r.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) // with its children that have ended
	return nil
}

func median(all []time.Duration) time.Duration {
	all = slices.Clone(all)
	slices.Sort(all)
	return all[len(all)/2]
}

// report prints the table, and what of the gates is kept.
func (w *world) report() (missed bool) {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	base := w.rows[0]
	fmt.Printf("%-32s %9s %6s %9s %6s\n", "", "time ms", "ratio", "CPU ms", "ratio")
	for _, r := range w.rows {
		fmt.Printf("%-32s %9.2f %6.1f %9.2f %6.1f\n", r.name, ms(median(r.wall)), ms(median(r.wall))/ms(median(base.wall)), ms(median(r.cpu)), ms(median(r.cpu))/ms(median(base.cpu)))
	}
	for _, r := range w.rows {
		ratio := ms(median(r.cpu)) / ms(median(base.cpu))
		switch {
		case r.max == 0:
		case ratio <= r.max:
			fmt.Printf("ok     %s: %.1f times the CPU time of the empty Go program, at most %.0f\n", r.name, ratio, r.max)
		default:
			fmt.Printf("MISSED %s: %.1f times the CPU time of the empty Go program, at most %.0f\n", r.name, ratio, r.max)
			missed = true
		}
	}
	return missed
}
