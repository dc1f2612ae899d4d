package placed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/world"
)

func TestVersionKeepsTheHeadOfTheFirstLine(t *testing.T) {
	var h head
	for range 3 {
		if n, err := h.Write([]byte(strings.Repeat("x", MaxLine-1))); n != MaxLine-1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if len(h) != MaxLine {
		t.Errorf("%d bytes kept", len(h))
	}
}

// Notes are about one file: any other one, and notes that are none, say nothing.
func TestNotesAreAboutOneFile(t *testing.T) {
	dir := t.TempDir()
	bin := filepath.Join(home.Bin(dir), "ac-hook")
	if err := os.MkdirAll(home.State(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(home.Bin(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho asked >>" + dir + "/asked\necho ac-hook 1.2.3 abc\n"
	if err := os.WriteFile(bin, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	w := &world.World{Environ: os.Environ(), Dir: dir}
	if Ask(w, bin) != "ac-hook 1.2.3 abc" {
		t.Skip("no scripts here")
	}
	asked := func() int {
		b, _ := os.ReadFile(dir + "/asked")
		return strings.Count(string(b), "\n")
	}
	before := asked()
	for range 2 {
		if err := Note(w, dir, []string{"ac-hook", "ac-proxy"}); err != nil {
			t.Fatal(err)
		}
	}
	if v, ok := Read(dir).Version(bin); v != "1.2.3" || !ok || asked() != before+1 {
		t.Errorf("%q %v, asked %d times", v, ok, asked()-before)
	}
	if fi, err := os.Stat(file(dir)); err != nil || fi.Mode().Perm() != 0o600 {
		t.Error(fi, err)
	}
	if err := os.Chtimes(bin, time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, ok := Read(dir).Version(bin); ok {
		t.Error("another file has the version of the one before it")
	}
	for _, bad := range []string{"", "[]", "{", strings.Repeat(" ", maxNotes) + "{}"} {
		if err := os.WriteFile(file(dir), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := Read(dir).Version(bin); ok {
			t.Errorf("%.20q: notes", bad)
		}
	}
}

func TestNothingIsNotedWithoutAState(t *testing.T) {
	dir := t.TempDir()
	if err := Note(&world.World{}, dir, []string{"ac-hook"}); err != nil || world.Exists(home.State(dir)) {
		t.Error(err)
	}
}
