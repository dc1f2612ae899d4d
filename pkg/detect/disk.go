package detect

import (
	"fmt"
	"os"
	"path/filepath"

	"agentconnector/pkg/world"
)

// disk is the disk as one look sees it. Hosts share files, and one file says
// several things: each path is asked for once, whoever asks.
type disk struct {
	there map[string]bool
	texts map[string]text
}

type text struct {
	b   []byte
	err error
}

func newDisk() *disk { return &disk{there: map[string]bool{}, texts: map[string]text{}} }

// exists says whether a path leads to something.
func (d *disk) exists(p string) bool {
	there, known := d.there[p]
	if !known {
		there = world.Exists(p)
		d.there[p] = there
	}
	return there
}

// lies says whether there is something by that name, be it a link that leads
// nowhere.
func (d *disk) lies(p string) bool {
	if d.exists(p) {
		return true
	}
	_, err := os.Lstat(p)
	return err == nil
}

// text is what stands in a file of at most MaxSettings. Who changes it works on a
// copy.
func (d *disk) text(path string) ([]byte, error) {
	t, known := d.texts[path]
	switch {
	case known:
	case !d.exists(path):
		t.err = os.ErrNotExist
	default:
		t.b, t.err = readUpTo(path, MaxSettings)
	}
	d.texts[path] = t
	return t.b, t.err
}

// readUpTo reads a regular file of at most that size. A pipe or a device would
// stop us.
func readUpTo(path string, most int) ([]byte, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !fi.Mode().IsRegular() || fi.Size() > int64(most) {
		return nil, fmt.Errorf("%s: no regular file of at most %d bytes", path, most)
	}
	b, err := world.ReadFile(path, most)
	return trimBOM(b), err
}

// linked is where a link leads; empty if the path is none, or leads nowhere. What
// lies above it may be linked as it likes.
func linked(path string) string {
	fi, err := os.Lstat(path)
	if err != nil || fi.Mode()&os.ModeSymlink == 0 {
		return ""
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return real
}
