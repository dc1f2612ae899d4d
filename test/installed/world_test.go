// Package installed holds what an installation is to its hosts: on a machine
// where other people's things are in every file, the example connector comes and
// goes, on each host and scope alone and on all of them at once.
//
// testdata/before is that machine: the home and a project, as the hosts and
// their users have written them ("dot" stands before a name that begins with a
// dot). testdata/golden has, for each host and scope, the exact difference that
// an installation makes. A host that is added to host.All needs both.
package installed

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/render"
	"agentconnector/pkg/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const id = "acme-db"

// machine is a copy of testdata/before in a folder of its own.
type machine struct {
	t    *testing.T
	base string
	in   *render.Input
	was  map[string]file
}

type file struct {
	text string
	mode fs.FileMode
}

func newMachine(t *testing.T, hosts ...*host.Host) *machine {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the paths of the golden files are those of Unix; package render has the ones of Windows")
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, base: base}
	m.lay("testdata/before")
	for _, tool := range []string{"ac-hook", "ac-proxy"} { // what is copied as a tool is no matter here
		m.write(filepath.Join(base, "tools", tool), "no program\n", 0o755)
	}
	m.look(hosts)
	m.was = m.files()
	return m
}

// lay copies the machine of testdata.
func (m *machine) lay(from string) {
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
		b, err := os.ReadFile(p)
		m.write(filepath.Join(m.base, filepath.Join(parts...)), string(b), 0o640)
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) write(path, text string, mode fs.FileMode) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		m.t.Fatal(err)
	}
}

// look is what ac-detect would say of the machine, with these hosts installed.
func (m *machine) look(hosts []*host.Host) {
	home, project := filepath.Join(m.base, "home"), filepath.Join(m.base, "project")
	m.in = &render.Input{Machine: wire.Machine{Schema: wire.SchemaMachine, OS: "linux", Arch: "amd64", User: "jo",
		Home: home, ACHome: filepath.Join(home, ".agent-connector"), Project: project, ProjectKey: "00c0ffee00c0ffee"}}
	env := host.Env{OS: "linux", Home: home, Project: project, Getenv: func(string) string { return "" }}
	for _, h := range hosts {
		r := h.Record(env, func(p string) bool { _, err := os.Stat(p); return err == nil })
		r.Installed = true
		m.in.Hosts = append(m.in.Hosts, r)
	}
}

func (m *machine) options() apply.Options {
	return apply.Options{Home: m.in.Machine.ACHome, Exe: filepath.Join(m.base, "tools"), OS: "linux", Now: 1, Getenv: func(string) string { return "" }}
}

// plan renders the example for the machine.
func (m *machine) plan(scope string) *render.Result {
	m.t.Helper()
	c, err := connector.Load("../../examples/acme-db")
	if err != nil {
		m.t.Fatal(err)
	}
	o := render.Options{Scope: scope, Local: scope == wire.PlacesLocal}
	if o.Local {
		o.Scope = wire.ScopeProject
	}
	r, err := render.Render(m.in, c, o)
	if err != nil {
		m.t.Fatal(err)
	}
	return r
}

// install applies a plan, twice: the second time nothing may happen.
func (m *machine) install(r *render.Result) {
	m.t.Helper()
	for round := range 2 {
		rep, err := apply.Plan(&r.Plan, m.options())
		if err != nil {
			m.t.Fatal(err)
		}
		for _, e := range rep.Errors {
			m.t.Errorf("%s", e)
		}
		if round == 1 && rep.Changed {
			m.t.Error("the second run changes something")
		}
	}
}

// undo takes the connector out, on all hosts or on some.
func (m *machine) undo(hosts ...string) {
	m.t.Helper()
	rep, err := apply.Undo(apply.Selector{ID: id, Hosts: hosts, All: true}, m.options())
	if err != nil {
		m.t.Fatal(err)
	}
	for _, e := range rep.Errors {
		m.t.Error(e)
	}
}

// files are all but our own, and the directories: undo leaves none.
func (m *machine) files() map[string]file {
	all := map[string]file{}
	err := filepath.WalkDir(m.base, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if p == m.in.Machine.ACHome || p == filepath.Join(m.base, "tools") {
			return filepath.SkipDir
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(m.base, p)
		f := file{mode: fi.Mode()}
		if !d.IsDir() {
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			f.text = string(b)
		}
		all[filepath.ToSlash(rel)] = f
		return nil
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return all
}

// asBefore says whether every byte, mode and directory is as it was.
func (m *machine) asBefore() {
	m.t.Helper()
	is := m.files()
	for p, f := range is {
		if was, ok := m.was[p]; !ok {
			m.t.Errorf("%s is left", p)
		} else if was != f {
			m.t.Errorf("%s is not as it was:\n%s", p, change(p, was.text, f.text))
		}
	}
	for p := range m.was {
		if _, ok := is[p]; !ok {
			m.t.Errorf("%s is gone", p)
		}
	}
}

// changes are the differences to before, for people and for the golden files.
func (m *machine) changes() string {
	var b strings.Builder
	is := m.files()
	for _, p := range slices.Sorted(keys(is)) {
		was, old := m.was[p]
		f := is[p]
		switch {
		case old && was == f || f.mode.IsDir():
		case old && was.mode != f.mode:
			fmt.Fprintf(&b, "-- %s: mode %v, was %v --\n", p, f.mode, was.mode)
		case old:
			b.WriteString(m.plain(change(p, was.text, f.text)))
		case strings.HasSuffix(p, ".md") || strings.HasSuffix(p, ".js") || strings.HasSuffix(p, ".ts"): // package render has their text
			fmt.Fprintf(&b, "-- new: %s: mode %v, SHA-256 %x --\n", p, f.mode, sha256.Sum256([]byte(m.plain(f.text))))
		default:
			fmt.Fprintf(&b, "-- new: %s: mode %v --\n%s\n", p, f.mode, m.plain(f.text))
		}
	}
	return b.String()
}

// plain puts a fixed path in place of the machine's.
func (m *machine) plain(s string) string { return strings.ReplaceAll(s, m.base, "/BASE") }

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v\nhint: lay what the host and its users have into testdata/before, run go test ./test/installed -update, and read the result", err)
	}
	if !bytes.Equal([]byte(got), want) {
		t.Errorf("%s differs; if that is right, run go test ./test/installed -update\n%s", name, change(name, string(want), got))
	}
}
