package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// An error of the file system says what the system said. What a user can do about it
// is the same wherever it comes from, so it is added in one place, on the way out.

const hintMark = "\nhint: "

// Advised is an error with what to do about it, unless its message has that already.
func Advised(err error) error {
	if err == nil || strings.Contains(err.Error(), hintMark) {
		return err
	}
	if do := advice(err); do != "" {
		return fmt.Errorf("%w%s%s", err, hintMark, do)
	}
	return err
}

func advice(err error) string {
	is := func(e error) bool { return errors.Is(err, e) }
	switch {
	case anyIs(err, noSpace):
		return "make room on that disk, then run again"
	case anyIs(err, readOnlyDisk):
		return "that file system is mounted read-only: make it writable, or move the file and leave a link to it, then run again"
	case is(fs.ErrPermission):
		return "let your user " + denied(err) + ", then run again"
	}
	return ""
}

func anyIs(err error, of []error) bool {
	for _, e := range of {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// denied is what was not allowed.
func denied(err error) string {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &l):
		return "write in " + filepath.Dir(l.New)
	case !errors.As(err, &p):
		return "read and write it"
	case p.Op == "lstat" || p.Op == "stat" || p.Op == "readlink":
		return "look into " + filepath.Dir(p.Path)
	case p.Op == "mkdir" || isTemp(p.Path):
		return "write in " + filepath.Dir(p.Path)
	}
	return "read and write " + p.Path
}

// cause is the reason of an error about a path that is named already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// kindOf names what is no regular file.
func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}
