package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"agentconnector/pkg/edit"
)

// file is what stands at a path at one moment.
type file struct {
	exists bool
	data   []byte
	info   fs.FileInfo
}

func (f file) sum() string {
	if !f.exists {
		return ""
	}
	return sum(f.data)
}

// resolve follows the links of a path to the file that will really be written,
// so that a link stays a link. A link to nothing and a loop are refused: we
// cannot know what their owner means by them.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: cannot follow the link: %w\nhint: make it point to a file, or remove it", path, err)
	}
	if fi, lerr := os.Lstat(path); lerr == nil && fi.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(path)
		return "", fmt.Errorf("%s: is a link to %s, which does not exist\nhint: create that file, or remove the link", path, to)
	}
	dir, err := resolve(filepath.Dir(path)) // a missing file in a linked directory
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(path)), nil
}

// place is where the file of a ledger is now: under its own name, unless that
// leads elsewhere since. Our edits are in the file that it led to.
func (l *ledger) place() string {
	if real, err := resolve(l.Path); err != nil || real != l.Real {
		return l.Real
	}
	return l.Path
}

// readFile reads the file at a resolved path.
func readFile(real string) (file, error) {
	fi, err := os.Stat(real)
	if errors.Is(err, fs.ErrNotExist) {
		return file{}, nil
	}
	if err != nil {
		return file{}, err
	}
	if !fi.Mode().IsRegular() {
		return file{}, fmt.Errorf("%s: is not a regular file", real)
	}
	if fi.Size() > edit.MaxFile {
		return file{}, fmt.Errorf("%s: has %d bytes, the limit is %d", real, fi.Size(), edit.MaxFile)
	}
	b, err := readAll(real)
	if err != nil {
		return file{}, err
	}
	return file{exists: true, data: b, info: fi}, nil
}

// writeOwn writes a file of our own home: 0600 in directories of 0700.
func writeOwn(path string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return replace(path, b, 0o600)
}
