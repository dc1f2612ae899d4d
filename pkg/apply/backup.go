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
	dir := filepath.Join(home.Backups(s.dir), key(l.Real))
	if err := writeOwn(filepath.Join(dir, "path"), []byte(l.Real+"\n")); err != nil {
		return "", err
	}
	name := filepath.Join(dir, "original")
	if _, err := os.Stat(name); err == nil {
		name = filepath.Join(dir, fmt.Sprintf("%d-%s", now, f.sum()[:8]))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err // perhaps it is there: it must not be overwritten
	}
	return name, writeOwn(name, f.data)
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
