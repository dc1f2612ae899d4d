package faults

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// nobody is the user without rights that these tests run as.
const nobody = 65534

// A refusal is something that the system does not let a user do.
type refusal struct {
	name  string
	make  func(b *box) error
	says  []string // all of these on stderr
	still []string // files that must be as they were
	root  bool     // only root can bring it about
	force bool     // --force gets over it
}

func (b *box) chmod(name string, mode fs.FileMode) func() error {
	return func() error { return os.Chmod(filepath.Join(b.home, name), mode) }
}

func chmod(name string, mode fs.FileMode) func(*box) error {
	return func(b *box) error { return b.chmod(name, mode)() }
}

var refusals = []refusal{
	{name: "the directory of a file", make: chmod(".codex", 0o555), says: []string{".codex/config.toml: not written", "permission denied"}, still: []string{".codex/config.toml"}},
	{name: "a directory that cannot be searched", make: chmod(".codex", 0), says: []string{".codex/config.toml: cannot be reached", "permission denied"}},
	{name: "a file that is read-only", make: chmod(".codex/config.toml", 0o444), says: []string{".codex/config.toml: is read-only (mode 0444)", "hint: chmod u+w it, or use --force"}, still: []string{".codex/config.toml"}, force: true},
	{name: "a file that cannot be read", make: chmod(".codex/config.toml", 0), says: []string{".codex/config.toml: cannot be read: permission denied"}},
	{name: "a file of somebody else", root: true, make: func(b *box) error { return os.Chown(filepath.Join(b.home, ".codex/config.toml"), 1, 1) },
		says: []string{".codex/config.toml", "permission denied"}},
	{name: "a readable file of somebody else", root: true, make: func(b *box) error {
		p := filepath.Join(b.home, ".codex/config.toml")
		if err := os.Chmod(p, 0o644); err != nil {
			return err
		}
		return os.Chown(p, 1, 1)
	}, says: []string{".codex/config.toml: not written", "somebody else's", "operation not permitted"}, still: []string{".codex/config.toml"}},
	{name: "the folder of the backups", make: own("backups"), says: []string{".codex/config.toml: not written: no backup could be made", "permission denied"}, still: []string{".codex/config.toml", ".claude.json"}},
	{name: "the folder of the ledgers", make: own("state/ledger"), says: []string{"is written, but not yet recorded", "permission denied"}},
	{name: "the folder of the journal", make: own("state/journal"), says: []string{".codex/config.toml: not written", "permission denied"}, still: []string{".codex/config.toml"}},
	{name: "our folder", make: own("."), says: []string{".agent-connector", "permission denied"}, still: []string{".codex/config.toml"}},
	{name: "the home", make: chmod(".", 0o555), says: []string{".agent-connector", "permission denied"}, still: []string{".codex/config.toml", ".claude.json"}},
}

// own makes a folder of ours that cannot be written.
func own(name string) func(*box) error {
	return func(b *box) error {
		p := filepath.Join(b.ours(), name)
		if err := os.MkdirAll(p, 0o755); err != nil {
			return err
		}
		if err := b.give(); err != nil {
			return err
		}
		return os.Chmod(p, 0o555)
	}
}

// give makes the home the user's.
func (b *box) give() error {
	if b.uid == 0 {
		return nil
	}
	return filepath.WalkDir(b.home, func(p string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, b.uid, b.uid)
	})
}

// TestRefused: the user may not do it. Nothing is lost, the file and the reason
// are named, the rest is done, and all is well once the right is there.
func TestRefused(t *testing.T) {
	faults(t)
	for _, r := range refusals {
		t.Run(r.name, func(t *testing.T) {
			b := begin(t)
			if os.Geteuid() == 0 {
				b.uid = nobody
			} else if r.root {
				t.Skip("only root can give a file away")
			}
			s := scenario{name: r.name, do: install(1)}
			st := b.asUser(t, s)
			if err := s.prepare(b); err != nil {
				t.Fatal(err)
			}
			start := b.modes()
			if err := b.give(); err != nil {
				t.Fatal(err)
			}
			if err := r.make(b); err != nil {
				t.Fatal(err)
			}
			got := b.do(s.do)
			if err := b.refused(r, st, got); err != nil {
				t.Fatalf("%v\n%v", err, got)
			}
			if r.force {
				in, _ := s.do(b)
				if f := b.ac(in, "--force"); f.code != 0 || b.modes()[".codex/config.toml"] != 0o444 {
					t.Fatal("--force:", f, b.modes()[".codex/config.toml"])
				}
			}
			b.restoreModes(t, start)
			if err := onward(b, s, st); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// asUser is story without the tracer, which would have to be that user's.
func (b *box) asUser(t *testing.T, s scenario) (st story) {
	t.Helper()
	if err := s.prepare(b); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(b.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := b.give(); err != nil {
		t.Fatal(err)
	}
	st.before = b.tree()
	if r := b.do(s.do); r.code != 0 {
		t.Fatal(r)
	}
	st.after = b.tree()
	if r := b.ac(nil, "--undo", "gamma"); r.code != 0 {
		t.Fatal(r)
	}
	st.undone = b.tree()
	return st
}

func (b *box) refused(r refusal, st story, got output) error {
	if got.code != 1 {
		return fmt.Errorf("exit %d", got.code)
	}
	for _, s := range r.says {
		if !strings.Contains(got.err, s) {
			return fmt.Errorf("stderr does not say %q", s)
		}
	}
	now := b.tree()
	for _, name := range r.still {
		_, text, _ := strings.Cut(now[name], "\n")
		if text != people()[name] {
			return fmt.Errorf("%s is %q", name, text)
		}
	}
	for name, text := range now {
		_, text, _ = strings.Cut(text, "\n")
		_, old, _ := strings.Cut(st.before[name], "\n")
		_, new, _ := strings.Cut(st.after[name], "\n")
		if text != old && text != new {
			return fmt.Errorf("%s is neither old nor new: %q", name, text)
		}
	}
	if ts := b.temps(); len(ts) > 0 {
		return fmt.Errorf("temporary files are left: %v", ts)
	}
	return nil
}

// modes of everything in the home.
func (b *box) modes() map[string]fs.FileMode {
	ms := map[string]fs.FileMode{}
	filepath.WalkDir(b.home, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type()&fs.ModeSymlink == 0 {
			fi, _ := d.Info()
			name, _ := filepath.Rel(b.home, p)
			ms[name] = fi.Mode().Perm()
		}
		return nil
	})
	return ms
}

// restoreModes takes every refusal back.
func (b *box) restoreModes(t *testing.T, start map[string]fs.FileMode) {
	t.Helper()
	for name, m := range start {
		if err := os.Chmod(filepath.Join(b.home, name), m); err != nil && name != "." {
			t.Fatal(err)
		}
	}
	filepath.WalkDir(b.ours(), func(p string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(p, 0o755)
		}
		return nil
	})
	if err := b.give(); err != nil {
		t.Fatal(err)
	}
}

// mounted runs a shell command in a mount namespace of its own, or skips.
func (b *box) mounted(t *testing.T, script string) output {
	t.Helper()
	flags := "-m"
	if os.Geteuid() != 0 {
		flags = "-Urm"
	}
	if msg, err := exec.Command("unshare", flags, "sh", "-c", "mount -t tmpfs none /mnt").CombinedOutput(); err != nil {
		t.Skipf("skipped: nothing can be mounted here: %v %s", err, msg)
	}
	plan := filepath.Join(b.dir, "plan")
	if err := os.WriteFile(plan, planOf(b, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("unshare", flags, "sh", "-ec", script)
	c.Env = append(b.env(), "APPLY="+filepath.Join(binDir, "ac-apply"), "PLAN="+plan)
	var out, errs strings.Builder
	c.Dir, c.Stdout, c.Stderr = b.home, &out, &errs
	c.Run()
	return output{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

// TestMounts: targets on other file systems than our home.
func TestMounts(t *testing.T) {
	faults(t)
	toml := ".codex/config.toml"
	for _, c := range []struct {
		name, script string
		code         int
		says         string
		written      bool
	}{
		{"another file system", `cp -p .codex/config.toml ../c; mount -t tmpfs none .codex; cp -p ../c .codex/config.toml
			"$APPLY" <"$PLAN"; ls -A .codex >&2; cp -p .codex/config.toml ..`, 0, "config.toml\n", true},
		{"a read-only file system", `mount --bind .codex .codex; mount -o remount,bind,ro .codex; "$APPLY" <"$PLAN"`,
			1, toml + ": not written: open", false},
		{"a full file system", `cp -p .codex/config.toml ../c; mount -t tmpfs -o size=16k none .codex; cp -p ../c .codex/config.toml
			head -c 100000 /dev/zero >.codex/big 2>/dev/null || true
			code=0; "$APPLY" <"$PLAN" || code=$?; ls -A .codex >&2; cp -p .codex/config.toml ..; exit $code`,
			1, toml + ": not written: write", false},
		{"a file that is a mount itself, as in a container", `touch ../c; cp -p .codex/config.toml ../c; mount --bind ../c .codex/config.toml
			code=0; "$APPLY" <"$PLAN" || code=$?; ls -A .codex >&2; cp -p .codex/config.toml ..; exit $code`,
			1, toml + ": not written: device or resource busy", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := begin(t)
			r := b.mounted(t, c.script)
			if r.code != c.code || !strings.Contains(r.err, c.says) {
				t.Fatal(r)
			}
			if strings.Contains(r.err, ".ac-") && !strings.Contains(c.says, "open") && !strings.Contains(c.says, "write") || len(b.temps()) > 0 {
				t.Errorf("a temporary file is left: %v %v", r, b.temps())
			}
			text, err := os.ReadFile(filepath.Join(b.dir, "config.toml"))
			if err != nil { // the same file outside
				text, err = os.ReadFile(filepath.Join(b.home, toml))
			}
			if err != nil || strings.Contains(string(text), "by gamma") != c.written {
				t.Errorf("%v %q", err, text)
			}
			if !c.written && string(text) != people()[toml] {
				t.Errorf("it was changed: %q", text)
			}
			if text, _ := os.ReadFile(filepath.Join(b.home, ".claude.json")); !strings.Contains(string(text), "by gamma") {
				t.Error("what could be written was not")
			}
		})
	}
}

// TestExchangeHere says whether the file systems that are at hand can exchange
// files, so that the report says what was tried with what.
func TestExchangeHere(t *testing.T) {
	faults(t)
	for _, dir := range []string{scratch(), os.TempDir()} {
		a, b := filepath.Join(dir, "ac-faults-a"), filepath.Join(dir, "ac-faults-b")
		defer os.Remove(a)
		defer os.Remove(b)
		for _, p := range []string{a, b} {
			if err := os.WriteFile(p, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var st unix.Statfs_t
		unix.Statfs(dir, &st)
		t.Logf("%s (file system %#x): exchange: %v", dir, st.Type, unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE))
	}
}
