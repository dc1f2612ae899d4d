package apply_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/wire"
)

// check holds everything that can be seen to the model.
func (l *life) check() error {
	rows, err := l.verified()
	if err != nil {
		return err
	}
	var errs []error
	for _, p := range slices.Sorted(maps.Keys(l.m.files)) {
		errs = append(errs, l.m.files[p].check(rows[p]))
		delete(rows, p)
	}
	for p, r := range rows {
		errs = append(errs, fmt.Errorf("--verify knows %s: %v", p, r))
	}
	return errors.Join(append(errs, l.listed(), l.strangers(), l.originals())...)
}

// verified is what --verify says, by file.
func (l *life) verified() (map[string][]string, error) {
	vs, err := apply.Verify("", l.options(false))
	rows := map[string][]string{}
	for _, v := range vs {
		rows[v.Path] = append(rows[v.Path], row(v.Connector, l.site(v.Scope, v.Project), v.Surface, v.At, v.Status, v.Hosts))
	}
	return rows, err
}

func row(id string, site int, surface string, at []string, status string, hosts []string) string {
	return fmt.Sprint(id, " at ", site, ": ", surface, " ", strings.Join(at, "."), " ", status, " for ", slices.Sorted(slices.Values(hosts)))
}

func (l *life) site(scope, project string) int {
	for site := 1; site < 3; site++ {
		if scope == wire.ScopeProject && project == l.dir(site) {
			return site
		}
	}
	return 0
}

func (f *file) status(e *edit) string {
	switch {
	case f.broken != nil:
		return "unreadable"
	case e.now == nil:
		return "missing"
	case e.changed():
		return "changed"
	}
	return "ok"
}

// check holds one file, and what --verify says of it, to the model.
func (f *file) check(rows []string) error {
	fail := func(format string, args ...any) error {
		b, _ := readDisk(f.path)
		return fmt.Errorf("%s: %s; it is\n%s", f.path, fmt.Sprintf(format, args...), b)
	}
	var want []string
	alive := 0
	for _, e := range f.edits {
		if e.now != nil || e.taken {
			alive++
		}
		for _, o := range e.owners {
			want = append(want, row(o.id, o.site, e.surface, e.at, f.status(e), o.hosts))
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(rows)); !slices.Equal(got, want) {
		return fail("--verify says\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	b, there := readDisk(f.path)
	if fi, err := os.Stat(f.path); err == nil && f.mode != 0 && fi.Mode() != f.mode {
		return fail("has the mode %v, it was %v", fi.Mode(), f.mode)
	}
	if fi, err := os.Lstat(f.path); f.link != "" && (err != nil || fi.Mode()&fs.ModeSymlink == 0) {
		return fail("is a link no more")
	}
	if f.broken != nil {
		if !bytes.Equal(b, f.broken) {
			return fail("does not parse, and was written; it was\n%s", f.broken)
		}
		return nil
	}
	if !there {
		if f.exists || alive > 0 {
			return fail("is gone")
		}
		return nil
	}
	if !f.exists && alive == 0 && len(f.edits) == 0 && !f.touched {
		return fail("is left")
	}
	now, err := f.read(b, true)
	if err != nil {
		return err
	}
	for i, e := range f.edits {
		if got, want := canonRaw([]any{now[i].now, now[i].guests}), canonRaw([]any{e.now, e.guests}); got != want {
			return fail("%v holds %s, expected %s", e.at, got, want)
		}
	}
	return f.others(b, alive, fail)
}

// others holds what is not ours in a file to the shadow.
func (f *file) others(b []byte, alive int, fail func(string, ...any) error) error {
	switch f.format {
	case "file":
		if alive == 0 && !bytes.Equal(b, f.shadow) {
			return fail("is not what it was without us, %q", f.shadow)
		}
		return nil
	case "block":
		if got, want := outside(b), outside(f.shadow); !slices.Equal(got, want) {
			return fail("others' lines are\n%q\nexpected\n%q", got, want)
		}
	default:
		v, err := parse(f.format, b)
		if err != nil {
			return fail("%v", err)
		}
		if got, want := canon(v), canon(f.tree()); got != want {
			return fail("it says\n%s\nexpected\n%s", got, want)
		}
	}
	switch {
	case f.loose:
	case f.touched && bytes.Equal(b, append(slices.Clone(f.shadow), newline(b)...)) && !bytes.HasSuffix(f.shadow, []byte("\n")):
		// The last line had no line end, and got one from us. It is whoever's by now.
	case alive == 0 && len(f.edits) == 0 && f.exists && !bytes.Equal(b, f.shadow):
		return fail("nothing of ours is in it, and it is not\n%s\nbut %q for %q", f.shadow, b, f.shadow)
	case slices.ContainsFunc(f.edits, func(e *edit) bool { return e.taken }): // it is kept elsewhere
	case !within(f.shadow, b):
		return fail("bytes of others are missing:\n%s", f.shadow)
	}
	return nil
}

// within says whether every byte of a text stands in another, in order.
func within(old, now []byte) bool {
	for _, c := range now {
		if len(old) > 0 && old[0] == c {
			old = old[1:]
		}
	}
	return len(old) == 0
}

// listed holds --list to the model.
func (l *life) listed() error {
	is, err := apply.List(l.options(false))
	if err != nil {
		return err
	}
	want := l.m.installed()
	for _, i := range is {
		at := inst{i.ID, l.site(i.Scope, i.Project)}
		w, ok := want[at]
		slices.Sort(w.hosts)
		if got := fmt.Sprint(i.Version, i.Hosts, i.TS); !ok || got != fmt.Sprint(w.version, w.hosts, w.ts) {
			return fmt.Errorf("--list has %+v, expected %+v", i, w)
		}
		delete(want, at)
	}
	if len(want) > 0 {
		return fmt.Errorf("--list lacks %v", want)
	}
	return nil
}

// strangers are files that nobody should have made, and directories that
// nobody needs.
func (l *life) strangers() (err error) {
	l.walk(func(p string, e fs.DirEntry) {
		switch f := l.m.files[p]; {
		case err != nil || l.ours(p):
		case e.IsDir():
			if es, _ := os.ReadDir(p); len(es) == 0 && !l.dirs[p] && !l.left[p] {
				err = fmt.Errorf("%s is empty", p)
			}
		case f == nil:
			err = fmt.Errorf("%s is nobody's", p)
		}
	})
	if js, _ := os.ReadDir(filepath.Join(l.acHome(), "state", "journal")); err == nil && len(js) > 0 {
		err = fmt.Errorf("the journal has %v", js)
	}
	return err
}

// ours says that a path is one of our home's own that no plan names.
func (l *life) ours(p string) bool { return p == l.acHome() }

// remember notes what files hold before a run of ours, as long as there is no
// backup of them.
func (l *life) remember() {
	for _, f := range l.m.files {
		if b, there := readDisk(f.path); there && l.firsts[f.path] == "" {
			l.befores[f.path] = append(l.befores[f.path], string(b))
		}
	}
}

// originals says whether the first backup of each file is what it held before a
// run of ours, and stays what it is.
func (l *life) originals() error {
	dirs, _ := filepath.Glob(filepath.Join(l.acHome(), "backups", "*"))
	for _, d := range dirs {
		name, _ := os.ReadFile(filepath.Join(d, "path"))
		b, err := os.ReadFile(filepath.Join(d, "original"))
		if err != nil {
			continue // the run was killed before
		}
		path, text := strings.TrimSpace(string(name)), "="+string(b)
		for _, f := range l.m.files {
			if f.link == path {
				path = f.path
			}
		}
		switch {
		case l.firsts[path] == "" && !slices.Contains(l.befores[path], text[1:]):
			return fmt.Errorf("the first backup of %s is %q, which it never was before a run of ours", path, b)
		case l.firsts[path] == "":
			l.firsts[path] = text
		case l.firsts[path] != text:
			return fmt.Errorf("the first backup of %s was %q and is %q", path, l.firsts[path], b)
		}
	}
	return nil
}
