package apply

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

// sized is a config of exactly n bytes.
func sized(n int, mark string) []byte {
	head, tail := `{"mark": "`+mark+`", "history": "`, "\"}\n"
	return []byte(head + strings.Repeat("x", n-len(head)-len(tail)) + tail)
}

// kept lists the backups of a file and the sizes of the pre-images, in our home.
func kept(t *testing.T, home string) (backups []string, base []os.FileInfo) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(home, "backups", "*", "*"))
	for _, n := range names {
		if filepath.Base(n) != "path" {
			backups = append(backups, n)
		}
	}
	names, _ = filepath.Glob(filepath.Join(home, "state", "base", "*"))
	for _, n := range names {
		fi, err := os.Stat(n)
		if err != nil {
			t.Fatal(err)
		}
		base = append(base, fi)
	}
	return backups, base
}

// TestBackupsOfLargeFiles: of a file above the limit the original is kept, and
// later copies only when bytes of others go; up to the limit every foreign
// version is. The original and the pre-image are one file on disk.
func TestBackupsOfLargeFiles(t *testing.T) {
	for _, c := range []struct {
		size  int
		force bool
		later int
	}{{bigFile - 1, false, 1}, {bigFile, false, 1}, {bigFile + 1, false, 0}, {bigFile + 1, true, 1}} {
		t.Run(fmt.Sprintf("%d/%v", c.size, c.force), func(t *testing.T) {
			dir := t.TempDir()
			s := store{dir: filepath.Join(dir, "ours")}
			path := filepath.Join(dir, "x.json")
			write := func(b []byte) {
				if err := os.WriteFile(path, b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write(sized(c.size, "one"))
			tg := adding(path)
			tg.task.now = 1
			if a := s.apply(tg); a.err != nil || filepath.Base(a.backup) != "original" {
				t.Fatal(a.err, a.backup)
			}
			backups, base := kept(t, s.dir)
			if len(backups) != 1 || len(base) != 1 {
				t.Fatalf("after the first apply there are %v and %d pre-images", backups, len(base))
			}
			if fi, err := os.Stat(backups[0]); err != nil || !os.SameFile(fi, base[0]) {
				t.Error("the original and the pre-image take space twice")
			}
			write(sized(c.size, "two")) // our edit is gone with it
			tg.task.now, tg.task.force = 2, c.force
			if a := s.apply(tg); a.err != nil {
				t.Fatal(a.err)
			}
			if backups, _ = kept(t, s.dir); len(backups) != 1+c.later {
				t.Errorf("there are %v, expected %d more than the original", backups, c.later)
			}
			if b, _ := os.ReadFile(backups[len(backups)-1]); string(b) != string(sized(c.size, "one")) {
				t.Error("the original is another")
			}
			if _, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, Options{Home: s.dir, Now: 3}); err != nil {
				t.Fatal(err)
			}
			if b, _ := os.ReadFile(path); string(b) != string(sized(c.size, "two")) {
				t.Error("undo did not leave what the other program wrote")
			}
		})
	}
}

// TestLostPreimage: a pre-image that is gone or damaged is had from the file,
// as long as that gives the very bytes.
func TestLostPreimage(t *testing.T) {
	for _, damage := range []func(string) error{os.Remove, func(p string) error { return os.WriteFile(p, []byte("{}"), 0o600) }} {
		dir := t.TempDir()
		s := store{dir: filepath.Join(dir, "ours")}
		path := filepath.Join(dir, "x.json")
		const before = "{\n  \"a\": 1\n}"
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		if a := s.apply(adding(path)); a.err != nil {
			t.Fatal(a.err)
		}
		names, _ := filepath.Glob(filepath.Join(s.dir, "state", "base", "*"))
		if len(names) != 1 {
			t.Fatal(names)
		}
		if err := damage(names[0]); err != nil {
			t.Fatal(err)
		}
		if rep, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, Options{Home: s.dir}); err != nil || len(rep.Errors) > 0 {
			t.Fatal(err, rep)
		}
		if b, _ := os.ReadFile(path); string(b) != before {
			t.Errorf("left %q", b)
		}
	}
}

// TestLostPreimageOfAFile: of a file that is ours as a whole no edit can be reverted.
// What it was is had from its first backup; without that, the error says what to do,
// and that helps.
func TestLostPreimageOfAFile(t *testing.T) {
	for _, alsoBackup := range []bool{false, true} {
		dir := t.TempDir()
		s := store{dir: filepath.Join(dir, "ours")}
		path := filepath.Join(dir, "do.md")
		if err := os.WriteFile(path, []byte("theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
		own := adding(path)
		own.format, own.task.adopt = formatFile, true
		own.task.want = []want{{Patch: wire.Patch{Op: wire.OpWrite, Surface: wire.Commands, Path: path, Format: formatFile, Value: []byte(`"ours"`), Hosts: []string{"h"}}}}
		if a := s.apply(own); a.err != nil {
			t.Fatal(a.err)
		}
		if b, _ := os.ReadFile(path); string(b) != "ours" {
			t.Fatalf("%q is written", b)
		}
		kept, _ := filepath.Glob(filepath.Join(s.dir, "state", "base", "*"))
		backups, _ := filepath.Glob(filepath.Join(s.dir, "backups", "*", originalName))
		if len(kept) != 1 || len(backups) != 1 {
			t.Fatal(kept, backups)
		}
		if alsoBackup {
			kept = append(kept, backups...)
		}
		for _, n := range kept {
			if err := os.Remove(n); err != nil {
				t.Fatal(err)
			}
		}
		undo := func() *Report {
			rep, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, Options{Home: s.dir})
			if err != nil {
				t.Fatal(err)
			}
			return rep
		}
		rep := undo()
		b, _ := os.ReadFile(path)
		if !alsoBackup {
			if len(rep.Errors) > 0 || string(b) != "theirs" {
				t.Errorf("left %q: %v", b, rep.Errors)
			}
			continue
		}
		if len(rep.Errors) != 1 || !strings.Contains(rep.Errors[0].Error(), "\nhint: ") || string(b) != "ours" {
			t.Fatalf("left %q: %v", b, rep.Errors)
		}
		os.Remove(path)
		if rep := undo(); len(rep.Errors) > 0 {
			t.Error(rep.Errors)
		}
	}
}
