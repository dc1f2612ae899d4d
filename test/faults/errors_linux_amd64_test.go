package faults

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"agentconnector/pkg/wire"
)

// An ill is an error that a system call can really end with.
type ill struct {
	errno unix.Errno
	calls []uint64
	for_  func(call) bool // nil: all of them
}

func (i ill) hits(c call) bool {
	return slices.Contains(i.calls, c.nr) && !system(c.path) && (i.for_ == nil || i.for_(c))
}

func (i ill) String() string {
	var ns []string
	for _, nr := range i.calls {
		if n, ok := names[nr]; ok {
			ns = append(ns, n)
		} else {
			ns = append(ns, "stat")
		}
	}
	return unix.ErrnoName(i.errno) + "-" + strings.Join(ns, "+")
}

func creates(c call) bool { return c.args[2]&unix.O_CREAT != 0 }
func reads(c call) bool   { return c.args[2]&unix.O_CREAT == 0 }

// takes is a lock that is taken, not one that is let go, which cannot fail.
func takes(c call) bool  { return c.args[1]&unix.LOCK_UN == 0 }
func toFile(c call) bool { return c.args[0] > 2 && c.args[2] != 8 }

var (
	writes  = []uint64{unix.SYS_WRITE, unix.SYS_PWRITE64}
	opens   = []uint64{unix.SYS_OPENAT}
	stats   = []uint64{unix.SYS_NEWFSTATAT}
	renames = []uint64{unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2}
)

var ills = []ill{
	{unix.ENOSPC, writes, toFile}, {unix.EIO, writes, toFile},
	{unix.EIO, []uint64{unix.SYS_FSYNC}, nil}, {unix.ENOSPC, []uint64{unix.SYS_FSYNC}, nil},
	{unix.ENOSPC, opens, creates}, {unix.EACCES, opens, creates}, {unix.EROFS, opens, creates}, {unix.EMFILE, opens, creates},
	{unix.EACCES, opens, reads}, {unix.EIO, opens, reads}, {unix.EMFILE, opens, reads},
	{unix.EIO, renames, nil}, {unix.EACCES, renames, nil}, {unix.EXDEV, renames, nil}, {unix.EROFS, renames, nil}, {unix.ENOSPC, renames, nil},
	{unix.EIO, []uint64{unix.SYS_UNLINKAT}, nil}, {unix.EACCES, []uint64{unix.SYS_UNLINKAT}, nil}, {unix.EROFS, []uint64{unix.SYS_UNLINKAT}, nil},
	{unix.ENOSPC, []uint64{unix.SYS_MKDIRAT}, nil}, {unix.EACCES, []uint64{unix.SYS_MKDIRAT}, nil}, {unix.EROFS, []uint64{unix.SYS_MKDIRAT}, nil},
	{unix.EPERM, []uint64{unix.SYS_FCHMOD}, nil}, {unix.ENOLCK, []uint64{unix.SYS_FLOCK}, takes}, {unix.EIO, []uint64{unix.SYS_CLOSE}, nil},
	{unix.EACCES, stats, nil}, {unix.EIO, stats, nil},
	// The disk goes: from one moment on nothing can be changed any more.
	{unix.EROFS, []uint64{unix.SYS_WRITE, unix.SYS_OPENAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT, unix.SYS_FCHMOD, unix.SYS_FSYNC}, func(c call) bool {
		return c.nr == unix.SYS_OPENAT && creates(c) || c.nr != unix.SYS_OPENAT && changing(c)
	}},
}

// TestErrors answers system calls with errors, each once and each from one
// moment to the end. Nothing is lost, what is said is true, and the next run,
// with the cause gone, ends as if nothing had happened.
func TestErrors(t *testing.T) {
	step := faults(t)
	if step > 1 {
		step = 23
	}
	total := 0
	for _, s := range scenarios[:3] {
		st, _, err := s.story(begin(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range ills {
			t.Run(s.name+"/"+i.String(), func(t *testing.T) {
				b := begin(t)
				if err := s.prepare(b); err != nil {
					t.Fatal(err)
				}
				calls := 0
				if r, err := b.traced(s.do, i.hits, func(n int, _ call) verdict { calls = n; return verdict{} }); err != nil || r.code != 0 {
					t.Fatal(r, err)
				}
				tries := 2 * calls
				if i.calls[0] == stats[0] {
					tries = calls // no machine lives on if no file can be looked at
				}
				each(t, s, st, upTo(tries, step), func(b *box, st story, n int) error {
					lasting := n > calls
					if lasting {
						n -= calls
					}
					return ail(b, s, st, i, n, lasting)
				})
				total += len(upTo(tries, step))
			})
		}
	}
	t.Logf("%d errors tried", total)
}

// ail lets one call fail, or all from there on.
func ail(b *box, s scenario, st story, i ill, n int, lasting bool) error {
	var at call
	r, err := b.traced(s.do, i.hits, func(k int, c call) verdict {
		if k == n {
			at = c
		}
		if k == n || lasting && k > n {
			return verdict{errno: i.errno}
		}
		return verdict{}
	})
	if err != nil {
		return err
	}
	if err := told(b, s, st, i, r, lasting || slices.Contains(i.calls, unix.SYS_UNLINKAT)); err != nil {
		return fmt.Errorf("%v of %v (lasting: %v): %w\n%v", i.errno, at, lasting, err, r)
	}
	if err := onward(b, s, st); err != nil {
		return fmt.Errorf("%v of %v (lasting: %v), then: %w\n%v", i.errno, at, lasting, err, r)
	}
	return nil
}

// told is what must hold right after a run that had an error.
func told(b *box, s scenario, st story, i ill, r output, mayLeave bool) error {
	if err := whole(b, st, mayLeave); err != nil {
		return err
	}
	ts := slices.DeleteFunc(b.temps(), func(p string) bool {
		return i.errno == unix.EPERM && strings.HasPrefix(p, b.ours()) // one is left; it goes when it is old
	})
	if len(ts) > 0 && !mayLeave {
		return fmt.Errorf("temporary files are left: %v", ts)
	}
	switch {
	case r.code == 0: // then it was of no account
		now := b.tree()
		for name := range now { // a directory that could not be removed goes with the next run
			if _, wanted := st.after[name]; !wanted && mayLeave && strings.HasSuffix(name, "/") && !now.files(name) {
				delete(now, name)
			}
		}
		if d := diff(now, st.after); len(d) > 0 {
			return fmt.Errorf("exit 0, but %s", strings.Join(d, "\n"))
		}
		return nil
	case r.code != 1:
		return fmt.Errorf("exit %d", r.code)
	case !strings.Contains(r.err, i.errno.Error()):
		return fmt.Errorf("the reason %q is not said", i.errno.Error())
	}
	for line := range strings.Lines(r.err) {
		if !strings.HasPrefix(line, "ac-apply: ") && !strings.HasPrefix(line, "ac-apply: hint: ") {
			return fmt.Errorf("a line on stderr without a name: %q", line)
		}
	}
	if !strings.Contains(r.err, b.home) {
		return fmt.Errorf("no file is named")
	}
	return b.truth(st, r)
}

// truth compares the change lines with the files: what was done is done, what
// was not written is as it was.
func (b *box) truth(st story, r output) error {
	now := b.tree()
	failed := false
	for line := range strings.Lines(r.out) {
		var c wire.Change
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return err
		}
		failed = failed || c.Action == wire.ActionError
		name := strings.TrimPrefix(c.Path, b.home+"/")
		if fi, err := os.Stat(c.Path); err == nil && fi.IsDir() || strings.HasPrefix(name, ".agent-connector") {
			continue // several files, or ours
		}
		if name == ".gemini/settings.json" {
			name = "dotfiles/gemini.json"
		}
		want := st.after
		if c.Action == wire.ActionError && !strings.Contains(c.Detail, "is written") {
			want = st.before
		}
		if now[name] != want[name] {
			return fmt.Errorf("not true: %s %s: %q", c.Action, name, now[name])
		}
	}
	if r.out != "" && !failed {
		return fmt.Errorf("exit 1, and no line says error")
	}
	return nil
}
