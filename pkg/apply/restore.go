package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
)

// Restore puts a backup back in its place; what was there is backed up first.
func Restore(backup string, o Options) (wire.Change, error) {
	c := wire.Change{Schema: wire.SchemaChange, Surface: wire.State, Action: wire.ActionUpdate, Detail: "restored from " + backup}
	err := store{dir: o.Home}.restore(backup, o.Now, &c)
	return c, err
}

func (s store) restore(name string, now int64, c *wire.Change) error {
	path, err := s.whose(name)
	if err != nil {
		return err
	}
	c.Path = path
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such backup of %s, perhaps not any more: older ones are removed after a time\nhint: %s", name, path, inventory(filepath.Dir(name)))
	}
	if err != nil {
		return err
	}
	unlock, err := s.lock(path)
	if err != nil {
		return err
	}
	defer unlock()
	cur, err := readFile(path)
	if err != nil {
		return err
	}
	l, err := s.load(path)
	if err != nil {
		return err
	}
	if c.Backup, err = s.backup(l, cur, true, now); err != nil {
		return err
	}
	new := hashed(true, b)
	if strings.Contains(filepath.Base(name), closedMark) && cur.exists && !holdsSecret(l.Edits) {
		if was := cur.info.Mode().Perm(); was != tight(was) {
			new.mode = tight(was)
			c.Detail += fmt.Sprintf("; mode %s → %s, because it holds the value of a variable", octal(was), octal(new.mode))
		}
	}
	in := intent{Real: path, Temp: tempName(path), Old: cur.sum(), New: new.sum(), TS: now, Ledger: l}
	if err = s.under(in, func(s store) error { return s.write(target{mode: 0o600, dirs: 0o700}, in, cur, new) }); err != nil {
		return fmt.Errorf("%s: not restored: %w", path, err)
	}
	return nil
}

// whose is the file that a backup is of. Only a name that we give, in a folder
// that is named after the path in it, is a backup: what is restored overwrites a
// file, and any folder may have a file called "path".
func (s store) whose(name string) (string, error) {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return "", err
	}
	path, ok := named(dir)
	if base := filepath.Base(name); ok && (base == originalName || spareName().MatchString(base)) {
		return path, nil
	}
	return "", fmt.Errorf("%s: is not a backup of ours\nhint: %s", name, s.instead(name))
}

// instead says which backups may be meant: somebody who wants an earlier state
// of a file may name the file itself.
func (s store) instead(name string) string {
	abs, err := filepath.Abs(name)
	if err == nil {
		if real, err := resolve(abs); err == nil {
			abs = real
		}
	}
	if dir := filepath.Join(home.Backups(s.dir), key(abs)); exists(filepath.Join(dir, originalName)) || len(spares(dir)) > 0 {
		return inventory(dir)
	}
	return "the backups are in " + home.Backups(s.dir) + "; a file's own are listed by --restore FILE"
}

// named reads whose backups a folder has.
func named(dir string) (path string, ok bool) {
	p, err := os.ReadFile(filepath.Join(dir, "path"))
	path = strings.TrimRight(string(p), "\r\n")
	return path, err == nil && key(path) == filepath.Base(dir)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// inventory names the backups in a folder, the latest first.
func inventory(dir string) string {
	path, _ := named(dir)
	text := "the backups of " + path + " are:"
	for _, c := range spares(dir) {
		text += fmt.Sprintf("\n  %s  of %s", filepath.Join(dir, c.name), time.UnixMilli(c.at).UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	if o := filepath.Join(dir, originalName); exists(o) {
		text += "\n  " + o + "  as it was first found"
	}
	return text
}
