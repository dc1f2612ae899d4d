package segment

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/logstore"
)

// fill writes segments of the given days, n records each, and a live file.
func fill(t *testing.T, dir string, n int, days ...string) {
	t.Helper()
	for i, d := range append(days, "") {
		var b strings.Builder
		for k := range n {
			fmt.Fprintf(&b, "{\"seg\":%d,\"n\":%d,\"pad\":\"%032x\"}\n", i, k, k*7919)
		}
		name := d + "-0001" + logstore.Plain
		if d == "" {
			name = logstore.Current
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func scan(t *testing.T, dir string, since time.Time) (lines []string, st Stats) {
	t.Helper()
	st, err := Scan(dir, since, func(l []byte) error {
		if !json.Valid(l) {
			return ErrTorn
		}
		lines = append(lines, string(l))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, st
}

func TestCompressionChangesNothingForReaders(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 20000, "2026-11-28", "2026-11-29") // ~1.2 MB: several frames
	before, _ := scan(t, dir, time.Time{})
	if len(before) != 60000 || !strings.HasPrefix(before[0], `{"seg":0,"n":0,`) || !strings.HasPrefix(before[59999], `{"seg":2,"n":19999,`) {
		t.Fatalf("%d records, %s … %s", len(before), before[0], before[len(before)-1])
	}
	if err := Compress(dir); err != nil {
		t.Fatal(err)
	}
	segs, _ := logstore.Segments(dir)
	for _, s := range segs {
		if s.Plain || !s.Packed {
			t.Errorf("%+v", s)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
		t.Error(left)
	}
	after, st := scan(t, dir, time.Time{})
	if strings.Join(before, "\n") != strings.Join(after, "\n") || st.Torn != 0 || st.Damaged != nil {
		t.Errorf("%d records, then %d; %+v", len(before), len(after), st)
	}
}

func TestBothCopiesCountOnce(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 10, "2026-11-28")
	plain := filepath.Join(dir, "2026-11-28-0001.ndjson")
	b, _ := os.ReadFile(plain)
	if err := Compress(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plain, b, 0o600); err != nil { // a crash before the removal
		t.Fatal(err)
	}
	if lines, _ := scan(t, dir, time.Time{}); len(lines) != 20 {
		t.Errorf("%d records", len(lines))
	}
	if err := Compress(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(plain); !os.IsNotExist(err) {
		t.Error("the plain file is still there")
	}
	if lines, _ := scan(t, dir, time.Time{}); len(lines) != 20 {
		t.Errorf("%d records", len(lines))
	}
}

const perFrame = frameSize/50 + 1 // records are longer than 50 bytes

func TestATruncatedFileLosesItsTailOnly(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 20000, "2026-11-28", "2026-11-29")
	if err := Compress(dir); err != nil {
		t.Fatal(err)
	}
	packed := filepath.Join(dir, "2026-11-28-0001.ndjson.zst")
	fi, _ := os.Stat(packed)
	if err := os.Truncate(packed, fi.Size()-100); err != nil {
		t.Fatal(err)
	}
	lines, st := scan(t, dir, time.Time{})
	if lost := 60000 - len(lines); lost <= 0 || lost > perFrame {
		t.Errorf("lost %d records, a frame holds %d", lost, perFrame)
	}
	if len(st.Damaged) != 1 || st.Damaged[0] != "2026-11-28-0001" {
		t.Errorf("%+v", st)
	}
	if !strings.HasPrefix(lines[len(lines)-1], `{"seg":2,"n":19999,`) {
		t.Error("the scan stopped at the damage")
	}
}

func TestTornLinesAreSkippedAndCounted(t *testing.T) {
	dir := t.TempDir()
	text := "{\"a\":1}\n{\"b\":{\"c\":1}\n\n[1]\n" + `{"long":"` + strings.Repeat("x", logstore.MaxLine) + "\"}\nnoise\n{\"z\":1}\n{\"half"
	if err := os.WriteFile(filepath.Join(dir, logstore.Current), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	lines, st := scan(t, dir, time.Time{})
	if fmt.Sprint(lines) != `[{"a":1} {"z":1}]` || st.Torn != 5 || st.Lines != 2 {
		t.Errorf("%.80v %+v", lines, st)
	}
}

// A writer may be killed at any byte of a record, and another go on behind it that
// had looked before: such a line begins and ends as a record does, and is none.
func TestTwoRecordsInOneLineAreTorn(t *testing.T) {
	dir := t.TempDir()
	const first, second = `{"who":"a\\\"b","n":[1,-2.5],"deep":{"x":{"y":null}},"u":"\u00e9"}`, `{"who":"c","n":{"m":[]}}`
	var text strings.Builder
	for cut := 1; cut <= len(first); cut++ {
		text.WriteString(first[:cut] + second + "\n" + second + "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, logstore.Current), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	lines, st := scan(t, dir, time.Time{})
	if n := len(first); len(lines) != n || st.Torn != int64(n) || strings.Count(strings.Join(lines, ""), second) != n {
		t.Errorf("%d records and %+v of %d cuts", len(lines), st, n)
	}
}

func TestSinceLeavesOldFilesOut(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 1, "2026-11-20", "2026-11-28", "2026-11-29")
	lines, _ := scan(t, dir, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
	if len(lines) != 3 { // the 28th may hold a record of the 29th
		t.Errorf("%v", lines)
	}
}

func TestScanCreatesNothingAndStopsAtTheCallersError(t *testing.T) {
	dir := t.TempDir()
	none := filepath.Join(dir, "none")
	if lines, _ := scan(t, none, time.Time{}); lines != nil {
		t.Error(lines)
	}
	if _, err := os.Stat(none); !os.IsNotExist(err) {
		t.Error("the folder was created")
	}
	fill(t, dir, 5)
	stop := errors.New("enough")
	n := 0
	if _, err := Scan(dir, time.Time{}, func([]byte) error { n++; return stop }); err != stop || n != 1 {
		t.Errorf("%v after %d", err, n)
	}
}

func TestTwoCompressorsDoNotMeet(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 5, "2026-11-28")
	l, err := logstore.LockFile(filepath.Join(dir, compressLock), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := Compress(dir); err != nil {
		t.Errorf("a busy folder is no error: %v", err)
	}
	if segs, _ := logstore.Segments(dir); !segs[0].Plain || segs[0].Packed {
		t.Errorf("%+v", segs)
	}
	l.Unlock()
}
