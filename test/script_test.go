// Package test runs the suite as its users do: shell sessions against the real
// programs, in a home of their own. One file per behaviour, named after it, in
// testdata/script/AREA/. `go test ./test -run 'TestScripts/apply'` runs one
// area, `-update` rewrites the golden sections.
package test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var (
	update = flag.Bool("update", false, "rewrite the golden sections of the scripts")
	built  string // folder with the programs
	failed []string
)

func TestMain(m *testing.M) {
	if command := os.Getenv("AC_TEST_HOST"); command != "" {
		beHost(command)
	}
	if dir := os.Getenv(serverRole); dir != "" {
		beServer(dir)
	}
	flag.Parse()
	dir, err := os.MkdirTemp("", "ac-bin")
	if err != nil {
		panic(err)
	}
	built = dir
	mains, _ := filepath.Glob("../ac*/main.go")
	extra, _ := filepath.Glob("../examples/*/*/main.go") // the example's server and handlers
	more, _ := filepath.Glob("../ac-report/*/main.go")   // what ac-report runs
	for _, main := range slices.Concat(mains, extra, more) {
		pkg := filepath.Dir(main)
		out := filepath.Join(dir, filepath.Base(pkg))
		if runtime.GOOS == "windows" {
			out += ".exe"
		}
		if msg, err := exec.Command("go", "build", "-o", out, "./"+filepath.ToSlash(pkg)).CombinedOutput(); err != nil {
			failed = append(failed, fmt.Sprintf("%s: %v\n%s", pkg, err, msg))
		}
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// programs is the folder with the programs that are tested. Whoever asks looks at
// every source of the module: go test remembers what a test has looked at while it
// ran, and would else give an old result for a program that has changed.
func programs() string {
	tracked.Do(func() { track("..") })
	return built
}

var tracked sync.Once

func track(root string) {
	_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && (d.Name() == ".git" || d.Name() == ".cache" || d.Name() == "bin"):
			return filepath.SkipDir
		case filepath.Ext(p) == ".go" || d.Name() == "go.mod":
			_, _ = os.Stat(p)
		}
		return nil
	})
}

func TestEveryToolBuilds(t *testing.T) {
	for _, f := range failed {
		t.Error(f)
	}
}

func TestScripts(t *testing.T) {
	areas, err := filepath.Glob("testdata/script/*")
	if err != nil || len(areas) == 0 {
		t.Fatal("no scripts found", err)
	}
	for _, dir := range areas {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir: dir, UpdateScripts: *update, RequireUniqueNames: true,
				Setup: sandbox, Cmds: commands,
			})
		})
	}
}

// goVars are go's own variables, so that a script may build without a cache of
// its own, which would be an hour's work for a script's home.
var goVars = sync.OnceValue(func() (vars []string) {
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOFLAGS"} {
		if v, err := exec.Command("go", "env", name).Output(); err == nil {
			vars = append(vars, name+"="+strings.TrimSpace(string(v)))
		}
	}
	return vars
})

// sandbox points everything that a tool or a host could write to into $WORK.
func sandbox(e *testscript.Env) error {
	home := filepath.Join(e.WorkDir, "home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return err
	}
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	e.Setenv("PATH", programs()+string(os.PathListSeparator)+e.Getenv("PATH"))
	e.Setenv("HOME", home)
	e.Setenv("USERPROFILE", home)
	e.Setenv("APPDATA", filepath.Join(home, "AppData", "Roaming"))
	e.Setenv("AGENT_CONNECTOR_DATA_DIR", filepath.Join(home, ".agent-connector"))
	e.Setenv("REPO", root)
	e.Setenv("BIN", programs())
	e.Vars = append(e.Vars, goVars()...)
	return nil
}
