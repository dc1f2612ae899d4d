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

	"github.com/klauspost/compress/zstd"

	"agentconnector/pkg/logstore"
)

// frameSize is how much text goes into one zstd frame. Each frame stands for
// itself, so a file cut short loses the end of one frame at most.
const frameSize = 256 << 10

const (
	compressLock = ".compress.lock"
	tempSuffix   = ".tmp"
)

// Compress packs all closed segments of a log. If another program is at it,
// there is nothing to do. Errors of single segments are joined; the rest is
// packed all the same.
func Compress(dir string) error {
	all, err := logstore.Segments(dir)
	if err != nil {
		return err
	}
	todo := all[:0]
	for _, s := range all {
		if s.Plain {
			todo = append(todo, s)
		}
	}
	if len(todo) == 0 {
		return nil
	}
	l, err := logstore.LockFile(filepath.Join(dir, compressLock), true, 0)
	if err != nil {
		if errors.Is(err, logstore.ErrBusy) {
			return nil
		}
		return err
	}
	defer l.Unlock()
	var errs []error
	for _, s := range todo {
		errs = append(errs, pack(dir, s))
	}
	return errors.Join(errs...)
}

// pack compresses one segment and removes its plain file.
func pack(dir string, s logstore.Segment) error {
	plain := filepath.Join(dir, s.Name()+logstore.Plain)
	packed := filepath.Join(dir, s.Name()+logstore.Packed)
	in, err := os.Open(plain)
	if err != nil {
		if os.IsNotExist(err) { // packed between our listing and our lock
			return nil
		}
		return err
	}
	defer in.Close()
	temp := packed + tempSuffix // ours alone, by the lock; a crashed run's is overwritten
	if err := writeSynced(temp, func(w io.Writer) error { return squeeze(w, in) }); err != nil {
		os.Remove(temp)
		return err
	}
	if err := os.Rename(temp, packed); err != nil {
		os.Remove(temp)
		return err
	}
	if fi, err := in.Stat(); err == nil { // age is what retention goes by
		_ = os.Chtimes(packed, fi.ModTime(), fi.ModTime())
	}
	syncDir(dir)
	in.Close() // Windows removes no open file
	return os.Remove(plain)
}

func writeSynced(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	err = fill(f)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// squeeze copies text into frames that end at the end of a line.
func squeeze(w io.Writer, r io.Reader) error {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
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
