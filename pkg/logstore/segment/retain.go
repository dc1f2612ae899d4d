package segment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agentconnector/pkg/logstore"
)

// Limits say how long closed segments are kept. What is reached first counts; 0
// means without limit.
type Limits struct {
	Days     int64
	MaxBytes int64 // of the whole log, the live file included
}

// Tended is what was done for a log.
type Tended struct {
	Removed int      // segments that were older, or more, than the limits allow
	Passed  []string // cursors that had not read some of them, and how many
}

// Tend compresses what is closed and removes what need not be kept. If another
// program is at it, there is nothing to do.
func Tend(dir string, limits Limits, now time.Time) (t Tended, err error) {
	err = Compress(dir)
	if limits == (Limits{}) {
		return t, err
	}
	return t, errors.Join(err, alone(dir, func(all []logstore.Segment) (err error) {
		t, err = retain(dir, all, limits, now)
		return err
	}))
}

// retain removes segments, the oldest first. The newest closed one stays
// whatever the limits say: names go on from it, and a name that came again would
// be taken for read. Whoever has a cursor on what goes is told: the number stands
// in the cursor's file before the segment is removed.
func retain(dir string, all []logstore.Segment, limits Limits, now time.Time) (t Tended, err error) {
	due, err := limits.due(dir, all, now)
	if err != nil || len(due) == 0 {
		return t, err
	}
	l, err := logstore.LockFor(dir, true, patience)
	if err != nil {
		return t, err
	}
	defer l.Unlock()
	if t.Passed, err = note(dir, due); err != nil {
		return t, err
	}
	for _, s := range due {
		for _, ending := range []string{logstore.Plain, logstore.Packed} {
			if err := os.Remove(filepath.Join(dir, s.Name()+ending)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return t, err
			}
		}
		t.Removed++
	}
	return t, nil
}

// due are the segments that are to go.
func (l Limits) due(dir string, all []logstore.Segment, now time.Time) (due []logstore.Segment, err error) {
	sizes := make([]int64, len(all))
	times := make([]time.Time, len(all))
	total := int64(0)
	if fi, err := os.Stat(filepath.Join(dir, logstore.Current)); err == nil {
		total = fi.Size()
	}
	for i, s := range all {
		for _, ending := range []string{logstore.Plain, logstore.Packed} {
			fi, err := os.Stat(filepath.Join(dir, s.Name()+ending))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			sizes[i] += fi.Size()
			times[i] = fi.ModTime()
		}
		total += sizes[i]
	}
	oldest := now.AddDate(0, 0, -int(min(l.Days, 1<<20)))
	for i := range max(len(all)-1, 0) {
		if (l.Days == 0 || !times[i].Before(oldest)) && (l.MaxBytes == 0 || total <= l.MaxBytes) {
			break
		}
		due = append(due, all[i])
		total -= sizes[i]
	}
	return due, nil
}

// note tells the cursors what will be gone, and says which had not read it.
func note(dir string, due []logstore.Segment) (passed []string, err error) {
	all, err := cursors(dir)
	if err != nil {
		return nil, err
	}
	for path, at := range all {
		read, _ := logstore.Named(at.After)
		if gone, _ := logstore.Named(at.Gone); gone.Compare(read) > 0 {
			read = gone // of these it was told, by a run that came no further
		}
		n := int64(0)
		for _, s := range due {
			if s.Compare(read) > 0 {
				n++
			}
		}
		if n == 0 {
			continue
		}
		at.Missed, at.Gone = at.Missed+n, due[len(due)-1].Name()
		if err := writePosition(path, at); err != nil {
			return passed, err
		}
		name := strings.TrimSuffix(filepath.Base(path), cursorSuffix)
		passed = append(passed, fmt.Sprintf("%s had not read %d of them", name, n))
	}
	slices.Sort(passed)
	return passed, nil
}
