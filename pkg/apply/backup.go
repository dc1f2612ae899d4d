package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/home"
)

// backup keeps a copy of a file before we change it, unless its bytes are what
// we wrote ourselves. The first copy is the original and is never overwritten.
// It returns the path of the copy, or "" if there was nothing to keep.
func (s store) backup(l *ledger, f file, loss bool, now int64) (string, error) {
	if !f.exists || f.sum() == l.Ours && !loss {
		return "", nil
	}
	name := s.original(l)
	dir := filepath.Dir(name)
	if err := namePath(dir, l.Real); err != nil {
		return "", err
	}
	if _, err := os.Stat(name); err == nil {
		name = filepath.Join(dir, fmt.Sprintf("%d-%s", now, f.sum()[:8]))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err // perhaps it is there: it must not be overwritten
	}
	// The pre-image that has just been put away mostly has the same bytes, and
	// none of our files is ever written in place: two names for one file will do.
	base := s.basePath(f.sum())
	if same, err := f.stands(base); err == nil && same && os.Link(base, name) == nil {
		return name, syncDir(dir)
	}
	return name, writeOwn(name, f.data)
}

// original is the name of the first backup of a file.
func (s store) original(l *ledger) string {
	return filepath.Join(home.Backups(s.dir), key(l.Real), "original")
}

// namePath notes whose backups a folder has.
func namePath(dir, real string) error {
	p, text := filepath.Join(dir, "path"), real+"\n"
	if b, err := os.ReadFile(p); err == nil && string(b) == text {
		return nil
	}
	return writeOwn(p, []byte(text))
}

// bigFile is the size above which a copy at every turn would fill the disk: a
// host that keeps its history in its config writes it all day long.
const bigFile = 4 << 20

// covered says whether a large file needs no further backup: the original is
// there, we only add or take out what is ours, and what it is without us is in
// our state or becomes the file itself.
func (s store) covered(l *ledger, f file, res *result, t task) bool {
	if len(f.data) <= bigFile || l.Format == formatFile || res.loss || t.force {
		return false
	}
	_, err := os.Stat(s.original(l))
	return err == nil
}

// restore puts a backup back in its place, after a backup of what is there.
func (s store) restore(name string, now int64) (path, kept string, err error) {
	p, err := os.ReadFile(filepath.Join(filepath.Dir(name), "path"))
	if err != nil {
		return "", "", fmt.Errorf("%s: is not a backup of ours: %w\nhint: the backups are in %s", name, err, home.Backups(s.dir))
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return "", "", err
	}
	path = strings.TrimRight(string(p), "\n")
	unlock, err := s.lock(path)
	if err != nil {
		return "", "", err
	}
	defer unlock()
	cur, err := readFile(path)
	if err != nil {
		return "", "", err
	}
	l, err := s.load(path)
	if err != nil {
		return "", "", err
	}
	if kept, err = s.backup(l, cur, true, now); err != nil {
		return "", "", err
	}
	new := hashed(true, b)
	in := intent{Real: path, Temp: tempName(path), Old: cur.sum(), New: new.sum(), TS: now, Ledger: l}
	if err = s.under(in, func() error { return s.write(target{mode: 0o600, dirs: 0o700}, in, cur, new) }); err != nil {
		err = fmt.Errorf("%s: not restored: %w", path, err)
	}
	return path, kept, err
}
