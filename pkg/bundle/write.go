package bundle

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

func (f *File) mode() fs.FileMode {
	if f.Exec {
		return 0o755
	}
	return 0o644
}

// Tar writes the bundle as an archive, the same for the same bundle.
func (b *Bundle) Tar(out io.Writer) error {
	w := tar.NewWriter(out)
	for i := range b.Files {
		f := &b.Files[i]
		err := w.WriteHeader(&tar.Header{Name: f.Path, Mode: int64(f.mode()), Size: int64(len(f.Data)), Format: tar.FormatPAX})
		if err != nil {
			return err
		}
		if _, err := w.Write(f.Data); err != nil {
			return err
		}
	}
	return w.Close()
}

// Write writes the bundle into a folder, which must be new or empty: what an
// earlier one has left there would be installed with it.
func (b *Bundle) Write(dir string) error {
	old, err := os.ReadDir(dir)
	switch {
	case err == nil && len(old) > 0:
		return fmt.Errorf("%s: found %s, expected an empty folder or none\nhint: remove the folder, or name another one with --out", dir, old[0].Name())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for i := range b.Files {
		f := &b.Files[i]
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, f.mode())); err != nil {
			return err
		}
	}
	return nil
}
