package conformance

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// sources are the main packages that the tests run, under the names by which
// they are found on PATH. ac-apply copies the tools that pointers name from
// its own folder, so they all lie in one.
var sources = map[string]string{
	"own-server":     "./conformance/ownserver",
	"acme-db-server": "./examples/acme-db/server",
	"acme-guard":     "./examples/acme-db/guard",
	"ac":             "./ac",
	"ac-detect":      "./ac-detect",
	"ac-render":      "./ac-render",
	"ac-apply":       "./ac-apply",
	"ac-hook":        "./ac-hook",
	"ac-proxy":       "./ac-proxy",
}

var builds = struct {
	sync.Mutex
	dir  string
	done map[string]error
}{done: map[string]error{}}

func TestMain(m *testing.M) {
	EnterRoom()
	if url := os.Getenv(clientVar); url != "" {
		os.Exit(client(url))
	}
	code := m.Run()
	if os.Getenv("CONFORMANCE") == "1" { // else all is skipped, and there may be no cache
		if err := leaveReport(); err != nil {
			fmt.Fprintln(os.Stderr, "no report:", err)
			code = max(code, 1)
		}
	}
	if builds.dir != "" {
		os.RemoveAll(builds.dir)
	}
	os.Exit(code)
}

// leaveReport writes what the run has found out: of the newest versions beside the
// cache's own report, of the pinned ones for the documentation, too, if that is asked for.
func leaveReport() error {
	dir, err := cachePath()
	if err != nil {
		return err
	}
	seenToDo := faultless(observations.all, report.all)
	switch {
	case os.Getenv("CONFORMANCE_LATEST") != "":
		dir = LatestDir(dir)
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		err = writeObserved(filepath.Join(dir, observed), seenToDo)
	case os.Getenv("CONFORMANCE_OBSERVED") == "1":
		err = writeObserved(observed, seenToDo)
	}
	return errors.Join(err, printReport(os.Stdout, dir, report.all))
}

// put builds a program, once for all tests, and puts a copy on the PATH of a
// sandbox: a link, as long as the file system has hard links.
func put(t *testing.T, s *Sandbox, name string) {
	t.Helper()
	builds.Lock()
	defer builds.Unlock()
	if builds.dir == "" {
		dir, err := os.MkdirTemp("", "ac-conformance")
		if err != nil {
			t.Fatal(err)
		}
		builds.dir = dir
	}
	out := filepath.Join(builds.dir, name)
	err, built := builds.done[name]
	if !built {
		var msg []byte
		if msg, err = exec.Command("go", "build", "-C", "..", "-o", out, sources[name]).CombinedOutput(); err != nil {
			t.Logf("%s", msg)
		}
		builds.done[name] = err
	}
	if err != nil {
		t.Fatalf("go build %s: %v", sources[name], err)
	}
	if err := os.Link(out, filepath.Join(s.Bin(), name)); err != nil {
		t.Fatal(err)
	}
}
