package segment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// A frame that a disk has spoilt loses its own records, and no other's.
func TestABrokenFrameLosesItselfOnly(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 20000, "2026-11-28")
	if err := Compress(dir); err != nil {
		t.Fatal(err)
	}
	packed := filepath.Join(dir, "2026-11-28-0001.ndjson.zst")
	whole, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := scan(t, dir, time.Time{})
	for _, at := range []int{0, 5, 30, len(whole) / 2, len(whole) - 3} {
		b := slices.Clone(whole)
		b[at] ^= 0x55
		if err := os.WriteFile(packed, b, 0o600); err != nil {
			t.Fatal(err)
		}
		lines, st := scan(t, dir, time.Time{})
		if lost := len(before) - len(lines); lost <= 0 || lost > perFrame || len(st.Damaged) != 1 || st.Torn != 0 {
			t.Errorf("byte %d: lost %d records, a frame holds %d; %+v", at, lost, perFrame, st)
		}
		for i, j := 0, 0; i < len(lines); i, j = i+1, j+1 {
			for before[j] != lines[i] {
				j++ // in their order, and none that was not there
			}
		}
	}
}

// What other programs have compressed is read, too: frames of any kind.
func TestFramesOfOthers(t *testing.T) {
	text := []byte(strings.Repeat("{\"a\":1}\n", 50000))
	small, _ := zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
	stream, _ := zstd.NewWriter(nil, zstd.WithWindowSize(1<<20))
	skippable := []byte{0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'}
	b := small.EncodeAll(text[:80], nil)
	b = append(b, skippable...)
	b = stream.EncodeAll(text[80:100003], b) // ends within a line
	b = small.EncodeAll(text[100003:100003], b)
	b = small.EncodeAll(text[100003:], b)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "2026-11-28-0001.ndjson.zst"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	if lines, st := scan(t, dir, time.Time{}); len(lines) != 50000 || st.Torn != 0 || st.Damaged != nil {
		t.Errorf("%d records, %+v", len(lines), st)
	}
}

func TestEachGivesWhatScanGives(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 3000, "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28")
	if err := os.WriteFile(filepath.Join(dir, "2026-11-29-0001.ndjson"), []byte("{\"half\n{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		want, wst := scan(t, dir, time.Time{})
		var mu sync.Mutex
		var got []string
		st, err := Each(dir, time.Time{}, func() func([]byte) error {
			return func(l []byte) error {
				mu.Lock()
				defer mu.Unlock()
				got = append(got, string(l))
				return nil
			}
		})
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) || st.Lines != wst.Lines || st.Torn != wst.Torn || st.Torn != 1 {
			t.Errorf("%d records, want %d; %+v, want %+v; %v", len(got), len(want), st, wst, err)
		}
		if err := Compress(dir); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzFrames(f *testing.F) {
	enc, _ := zstd.NewWriter(nil)
	f.Add(enc.EncodeAll([]byte("{}\n"), enc.EncodeAll([]byte("{\"a\":1}\n"), nil)), 3)
	f.Fuzz(func(t *testing.T, b []byte, cut int) {
		if cut > 0 && cut < len(b) {
			b = b[cut:]
		}
		dec, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<20))
		defer dec.Close()
		_, _ = frames(dec, b, nil, func([]byte) error { return nil }, func(int64) {}) // it ends
	})
}
