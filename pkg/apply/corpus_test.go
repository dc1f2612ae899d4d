package apply

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// The corpus is what people really have: configs of many hosts, every word
// replaced, every byte of format kept. One run of the whole engine installs
// three connectors in all of them at once and takes them out in some order.

// A specimen is one file of the corpus.
type specimen struct {
	habit
	name string
	text []byte
	bad  bool // must be refused
}

func specimens(t *testing.T) (all []specimen) {
	t.Helper()
	for dir, bad := range map[string]bool{"testdata/corpus": false, "testdata/corpus/refused": true} {
		names, _ := filepath.Glob(filepath.Join(dir, "*.*"))
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			s := specimen{name: filepath.Base(n), text: b, bad: bad}
			s.habit = habits[slices.IndexFunc(habits, func(h habit) bool { return strings.HasPrefix(s.name, h.prefix) })]
			if readers[s.format] != nil {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b specimen) int { return strings.Compare(a.name, b.name) })
	return all
}

// crlf gives the same file with the line ends of Windows and a BOM.
func (s specimen) crlf() specimen {
	b := bytes.ReplaceAll(bytes.ReplaceAll(bytes.TrimPrefix(s.text, []byte("\xef\xbb\xbf")), []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	s.text = append([]byte("\xef\xbb\xbf"), b...)
	return s
}

// TestCorpus is the promise of the project, on every file of the corpus: what
// is not ours keeps its bytes, the result is what the host reads, a second run
// writes nothing, what cannot be read is refused with its place, and when the
// connectors have gone, in whatever order, the first bytes are back.
func TestCorpus(t *testing.T) {
	all := specimens(t)
	if good := slices.DeleteFunc(slices.Clone(all), func(s specimen) bool { return s.bad }); len(good) < 105 {
		t.Fatalf("only %d files in the corpus", len(good))
	}
	for seed := range uint64(2) {
		if testing.Short() && seed > 0 {
			break
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := &corpusRun{t: t, all: slices.Clone(all)}
			if seed == 1 {
				for i := range c.all {
					c.all[i] = c.all[i].crlf()
				}
			}
			c.life(rand.New(rand.NewPCG(seed, 7)))
		})
	}
}

type corpusRun struct {
	t   *testing.T
	dir string
	all []specimen
	o   Options
}

func (c *corpusRun) path(s specimen) string { return filepath.Join(c.dir, "home", s.name) }

// life is one run: files laid out, connectors in, again, out.
func (c *corpusRun) life(r *rand.Rand) {
	c.dir = c.t.TempDir()
	c.o = Options{Home: filepath.Join(c.dir, "ours"), OS: "linux", Getenv: func(string) string { return "" }}
	if err := os.Mkdir(filepath.Join(c.dir, "home"), 0o755); err != nil {
		c.t.Fatal(err)
	}
	for _, s := range c.all {
		if err := os.WriteFile(c.path(s), s.text, 0o640); err != nil {
			c.t.Fatal(err)
		}
	}
	ids := []string{"ac-one", "ac-two", "ac-three"}
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for n, id := range ids {
		c.install(id)
		for _, s := range c.all {
			c.holds(s, ids[:n+1])
		}
	}
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for n, id := range ids {
		if rep, err := Undo(Selector{ID: id, Scope: wire.ScopeUser}, c.o); err != nil || len(rep.Errors) > 0 {
			c.t.Fatal(err, rep.Errors)
		}
		for _, s := range c.all {
			c.holds(s, ids[n+1:])
		}
	}
	if ls, _ := (store{dir: c.o.Home}).all(); len(ls) > 0 {
		c.t.Errorf("%d ledgers are left", len(ls))
	}
}

// install applies a plan over every file, twice.
func (c *corpusRun) install(id string) {
	c.t.Helper()
	p := &plan.Plan{Head: wire.Plan{Connector: id, Version: "1", Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces}}
	for _, s := range c.all {
		for _, pt := range s.patches(id) {
			pt.Path, pt.Format, pt.Hosts = c.path(s), s.format, []string{"h"}
			p.Patches = append(p.Patches, pt)
		}
	}
	c.run(p)
	was := map[string]os.FileInfo{}
	for _, s := range c.all {
		was[s.name], _ = os.Stat(c.path(s))
	}
	if rep := c.run(p); rep.Changed {
		c.t.Error("the second run changes something")
	}
	for _, s := range c.all {
		is, err := os.Stat(c.path(s))
		if err != nil || !os.SameFile(was[s.name], is) || !is.ModTime().Equal(was[s.name].ModTime()) || runtime.GOOS != "windows" && is.Mode().Perm() != 0o640 { // Windows has no modes
			c.t.Errorf("%s: written by the second run: %v", s.name, err)
		}
	}
}

var placed = regexp.MustCompile(`:[0-9]+:[0-9]+: `)

// run applies a plan; the files that must be refused are, and no other.
func (c *corpusRun) run(p *plan.Plan) *Report {
	c.t.Helper()
	rep, err := Plan(p, c.o)
	if err != nil {
		c.t.Fatal(err)
	}
	refused := map[string]error{}
	for _, err := range rep.Errors {
		name, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), filepath.Join(c.dir, "home")+string(filepath.Separator)), ":")
		if refused[name] = err; !placed.MatchString(err.Error()) {
			c.t.Errorf("no line and column in: %v", err)
		}
	}
	for _, s := range c.all {
		// A marker without its partner is in the way of its own connector only.
		stray := s.name == "markdown-stray-marker.md" && p.Head.Connector != "ac-one"
		if err := refused[s.name]; (err != nil) != (s.bad && !stray) {
			c.t.Errorf("%s: refused with %v", s.name, err)
		}
	}
	return rep
}

// holds checks one file while the connectors of ids are installed.
func (c *corpusRun) holds(s specimen, ids []string) {
	c.t.Helper()
	got, err := os.ReadFile(c.path(s))
	if err != nil {
		c.t.Fatal(err)
	}
	if s.bad && s.format != "block" || len(ids) == 0 {
		if !bytes.Equal(got, s.text) {
			c.t.Errorf("%s: not the first bytes:\n%s", s.name, got)
		}
		return
	}
	parents := map[string]bool{}
	for _, p := range s.patches("x") {
		parents[fmt.Sprint(p.At[:len(p.At)-1])+fmt.Sprint(p.Identity)] = true
	}
	if n := lost(s.text, got); n > len(parents) {
		c.t.Errorf("%s: %d lines changed:\n%s", s.name, n, got)
	}
	if !within(s.text, got) {
		c.t.Errorf("%s: bytes are missing:\n%s", s.name, got)
	}
	if s.format == "block" {
		return
	}
	v, err := readers[s.format](bytes.TrimPrefix(got, []byte("\xef\xbb\xbf")))
	if err != nil {
		c.t.Errorf("%s: another parser says %v:\n%s", s.name, err, got)
		return
	}
	for _, id := range ids {
		for _, p := range s.patches(id) {
			if !says(v, p) {
				c.t.Errorf("%s: another parser does not find %s at %v in\n%s", s.name, p.Value, p.At, got)
			}
		}
	}
}
