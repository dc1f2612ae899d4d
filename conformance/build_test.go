package conformance

import (
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
		dir, err := cachePath()
		if err == nil {
			err = printReport(os.Stdout, dir, report.all)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "no report:", err)
			code = max(code, 1)
		}
	}
	if os.Getenv("CONFORMANCE_OBSERVED") == "1" && os.Getenv("CONFORMANCE_LATEST") == "" {
		if err := writeObserved(observed, faultless(observations.all, report.all)); err != nil {
			fmt.Fprintln(os.Stderr, "what was observed is not written:", err)
			code = 1
		}
	}
	if builds.dir != "" {
		os.RemoveAll(builds.dir)
	}
	os.Exit(code)
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
