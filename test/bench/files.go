package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// What is done to the files and looked at between the steps. Nothing here holds
// a whole file: the peak memory that a system reports for a process can include
// what its parent had when it was started.

// The digit that another program changes is the first of numStartups.
const foreignAt = int64(len("{\n  \"numStartups\": "))

func (l *life) digit() byte { return '2' + byte(l.turn%8) }

// foreign changes the file in place, as the host might have.
func (l *life) foreign() error {
	f, err := os.OpenFile(l.file(), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt([]byte{l.digit()}, foreignAt)
	return errors.Join(err, f.Close())
}

// restored checks that undo left the foreign change and nothing of ours.
func (l *life) restored() error {
	a, err := os.Open(l.source)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := os.Open(l.file())
	if err != nil {
		return err
	}
	defer b.Close()
	ra, rb := bufio.NewReaderSize(a, 64<<10), bufio.NewReaderSize(b, 64<<10)
	for i := int64(0); ; i++ {
		x, errA := ra.ReadByte()
		y, errB := rb.ReadByte()
		if i == foreignAt {
			x = l.digit()
		}
		switch {
		case errA == io.EOF && errB == io.EOF:
			return nil
		case errA != nil && errA != io.EOF:
			return errA
		case errB != nil && errB != io.EOF:
			return errB
		case x != y || errA != errB:
			return fmt.Errorf("after undo the file is another, from byte %d on", i)
		}
	}
}

// tail is how much of the end is looked at: our entry stands there.
const tail = 4 << 10

// holds gives a check that the file has a text near its end.
func (l *life) holds(text string) func() error {
	return func() error {
		f, err := os.Open(l.file())
		if err != nil {
			return err
		}
		defer f.Close()
		if _, err := f.Seek(-tail, io.SeekEnd); err != nil {
			return err
		}
		b, err := io.ReadAll(f)
		if err == nil && !bytes.Contains(b, []byte(text)) {
			err = fmt.Errorf("the file does not hold %s", text)
		}
		return err
	}
}

// sizeOf is what a folder takes on disk, about: a file with two names counts once.
func sizeOf(dir string) (n int64) {
	var seen []fs.FileInfo
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // what is not there takes nothing
		}
		fi, err := d.Info()
		if err == nil && !slices.ContainsFunc(seen, func(s fs.FileInfo) bool { return os.SameFile(s, fi) }) {
			seen = append(seen, fi)
			n += fi.Size()
		}
		return nil
	})
	return n
}
