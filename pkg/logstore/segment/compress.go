// Package segment reads a log folder whole, and compresses what is closed. It
// links zstd, so ac-hook keeps away from it.
//
// Compression never touches the live file. A segment is written beside its
// source under a temporary name, synced, renamed, and only then the source
// goes: at each moment at least one whole copy is there, and a reader that
// finds both takes the plain one.
package segment

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"

	"agentconnector/pkg/flock"
	"agentconnector/pkg/logstore"
)

// frameSize is how much text goes into one zstd frame. Each frame stands for
// itself, so a file cut short loses the end of one frame at most.
const frameSize = 256 << 10

const (
	compressLock = ".compress.lock"
	tempSuffix   = ".tmp"
)

// patience is the longest wait for a lock of who has time.
const patience = 5 * time.Second

// Compress packs all closed segments of a log. If another program is at it,
// there is nothing to do. Errors of single segments are joined; the rest is
// packed all the same.
func Compress(dir string) error {
	return alone(dir, func(all []logstore.Segment) error {
		var errs []error
		for _, s := range all {
			if s.Plain {
				errs = append(errs, pack(dir, s))
			}
		}
		return errors.Join(errs...)
	})
}

// alone does something with the closed segments, if there are any and nobody
// else is at it.
func alone(dir string, do func([]logstore.Segment) error) error {
	all, err := logstore.Segments(dir)
	if err != nil || len(all) == 0 {
		return err
	}
	l, err := logstore.LockFile(filepath.Join(dir, compressLock), true, 0)
	if err != nil {
		if errors.Is(err, flock.ErrBusy) {
			return nil
		}
		return err
	}
	defer l.Unlock()
	if all, err = logstore.Segments(dir); err != nil {
		return err
	}
	return do(all)
}

// pack compresses one segment and removes its plain file.
func pack(dir string, s logstore.Segment) error {
	plain := filepath.Join(dir, s.Name()+logstore.Plain)
	packed := filepath.Join(dir, s.Name()+logstore.Packed)
	in, err := os.Open(plain)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := replace(packed, func(w io.Writer) error { return squeeze(w, in) }); err != nil {
		return err
	}
	if fi, err := in.Stat(); err == nil { // age is what retention goes by
		_ = os.Chtimes(packed, fi.ModTime(), fi.ModTime())
	}
	syncDir(dir)
	in.Close() // Windows removes no open file
	return os.Remove(plain)
}

// replace writes a file under a temporary name, syncs and renames it. Its caller
// holds a lock that makes the name his alone; a crashed run's is overwritten.
func replace(path string, fill func(io.Writer) error) error {
	temp := path + tempSuffix
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if err = fill(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		os.Remove(temp)
	}
	return err
}

// squeeze copies text into frames that end at the end of a line.
func squeeze(w io.Writer, r io.Reader) error {
	// The window holds a frame, not the 8 MB that are usual: ac-proxy is to be small.
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(2*frameSize))
	if err != nil {
		return err
	}
	defer enc.Close()
	in := bufio.NewReaderSize(r, frameSize)
	var text, out []byte
	for {
		chunk, err := in.ReadSlice('\n')
		text = append(text, chunk...)
		whole := err == nil && len(text) >= frameSize
		if whole || err == io.EOF && len(text) > 0 {
			out = enc.EncodeAll(text, out[:0])
			text = text[:0]
			if _, err := w.Write(out); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil && err != bufio.ErrBufferFull:
			return err
		}
	}
}

// syncDir makes a rename last. Where a folder cannot be synced (Windows), the
// rename is as durable as the system makes it.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
