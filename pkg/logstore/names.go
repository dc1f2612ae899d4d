package logstore

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
)

// The endings of a closed segment.
const (
	Plain  = ".ndjson"
	Packed = ".ndjson.zst"
)

const dayForm = "2006-01-02"

// Day is the UTC day of a time, as segments are named.
func Day(t time.Time) string { return t.UTC().Format(dayForm) }

// Segment is one closed segment: DAY-SEQ, as a plain file, a compressed one,
// or for a moment both.
type Segment struct {
	Day    string // 2026-11-30
	Seq    int
	Plain  bool // DAY-SEQ.ndjson exists
	Packed bool // DAY-SEQ.ndjson.zst exists
}

// Name is the segment's name without its ending. It stays the same when the
// segment is compressed.
func (s Segment) Name() string { return fmt.Sprintf("%s-%04d", s.Day, s.Seq) }

// parseName takes a file name apart. What is no segment is not ok.
func parseName(name string) (s Segment, ok bool) {
	base, packed := strings.CutSuffix(name, Packed)
	if !packed {
		if base, ok = strings.CutSuffix(name, Plain); !ok {
			return s, false
		}
	}
	if len(base) < len(dayForm)+2 || base[len(dayForm)] != '-' {
		return s, false
	}
	day, seq := base[:len(dayForm)], base[len(dayForm)+1:]
	if _, err := time.Parse(dayForm, day); err != nil {
		return s, false
	}
	n, err := strconv.Atoi(seq)
	s = Segment{Day: day, Seq: n, Plain: !packed, Packed: packed}
	return s, err == nil && n > 0 && s.Name() == base
}

// Segments lists the closed segments of a log, oldest first. A folder that
// does not exist has none.
func Segments(dir string) ([]Segment, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var all []Segment
	for _, e := range entries { // sorted by name: .ndjson before .ndjson.zst
		s, ok := parseName(e.Name())
		if !ok {
			continue
		}
		if n := len(all); n > 0 && all[n-1].Name() == s.Name() {
			all[n-1].Plain = all[n-1].Plain || s.Plain
			all[n-1].Packed = all[n-1].Packed || s.Packed
			continue
		}
		all = append(all, s)
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.Day != b.Day {
			return a.Day < b.Day
		}
		return a.Seq < b.Seq // by number: 9999 is followed by 10000
	})
	return all, nil
}

// nextName is the name of the segment that follows the last one of a day.
func nextName(dir, day string) (string, error) {
	all, err := Segments(dir)
	if err != nil {
		return "", err
	}
	next := Segment{Day: day, Seq: 1}
	for _, s := range all {
		if s.Day == day {
			next.Seq = max(next.Seq, s.Seq+1)
		}
	}
	return next.Name() + Plain, nil
}
