package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"agentconnector/pkg/home"
)

// Backups of a file stand in a folder of its own, named after the path that
// "path" in it holds:
//
//	original          the file as we first found it, for ever
//	MS-SUM            later copies: when, and the beginning of the SHA-256
//	MS-SUM-closed     such a copy with the value of a variable in it
//	MS-SUM-2 …        other bytes in the same millisecond with the same beginning
//
// A copy is made of bytes that are not our own before we write over them. Which
// of the later ones stay is in prune.go.

// backup keeps a copy of a file before we change it, unless its bytes are what
// we wrote ourselves. The first copy is the original and is never overwritten.
// It returns the path of the copy, or "" if there was nothing to keep.
func (s store) backup(l *ledger, f file, loss bool, now int64) (string, error) {
	if !f.exists || f.sum() == l.Ours && !loss {
		return "", nil
	}
	name := s.original(l)
	dir := filepath.Dir(name)
	if err := s.namePath(dir, l.Real); err != nil {
		return "", err
	}
	closed := ""
	if holdsSecret(l.Edits) || l.Bare { // such a file is none as we first found it
		closed = closedMark
	} else if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return name, s.copyTo(name, f)
	} else if err != nil {
		return "", err // perhaps it is there: it must not be overwritten
	}
	if same, err := f.stands(name); err == nil && same {
		return name, nil // there and back, and there again: the original has it all
	}
	name, there, err := vacant(filepath.Join(dir, fmt.Sprintf("%d-%s%s", now, f.sum()[:8], closed)), f)
	if err != nil || there {
		return name, err
	}
	return name, s.copyTo(name, f)
}

// vacant is a name that nothing has, or that a copy of these very bytes has.
func vacant(stem string, f file) (name string, there bool, err error) {
	for n := 1; ; n++ {
		if name = stem; n > 1 {
			name += fmt.Sprintf("-%d", n)
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, false, nil
		} else if err != nil {
			return "", false, err
		}
		if same, err := f.stands(name); err == nil && same {
			return name, true, nil
		}
	}
}

// copyTo makes a copy. The pre-image that has just been put away mostly has the
// same bytes, and none of our files is ever written in place: two names for one
// file will do.
func (s store) copyTo(name string, f file) error {
	base := s.basePath(f.sum())
	same := s.mine[base] // else it may be damaged
	if !same {
		same, _ = f.stands(base)
	}
	if same && os.Link(base, name) == nil {
		return s.sync(filepath.Dir(name))
	}
	return s.lay(name, f.data)
}

// original is the name of the first backup of a file.
func (s store) original(l *ledger) string {
	return filepath.Join(home.Backups(s.dir), key(l.Real), originalName)
}

// namePath notes whose backups a folder has.
func (s store) namePath(dir, real string) error {
	p, text := filepath.Join(dir, "path"), real+"\n"
	changing(dir)
	if err := os.Mkdir(dir, 0o700); err == nil {
		s.made(dir)
		if err := s.sync(filepath.Dir(dir)); err != nil {
			return err
		}
	} else if b, err := readWhole(p); err == nil && string(b) == text {
		return nil
	}
	return s.lay(p, []byte(text))
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
