package home

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestForget: what is remembered of a project stays while it is there, and once it is
// gone for as long as a log may still speak of it.
func TestForget(t *testing.T) {
	dir, root := t.TempDir(), filepath.Join(t.TempDir(), "app")
	make := func() {
		if err := os.MkdirAll(root, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const key, day = "0123456789abcdef", 24 * time.Hour
	now := time.Now()
	at := func(days int, want bool) {
		t.Helper()
		Forget(dir, 90*day, now.Add(time.Duration(days)*day))
		k, ok := Projects(dir)[key]
		if ok != want || ok && k.Root != root {
			t.Errorf("day %d: %v %+v", days, ok, k)
		}
	}
	make()
	Remember(dir, key, root)
	at(1000, true) // it is there
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	at(1001, true) // it was there until now, for all that is known
	at(1090, true)
	make()
	at(1200, true) // it is back
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	at(1201, true)
	at(1291, true)
	at(1292, false)
	if left, _ := os.ReadDir(knownDir(dir)); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
	make()
	Remember(dir, key, root)
	at(1300, true)
}
