package segment

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"agentconnector/pkg/logstore"
)

// tail reads what is new to a cursor and saves it.
func tail(t *testing.T, dir string) (lines []string, missed int64) {
	t.Helper()
	c, err := OpenCursor(dir, "export")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(func(l []byte) error { lines = append(lines, string(l)); return nil }); err != nil {
		t.Fatal(err)
	}
	missed = c.Missed
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	return lines, missed
}

func write(t *testing.T, dir string, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		if err := logstore.Append(dir, fmt.Appendf(nil, `{"n":%d}`, n)); err != nil {
			t.Fatal(err)
		}
	}
}

// turn closes the live file, as the next append does on another day.
func turn(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Rename(filepath.Join(dir, logstore.Current), filepath.Join(dir, name+logstore.Plain)); err != nil {
		t.Fatal(err)
	}
}

// TestACursorSurvivesRotationAndCompression: each record comes once, wherever the
// cursor stood when its file got a name, and another form.
func TestACursorSurvivesRotationAndCompression(t *testing.T) {
	for _, stop := range []int{0, 3, 7, 10} {
		dir := t.TempDir()
		write(t, dir, 0, 3)
		turn(t, dir, "2026-11-28-0001")
		write(t, dir, 3, 7)
		var all []string
		for n := range 4 {
			c, err := OpenCursor(dir, "export")
			if err != nil {
				t.Fatal(err)
			}
			enough := errors.New("enough")
			_, err = c.Read(func(l []byte) error {
				if n == 0 && len(all) == stop {
					return enough
				}
				all = append(all, string(l))
				return nil
			})
			if err != nil && err != enough {
				t.Fatal(err)
			}
			if err := c.Save(); err != nil || c.Missed != 0 {
				t.Fatal(err, c.Missed)
			}
			switch n {
			case 0:
				turn(t, dir, "2026-11-28-0002")
				write(t, dir, 7, 9)
			case 1:
				if err := Compress(dir); err != nil {
					t.Fatal(err)
				}
				write(t, dir, 9, 10)
			}
		}
		var want []string
		for n := range 10 {
			want = append(want, fmt.Sprintf(`{"n":%d}`, n))
		}
		if !slices.Equal(all, want) {
			t.Errorf("stopped at %d: %v", stop, all)
		}
	}
}

// A record that is being written is left for the next time.
func TestACursorWaitsForTheEndOfALine(t *testing.T) {
	dir := t.TempDir()
	live := filepath.Join(dir, logstore.Current)
	for _, step := range []struct {
		text string
		want []string
	}{{"{\"n\":1}\n{\"n\"", []string{`{"n":1}`}}, {"{\"n\":1}\n{\"n\":2", nil}, {"{\"n\":1}\n{\"n\":2}\n", []string{`{"n":2}`}}} {
		if err := os.WriteFile(live, []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := tail(t, dir); !slices.Equal(got, step.want) {
			t.Errorf("%q: %v", step.text, got)
		}
	}
}

func TestACursorThatIsNone(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"", "{", `{"after":"x"}`, `{"offset":-1}`, `{"gone":"2026-13-01-0001"}`} {
		if err := os.WriteFile(filepath.Join(dir, "export.cursor"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenCursor(dir, "export"); err == nil {
			t.Errorf("%q is taken", text)
		}
		if _, err := Tend(dir, Limits{MaxBytes: 1}, time.Now()); err != nil {
			t.Errorf("%q: nothing is to be removed, but %v", text, err)
		}
	}
	if _, err := OpenCursor(dir, "../x"); err == nil {
		t.Error("a path is taken")
	}
}

func TestRetention(t *testing.T) {
	const room = 100 // beside the live file and one segment
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		limits Limits
		left   []string
	}{
		{Limits{}, []string{"2026-11-20-0001", "2026-11-28-0001", "2026-11-29-0001"}},
		{Limits{Days: 3}, []string{"2026-11-28-0001", "2026-11-29-0001"}},
		{Limits{Days: 400}, []string{"2026-11-20-0001", "2026-11-28-0001", "2026-11-29-0001"}},
		{Limits{MaxBytes: room}, []string{"2026-11-29-0001"}},
		{Limits{MaxBytes: 1}, []string{"2026-11-29-0001"}}, // the newest stays: names go on from it
		{Limits{Days: 1, MaxBytes: 1 << 30}, []string{"2026-11-29-0001"}},
	} {
		dir := t.TempDir()
		fill(t, dir, 100, "2026-11-20", "2026-11-28", "2026-11-29")
		for _, d := range []string{"2026-11-20", "2026-11-28", "2026-11-29"} {
			at, _ := time.Parse(time.RFC3339, d+"T20:00:00Z")
			if err := os.Chtimes(filepath.Join(dir, d+"-0001.ndjson"), at, at); err != nil {
				t.Fatal(err)
			}
		}
		if c.limits.MaxBytes == room {
			if err := Compress(dir); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{logstore.Current, "2026-11-29-0001.ndjson.zst"} {
				fi, err := os.Stat(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				c.limits.MaxBytes += fi.Size()
			}
		}
		got, err := Tend(dir, c.limits, now)
		all, _ := logstore.Segments(dir)
		var left []string
		for _, s := range all {
			left = append(left, s.Name())
			if s.Plain {
				t.Errorf("%s is not compressed", s.Name())
			}
		}
		if err != nil || !slices.Equal(left, c.left) || got.Removed != 3-len(left) || got.Passed != nil {
			t.Errorf("%+v: left %v, %+v, %v", c.limits, left, got, err)
		}
	}
}

// TestRetentionTellsWhoHasNotRead: what goes unread is said at once, and to the
// reader once more.
func TestRetentionTellsWhoHasNotRead(t *testing.T) {
	dir := t.TempDir()
	for n := range 4 {
		write(t, dir, n, n+1)
		if n == 1 {
			tail(t, dir) // it has read 0, and the live file up to 1
		}
		turn(t, dir, fmt.Sprintf("2026-11-2%d-0001", n))
	}
	old, err := Tend(dir, Limits{MaxBytes: 1}, time.Now())
	if err != nil || old.Removed != 3 || fmt.Sprint(old.Passed) != "[export had not read 2 of them]" {
		t.Fatalf("%+v %v", old, err)
	}
	if lines, missed := tail(t, dir); missed != 2 || fmt.Sprint(lines) != `[{"n":3}]` {
		t.Errorf("%v, %d missed", lines, missed)
	}
	write(t, dir, 4, 5)
	if lines, missed := tail(t, dir); missed != 0 || fmt.Sprint(lines) != `[{"n":4}]` {
		t.Errorf("%v, %d missed", lines, missed)
	}
	// What another hand removes is missed, too, as far as it can be known.
	turn(t, dir, "2026-11-24-0001")
	os.Remove(filepath.Join(dir, "2026-11-24-0001.ndjson"))
	write(t, dir, 5, 6)
	if lines, missed := tail(t, dir); missed != 1 || fmt.Sprint(lines) != `[{"n":5}]` {
		t.Errorf("%v, %d missed", lines, missed)
	}
}

// A run that ended between telling and removing does not tell twice.
func TestWhatWasToldIsNotToldAgain(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 1, "2026-11-20", "2026-11-28", "2026-11-29")
	c, err := OpenCursor(dir, "export")
	if err != nil || c.Save() != nil {
		t.Fatal(err)
	}
	all, _ := logstore.Segments(dir)
	for range 2 {
		if _, err := note(dir, all[:1]); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Tend(dir, Limits{MaxBytes: 1}, time.Now()); err != nil || fmt.Sprint(got.Passed) != "[export had not read 1 of them]" {
		t.Errorf("%+v %v", got, err)
	}
	if c, _ = OpenCursor(dir, "export"); c.Missed != 2 {
		t.Errorf("%d missed", c.Missed)
	}
}
