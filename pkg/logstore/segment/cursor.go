package segment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/digest"
	"agentconnector/pkg/flock"
	"agentconnector/pkg/logstore"
)

// A cursor is how far a program has read a log that others go on writing. It is
// a file of the log's folder, so that retention knows who has not read what. It
// names the last segment that was read whole, because the live file has no name
// yet, and counts bytes of the text that follows, which compression does not
// change.

const cursorSuffix = ".cursor"

// position is a cursor's file.
type position struct {
	After  string `json:"after"`            // the last segment that was read whole; empty: none
	Offset int64  `json:"offset"`           // of the text of the file behind it
	First  string `json:"first,omitempty"`  // by which that file is known again: hash of its first line
	Missed int64  `json:"missed,omitempty"` // segments that retention removed before they were read
	Gone   string `json:"gone,omitempty"`   // the newest of them

	State json.RawMessage `json:"state,omitempty"` // what else its owner needs to go on from there
}

// Cursor reads a log from where it came to the last time.
type Cursor struct {
	State  []byte // JSON of whose cursor it is, which is kept with the place
	Missed int64  // segments that are gone without having been read; Save takes note that this was said
	dir    string
	name   string
	at     position
	told   int64 // of Missed, what the file said
}

// OpenCursor opens the cursor of that name; a new one begins with the oldest
// record.
func OpenCursor(dir, name string) (*Cursor, error) {
	if err := CursorName(name); err != nil {
		return nil, err
	}
	at, err := readPosition(cursorFile(dir, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return &Cursor{State: at.State, Missed: at.Missed, dir: dir, name: name, at: at, told: at.Missed}, nil
}

// CursorName says whether a cursor may have that name, which is a part of its file's.
func CursorName(name string) error {
	if name == "" || strings.ContainsAny(name, `/\.`) {
		return fmt.Errorf("%q is no name of a cursor: expected a word", name)
	}
	return nil
}

func cursorFile(dir, name string) string { return filepath.Join(dir, name+cursorSuffix) }

func readPosition(path string) (at position, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return at, err
	}
	if err := json.Unmarshal(b, &at); err != nil {
		return at, fmt.Errorf("%s: %w; remove it to read the log from its beginning", path, err)
	}
	for _, name := range []string{at.After, at.Gone} {
		if _, ok := logstore.Named(name); !ok || at.Offset < 0 {
			return at, fmt.Errorf("%s: %q at %d is no place in a log; remove it to read the log from its beginning", path, name, at.Offset)
		}
	}
	return at, nil
}

// Read hands out the records behind the cursor, oldest first, and moves it
// behind each that fn took. ErrTorn counts the line; another error of fn stops
// before it. Of the live file only whole lines are read.
func (c *Cursor) Read(fn func(line []byte) error) (Stats, error) {
	files, done, err := open(c.dir, time.Time{})
	if err != nil {
		return Stats{}, err
	}
	defer done()
	after, _ := logstore.Named(c.at.After)
	r := reader{give: fn}
	for _, f := range files {
		if f.live == nil && f.Compare(after) <= 0 {
			continue
		}
		if err := c.file(&r, f); err != nil {
			return r.Stats, err
		}
	}
	return r.Stats, nil
}

// file reads one file from where the cursor is in it, if it is.
func (c *Cursor) file(r *reader, f file) error {
	first, err := firstLine(c.dir, f)
	if err != nil {
		return err
	}
	if c.at.First != "" && c.at.First != first { // the one that was read in part is gone
		c.at.Offset, c.at.First = 0, ""
		c.Missed = max(c.Missed, 1)
	}
	s := &splitter{st: &r.Stats, give: r.give, skip: c.at.Offset}
	err = r.text(c.dir, f, s)
	if f.live == nil && err == nil {
		err = s.end()
	}
	if f.live == nil && err == nil {
		c.at = position{After: f.Name()}
	} else if s.done > c.at.Offset {
		c.at.Offset, c.at.First = s.done, first
	}
	return err
}

// firstLine is the hash of a file's first record; empty if it has none yet.
func firstLine(dir string, f file) (hash string, err error) {
	r := reader{}
	s := &splitter{st: &r.Stats, give: func(line []byte) error {
		hash = digest.Name(line)
		return errFirst
	}}
	if err = r.text(dir, f, s); err == errFirst {
		err = nil
	}
	return hash, err
}

var errFirst = errors.New("the first record is read")

// Save makes the place last, and takes note that Missed was said. In a log that
// is not there yet there is no place.
func (c *Cursor) Save() error {
	if _, err := os.Stat(c.dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	l, err := logstore.LockFor(c.dir, true, patience)
	if err != nil && !errors.Is(err, flock.ErrNoLocks) {
		return err
	}
	defer l.Unlock()
	path := cursorFile(c.dir, c.name)
	now, err := readPosition(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	at := c.at
	at.State = c.State
	at.Missed, at.Gone = max(now.Missed-c.told, 0), now.Gone // what has been removed since
	if err := writePosition(path, at); err != nil {
		return err
	}
	c.Missed, c.told = at.Missed, at.Missed
	return nil
}

// writePosition is called under the folder's lock, so that the temporary name is
// ours alone.
func writePosition(path string, at position) error {
	b, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return replace(path, func(w io.Writer) error {
		_, err := w.Write(append(b, '\n'))
		return err
	})
}

// cursors are the cursors of a log by their files. One that cannot be read is
// an error: what it has not read is unknown.
func cursors(dir string) (map[string]position, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"+cursorSuffix))
	if err != nil {
		return nil, err
	}
	all := map[string]position{}
	for _, f := range files {
		if all[f], err = readPosition(f); err != nil {
			return nil, err
		}
	}
	return all, nil
}
