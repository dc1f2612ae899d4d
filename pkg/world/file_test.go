package world

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	if _, err := ReadFile(file, 10); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), file) {
		t.Errorf("no file: %v", err)
	}
	if Exists(file) || IsDir(file) || IsDir(filepath.Join(dir, "none")) || !Exists(dir) || !IsDir(dir) {
		t.Error("exists")
	}
	f, err := OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, strings.Repeat("x", 9999)); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	if fi, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && fi.Mode() != 0o600 {
		t.Error(fi, err)
	}
	if !Exists(file) || IsDir(file) {
		t.Error("a file exists and is no directory")
	}
	for most, ok := range map[int]bool{9999: true, 10_000: true, 9998: false, 0: false} {
		if b, err := ReadFile(file, most); (err == nil) != ok || ok && len(b) != 9999 {
			t.Errorf("at most %d: %d bytes, %v", most, len(b), err)
		}
	}
	if _, err := ReadFile(dir, 10); err == nil {
		t.Error("a directory was read")
	}
}

// TestNames: names as long as the room for them, one more, and such as no file
// can have.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []int{500, 510, 511, 512, 513, 600} {
		long := dir
		for len(long) < n-101 {
			long = filepath.Join(long, strings.Repeat("d", 100))
		}
		if err := os.MkdirAll(long, 0o700); err != nil {
			t.Skip(err) // Windows without long names
		}
		file := filepath.Join(long, strings.Repeat("f", n-len(long)-1))
		if Exists(file) {
			t.Errorf("%d: exists before it is made", n)
		}
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Skip(err)
		}
		if b, err := ReadFile(file, 10); len(file) != n || string(b) != "x" || !Exists(file) || IsDir(file) {
			t.Errorf("%d: %q, %v", n, b, err)
		}
	}
	bad := filepath.Join(dir, "a\x00b")
	if _, err := ReadFile(bad, 10); err == nil || Exists(bad) {
		t.Error("a name with a NUL", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if Exists(bad) || IsDir(dir+"\x00b") {
		t.Error("what stands before a NUL is not the name")
	}
}

func TestExecutable(t *testing.T) {
	want, err := os.Executable()
	if got := Executable(); err != nil || got != want {
		t.Errorf("%q, os says %q, %v", got, want, err)
	}
}

func TestEnviron(t *testing.T) {
	if got, want := environ(), os.Environ(); !slices.Equal(got, want) {
		t.Errorf("%q\nos says\n%q", got, want)
	}
}

// TestStreamWithoutReader: that is an error, and not the end of the program.
func TestStreamWithoutReader(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signal there")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	s := Stream(int(w.Fd()))
	if n, err := s.Write([]byte("x")); n != 0 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
}
