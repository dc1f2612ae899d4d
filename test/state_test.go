package test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// The archives in testdata/state are homes that an older version of the suite
// has left, byte for byte. They are full of the path of that home: in files, in
// names that are sums of a path, in sums of files that hold it, and in bytes
// that a ledger keeps in base64. A layout moves all of it to another home.

const theirHome = "/home/ann"

// cmdLay lays out archives, the later over the earlier: lay DIR ARCHIVE...
func cmdLay(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(lay(ts.MkAbs(args[0]), args[1:]...))
}

type layout struct {
	home  string
	moved map[string]string // sums, and names made of sums, there and here
}

func lay(home string, archives ...string) error {
	y := &layout{home: home, moved: map[string]string{}}
	var all []txtar.File
	for _, name := range archives {
		a, err := txtar.ParseFile(filepath.Join("testdata", "state", name+".txtar"))
		if err != nil {
			return err
		}
		all = append(all, a.Files...)
		for line := range strings.Lines(string(a.Comment)) {
			if f := strings.Fields(line); len(f) == 3 && f[0] == "link" {
				p := filepath.Join(home, f[1])
				os.MkdirAll(filepath.Dir(p), 0o755)
				if err := os.Symlink(f[2], p); err != nil && !os.IsExist(err) {
					return err
				}
			}
		}
	}
	for _, f := range all { // what the state speaks of comes before the state
		y.learn(f)
	}
	for _, f := range all {
		if err := y.write(f); err != nil {
			return err
		}
	}
	return nil
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

func (y *layout) here(s string) string { return strings.ReplaceAll(s, theirHome, y.home) }

// learn notes what the sum of a file and the names after its path become.
func (y *layout) learn(f txtar.File) {
	y.moved[sum(string(f.Data))] = sum(y.here(string(f.Data)))
	there := theirHome + "/" + f.Name
	y.moved[sum(there)[:32]] = sum(y.here(there))[:32]
}

var literal = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

func (y *layout) write(f txtar.File) error {
	name, mode, dirs, text := f.Name, os.FileMode(0o644), os.FileMode(0o755), ""
	state := strings.HasPrefix(name, ".agent-connector/state/")
	if state && strings.HasSuffix(name, ".json") {
		text = literal.ReplaceAllStringFunc(string(f.Data), y.string)
	} else {
		text = y.here(string(f.Data))
	}
	if strings.HasPrefix(name, ".agent-connector/") {
		mode, dirs = 0o600, 0o700
		for part := range strings.SplitSeq(name, "/") {
			stem := strings.TrimSuffix(part, ".json")
			if now, ok := y.moved[stem]; ok {
				name = strings.Replace(name, stem, now, 1)
			}
		}
	}
	p := filepath.Join(y.home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), dirs); err != nil {
		return err
	}
	return os.WriteFile(p, []byte(text), mode)
}

// string moves one string of a ledger or journal entry.
func (y *layout) string(lit string) string {
	var s string
	if json.Unmarshal([]byte(lit), &s) != nil {
		return lit
	}
	now, known := y.moved[s]
	if !known {
		now = y.here(s)
		if b, err := base64.StdEncoding.DecodeString(s); err == nil && strings.Contains(string(b), theirHome) {
			now = base64.StdEncoding.EncodeToString([]byte(y.here(string(b))))
		}
	}
	if now == s {
		return lit
	}
	b, _ := json.Marshal(now)
	return string(b)
}

// version1 builds the last program that wrote state of version 1, from the
// history of the project.
func version1(t *testing.T) string {
	const commit = "c614a57b4d792aff59e115c50b83b1f1ec0d482d"
	if testing.Short() {
		t.Skip("builds an older version")
	}
	src := t.TempDir()
	tar := filepath.Join(src, "src.tar")
	git := exec.Command("git", "archive", "--format=tar", "-o", tar, commit)
	git.Dir = ".."
	if msg, err := git.CombinedOutput(); err != nil {
		t.Skipf("the history of the project is not here: %v %s", err, msg)
	}
	exe := filepath.Join(src, "old-ac-apply")
	for _, c := range []*exec.Cmd{exec.Command("tar", "xf", tar), exec.Command("go", "build", "-o", exe, "./ac-apply")} {
		c.Dir = src
		if msg, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v %s", c.Args, err, msg)
		}
	}
	return exe
}

// TestAnOlderProgramRefusesOurState: the program that wrote version 1 works on
// its own state, and refuses it once it is upgraded, also when all that it would
// find is an interrupted write of ours.
func TestAnOlderProgramRefusesOurState(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the archive has names with slashes")
	}
	old := version1(t)
	b := newBox(t)
	if err := lay(b.home, "v1"); err != nil {
		t.Fatal(err)
	}
	oldRun := func(args ...string) (string, error) {
		c := exec.Command(old, args...)
		c.Env, c.Dir = b.env, b.dir
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := oldRun("--verify"); err != nil || strings.Contains(out, `"status":"missing"`) || strings.Count(out, `"status":"ok"`) < 30 {
		t.Fatalf("the layout is not what version 1 left: %v\n%s", err, out)
	}
	if out, err := b.run("ac-apply", "--list"); err != nil || !strings.Contains(out, `"id":"beta"`) {
		t.Fatal(err, out)
	}
	if out, err := oldRun("--list"); err != nil {
		t.Fatalf("looking has shut out the older program: %v %s", err, out)
	}
	if out, err := b.run("ac-apply", "--recover"); err != nil || !strings.Contains(out, "is upgraded from version 1 to 2") {
		t.Fatal(err, out)
	}
	before, err := tree(b.home)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--list"}, {"--verify"}, {"--undo", "alpha"}, {"--undo", "alpha", "--all", "--purge"}} {
		if out, err := oldRun(args...); err == nil || !strings.Contains(out, "state has version 2, this program knows 1") {
			t.Errorf("%v: %v %s", args, err, out)
		}
	}
	if after, err := tree(b.home); err != nil || fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("the older program wrote something: %v", err)
	}
	journal := b.write("home/.agent-connector/state/journal/0.json", `{"real":"/nowhere/x","temp":"/nowhere/t","old":"","new":"","ts":1,"after":{"version":2}}`)
	if out, err := oldRun("--recover"); err == nil || !strings.Contains(out, "the journal entry does not parse") {
		t.Errorf("--recover: %v %s", err, out)
	}
	if _, err := os.Stat(journal); err != nil {
		t.Error(err)
	}
}

// TestProgramsUpgradeAtOnce: of many programs that meet an older state one
// upgrades it; the others wait and go on, or look and see it as it was.
func TestProgramsUpgradeAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the archive has names with slashes")
	}
	b := newBox(t)
	if err := lay(b.home, "v1", "v1-killed-late"); err != nil {
		t.Fatal(err)
	}
	runs := [][]string{{"--recover"}, {"--list"}, {"--undo", "beta"}, {"--verify"}, {"--recover"}, {"--undo", "alpha", "--host", "cursor"}, {"--list"}, {"--recover"}}
	outs := make([]string, len(runs))
	var all sync.WaitGroup
	for i, args := range runs {
		all.Go(func() {
			out, err := b.run("ac-apply", append(args, "--json")...)
			if err != nil && args[0] != "--verify" { // which may come between the writes of an undo
				t.Errorf("%v: %v\n%s", args, err, out)
			}
			outs[i] = out
		})
	}
	all.Wait()
	if n := strings.Count(strings.Join(outs, ""), "is upgraded from version 1 to 2"); n != 1 {
		t.Errorf("%d programs have upgraded:\n%s", n, strings.Join(outs, "\n"))
	}
	if out, err := b.run("ac-apply", "--verify"); err != nil || strings.Contains(out, "beta") || strings.Contains(out, "missing") {
		t.Errorf("%v %s", err, out)
	}
	if out, err := b.run("ac-apply", "--undo", "alpha", "--all"); err != nil {
		t.Fatal(err, out)
	}
	if err := lay(filepath.Join(b.dir, "before"), "v1-before"); err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(b.path(".agent-connector"))
	before, _ := tree(filepath.Join(b.dir, "before"))
	after, _ := tree(b.home)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s: was %q, is %q", name, text, after[name])
		}
	}
	if len(after) != len(before) {
		t.Errorf("there are %d names, before %d", len(after), len(before))
	}
}
