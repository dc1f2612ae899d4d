package test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// box is a sandbox home for a test that a shell session cannot tell.
type box struct {
	t    *testing.T
	dir  string
	home string
	env  []string
}

func newBox(t *testing.T) *box {
	dir := t.TempDir()
	b := &box{t: t, dir: dir, home: filepath.Join(dir, "home")}
	for _, d := range []string{".claude", ".codex", ".cursor"} {
		if err := os.MkdirAll(filepath.Join(b.home, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	b.env = []string{"HOME=" + b.home, "USERPROFILE=" + b.home, "APPDATA=" + filepath.Join(b.home, "AppData"),
		"AGENT_CONNECTOR_DATA_DIR=" + filepath.Join(b.home, ".agent-connector"),
		"PATH=" + programs() + string(os.PathListSeparator) + os.Getenv("PATH"), "SystemRoot=" + os.Getenv("SystemRoot")}
	return b
}

func (b *box) path(name string) string { return filepath.Join(b.home, filepath.FromSlash(name)) }

func (b *box) write(name, text string) string {
	p := filepath.Join(b.dir, filepath.FromSlash(name))
	os.MkdirAll(filepath.Dir(p), 0o755)
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
	return p
}

func (b *box) run(name string, args ...string) (string, error) {
	c := exec.Command(filepath.Join(programs(), name), args...)
	c.Env, c.Dir = b.env, b.dir
	out, err := c.CombinedOutput()
	return string(out), err
}

// connector writes a small connector and returns its folder.
func (b *box) connector(id string) string {
	return filepath.Dir(b.write(id+"/connector.json", `{"id":"`+id+`","server":{"transport":"stdio","command":"srv"},
		"hooks":{"Stop":{"handler":{"rules":[{"decision":"allow"}]}}}}`))
}

// TestForeignWriter: twenty installs run while a program without our lock
// rewrites one of the files all the time, as Claude Code does with its own. No
// change of that program is lost, a reader never sees a torn file, an exit code
// of 0 was true when it was given, --verify names what the program dropped
// later, and applying again restores it.
func TestForeignWriter(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("files cannot be exchanged here: a foreign write can be lost, as the documentation says")
	}
	const installs = 20
	b := newBox(t)
	file := b.path(".claude.json")
	os.WriteFile(file, []byte("{\n  \"n\": 0,\n  \"mcpServers\": {}\n}\n"), 0o600)
	stop := make(chan struct{})
	var others sync.WaitGroup
	var last atomic.Int64
	others.Go(func() { foreignWriter(t, file, &last, stop) })
	others.Go(func() { reader(t, file, stop) })

	dirs := make([]string, installs)
	for i := range dirs {
		dirs[i] = b.connector(fmt.Sprintf("con-%02d", i))
	}
	var runs sync.WaitGroup
	failed := make([]string, installs)
	for i := range installs {
		runs.Go(func() {
			if out, err := b.run("ac", "install", dirs[i]); err != nil {
				failed[i] = fmt.Sprintf("%v: %s", err, out)
			}
		})
	}
	runs.Wait()
	close(stop)
	others.Wait()

	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := number.FindSubmatch(text); got == nil || string(got[1]) != strconv.FormatInt(last.Load(), 10) {
		t.Errorf("the program last wrote %d, the file has %s", last.Load(), got)
	}
	// Whoever failed said why; the others are there unless the program, which
	// writes what it read a moment ago, dropped them: then --verify says so.
	verify, _ := b.run("ac-apply", "--verify")
	for i := range installs {
		id := fmt.Sprintf("con-%02d", i)
		in := strings.Contains(string(text), `"`+id+`"`)
		named := regexp.MustCompile(`"connector":"` + id + `"[^\n]*\.claude\.json[^\n]*"status":"missing"`).MatchString(verify)
		switch {
		case failed[i] != "" && !strings.Contains(failed[i], "changed by another program"):
			t.Errorf("%s: %s", id, failed[i])
		case failed[i] == "" && !in && !named:
			t.Errorf("%s is not in the file, and --verify does not say so", id)
		}
	}
	for i := range installs { // nobody writes any more: all of them can be had
		if out, err := b.run("ac", "install", dirs[i]); err != nil {
			t.Fatal(out)
		}
	}
	if out, err := b.run("ac-apply", "--verify"); err != nil {
		t.Errorf("after applying again: %s", out)
	}
	if es, _ := filepath.Glob(b.path(".*.ac-*")); len(es) > 0 {
		t.Errorf("temporary files are left: %v", es)
	}
}

var number = regexp.MustCompile(`"n": (\d+)`)

// foreignWriter counts up a number in the file, whole file at a time, by rename.
func foreignWriter(t *testing.T, file string, last *atomic.Int64, stop chan struct{}) {
	for n := int64(1); ; n++ {
		select {
		case <-stop:
			return
		case <-time.After(3 * time.Millisecond):
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("the file is gone for a moment: %v", err)
			return
		}
		temp := file + ".theirs"
		if err := os.WriteFile(temp, number.ReplaceAll(text, []byte(fmt.Sprintf(`"n": %d`, n))), 0o600); err != nil {
			t.Error(err)
			return
		}
		if err := os.Rename(temp, file); err != nil {
			t.Error(err)
			return
		}
		last.Store(n)
	}
}

// reader looks at the file all the time.
func reader(t *testing.T, file string, stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		text, err := os.ReadFile(file)
		if err != nil || !json.Valid(text) {
			t.Errorf("a reader saw %v %q", err, text)
			return
		}
		time.Sleep(time.Millisecond)
	}
}
