package logstore

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/flock"
)

// The helper process appends lines and nothing else: "ID-0", "ID-1", ….
func TestMain(m *testing.M) {
	dir, id := os.Getenv("LOGSTORE_TEST_DIR"), os.Getenv("LOGSTORE_TEST_ID")
	if dir == "" {
		os.Exit(m.Run())
	}
	for i := range perWriter {
		for {
			err := Append(dir, record(id, i))
			if err == nil {
				break
			}
			if !errors.Is(err, flock.ErrBusy) {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

const (
	writers   = 4
	perWriter = 300
)

// record is a line of 64 KiB, so that four writers fill several segments.
func record(id string, i int) []byte {
	pad := strings.Repeat("x", 64<<10)
	return fmt.Appendf(nil, `{"who":"%s-%d","pad":"%s"}`, id, i, pad)
}

func TestConcurrentProcessesLoseAndTearNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs", "measure")
	var cmds []*exec.Cmd
	for w := range writers {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "LOGSTORE_TEST_DIR="+dir, fmt.Sprintf("LOGSTORE_TEST_ID=%d", w))
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		cmds = append(cmds, c)
	}
	for _, c := range cmds {
		if err := c.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]int{}
	files, _ := filepath.Glob(filepath.Join(dir, "*"+Plain))
	if len(files) < 3 {
		t.Errorf("%d files: the log did not rotate", len(files))
	}
	for _, f := range files {
		for _, l := range readLines(t, f) {
			who, _, _ := strings.Cut(strings.TrimPrefix(l, `{"who":"`), `"`)
			id, n, _ := strings.Cut(who, "-")
			i, _ := strconv.Atoi(n)
			if l != string(record(id, i)) {
				t.Fatalf("torn line in %s: %.40s", f, l)
			}
			seen[who]++
		}
	}
	if len(seen) != writers*perWriter {
		t.Errorf("%d different records, wrote %d", len(seen), writers*perWriter)
	}
	for who, n := range seen {
		if n != 1 {
			t.Errorf("%s occurs %d times", who, n)
		}
	}
}

func readLines(t *testing.T, file string) (lines []string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(b)) {
		if l = strings.TrimSuffix(l, "\n"); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

func TestTornTailIsRepaired(t *testing.T) {
	dir := t.TempDir()
	live := filepath.Join(dir, Current)
	if err := os.WriteFile(live, []byte("{\"a\":1}\n{\"b\""), 0o600); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, dir, `{"c":3}`)
	mustAppend(t, dir, "{\"d\":4}\n")
	b, _ := os.ReadFile(live)
	if want := "{\"a\":1}\n{\"b\"\n{\"c\":3}\n{\"d\":4}\n"; string(b) != want {
		t.Errorf("got %q", b)
	}
}

// A writer that is killed within its line after another has looked at the log's
// end takes that one's line with it, unless that one looks again.
func TestALineThatContinuesATornOneIsWrittenAgain(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nobody is killed within a write")
	}
	live := filepath.Join(t.TempDir(), Current)
	f, err := os.OpenFile(live, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i, torn := range []string{"", "{\"a\"", "\n", "{\"b\":1}\n"} {
		if err := os.WriteFile(live, []byte(torn), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("{}\n"); err != nil {
			t.Fatal(err)
		}
		if got := welded(f, 3); got != (i == 1) {
			t.Errorf("after %q: %v", torn, got)
		}
	}
}

func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes on Windows")
	}
	dir := filepath.Join(t.TempDir(), "logs", "measure")
	mustAppend(t, dir, `{}`)
	for p, want := range map[string]os.FileMode{dir: 0o700, filepath.Dir(dir): 0o700, filepath.Join(dir, Current): 0o600, filepath.Join(dir, lockName): 0o600} {
		fi, err := os.Stat(p)
		if err != nil || fi.Mode().Perm() != want {
			t.Errorf("%s: %v %v", p, fi.Mode(), err)
		}
	}
}

func TestLineLimits(t *testing.T) {
	dir := t.TempDir()
	for name, l := range map[string][]byte{"empty": nil, "newline": []byte("\n"), "two": []byte("{}\n{}"), "long": bytes.Repeat([]byte("x"), MaxLine+1)} {
		if err := Append(dir, l); !errors.Is(err, ErrLine) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Append(dir, bytes.Repeat([]byte("x"), MaxLine)); err != nil {
		t.Error(err)
	}
}

func TestRotationBySize(t *testing.T) {
	dir := t.TempDir()
	live := filepath.Join(dir, Current)
	for _, size := range []int64{MaxSize - 4, MaxSize - 3, MaxSize} { // "{}\n" is 3 bytes
		os.Remove(live)
		if err := os.WriteFile(live, append(bytes.Repeat([]byte(" "), int(size)-1), '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
		mustAppend(t, dir, "{}")
		_, err := os.Stat(live)
		if rotated := os.IsNotExist(err); rotated != (size+3 >= MaxSize) {
			t.Errorf("live file of %d bytes: rotated %v", size+3, rotated)
		}
	}
	segs, err := Segments(dir)
	if err != nil || len(segs) != 2 || segs[0].Seq != 1 || segs[1].Seq != 2 {
		t.Errorf("%+v %v", segs, err)
	}
}

func TestRotationByDay(t *testing.T) {
	dir := t.TempDir()
	mustAppend(t, dir, `{"n":1}`)
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(filepath.Join(dir, Current), old, old); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, dir, `{"n":2}`)
	mustAppend(t, dir, `{"n":3}`)
	closed := readLines(t, filepath.Join(dir, Day(old)+"-0001"+Plain))
	live := readLines(t, filepath.Join(dir, Current))
	if len(closed) != 2 || len(live) != 1 || live[0] != `{"n":3}` {
		t.Errorf("closed %v, live %v", closed, live)
	}
}

func TestABusyLogIsNotWaitedForForever(t *testing.T) {
	dir := t.TempDir()
	l, err := Lock(dir, true)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Unlock()
	if err := Append(dir, []byte("{}")); !errors.Is(err, flock.ErrBusy) {
		t.Errorf("got %v", err)
	}
}

func TestNames(t *testing.T) {
	for _, n := range []string{"2026-11-30-0001.ndjson", "2026-11-30-0012.ndjson.zst", "2026-11-30-10000.ndjson"} {
		if _, ok := parseName(n); !ok {
			t.Errorf("%s refused", n)
		}
	}
	for _, n := range []string{"current.ndjson", "2026-11-30-1.ndjson", "2026-13-30-0001.ndjson", "2026-11-30-0001.ndjson.zst.tmp", "2026-11-30-0000.ndjson", "2026-11-30--001.ndjson", "x", ".lock"} {
		if s, ok := parseName(n); ok {
			t.Errorf("%s accepted as %+v", n, s)
		}
	}
}

func mustAppend(t *testing.T, dir, line string) {
	t.Helper()
	if err := Append(dir, []byte(line)); err != nil {
		t.Fatal(err)
	}
}
