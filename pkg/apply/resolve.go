package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// resolve follows the links of a path to the file that will really be written,
// so that a link stays a link. A link to nothing and a loop are refused: we
// cannot know what their owner means by them.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, nil
	}
	if errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("%s: cannot be reached: %w", path, err)
	}
	if at := fileOnTheWay(path); at != "" {
		return "", fmt.Errorf("%s: %s is a file, expected a folder\nhint: move it away, then run again", path, at)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: cannot follow the link: %w\nhint: make it point to a file, or remove it", path, err)
	}
	if fi, lerr := os.Lstat(path); lerr == nil && fi.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(path)
		return "", fmt.Errorf("%s: is a link to %s, which does not exist\nhint: create that file, or remove the link", path, to)
	}
	// A missing file, perhaps in a linked directory: up to the first that is there.
	dir := filepath.Dir(path)
	for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	to, err := resolve(dir)
	if err != nil {
		return "", err
	}
	return filepath.Join(to, path[len(dir):]), nil
}

// fileOnTheWay is what stands where a path needs a folder.
func fileOnTheWay(path string) string {
	at := ""
	for d := filepath.Dir(path); d != filepath.Dir(d); d = filepath.Dir(d) {
		if fi, err := os.Stat(d); err == nil && !fi.IsDir() {
			at = d
		}
	}
	return at
}

// ways are directories and where they lead. They hold for one look at the files
// of a run, which are many in few directories: of each file only its own name is
// looked at anew. nil remembers nothing.
type ways map[string]string

// resolve is the function of that name.
func (w ways) resolve(path string) (string, error) {
	if w == nil || runtime.GOOS == "windows" || !filepath.IsAbs(path) || path != filepath.Clean(path) {
		return resolve(path) // on Windows a directory has several names
	}
	dir, ok := w.dir(filepath.Dir(path))
	if !ok {
		return resolve(path)
	}
	fi, err := os.Lstat(path)
	switch {
	case err == nil && fi.Mode()&fs.ModeSymlink == 0, errors.Is(err, fs.ErrNotExist):
		return filepath.Join(dir, filepath.Base(path)), nil
	}
	return resolve(path)
}

// dir says where a directory leads, or would if it were there; not ok if that is
// not as simple as it mostly is.
func (w ways) dir(path string) (real string, ok bool) {
	if real, ok := w[path]; ok {
		return real, true
	}
	up := filepath.Dir(path)
	if up == path {
		return path, true
	}
	if real, ok = w.dir(up); !ok {
		return "", false
	}
	real = filepath.Join(real, filepath.Base(path))
	fi, err := os.Lstat(path)
	switch {
	case err == nil && fi.IsDir():
	case err == nil && fi.Mode()&fs.ModeSymlink != 0:
		if real, err = filepath.EvalSymlinks(path); err != nil {
			return "", false
		}
		if fi, err := os.Stat(real); err != nil || !fi.IsDir() {
			return "", false
		}
	case errors.Is(err, fs.ErrNotExist): // it will be made, or nothing is
	default:
		return "", false
	}
	w[path] = real
	return real, true
}
