//go:build unix

package apply

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// replace puts b in the place of a file, whole or not at all: a temporary file
// in the same directory, with the final mode from its first moment, flushed
// and renamed; then the directory is flushed, which renameio leaves out. was
// is the file that is replaced, whose owner is kept; ready is asked just
// before the rename.
func replace(path string, b []byte, mode fs.FileMode, was fs.FileInfo, ready func() error) error {
	dir := filepath.Dir(path)
	t, err := renameio.NewPendingFile(path, renameio.WithTempDir(dir), renameio.WithStaticPermissions(mode))
	if err != nil {
		return err
	}
	defer t.Cleanup() // no-op after the rename
	if st, ok := stat(was); ok && (int(st.Uid) != os.Geteuid() || int(st.Gid) != os.Getegid()) {
		if err := t.Chown(int(st.Uid), int(st.Gid)); err != nil {
			return err // never hand somebody's file over to us silently
		}
		if err := t.Chmod(mode); err != nil { // chown clears set-id bits
			return err
		}
	}
	if _, err := t.Write(b); err != nil {
		return err
	}
	if ready != nil {
		if err := ready(); err != nil {
			return err
		}
	}
	if err := t.CloseAtomicallyReplace(); err != nil {
		return err
	}
	return syncDir(dir)
}

func stat(fi fs.FileInfo) (*syscall.Stat_t, bool) {
	if fi == nil {
		return nil, false
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	return st, ok
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// readOnly says whether the owner of a file has said that it must not change.
func readOnly(fi fs.FileInfo) bool { return fi.Mode().Perm()&0o200 == 0 }
