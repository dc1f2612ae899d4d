package logstore

import (
	"cmp"
	"fmt"
	"os"
	"slices"
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

// Compare orders segments by age: by number, since 9999 is followed by 10000.
func (s Segment) Compare(t Segment) int {
	return cmp.Or(strings.Compare(s.Day, t.Day), cmp.Compare(s.Seq, t.Seq))
}

// Named takes a segment's name apart. The empty name is older than all.
func Named(name string) (Segment, bool) {
	if name == "" {
		return Segment{}, true
	}
	s, ok := parseName(name + Plain)
	s.Plain = false
	return s, ok
}

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
	slices.SortStableFunc(all, Segment.Compare)
	return all, nil
}

// nextName is the name of the next segment, with the records of a day. It comes
// after all others, also when the clock was set back: where a reader has come to
// is a name, and nothing new may lie before it.
func nextName(dir, day string) (string, error) {
	all, err := Segments(dir)
	if err != nil {
		return "", err
	}
	next := Segment{Day: day, Seq: 1}
	if n := len(all); n > 0 && all[n-1].Day >= day {
		next = Segment{Day: all[n-1].Day, Seq: all[n-1].Seq + 1}
	}
	return next.Name() + Plain, nil
}
