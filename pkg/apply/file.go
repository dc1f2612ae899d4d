package apply

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/home"
	"agentconnector/pkg/world"
)

// file is what stands at a path at one moment.
type file struct {
	exists bool
	data   []byte
	info   fs.FileInfo
	hash   string      // of data, if it has been worked out
	mode   fs.FileMode // that it is to get; 0: the one that it has, or that its target says
}

// hashed is a file whose sum is asked for more than once: of a large file it
// costs as much as the edit.
func hashed(exists bool, b []byte) file {
	f := file{exists: exists, data: b}
	f.hash = f.sum()
	return f
}

func (f file) sum() string {
	switch {
	case !f.exists:
		return ""
	case f.hash != "":
		return f.hash
	}
	return sum(f.data)
}

// same says whether two files hold the same; comparing is far cheaper than a sum.
func (f file) same(g file) bool {
	return f.exists == g.exists && (f.hash != "" && f.hash == g.hash || bytes.Equal(f.data, g.data))
}

// stands says whether a path holds these very bytes.
func (f file) stands(path string) (bool, error) {
	fi, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return !f.exists, nil
	case err != nil:
		return false, err
	case !f.exists || !fi.Mode().IsRegular() || fi.Size() != int64(len(f.data)):
		return false, nil
	}
	if same, err := reads(path, f.data); err == nil {
		return same, nil
	}
	now, err := readFile(path) // which waits for a file that somebody holds
	return err == nil && f.same(now), err
}

// reads compares a file with bytes, in pieces: there are two copies of a large
// file in memory already.
func reads(path string, want []byte) (bool, error) {
	o, err := world.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return false, err
	}
	defer o.Close()
	piece := make([]byte, min(len(want)+1, 256<<10))
	for {
		n, err := o.Read(piece)
		if n > len(want) || !bytes.Equal(piece[:n], want[:n]) {
			return false, nil
		}
		want = want[n:]
		switch {
		case err == io.EOF:
			return len(want) == 0, nil
		case err != nil:
			return false, err
		}
	}
}

// sumOf is the size and the sum of a file that is only compared, and was found to be
// about so large.
func sumOf(path string, size int64) (n int, hash string, err error) {
	if size <= 1<<20 {
		b, err := readWhole(path)
		return len(b), sum(b), err
	}
	f, err := world.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	m, err := io.Copy(h, f)
	return int(m), hex.EncodeToString(h.Sum(nil)), err
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
		return file{}, unread(real, err)
	}
	if !fi.Mode().IsRegular() {
		return file{}, fmt.Errorf("%s: is %s, expected a file\nhint: move it away, then run again", real, kindOf(fi.Mode()))
	}
	if fi.Size() > edit.MaxFile {
		return file{}, fmt.Errorf("%s: has %d bytes, the limit is %d\nhint: edit it by hand", real, fi.Size(), edit.MaxFile)
	}
	b, err := readAll(real)
	if err != nil {
		return file{}, unread(real, err)
	}
	f := hashed(true, b)
	f.info = fi
	return f, nil
}

func unread(path string, err error) error {
	return fmt.Errorf("%s: cannot be read: %w", path, cause(err))
}

// writeOwn writes a file of our own home: 0600 in directories of 0700.
func writeOwn(path string, b []byte) error { return writeOurs(path, b, syncDir) }

// lay is writeOwn for one of several, whose names are flushed together.
func (s store) lay(path string, b []byte) error { return writeOurs(path, b, s.sync) }

func writeOurs(path string, b []byte, sync func(dir string) error) error {
	changing(path)
	dir := filepath.Dir(path)
	put := func(f *os.File) error { return fill(f, b) }
	err := overwrite(path, 0o600, put)
	if errors.Is(err, errMoved) { // it is not there yet
		lost, err := lostDirs(dir)
		if err != nil {
			return err
		}
		if err := mkdirs(lost, 0o700, sync); err != nil {
			return err
		}
		changing(path)
		if err := overwrite(path, 0o600, put); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	return sync(dir)
}

// overwrite puts a new file in the place of one of our own, whole or not at all. Its
// name is not flushed.
func overwrite(path string, mode fs.FileMode, fill func(*os.File) error) error {
	temp := tempName(path)
	if err := create(temp, mode, nil, fill); err != nil { // killed here it leaves what sweepTemps finds
		return err
	}
	if err := rename(temp, path); err != nil {
		_ = remove(temp) // the first error is the one to tell
		return err
	}
	return nil
}

// How old a temporary file of our own home must be to be a dead run's.
const tempAge = time.Hour

// sweepTemps removes what killed runs have left in our own home while they
// replaced a file of it. Only space is at stake.
func (s store) sweepTemps(now int64) {
	s.sweepIn(home.Bin(s.dir), now, false)
	s.sweepIn(home.State(s.dir), now, true)
	for _, d := range names(home.Backups(s.dir)) {
		s.sweepIn(filepath.Join(home.Backups(s.dir), d), now, false)
	}
}

// sweepIn sweeps a folder, and perhaps those in it.
func (s store) sweepIn(dir string, now int64, inside bool) {
	for _, n := range names(dir) {
		path := filepath.Join(dir, n)
		if n[0] == '.' {
			fi, err := os.Lstat(path)
			if err == nil && fi.Mode().IsRegular() && fi.ModTime().Before(time.UnixMilli(now).Add(-tempAge)) {
				os.Remove(path)
			}
		} else if inside {
			s.sweepIn(path, now, false)
		}
	}
}

// readWhole reads a file of our own home, or one whose size has been looked at.
func readWhole(path string) ([]byte, error) { return world.ReadFile(path, math.MaxInt-1) }

// names are those in a folder, in no order; none if it cannot be read.
func names(dir string) []string {
	d, err := world.OpenFile(dir, os.O_RDONLY, 0)
	if err != nil {
		return nil
	}
	defer d.Close()
	ns, _ := d.Readdirnames(-1)
	return ns
}
