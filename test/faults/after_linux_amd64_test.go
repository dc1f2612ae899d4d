package faults

import (
	"fmt"
	"path/filepath"
	"strings"
)

// aftermath is what must hold after a kill.
func aftermath(b *box, s scenario, st story) error {
	if err := whole(b, st, true); err != nil {
		return err
	}
	b.age()
	if r := b.ac(nil, "--recover"); r.code != 0 {
		return fmt.Errorf("--recover: %v", r)
	}
	return settled(b, s, st)
}

// settled is what must hold once recovery is done, and what comes after it.
func settled(b *box, s scenario, st story) error {
	if err := whole(b, st, false); err != nil {
		return fmt.Errorf("after --recover: %w", err)
	}
	if ts := b.temps(); len(ts) > 0 {
		return fmt.Errorf("temporary files are left after --recover: %v", ts)
	}
	if !s.theirs {
		if fs := b.agrees(); len(fs) > 0 {
			return fmt.Errorf("after --recover: %s", strings.Join(fs, "\n"))
		}
	}
	return onward(b, s, st)
}

// onward does what the user does next: the same again, then undo.
func onward(b *box, s scenario, st story) error {
	if r := b.do(s.do); r.code != 0 && !strings.Contains(r.err, "not installed") {
		return fmt.Errorf("the same again: %v", r)
	}
	if d := diff(b.tree(), st.after); len(d) > 0 {
		return fmt.Errorf("the same again does not lead to the same: %s", strings.Join(d, "\n"))
	}
	if fs := b.agrees(); len(fs) > 0 && !s.theirs {
		return fmt.Errorf("after the same again: %s", strings.Join(fs, "\n"))
	}
	if r := b.ac(nil, "--undo", "gamma"); r.code != 0 && !strings.Contains(r.err, "not installed") {
		return fmt.Errorf("undo: %v", r)
	}
	if d := diff(b.tree(), st.undone); len(d) > 0 {
		return fmt.Errorf("undo does not lead to the same: %s", strings.Join(d, "\n"))
	}
	b.age()
	b.ac(nil, "--recover")
	if ts := b.temps(); len(ts) > 0 {
		return fmt.Errorf("temporary files are left in the end: %v", ts)
	}
	return nil
}

// whole says whether every file is byte for byte the old or the new one. With
// temps, there may be temporary files and directories in the making beside them.
func whole(b *box, st story, temps bool) error {
	now := b.tree()
	for name, text := range now {
		old, wasThere := st.before[name]
		new, willBe := st.after[name]
		switch {
		case wasThere && text == old || willBe && text == new:
		case temps && strings.Contains(filepath.Base(name), ".ac-"):
		default:
			return fmt.Errorf("%s is neither old nor new: %q", name, text)
		}
		if !temps && strings.HasSuffix(name, "/") && !wasThere && !now.below(name) {
			return fmt.Errorf("%s was made, is empty, and is left", name)
		}
	}
	for name := range st.before {
		if _, ok := now[name]; !ok && st.after[name] != "" {
			return fmt.Errorf("%s is gone", name)
		}
	}
	return nil
}

// files says whether any file is in a directory.
func (t tree) files(dir string) bool {
	for name := range t {
		if strings.HasPrefix(name, dir) && !strings.HasSuffix(name, "/") {
			return true
		}
	}
	return false
}

// below says whether anything is in a directory.
func (t tree) below(dir string) bool {
	for name := range t {
		if name != dir && strings.HasPrefix(name, dir) {
			return true
		}
	}
	return false
}
