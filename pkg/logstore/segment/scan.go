package segment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"

	"agentconnector/pkg/logstore"
)

// Stats is what a scan met.
type Stats struct {
	Lines   int64    // records handed out
	Torn    int64    // lines that are no JSON object, or too long
	Damaged []string // files that could be read only in part
}

// day is the slack of a segment's name: a record may stand in a file of the
// day before or, by a clock that was set, the day after.
const day = 24 * time.Hour

// Scan hands every record of the log in dir to fn, oldest file first. Files
// that end more than a day before since are left out; the records of the
// others are all given, so fn checks their time itself. The slice is fn's only
// during the call. An error of fn stops the scan.
//
// The live file is read up to the length it had when the scan began.
func Scan(dir string, since time.Time, fn func(line []byte) error) (Stats, error) {
	var st Stats
	all, live, err := open(dir)
	if err != nil {
		return st, err
	}
	if live != nil {
		defer live.Close()
	}
	for _, s := range all {
		if s.Day < logstore.Day(since.Add(-day)) {
			continue
		}
		if err := st.segment(dir, s, fn); err != nil {
			return st, err
		}
	}
	if live == nil {
		return st, nil
	}
	fi, err := live.Stat()
	if err != nil {
		return st, err
	}
	return st, st.lines(logstore.Current, io.LimitReader(live, fi.Size()), fn)
}

// open lists the segments and opens the live file at one moment: under the
// shared lock nobody can rename it in between. It creates nothing, and reads
// without the lock where that is not to be had (a read-only copy of a log).
func open(dir string) ([]logstore.Segment, *os.File, error) {
	if _, err := os.Stat(dir); err != nil {
		if os.IsNotExist(err) {
			err = nil
		}
		return nil, nil, err
	}
	if l, err := logstore.Lock(dir, false); err == nil {
		defer l.Unlock()
	}
	all, err := logstore.Segments(dir)
	if err != nil {
		return nil, nil, err
	}
	live, err := os.Open(filepath.Join(dir, logstore.Current))
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	return all, live, nil
}

// segment reads one closed segment: plain, or compressed if it is, or has
// become so since it was listed.
func (st *Stats) segment(dir string, s logstore.Segment, fn func([]byte) error) error {
	f, err := os.Open(filepath.Join(dir, s.Name()+logstore.Plain))
	if err == nil {
		defer f.Close()
		return st.lines(s.Name(), f, fn)
	}
	if !os.IsNotExist(err) {
		return err
	}
	f, err = os.Open(filepath.Join(dir, s.Name()+logstore.Packed))
	if err != nil {
		return err
	}
	defer f.Close()
	dec, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer dec.Close()
	return st.lines(s.Name(), dec, fn)
}

// lines hands out the lines of one file. A read error (a file cut short, a
// broken frame) ends this file, not the scan.
func (st *Stats) lines(name string, r io.Reader, fn func([]byte) error) error {
	in := bufio.NewReaderSize(r, logstore.MaxLine+1)
	for {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			st.Torn++
			err = skipLine(in)
		} else if ferr := st.give(line, fn); ferr != nil {
			return ferr
		}
		switch {
		case err == nil:
		case err == io.EOF:
			return nil
		default:
			st.Damaged = append(st.Damaged, name)
			return nil
		}
	}
}

// give hands out one line if it is a whole record.
func (st *Stats) give(line []byte, fn func([]byte) error) error {
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
		return nil
	case line[0] != '{' || !json.Valid(line):
		st.Torn++
		return nil
	}
	st.Lines++
	return fn(line)
}

// skipLine reads to the end of a line that is too long to be a record.
func skipLine(in *bufio.Reader) error {
	for {
		if _, err := in.ReadSlice('\n'); err != bufio.ErrBufferFull {
			return err
		}
	}
}
