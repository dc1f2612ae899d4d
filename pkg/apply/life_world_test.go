package apply_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/detect"
	"agentconnector/pkg/home"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/render"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// A life is one run: a home, two projects, and the model of them.
type life struct {
	root string
	keys [3]string // of the projects
	now  int64
	m    *model
	dirs map[string]bool // that others made
	left map[string]bool // that others emptied; ours go with the next run
	log  []string        // what was done

	befores map[string][]string // file → what it held before runs of ours
	firsts  map[string]string   // file → its first backup, behind a =
}

// begin makes a world. In memory, if there is such a place: everything that is
// written is flushed to disk.
func begin() (*life, error) {
	in := "/dev/shm"
	if !exists(in) {
		in = os.TempDir()
	}
	root, err := os.MkdirTemp(in, "life-")
	if err != nil {
		return nil, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	l := &life{root: root, now: time.Now().UnixMilli(), m: &model{files: map[string]*file{}}, dirs: map[string]bool{},
		befores: map[string][]string{}, firsts: map[string]string{}}
	for _, d := range []string{"home/.claude", "home/.codex", "home/.cursor", "one/.git", "two/.git", "exe"} {
		if err := l.mkdir(filepath.Join(root, d)); err != nil {
			return nil, err
		}
	}
	for _, tool := range []string{"ac-hook", "ac-proxy"} { // never started
		if err := os.WriteFile(filepath.Join(root, "exe", tool), []byte(tool), 0o755); err != nil {
			return nil, err
		}
	}
	for site := 1; site <= 2; site++ {
		l.keys[site] = home.ProjectKey(l.dir(site))
	}
	return l, nil
}

// mkdir is somebody making a directory of theirs.
func (l *life) mkdir(dir string) error {
	for d := dir; len(d) > len(l.root); d = filepath.Dir(d) {
		l.dirs[d] = true
	}
	return os.MkdirAll(dir, 0o755)
}

// emptied notes that somebody has taken something out of a directory.
func (l *life) emptied(dir string) {
	if l.left == nil {
		l.left = map[string]bool{}
	}
	for d := dir; len(d) > len(l.root); d = filepath.Dir(d) {
		l.left[d] = true
	}
}

func (l *life) end() { os.RemoveAll(l.root) }

func (l *life) dir(site int) string {
	return filepath.Join(l.root, []string{"home", "one", "two"}[site])
}

func (l *life) acHome() string { return filepath.Join(l.root, "home", ".agent-connector") }

func (l *life) options(force bool) apply.Options {
	return apply.Options{Home: l.acHome(), Exe: filepath.Join(l.root, "exe"), ToolVersion: "1", OS: runtime.GOOS,
		Now: l.now, Force: force, Getenv: func(string) string { return "" }}
}

func exists(p string) bool {
	_, err := os.Stat(p)
	return err == nil
}

// plan is ac-detect | ac-render, with every record written and read back.
func (l *life) plan(d *def, site int, targets []string, local bool) (*plan.Plan, error) {
	o := detect.Options{Home: l.dir(0), Scope: wire.ScopeUser}
	if site > 0 {
		o.Scope, o.Project = wire.ScopeProject, l.dir(site)
	}
	found, err := detect.Run(&world.World{OS: runtime.GOOS, Arch: runtime.GOARCH, Dir: l.dir(site)}, o)
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	records := []any{found.Machine}
	for _, h := range found.Hosts {
		records = append(records, h)
	}
	for _, r := range records {
		b, err := jsonl.Encode(r)
		if err != nil {
			return nil, err
		}
		lines.Write(b)
	}
	in, err := render.ReadInput(&lines)
	if err != nil {
		return nil, err
	}
	res, err := render.Render(in, d.load(), render.Options{Scope: o.Scope, Targets: targets, Local: local})
	if err != nil {
		return nil, err
	}
	var sealed bytes.Buffer
	if err := plan.Write(&sealed, &res.Plan); err != nil {
		return nil, err
	}
	p, err := plan.Read(&sealed)
	if err != nil {
		return nil, err
	}
	return p, apply.Check(p)
}

// apply applies a plan and says what is wrong with how it went.
func (l *life) apply(d *def, p *plan.Plan, o apply.Options, failed int) error {
	dry := o
	dry.DryRun = true
	said, err := apply.Plan(p, dry)
	if err != nil {
		return err
	}
	rep, err := apply.Plan(p, o)
	if err := went(rep, err, failed); err != nil {
		return err
	}
	if err := sameChanges(said.Changes, rep.Changes); err != nil {
		return err
	}
	for _, h := range p.Head.Hosts {
		for _, s := range d.surfaces(h) {
			if n := count(rep.Changes, h, s); n != 1 {
				return fmt.Errorf("%d change lines for %s of %s, want 1: %+v", n, s, h, rep.Changes)
			}
		}
	}
	before := l.snapshot()
	again, err := apply.Plan(p, o)
	if err := went(again, err, failed); err != nil {
		return err
	}
	if again.Changed {
		return fmt.Errorf("the same plan again changes something: %+v", again.Changes)
	}
	return unchanged(before, l.snapshot())
}

// went says what is wrong with the errors of a run.
func went(rep *apply.Report, err error, failed int) error {
	if err == nil && len(rep.Errors) != failed {
		err = fmt.Errorf("%d errors, expected %d: %w", len(rep.Errors), failed, errors.Join(rep.Errors...))
	}
	return err
}

// surfaces are those that a connector declares for a host.
func (d *def) surfaces(h string) (list []string) {
	for s, n := range map[string]int{"server": len(d.args), "hooks": len(d.hooks), "commands": len(d.commands), "skills": len(d.skills),
		"subagents": len(d.agents), "memory": len(d.memory)} {
		if n > 0 {
			list = append(list, s)
		}
	}
	if h == claude && len(d.config) > 0 {
		list = append(list, "configPatch")
	}
	return list
}

func count(cs []wire.Change, h, s string) (n int) {
	for _, c := range cs {
		if c.Host == h && c.Surface == s {
			n++
		}
	}
	return n
}

// sameChanges holds a dry run to the run. Only a real one has backups.
func sameChanges(dry, real []wire.Change) error {
	lines := func(cs []wire.Change) (out []string) {
		for _, c := range cs {
			out = append(out, fmt.Sprint(c.Host, " ", c.Surface, " ", c.Action, " ", c.Path, " ", c.Detail))
		}
		return out
	}
	if a, b := lines(dry), lines(real); !slices.Equal(a, b) {
		return fmt.Errorf("a dry run says\n%s\nthe run did\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	return nil
}

// snapshot is every file of the home and the projects but for our own state,
// with the time at which it was written.
func (l *life) snapshot() map[string]string {
	out := map[string]string{}
	l.walk(func(p string, e fs.DirEntry) {
		if fi, err := e.Info(); err == nil && !e.IsDir() {
			b, _ := os.ReadFile(p)
			out[p] = fmt.Sprint(fi.ModTime().UnixNano(), fi.Mode(), string(b))
		}
	})
	return out
}

// walk visits everything outside our state, logs, tools and backups.
func (l *life) walk(visit func(p string, e fs.DirEntry)) {
	for site := range 3 {
		filepath.WalkDir(l.dir(site), func(p string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if e.IsDir() && filepath.Dir(p) == l.acHome() && e.Name() != "connectors" {
				return filepath.SkipDir
			}
			visit(p, e)
			return nil
		})
	}
}

func unchanged(before, after map[string]string) error {
	for p, s := range after {
		if before[p] != s {
			return fmt.Errorf("%s was written, though nothing changes", p)
		}
	}
	for p := range before {
		if _, ok := after[p]; !ok {
			return fmt.Errorf("%s was removed, though nothing changes", p)
		}
	}
	return nil
}

// killed is what a run is stopped with.
type killed struct{}

var deaths struct {
	sync.Mutex
	left map[string]int // root of a life → changes until the kill
}

func init() {
	deaths.left = map[string]int{}
	apply.OnStep(func(path string) {
		deaths.Lock()
		defer deaths.Unlock()
		for root, n := range deaths.left {
			if !strings.HasPrefix(path, root+string(filepath.Separator)) {
				continue
			}
			if deaths.left[root] = n - 1; n == 0 {
				delete(deaths.left, root)
				panic(killed{})
			}
		}
	})
}

// kill runs f, and stops it before its n-th change on disk. It says whether f
// came that far.
func (l *life) kill(n int, f func() error) (dead bool, err error) {
	deaths.Lock()
	deaths.left[l.root] = n
	deaths.Unlock()
	defer func() {
		deaths.Lock()
		delete(deaths.left, l.root)
		deaths.Unlock()
		if r := recover(); r != nil {
			if _, dead = r.(killed); !dead {
				panic(r)
			}
		}
	}()
	return false, f()
}
