package segment

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"

	"agentconnector/pkg/logstore"
)

// Stats is what a scan met.
type Stats struct {
	Lines   int64    // records handed out
	Torn    int64    // lines that are no record, or too long
	Damaged []string // files that could be read only in part
	Gone    []string // files that were removed before they were read
}

func (st *Stats) add(o Stats) {
	st.Lines += o.Lines
	st.Torn += o.Torn
	st.Damaged = append(st.Damaged, o.Damaged...)
	st.Gone = append(st.Gone, o.Gone...)
}

// day is the slack of a segment's name: a record may stand in a file of the
// day before or, by a clock that was set, of a later one.
const day = 24 * time.Hour

// pieceSize is how much of a plain file is read at once.
const pieceSize = 256 << 10

// Scan hands every record of the log in dir to fn, oldest file first. Files
// that end more than a day before since are left out; the records of the
// others are all given, so fn checks their time itself. The slice is fn's only
// during the call. ErrTorn counts the line; another error of fn stops the scan.
//
// The live file is read up to the length it had when the scan began.
func Scan(dir string, since time.Time, fn func(line []byte) error) (Stats, error) {
	files, done, err := open(dir, since)
	if err != nil {
		return Stats{}, err
	}
	defer done()
	r := reader{give: fn}
	for _, f := range files {
		if err := r.file(dir, f); err != nil {
			return r.Stats, err
		}
	}
	return r.Stats, nil
}

// Each is Scan over several files at a time and in no order: each goroutine
// calls worker once and hands its records to what that returns.
func Each(dir string, since time.Time, worker func() func(line []byte) error) (Stats, error) {
	files, done, err := open(dir, since)
	if err != nil {
		return Stats{}, err
	}
	defer done()
	readers := make([]reader, min(runtime.GOMAXPROCS(0), len(files)))
	errs := make([]error, len(readers))
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range readers {
		readers[i].give = worker()
		wg.Go(func() {
			for errs[i] == nil {
				n := int(next.Add(1)) - 1
				if n >= len(files) {
					return
				}
				errs[i] = readers[i].file(dir, files[n])
			}
		})
	}
	wg.Wait()
	var st Stats
	for _, r := range readers {
		st.add(r.Stats)
	}
	slices.Sort(st.Damaged)
	slices.Sort(st.Gone)
	return st, errors.Join(errs...)
}

// file is one file of a log: a closed segment, or the live file, open.
type file struct {
	logstore.Segment
	live *os.File
	size int64 // of the live file, when the scan began
}

// open lists the segments and opens the live file at one moment: under the
// shared lock nobody can rename it in between. It creates nothing, and reads
// without the lock where that is not to be had (a read-only copy of a log).
func open(dir string, since time.Time) (files []file, done func(), err error) {
	done = func() {}
	if _, err := os.Stat(dir); err != nil {
		if os.IsNotExist(err) {
			err = nil
		}
		return nil, done, err
	}
	if l, err := logstore.Lock(dir, false); err == nil {
		defer l.Unlock()
	}
	all, err := logstore.Segments(dir)
	if err != nil {
		return nil, done, err
	}
	for _, s := range all {
		if s.Day >= logstore.Day(since.Add(-day)) {
			files = append(files, file{Segment: s})
		}
	}
	live, err := os.Open(filepath.Join(dir, logstore.Current))
	if errors.Is(err, fs.ErrNotExist) {
		return files, done, nil
	}
	if err != nil {
		return nil, done, err
	}
	fi, err := live.Stat()
	if err != nil {
		live.Close()
		return nil, done, err
	}
	return append(files, file{live: live, size: fi.Size()}), func() { live.Close() }, nil
}

// reader reads files one after the other.
type reader struct {
	Stats
	give func(line []byte) error
	dec  *zstd.Decoder
	buf  []byte       // of plain text
	in   bytes.Buffer // a compressed file
	out  []byte       // one of its frames
}

// file gives out the lines of one file. What cannot be read ends the file, or a
// part of it, not the scan.
func (r *reader) file(dir string, f file) error {
	s := &splitter{st: &r.Stats, give: r.give}
	if err := r.text(dir, f, s); err != nil {
		return err
	}
	return s.end()
}

// text feeds the text of one file: of a closed one the plain form, or the
// compressed one if it is that, or has become so since it was listed.
func (r *reader) text(dir string, f file, s *splitter) error {
	if f.live != nil {
		return r.plain(logstore.Current, io.NewSectionReader(f.live, 0, f.size), s)
	}
	p, err := os.Open(filepath.Join(dir, f.Name()+logstore.Plain))
	if err == nil {
		defer p.Close()
		return r.plain(f.Name(), p, s)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p, err = os.Open(filepath.Join(dir, f.Name()+logstore.Packed))
	if errors.Is(err, fs.ErrNotExist) { // by retention, since it was listed
		r.Gone = append(r.Gone, f.Name())
		return nil
	}
	if err != nil {
		return err
	}
	defer p.Close()
	return r.packed(f.Name(), p, s)
}

func (r *reader) plain(name string, in io.Reader, s *splitter) error {
	if r.buf == nil {
		r.buf = make([]byte, pieceSize)
	}
	for {
		n, err := in.Read(r.buf)
		if err := s.feed(r.buf[:n]); err != nil {
			return err
		}
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			r.Damaged = append(r.Damaged, name)
			return nil
		}
	}
}

func (r *reader) packed(name string, in io.Reader, s *splitter) (err error) {
	if r.dec == nil {
		if r.dec, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxFrame)); err != nil {
			return err
		}
	}
	r.in.Reset()
	n, err := r.in.ReadFrom(io.LimitReader(in, maxPacked))
	whole := err == nil && n < maxPacked
	r.out, err = frames(r.dec, r.in.Bytes(), r.out, s.feed, func(size int64) { whole = false; s.gap(size) })
	if !whole {
		r.Damaged = append(r.Damaged, name)
	}
	return err
}
