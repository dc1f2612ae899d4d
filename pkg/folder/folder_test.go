package folder

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func lay(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range files {
		name, text, _ := strings.Cut(f, "=")
		p := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func paths(all iter.Seq[Entry]) string {
	var s []string
	for e := range all {
		p := filepath.ToSlash(e.Path)
		if e.Dir {
			p += "/"
		}
		s = append(s, fmt.Sprintf("%s:%d", p, e.Depth))
	}
	return strings.Join(s, " ")
}

func TestWalk(t *testing.T) {
	root := lay(t, ".git/config=", ".gitignore=*.log\nout/\n", "b/c/d.txt", "b/c/e.log", "b/.gitignore=!e.log", "a.txt", "out/x", "b/.env", "z/only.log")
	for _, c := range []struct {
		dir     string
		ignored bool
		want    string
	}{
		{"", false, ".gitignore:0 a.txt:0 b/.env:1 b/.gitignore:1 b/c/d.txt:2 b/c/e.log:2 b/c/:2 b/:1 z/:1 /:0"},
		{"b", false, ".env:0 .gitignore:0 c/d.txt:1 c/e.log:1 c/:1 /:0"},
		{"z", false, "/:0"},
		{"out", false, "x:0 /:0"}, // named, it counts
		{"", true, ".gitignore:0 a.txt:0 b/.env:1 b/.gitignore:1 b/c/d.txt:2 b/c/e.log:2 b/c/:2 b/:1 out/x:1 out/:1 z/only.log:1 z/:1 /:0"},
	} {
		if got := paths(Walk(filepath.Join(root, c.dir), Options{Root: root, Ignored: c.ignored})); got != c.want {
			t.Errorf("%q %v\n got %s\nwant %s", c.dir, c.ignored, got, c.want)
		}
	}
	for e := range Walk(filepath.Join(root, "none"), Options{Root: root}) {
		if e.Err == nil {
			t.Error("a folder that is not there has no error")
		}
	}
	for range Walk(root, Options{Root: root}) {
		break // and nothing more is looked at
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	root := lay(t, "a/x")
	if os.Symlink(root, filepath.Join(root, "a", "up")) != nil || os.Symlink("x", filepath.Join(root, "a", "y")) != nil {
		t.Skip("no links here")
	}
	if got, want := paths(Walk(root, Options{Root: root})), "a/x:1 a/:1 /:0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The order is kept, all cores work, and what is under way is bounded.
func TestInOrder(t *testing.T) {
	const n = 1000
	var came, taken atomic.Int64
	all := func(yield func(int) bool) {
		for i := range n {
			if came.Add(1)-taken.Load() > int64(runtime.GOMAXPROCS(0)*(ahead+2)+2) {
				t.Error("too many are under way")
			}
			if !yield(i) {
				return
			}
		}
	}
	var got []int
	InOrder(all, func(i int) int {
		if i%100 == 0 {
			time.Sleep(time.Millisecond) // the others go on
		}
		return 2 * i
	}, func(i, r int) {
		if r != 2*i {
			t.Fatalf("%d gave %d", i, r)
		}
		got = append(got, i)
		taken.Add(1)
	})
	if len(got) != n || !slices.IsSorted(got) {
		t.Errorf("%d of %d, in order: %v", len(got), n, slices.IsSorted(got))
	}
}

func TestBudget(t *testing.T) {
	b := NewBudget(10)
	var taken, most atomic.Int64
	one := func(n int64) bool {
		back := b.Take(n)
		defer back()
		if sum := taken.Add(min(n, 10)); sum > 10 {
			t.Errorf("%d of 10 are taken", sum)
		} else if sum > most.Load() {
			most.Store(sum)
		}
		time.Sleep(10 * time.Microsecond)
		taken.Add(-min(n, 10))
		return true
	}
	InOrder(func(yield func(int64) bool) {
		for i := range int64(500) {
			if !yield(i % 13) {
				return
			}
		}
	}, one, func(int64, bool) {})
	if most.Load() == 0 || taken.Load() != 0 {
		t.Error(most.Load(), taken.Load())
	}
}
