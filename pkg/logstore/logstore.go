// Package logstore keeps the logs: folders of NDJSON files that many short
// programs append to at once.
//
// The rules of the room:
//
//   - The live file is current.ndjson. A record is one write of one line, so
//     that no reader and no other writer ever sees half of it.
//   - A writer holds the folder's lock shared, whoever renames holds it
//     exclusive. So the file that a writer has open is the named one until it
//     has written, and a closed segment never grows.
//   - A line that a crash has torn stays; the next writer starts with a
//     newline, and readers skip and count it. One that wrote at the same moment
//     sees that it continues a torn line, and writes its own once more.
//   - Rotation is a rename to DAY-SEQ.ndjson, by size and by day. The clock is
//     the file system's own (modification times), the days are UTC.
//   - Nobody waits for long: a lock that cannot be had in LockWait is an error
//     to the writer, and a reason to rotate some other time.
//
// This package is what ac-hook links: the standard library, and x/sys on
// Windows. Reading and compression are in the package segment.
package logstore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"agentconnector/pkg/flock"
	"agentconnector/pkg/world"
)

// Limits of a log folder.
const (
	MaxSize  = 8 << 20                // a live file of this size is closed
	MaxLine  = 1 << 20                // longest record, without its newline
	LockWait = 250 * time.Millisecond // longest wait for the lock
)

// The logs, by the names of their folders under home.Logs.
const (
	Measures = "measure" // ac.measure/v1, by ac-proxy
	Events   = "events"  // ac.event/v1, by ac-hook
)

// The files of a log folder beside its segments.
const (
	Current  = "current.ndjson"
	lockName = ".lock"
)

// ErrLine is a record that cannot be one line of a log.
var ErrLine = errors.New("not a log line")

// Append adds one record, with or without its newline, to the log in dir and
// creates the folder if need be. When it returns nil the line is in the file.
func Append(dir string, line []byte) error { return AppendOnce(dir, line, nil) }

// lookBack is how much of the log AppendOnce looks at: the last thirty lines or
// so, for two programs that write within a moment.
const lookBack = 16 << 10

// AppendOnce is Append, unless one of the last lines is the same record: two
// programs that see the same thing at once make one record of it. It holds the
// lock alone, so that they cannot both be the first.
func AppendOnce(dir string, line []byte, same func(line []byte) bool) error {
	line = bytes.TrimSuffix(line, []byte("\n"))
	switch {
	case len(line) == 0 || bytes.IndexByte(line, '\n') >= 0:
		return fmt.Errorf("%w: empty or more than one line", ErrLine)
	case len(line) > MaxLine:
		return fmt.Errorf("%w: %d bytes, the limit is %d", ErrLine, len(line), MaxLine)
	}
	return add(dir, line, same)
}

// add writes, and closes the file if that was due. The first record makes the
// folder.
func add(dir string, line []byte, same func([]byte) bool) error {
	full, err := write(dir, line, same)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		full, err = write(dir, line, same)
	}
	if err == nil && full != nil {
		_ = full.rotate(dir) // the record is safe; the next writer tries again
	}
	return err
}

// AppendAll adds several records in one write: each a line with its newline.
func AppendAll(dir string, lines []byte) error {
	for line := range bytes.Lines(lines) {
		switch n := len(line) - 1; {
		case line[n] != '\n' || n == 0:
			return fmt.Errorf("%w: empty, or without its newline", ErrLine)
		case n > MaxLine:
			return fmt.Errorf("%w: %d bytes, the limit is %d", ErrLine, n, MaxLine)
		}
	}
	lines = bytes.TrimSuffix(lines, []byte("\n"))
	if len(lines) == 0 {
		return nil
	}
	return add(dir, lines, nil)
}

// closing is a live file that is due to be renamed: which one, and its day.
type closing struct {
	file os.FileInfo
	day  string
}

// write appends the line under the lock. It returns the file if it is now due
// for rotation.
func write(dir string, line []byte, same func([]byte) bool) (*closing, error) {
	l, err := Lock(dir, same != nil)
	if err != nil && !errors.Is(err, flock.ErrNoLocks) {
		return nil, err
	}
	defer l.Unlock()
	f, err := world.OpenFile(filepath.Join(dir, Current), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if same != nil && inTail(f, before.Size(), same) {
		return nil, nil
	}
	b := frame(f, before.Size(), line)
	if _, err := f.Write(b); err != nil {
		return nil, err
	}
	if b[0] != '\n' && welded(f, len(b)) {
		first := b[:bytes.IndexByte(b, '\n')+1] // of several lines only this one is lost
		if _, err := f.Write(append([]byte{'\n'}, first...)); err != nil {
			return nil, err
		}
	}
	after, err := f.Stat()
	if err != nil {
		return nil, nil // written; only the check for rotation failed
	}
	return due(before, after), nil
}

// inTail looks through the last lines of the log, the last first. A line whose
// beginning lies too far back is left out, as is what cannot be read: a record
// too many is no loss.
func inTail(f *os.File, size int64, same func([]byte) bool) bool {
	n := min(size, lookBack)
	b := make([]byte, n)
	if _, err := f.ReadAt(b, size-n); err != nil {
		return false
	}
	for {
		at := bytes.LastIndexByte(b, '\n')
		if (at >= 0 || n == size) && same(b[at+1:]) {
			return true
		}
		if at < 0 {
			return false
		}
		b = b[:at]
	}
}

// frame is the line as it goes into the file: ended by a newline, and begun
// with one if the file's last line was torn. A write of somebody else that is
// just under way may look torn too; then the log gets an empty line, which
// readers ignore.
func frame(f *os.File, size int64, line []byte) []byte {
	b := make([]byte, 0, len(line)+2)
	if size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil || last[0] != '\n' {
			b = append(b, '\n')
		}
	}
	return append(append(b, line...), '\n')
}

// welded says that what was just written continues a torn line: its writer was
// killed in the middle of it, after we had looked. Both are lost then. Where the
// write began is known from where it ended, but on Windows, where nobody is
// killed within a write.
func welded(f *os.File, n int) bool {
	if runtime.GOOS == "windows" {
		return false
	}
	end, err := f.Seek(0, io.SeekCurrent)
	var last [1]byte
	if err != nil || end <= int64(n) {
		return false
	}
	_, err = f.ReadAt(last[:], end-int64(n)-1)
	return err == nil && last[0] != '\n'
}

// due says whether the file is to be closed after a write: it is big, or the
// write was the first of a new day. That line stays with the day before;
// nobody relies on the day in a name to more than a day.
func due(before, after os.FileInfo) *closing {
	day := Day(after.ModTime())
	if before.Size() > 0 {
		day = Day(before.ModTime())
	}
	if after.Size() < MaxSize && day == Day(after.ModTime()) {
		return nil
	}
	return &closing{after, day}
}

// rotate renames the live file, unless somebody else did so before.
func (c *closing) rotate(dir string) error {
	l, err := Lock(dir, true)
	if err != nil {
		return err
	}
	defer l.Unlock()
	path := filepath.Join(dir, Current)
	now, err := os.Stat(path)
	if err != nil || !os.SameFile(now, c.file) {
		return err
	}
	next, err := nextName(dir, c.day)
	if err != nil {
		return err
	}
	return os.Rename(path, filepath.Join(dir, next))
}
