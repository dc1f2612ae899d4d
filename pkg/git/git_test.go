package git

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

// world is a repository and a user of git, whom no configuration of this
// machine reaches.
type world struct {
	*testing.T
	root string
	u    User
}

func newWorld(t *testing.T, args ...string) *world {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git to compare with")
	}
	base := t.TempDir()
	w := &world{t, filepath.Join(base, "repo"), User{Home: filepath.Join(base, "home")}}
	for _, d := range []string{w.root, w.u.Home} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.git(nil, append([]string{"init", "-q"}, args...)...)
	return w
}

func (w *world) git(stdin []byte, args ...string) string {
	w.Helper()
	out, err := w.try(stdin, args...)
	if err != nil {
		w.Fatalf("git %v: %v", args, err)
	}
	return out
}

func (w *world) try(stdin []byte, args ...string) (string, error) {
	c := exec.Command("git", args...)
	c.Dir, c.Stdin = w.root, bytes.NewReader(stdin)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.u.Home, "XDG_CONFIG_HOME=" + w.u.XDG, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b"}
	out, err := c.Output()
	return string(out), err
}

func (w *world) write(path, text string) {
	w.Helper()
	if !filepath.IsAbs(path) {
		path = filepath.Join(w.root, path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.Fatal(err)
	}
}

func (w *world) is(rel, want string) {
	w.Helper()
	r, ok := Open(w.root)
	if !ok {
		w.Fatal("no repository")
	}
	if got := r.State(rel, w.u); got != want {
		w.Errorf("%s is %s, want %s", rel, got, want)
	}
}

const file = ".claude/settings.local.json"

// Whatever the lists of patterns say, git says the same.
func TestIgnoredAsGitHasIt(t *testing.T) {
	w := newWorld(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	paths := []string{file, "b", "a/b/c", "ab/a", "a b", "a/.claude/b", "abc", "#a", "!a", "a]b", "-", "A", `a\b`, "a/bb/b/c"}
	pieces := []string{"a", "b", "c", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[^b]", "[a-c]", "[]]", "[", "]", "[[:alpha:]]", "[[:x", "[a-]", `\`, `\*`, `\ `, " ", "!", "#", ".claude", "settings.local.json", "*.json", "A", "-"}
	line := func() string {
		var s strings.Builder
		if rnd.IntN(6) == 0 {
			s.WriteString("!")
		}
		for range 1 + rnd.IntN(4) {
			s.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		return s.String() + []string{"\n", "\n", "\n", "\r\n", "/\n", " \n", ""}[rnd.IntN(7)]
	}
	for _, p := range []string{"a/b/c", "ab/a", "a/.claude/b", "a/bb/b/c", file} {
		w.write(p, "x") // git asks the disk what is a directory
	}
	stdin := strings.Join(paths, "\x00") + "\x00"
	for round := range 200 {
		files := map[string]string{}
		for _, f := range []string{".gitignore", ".claude/.gitignore", "a/.gitignore", ".git/info/exclude", filepath.Join(w.u.Home, ".config", "git", "ignore")} {
			var s strings.Builder
			for range rnd.IntN(4) {
				s.WriteString(line())
			}
			files[f] = s.String()
			w.write(f, s.String())
		}
		fold := round%4 == 3
		w.git(nil, "config", "core.ignorecase", fmt.Sprint(fold))
		// It ends with 1 if nothing is ignored.
		out, err := w.try([]byte(stdin), "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n")
		if _, failed := err.(*exec.ExitError); err != nil && !failed {
			t.Fatal(err)
		}
		fields := strings.Split(out, "\x00") // source, line, pattern, path
		r, _ := Open(w.root)
		for i := 0; i+3 < len(fields); i += 4 {
			want := wire.GitUntracked
			if fields[i+2] != "" && !strings.HasPrefix(fields[i+2], "!") {
				want = wire.GitIgnored
			}
			if got := r.State(fields[i+3], w.u); got != want {
				t.Fatalf("round %d: %q is %s, git says %s by %q of %s\n%q", round, fields[i+3], got, want, fields[i+2], fields[i], files)
			}
		}
	}
}

func TestWhereTheListsStand(t *testing.T) {
	w := newWorld(t)
	w.is(file, wire.GitUntracked)
	for _, where := range []string{".gitignore", ".claude/.gitignore", ".git/info/exclude", filepath.Join(w.u.Home, ".config/git/ignore")} {
		text := "**/" + file + "\n"
		if where == ".claude/.gitignore" {
			text = "\xef\xbb\xbfsettings.local.json\r\n"
		}
		w.write(where, text)
		w.is(file, wire.GitIgnored)
		w.write(where, "")
		w.is(file, wire.GitUntracked)
	}
	w.write(w.u.Home+"/.gitconfig", "[user]\n\tname = x\n[Core]\n\tExcludesFile = \"~/my ignore\" ; mine\n")
	w.write(w.u.Home+"/my ignore", ".claude/\n")
	w.is(file, wire.GitIgnored)
	w.git(nil, "check-ignore", "-q", file)
	w.u.XDG = filepath.Join(w.u.Home, "xdg")
	w.write(w.u.Home+"/.gitconfig", "")
	w.write(w.u.XDG+"/git/ignore", ".claude/\n")
	w.is(file, wire.GitIgnored)
	w.git(nil, "check-ignore", "-q", file)
}

// An index of every version, also split, also with the longer hash.
func TestTracked(t *testing.T) {
	for _, version := range []string{"2", "3", "4"} {
		for _, format := range []string{"sha1", "sha256"} {
			w := newWorld(t, "--object-format="+format)
			w.write(".gitignore", ".claude\n")
			for i := range 40 {
				w.write(fmt.Sprintf(".claude/settings.local.json%d/f", i), "x")
				w.write(fmt.Sprintf("some/longer/way/%d/f", i*7), "x")
			}
			w.git(nil, "config", "index.version", version)
			w.git(nil, "add", "-f", ".")
			if version == "3" {
				w.write("later", "x")
				w.git(nil, "add", "-N", "later") // needs the longer flags
			}
			w.is(file, wire.GitIgnored)
			w.write(file, "{}")
			w.is(file, wire.GitIgnored)
			w.git(nil, "add", "-f", file)
			w.is(file, wire.GitTracked)
			w.git(nil, "commit", "-q", "-m", "x")
			w.is(file, wire.GitTracked)
			w.git(nil, "update-index", "--split-index")
			w.is(file, wire.GitTracked)
			w.git(nil, "update-index", "--no-split-index")
			w.git(nil, "rm", "-q", "--cached", file)
			w.is(file, wire.GitIgnored)
			w.is("some/longer/way/7/f", wire.GitTracked)
			w.is("some/longer/way/8/f", wire.GitUntracked)
		}
	}
}

func TestWorkTrees(t *testing.T) {
	w := newWorld(t)
	w.git(nil, "commit", "-q", "--allow-empty", "-m", "x")
	w.write(".git/info/exclude", ".claude/\n")
	linked := filepath.Join(filepath.Dir(w.root), "linked")
	w.git(nil, "worktree", "add", "-q", linked)
	r, ok := Open(linked)
	if main, _ := filepath.EvalSymlinks(w.root); !ok || r.Main() != main && r.Main() != w.root {
		t.Errorf("%+v: main is %s", r, r.Main())
	}
	if got := r.State(file, w.u); got != wire.GitIgnored {
		t.Errorf("in a linked work tree: %s", got)
	}
	if r, ok = Open(w.root); !ok || r.Main() != w.root {
		t.Errorf("%+v", r)
	}
	if _, ok = Open(w.u.Home); ok {
		t.Error("a repository where there is none")
	}
}

// An index that is cut or changed is never a crash, nor a name found in it that
// is not there.
func FuzzIndex(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01"+strings.Repeat("\x00", 61)+"\x01a\x00"), 20)
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x02"+strings.Repeat("\x00", 62)+"\x00a\x00"+strings.Repeat("\x00", 62)+"\x01b\x00link\x00\x00\x00\x14"+strings.Repeat("\x01", 20)), 20)
	f.Fuzz(func(t *testing.T, b []byte, hash int) {
		if hash = 20 + hash&1*12; len(b) > 1<<16 {
			return
		}
		found, rest := lookUp(b, "\x00no name", hash)
		if found {
			t.Error("found")
		}
		sharedName(rest, hash)
	})
}
