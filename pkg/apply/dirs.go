package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"agentconnector/pkg/home"
)

// The directories that we made are kept in one list, because a directory that
// one file needed first may be left by another last.

func (s store) dirsPath() string { return filepath.Join(home.State(s.dir), "dirs.json") }

func (s store) withDirs(f func(dirs []string) []string) error {
	unlock, err := s.lock(s.dirsPath())
	if err != nil {
		return err
	}
	defer unlock()
	var dirs []string
	b, err := readWhole(s.dirsPath())
	if err == nil {
		err = json.Unmarshal(b, &dirs)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", s.dirsPath(), err)
	}
	was := slices.Clone(dirs)
	if dirs = f(dirs); slices.Equal(was, dirs) {
		return nil
	}
	if b, err = json.Marshal(dirs); err != nil {
		return err
	}
	return writeOwn(s.dirsPath(), b)
}

// makeDirs makes a directory and those above it, and notes which are ours
// before they exist, so that a crash cannot leave one that nobody owns.
func (s store) makeDirs(dir string, mode fs.FileMode) error {
	if _, noted := s.noted[dir]; noted {
		var lost []string
		for d := dir; !s.noted[d]; d = filepath.Dir(d) {
			lost = append(lost, d)
		}
		err := mkdirs(lost, mode, s.sync)
		for _, d := range lost {
			s.noted[d] = err == nil
		}
		return err
	}
	lost, err := lostDirs(dir)
	if err != nil || len(lost) == 0 {
		return err
	}
	if err := s.withDirs(func(dirs []string) []string { return union(dirs, lost) }); err != nil {
		return err
	}
	return mkdirs(lost, mode, s.sync)
}

// noteDirs notes at once what several moves will have to make, and says of their
// directories, and those above up to one that is there, whether they are. What it
// cannot note is an error when its turn comes.
func (s store) noteDirs(ms []*move) map[string]bool {
	noted := map[string]bool{}
	var all []string
	for _, m := range ms {
		d := m.dir
		for d != "" && !noted[d] {
			if _, known := noted[d]; known {
				break
			}
			if _, err := os.Stat(d); err == nil {
				noted[d] = true
			} else if up := filepath.Dir(d); errors.Is(err, fs.ErrNotExist) && up != d {
				noted[d] = false
				all, d = append(all, d), up
			} else {
				return nil // one that we may not look at is not ours to note
			}
		}
	}
	if len(all) > 0 && s.withDirs(func(dirs []string) []string { return union(dirs, all) }) != nil {
		return nil
	}
	return noted
}

// lostDirs are those on the way to a directory that do not exist, the deepest
// first. One that we may not look at is an error: it is not ours to note.
func lostDirs(dir string) (lost []string, err error) {
	for d := dir; d != filepath.Dir(d); d = filepath.Dir(d) {
		_, err := os.Stat(d)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		lost = append(lost, d)
	}
	return lost, nil
}

// mkdirs makes the lost directories, the deepest of which comes first, and flushes
// their names: a file in a directory that a power failure takes away is lost too.
func mkdirs(lost []string, mode fs.FileMode, sync func(dir string) error) error {
	for i, d := range slices.Backward(lost) {
		if i == len(lost)-1 {
			changing(lost[0])
		}
		if err := os.Mkdir(d, mode); errors.Is(err, fs.ErrNotExist) {
			return errMoved // another run has just removed one that was still empty
		} else if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	for _, d := range lost {
		if err := sync(filepath.Dir(d)); err != nil {
			return err
		}
	}
	return nil
}

// dropDirs removes the directories above a removed file that we made and that
// are empty now. Those of our own folder are ours, though the list may be lost.
func (s store) dropDirs(dir string) error {
	connectors := home.Connectors(s.dir) + string(filepath.Separator)
	return s.withDirs(func(dirs []string) []string {
		for d := dir; slices.Contains(dirs, d) || strings.HasPrefix(d, connectors); d = filepath.Dir(d) {
			changing(d)
			// Not os.Remove: it would take a file or a link that stands there now.
			if err := syscall.Rmdir(d); err != nil && !errors.Is(err, fs.ErrNotExist) {
				break // somebody else keeps something there
			}
			dirs = slices.DeleteFunc(dirs, func(x string) bool { return x == d })
		}
		return dirs
	})
}

// sweepDirs removes directories that we made, that are empty, and that could not
// be removed when their turn was. One that is missing stays in the list: another
// run may be about to make it. Only an empty directory is at stake.
func (s store) sweepDirs() {
	if _, err := os.Stat(s.dirsPath()); err != nil {
		return
	}
	_ = s.withDirs(func(dirs []string) []string {
		deepest := slices.Clone(dirs)
		slices.SortFunc(deepest, func(a, b string) int { return len(b) - len(a) })
		for _, d := range deepest {
			if syscall.Rmdir(d) == nil {
				dirs = slices.DeleteFunc(dirs, func(x string) bool { return x == d })
			}
		}
		return dirs
	})
}
