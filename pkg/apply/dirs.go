package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

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
	b, err := os.ReadFile(s.dirsPath())
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
	var lost []string
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); err == nil || d == filepath.Dir(d) {
			break
		}
		lost = append(lost, d)
	}
	if len(lost) == 0 {
		return nil
	}
	err := s.withDirs(func(dirs []string) []string {
		for _, d := range lost {
			if !slices.Contains(dirs, d) {
				dirs = append(dirs, d)
			}
		}
		return dirs
	})
	if err != nil {
		return err
	}
	return os.MkdirAll(dir, mode)
}

// dropDirs removes the directories above a removed file that we made and that
// are empty now.
func (s store) dropDirs(dir string) error {
	return s.withDirs(func(dirs []string) []string {
		for d := dir; slices.Contains(dirs, d); d = filepath.Dir(d) {
			if err := os.Remove(d); err != nil && !errors.Is(err, fs.ErrNotExist) {
				break // somebody else keeps something there
			}
			dirs = slices.DeleteFunc(dirs, func(x string) bool { return x == d })
		}
		return dirs
	})
}
