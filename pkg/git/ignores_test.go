package git

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// left are the files below a directory that a walk comes to.
func left(t *testing.T, root, rel string, u User) (files []string) {
	t.Helper()
	var walk func(in Ignores, rel string)
	walk = func(in Ignores, rel string) {
		es, err := os.ReadDir(filepath.Join(root, rel))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range es {
			at := filepath.Join(rel, e.Name())
			switch {
			case e.Name() == ".git" || in.Ignored(e.Name(), e.IsDir()):
			case e.IsDir():
				walk(in.In(e.Name()), at)
			case e.Type()&fs.ModeSymlink == 0:
				files = append(files, filepath.ToSlash(at))
			}
		}
	}
	walk(IgnoresAt(root, rel, u), rel)
	slices.Sort(files)
	return files
}

// A walk comes to the files that git would add, whatever the tree and the lists in
// it.
func TestWalkAsGitHasIt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	names := []string{"a", "b", "ab", "a.log", "b.json", "node_modules", "x y", ".env", "-"}
	lines := []string{"a", "b/", "/a", "*.log", "!a.log", "!*.json", "node_modules/", "**/ab", "a/**", "a/b", "!a/b", "*", "!*/", "!.gitignore", "# x", "", " ", `\#a`, "x y", `x\ y`, ".*", "!.env", "a*", "?", "[ab]", "b/*", "!b/a", "/*/", "ab/**/a"}
	for range 40 {
		w := newWorld(t)
		var fill func(dir string, depth int)
		fill = func(dir string, depth int) {
			if rnd.IntN(3) == 0 {
				var s strings.Builder
				for range 1 + rnd.IntN(5) {
					s.WriteString(lines[rnd.IntN(len(lines))] + "\n")
				}
				w.write(filepath.Join(dir, ".gitignore"), s.String())
			}
			for _, n := range names {
				switch r := rnd.IntN(8); {
				case r < 3:
					w.write(filepath.Join(dir, n), "x")
				case r < 5 && depth < 3:
					fill(filepath.Join(dir, n), depth+1)
				}
			}
		}
		fill("", 0)
		if rnd.IntN(2) == 0 {
			w.write(".git/info/exclude", lines[rnd.IntN(len(lines))]+"\n"+lines[rnd.IntN(len(lines))]+"\n")
		}
		want := strings.FieldsFunc(w.git(nil, "ls-files", "--others", "--exclude-standard", "-z"), func(r rune) bool { return r == 0 })
		slices.Sort(want)
		if got := left(t, w.root, "", w.u); !slices.Equal(got, want) {
			t.Fatalf("\n got %q\nwant %q", got, want)
		}
		for _, sub := range []string{"a", "ab"} { // begun below the root it is the same, unless the place itself is ignored
			if fi, err := os.Stat(filepath.Join(w.root, sub)); err != nil || !fi.IsDir() {
				continue
			}
			in := slices.DeleteFunc(slices.Clone(want), func(f string) bool { return !strings.HasPrefix(f, sub+"/") })
			if got := left(t, w.root, sub, w.u); len(in) > 0 && !slices.Equal(got, in) {
				t.Fatalf("%s\n got %q\nwant %q", sub, got, in)
			}
		}
	}
}

func TestWalkWithoutARepository(t *testing.T) {
	w := &world{t, t.TempDir(), User{Home: t.TempDir()}}
	for _, f := range []string{"a", "b.log", "sub/b.log", "sub/c", "sub/keep.log", "sub/d/e"} {
		w.write(f, "x")
	}
	w.write(filepath.Join(w.u.Home, ".config/git/ignore"), "a\n")
	w.write(".gitignore", "*.log\n")
	w.write("sub/.gitignore", "!keep.log\nd/\n")
	if got := left(t, w.root, "", w.u); strings.Join(got, " ") != ".gitignore a sub/.gitignore sub/c sub/keep.log" {
		t.Errorf("%q", got)
	}
}

// What a repository inside of another one has is its own.
func TestWalkIntoARepository(t *testing.T) {
	w := newWorld(t)
	inner := &world{t, filepath.Join(w.root, "lib"), w.u}
	w.write(".gitignore", "*.log\nb\n")
	w.write("lib/a.log", "x")
	w.write("lib/b", "x")
	w.write("lib/.gitignore", "c\n")
	w.write("lib/c", "x")
	inner.git(nil, "init", "-q")
	want := strings.Fields(strings.ReplaceAll(inner.git(nil, "ls-files", "--others", "--exclude-standard", "-z"), "\x00", " "))
	for i := range want {
		want[i] = "lib/" + want[i]
	}
	if got := left(t, w.root, "lib", w.u); !slices.Equal(got, want) || len(want) != 3 {
		t.Errorf("got %q, want %q", got, want)
	}
}
