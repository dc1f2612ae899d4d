package apply

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"agentconnector/pkg/config"
	"agentconnector/pkg/wire"
)

const day = int64(24 * 60 * 60 * 1000)

// TestSurplus: of the later copies the newest stays whatever the limits are, and
// so does what this run or one that is ahead of it has made; the rest goes by
// count and by age, 0 and absent being "without limit" and the defaults.
func TestSurplus(t *testing.T) {
	n := func(i int64) *int64 { return &i }
	const now = 100 * day
	ages := func(days ...int64) (cs []spare) {
		for _, d := range days {
			cs = append(cs, spare{at: now - d*day})
		}
		return cs
	}
	twelve := ages(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	for _, c := range []struct {
		name  string
		cs    []spare
		p     config.Pruning
		stays int
	}{
		{"none", nil, config.Pruning{}, 0},
		{"the defaults, by count", twelve, config.Pruning{}, 10},
		{"the defaults, by age", ages(1, 29, 30, 31, 40), config.Pruning{}, 3},
		{"the newest is old", ages(90, 91), config.Pruning{}, 1},
		{"without limits", append(twelve, ages(99)...), config.Pruning{Days: n(0), Count: n(0)}, 13},
		{"count alone", append(ages(1), ages(50, 60)...), config.Pruning{Days: n(0), Count: n(2)}, 2},
		{"age alone", append(twelve, ages(31)...), config.Pruning{Count: n(0)}, 12},
		{"one", twelve, config.Pruning{Count: n(1)}, 1},
		{"a day", ages(1, 2), config.Pruning{Days: n(1)}, 1},
		{"made now, all of them", ages(0, 0, 0, 1), config.Pruning{Count: n(1)}, 3},
		{"ahead of us", ages(-5, -1, 0, 1), config.Pruning{Count: n(1)}, 3},
		{"more days than there are", ages(1, 99), config.Pruning{Days: n(math.MaxInt64)}, 2},
		{"a count that no int has", twelve, config.Pruning{Count: n(math.MaxInt64)}, 12},
	} {
		gone := surplus(c.cs, c.p, now)
		if len(c.cs)-len(gone) != c.stays {
			t.Errorf("%s: %d stay, expected %d", c.name, len(c.cs)-len(gone), c.stays)
		}
		for i, g := range gone { // the oldest go
			if g != c.cs[c.stays+i] {
				t.Errorf("%s: %v went before an older one", c.name, g)
			}
		}
	}
}

// pile makes a home with a file, and backs up n foreign versions of it, one a
// day. It returns the folder of the backups.
func pile(t *testing.T, n int) (s store, path, dir string) {
	t.Helper()
	root := t.TempDir()
	s, path = store{dir: filepath.Join(root, "ours")}, filepath.Join(root, "x.json")
	for i := range n {
		if err := os.WriteFile(path, fmt.Appendf(nil, `{"n": %d}`, i), 0o600); err != nil {
			t.Fatal(err)
		}
		tg := adding(path)
		tg.task.now = int64(i+1) * day
		if a := s.apply(tg); a.err != nil || a.backup == "" {
			t.Fatal(a.err, a.backup)
		}
	}
	real, err := resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	return s, path, filepath.Join(s.dir, "backups", key(real))
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		names = append(names, e.Name())
	}
	return names
}

// TestPruneLeavesWhatIsNotOurs: only files with names that we give go, in
// folders with names that we give.
func TestPruneLeavesWhatIsNotOurs(t *testing.T) {
	s, _, dir := pile(t, 4)
	before := namesIn(t, dir)
	odd := []string{"1-abcdefgh", "1-0123456", "1-012345678", "x1-01234567", "1-01234567.bak", "1-01234567-", "-1-01234567", "notes.txt", "1-0123456A", "1234567890123456-01234567"}
	for _, name := range odd {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "2-01234567"), 0o700); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(s.dir, "backups", "mine")
	if err := os.MkdirAll(elsewhere, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"1-01234567", "2-01234567"} {
		if err := os.WriteFile(filepath.Join(elsewhere, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one := int64(1)
	s.prune(Options{Now: 1000 * day}) // no limits are known: nothing goes
	if now := namesIn(t, dir); len(now) != len(before)+len(odd)+1 {
		t.Fatal(now)
	}
	s.prune(Options{Now: 1000 * day, Prune: &config.Pruning{Count: &one}})
	now := namesIn(t, dir)
	for _, name := range append([]string{"original", "path", "2-01234567", before[2]}, odd...) {
		if !slices.Contains(now, name) {
			t.Errorf("%s is gone", name)
		}
	}
	if len(now) != len(odd)+4 {
		t.Errorf("there are %v", now)
	}
	if here := namesIn(t, elsewhere); len(here) != 2 {
		t.Errorf("in a folder that is not ours there are %v", here)
	}
}

// TestPruneKeepsWhatALineNames: the limits never reach the backup that the
// change lines of the run name, even if the clock went back.
func TestPruneKeepsWhatALineNames(t *testing.T) {
	s, path, dir := pile(t, 5)
	one := int64(1)
	for _, now := range []int64{3*day + 1, 90 * day} {
		if err := os.WriteFile(path, fmt.Appendf(nil, `{"now": %d}`, now), 0o600); err != nil {
			t.Fatal(err)
		}
		o := Options{Home: s.dir, Now: now, Prune: &config.Pruning{Count: &one, Days: &one}}
		rep, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range rep.Changes {
			if c.Backup != "" {
				if _, err := os.Stat(c.Backup); err != nil {
					t.Errorf("at %d: %v", now, err)
				}
			}
		}
		tg := adding(path)
		tg.task.now = now
		if a := s.apply(tg); a.err != nil {
			t.Fatal(a.err)
		} else if _, err := os.Stat(a.backup); err != nil && a.backup != "" {
			t.Error(err)
		}
		s.prune(o)
	}
	if cs := spares(dir); len(cs) != 1 || cs[0].at != 90*day {
		t.Errorf("left are %v", cs)
	}
}

// TestBackupsInOneMillisecond: two versions whose names would be the same are
// both kept, and the same bytes once.
func TestBackupsInOneMillisecond(t *testing.T) {
	s, path, dir := pile(t, 1)
	real, _ := resolve(path)
	l := &ledger{Real: real}
	f := hashed(true, []byte("new"))
	first, err := s.backup(l, f, false, 7)
	if err != nil {
		t.Fatal(err)
	}
	other := file{exists: true, data: []byte("other"), hash: f.hash[:8] + strings.Repeat("0", 56)} // as a crafted one would have
	second, err := s.backup(l, other, false, 7)
	if err != nil || second == first || filepath.Base(second) != filepath.Base(first)+"-2" {
		t.Fatal(second, err)
	}
	third, err := s.backup(l, file{exists: true, data: []byte("third"), hash: other.hash}, false, 7)
	if err != nil || filepath.Base(third) != filepath.Base(first)+"-3" {
		t.Fatal(third, err)
	}
	for name, want := range map[string]string{first: "new", second: "other", third: "third"} {
		if b, _ := os.ReadFile(name); string(b) != want {
			t.Errorf("%s has %q", name, b)
		}
	}
	for f, want := range map[*file]string{&f: first, &other: second} {
		if again, err := s.backup(l, *f, false, 7); err != nil || again != want {
			t.Errorf("the same again: %s %v", again, err)
		}
	}
	if o, err := s.backup(l, hashed(true, []byte(`{"n": 0}`)), false, 9); err != nil || filepath.Base(o) != "original" {
		t.Errorf("the bytes of the original: %s %v", o, err)
	}
	cs := spares(dir)
	if len(cs) != 3 || cs[0].n != 3 || cs[2].n != 0 {
		t.Errorf("in order of age: %+v", cs)
	}
}

// TestPruneAtOnce: many runs prune and back up at once; none fails, and what is
// left are the newest.
func TestPruneAtOnce(t *testing.T) {
	s, path, dir := pile(t, 20)
	real, _ := resolve(path)
	three, none := int64(3), int64(0)
	var runs sync.WaitGroup
	for i := range int64(8) {
		runs.Go(func() {
			for j := range int64(10) {
				now := (100+i)*day + j
				unlock, err := s.lock(real)
				if err != nil {
					t.Error(err)
					return
				}
				name, err := s.backup(&ledger{Real: real}, hashed(true, fmt.Appendf(nil, "%d", now)), false, now)
				unlock()
				if err != nil {
					t.Error(err)
				}
				s.prune(Options{Now: now, Prune: &config.Pruning{Count: &three, Days: &none}})
				if i == 7 { // the newest of all at its time
					if _, err := os.Stat(name); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	runs.Wait()
	s.prune(Options{Now: 200 * day, Prune: &config.Pruning{Count: &three, Days: &none}})
	cs := spares(dir)
	if len(cs) != 3 || cs[0].at != 107*day+9 {
		t.Errorf("left are %v", cs)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "original")); err != nil || string(b) != `{"n": 0}` {
		t.Errorf("the original: %q %v", b, err)
	}
}

// TestRestoreOnlyWhatIsABackup: a folder that happens to hold a file "path" is
// none of ours, nor is another file in one of ours.
func TestRestoreOnlyWhatIsABackup(t *testing.T) {
	s, path, dir := pile(t, 3)
	victim := filepath.Join(filepath.Dir(path), "victim")
	trap := filepath.Join(filepath.Dir(path), "trap")
	os.MkdirAll(trap, 0o755)
	os.WriteFile(victim, []byte("mine"), 0o600)
	os.WriteFile(filepath.Join(trap, "path"), []byte(victim+"\n"), 0o600)
	os.WriteFile(filepath.Join(trap, "original"), []byte("x"), 0o600)
	os.WriteFile(filepath.Join(dir, "notes"), []byte("x"), 0o600)
	for name, want := range map[string]string{
		filepath.Join(trap, "original"):   "is not a backup of ours\nhint: the backups are in ",
		filepath.Join(dir, "path"):        "is not a backup of ours",
		filepath.Join(dir, "notes"):       "is not a backup of ours",
		dir:                               "is not a backup of ours",
		victim:                            "is not a backup of ours\nhint: the backups are in ",
		path:                              "is not a backup of ours\nhint: the backups of " + path + " are:\n  " + filepath.Join(dir, "259200000-"),
		filepath.Join(dir, "1-01234567"):  "there is no such backup of " + path + ", perhaps not any more",
		filepath.Join(s.dir, "x", "path"): "is not a backup of ours",
	} {
		_, err := Restore(name, Options{Home: s.dir, Now: 1})
		if err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b, _ := os.ReadFile(victim); string(b) != "mine" {
		t.Errorf("the file has %q", b)
	}
	if c, err := Restore(filepath.Join(dir, "original"), Options{Home: s.dir, Now: 9 * day}); err != nil || c.Path != path || c.Backup == "" {
		t.Errorf("%+v %v", c, err)
	}
	if b, _ := os.ReadFile(path); string(b) != `{"n": 0}` {
		t.Errorf("restored %q", b)
	}
}
