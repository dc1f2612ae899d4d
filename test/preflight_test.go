package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPreflightIsHeld: docs/preflight.md says of each row what holds it. That is there:
// the package with the test of that name, the session, the file.
func TestPreflightIsHeld(t *testing.T) {
	page, err := os.ReadFile("../docs/preflight.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 5 || strings.Contains(line, "---") || strings.TrimSpace(cells[4]) == "held by" {
			continue
		}
		rows++
		held := cells[4]
		n := 0
		for _, session := range regexp.MustCompile(`[\w-]+\.txtar`).FindAllString(held, -1) {
			if found, _ := filepath.Glob("testdata/script/*/" + session); len(found) == 0 {
				t.Errorf("there is no session %s: %s", session, line)
			}
			n++
		}
		pkg := ""
		for _, word := range regexp.MustCompile("`[^`]+`|Test\\w+|docs/[\\w.-]+").FindAllString(held, -1) {
			n++
			if name, ok := strings.CutPrefix(word, "Test"); ok {
				if !hasTest(t, pkg, "Test"+name) {
					t.Errorf("%s has no %s: %s", pkg, word, line)
				}
				continue
			}
			word = strings.Trim(word, "`")
			if _, err := os.Stat(filepath.Join("..", word)); err != nil {
				t.Errorf("%v: %s", err, line)
			}
			pkg = word
		}
		if n == 0 {
			t.Errorf("nothing holds it: %s", line)
		}
	}
	if rows < 15 {
		t.Errorf("%d rows", rows)
	}
}

// hasTest says whether a package has a test of that name.
func hasTest(t *testing.T, pkg, name string) bool {
	files, _ := filepath.Glob(filepath.Join("..", pkg, "*_test.go"))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "\nfunc "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}
