package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"agentconnector/pkg/home"
)

// A preimage is a file without us. Its bytes are read or worked out only when
// they are asked for: a run that changes nothing never needs them.
type preimage struct {
	sum    string
	absent bool // there was no file
	bytes  func() ([]byte, error)
}

func preimageOf(b []byte, absent bool, sum string) preimage {
	return preimage{sum: sum, absent: absent, bytes: func() ([]byte, error) { return b, nil }}
}

// putBase keeps the bytes of a file without us. One that is kept already is
// made young again, because sweep may be looking at it in another run.
func (s store) putBase(b preimage, now int64) error {
	p := s.basePath(b.sum)
	if err := os.Chtimes(p, time.Time{}, time.UnixMilli(now)); err == nil {
		return nil
	}
	text, err := b.bytes()
	if err != nil {
		return err
	}
	if err := s.lay(p, text); err != nil {
		return err
	}
	s.made(p)
	return nil
}

// made notes what this run need not look at again.
func (s store) made(path string) {
	if s.mine != nil {
		s.mine[path] = true
	}
}

// base reads the bytes of a file without us back. Where they are lost, the first
// backup of the file mostly has them, too.
func (s store) base(l *ledger) ([]byte, error) {
	if l.Absent || l.Base == "" {
		return nil, nil
	}
	b, err := readWhole(s.basePath(l.Base))
	if err == nil && sum(b) == l.Base {
		return b, nil
	}
	if b, err := readWhole(s.original(l)); err == nil && sum(b) == l.Base {
		return b, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return nil, fmt.Errorf("what stood there before us is lost: %s is gone or damaged\nhint: put a backup back in its place (ac-apply --restore %s lists them), or delete it, then run again", s.basePath(l.Base), l.Path)
}

// How long a pre-image that no ledger names is kept: another run may have put
// it there and not yet have written its ledger.
const baseAge = time.Hour

// sweep removes pre-images that no ledger names any more. Only space is at
// stake: what fails is done by the next run.
func (s store) sweep(now int64) {
	var old []string
	names, _ := filepath.Glob(filepath.Join(home.State(s.dir), "base", "*"))
	for _, n := range names {
		if s.mine[n] {
			continue
		}
		if fi, err := os.Stat(n); err == nil && fi.ModTime().Before(time.UnixMilli(now).Add(-baseAge)) {
			old = append(old, n)
		}
	}
	if len(old) == 0 {
		return
	}
	ls, err := s.all()
	if err != nil {
		return
	}
	used := map[string]bool{}
	for _, l := range ls {
		used[l.Base] = true
	}
	for _, n := range old {
		// Another run may have made it young again meanwhile.
		if fi, err := os.Stat(n); err == nil && !used[filepath.Base(n)] && fi.ModTime().Before(time.UnixMilli(now).Add(-baseAge)) {
			os.Remove(n) // only space is at stake
		}
	}
}
