package apply

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/world"
)

// Rule 9: other programs write the same files and take no lock of ours. So the
// new file is not renamed over the old one but exchanged with it, and what came
// out is looked at. If it is not what we had read, somebody wrote in between:
// it is put back, and the target is worked out anew. No change that was on disk
// before the exchange is lost.

var errNoSwap = errors.New("this file system cannot exchange two files")

// How often what came out is put back while somebody writes all the time.
const putBacks = 8

// tempName is a name beside a file that nothing else has. It is chosen before
// the file is made, so that the journal can name it.
func tempName(real string) string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return filepath.Join(filepath.Dir(real), "."+filepath.Base(real)+tempMark+hex.EncodeToString(b[:]))
}

const tempMark = ".ac-"

// isTemp says whether tempName has made a name.
func isTemp(path string) bool {
	i := strings.LastIndex(path, tempMark)
	return i >= 0 && len(path)-i == len(tempMark)+16
}

// writeTemp makes the new file: new, ours alone until it has its final owner
// and mode, flushed.
func writeTemp(temp string, b []byte, mode fs.FileMode, was fs.FileInfo) error {
	changing(temp)
	return create(temp, mode, was, func(f *os.File) error {
		changing(temp)
		return fill(f, b)
	})
}

func fill(f *os.File, b []byte) error {
	_, err := f.Write(b)
	return err
}

// newMode is that of a file in the making.
const newMode = 0o600

// create makes a file that is not there, has it filled, and flushes it.
func create(temp string, mode fs.FileMode, was fs.FileInfo, fill func(*os.File) error) (err error) {
	f, err := world.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
	if errors.Is(err, fs.ErrNotExist) {
		return errMoved // the directory was empty a moment ago, and another run has removed it
	}
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			os.Remove(temp)
		}
	}()
	if err := keepOwner(f, was); err != nil {
		return fmt.Errorf("it is somebody else's, and the new file cannot be given to them: %w", err) // never made ours silently
	}
	if was != nil || mode != newMode { // else what the umask takes is not ours to give, as with directories
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := fill(f); err != nil {
		return err
	}
	return f.Sync()
}

// exchange puts a temporary file in the place of what was read, or of nothing.
// On an error the temporary file may be there still, with what another program
// wrote in it: settled sees to it. On errMoved that is why.
func exchange(temp, real string, cur, new file) error {
	err := moveIn(temp, real, cur, new)
	if errors.Is(err, errNoSwap) {
		err = renameOver(temp, real, cur)
	}
	if err != nil {
		return err
	}
	changing(temp)
	if cur.exists { // else it has been moved
		if err := remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return writtenError{err}
		}
	}
	return nil
}

// late is the error of what follows a write.
func late(err error) error {
	if err != nil {
		return writtenError{err}
	}
	return nil
}

func moveIn(temp, real string, cur, new file) error {
	changing(real)
	if !cur.exists {
		if err := moveNew(temp, real); errors.Is(err, fs.ErrExist) {
			return errMoved
		} else {
			return err
		}
	}
	if err := swap(temp, real); errors.Is(err, fs.ErrNotExist) {
		return errMoved // it was removed meanwhile
	} else if err != nil {
		return err
	}
	if out, err := cur.stands(temp); err == nil && out {
		return nil
	}
	return putBack(temp, real, new)
}

// putBack exchanges again until what comes out is our own file: each foreign
// version that comes out goes back in, the latest last.
func putBack(temp, real string, new file) error {
	for range putBacks {
		if err := swap(temp, real); err != nil {
			return fmt.Errorf("what another program wrote meanwhile could not be put back at once: %w", err)
		}
		if mine, err := new.stands(temp); err != nil {
			return err // nobody can tell whose it is: settled sees to it
		} else if mine {
			return errMoved
		}
	}
	return fmt.Errorf("another program writes it all the time: %w", errMoved)
}

// renameOver is what is left where files cannot be exchanged: look, then rename.
func renameOver(temp, real string, cur file) error {
	if same, err := cur.stands(real); err != nil {
		return err
	} else if !same {
		return errMoved
	}
	return rename(temp, real)
}

// takeOut removes a file if it is still what was read: it is moved aside, and
// put back if it is not.
func takeOut(temp, real string, cur file) error {
	changing(real)
	err := moveNew(real, temp)
	if errors.Is(err, errNoSwap) {
		err = rename(real, temp)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return errMoved
	}
	if err != nil {
		return err
	}
	if out, err := cur.stands(temp); err == nil && out {
		return late(forGood(temp))
	}
	if err := backIn(temp, real); err != nil {
		return fmt.Errorf("what another program wrote meanwhile could not be put back at once: %w", err)
	}
	return errMoved
}

// forGood removes a temporary file so that a power failure does not bring it back.
func forGood(temp string) error {
	changing(temp)
	if err := remove(temp); err != nil {
		return err
	}
	return syncDir(filepath.Dir(temp))
}

// backIn puts what was moved aside back in its place, if that is still free.
func backIn(temp, real string) error {
	err := moveNew(temp, real)
	if errors.Is(err, errNoSwap) {
		if _, lerr := os.Lstat(real); !errors.Is(lerr, fs.ErrNotExist) {
			return fs.ErrExist
		}
		err = rename(temp, real)
	}
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(real))
}
