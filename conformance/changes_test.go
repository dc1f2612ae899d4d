package conformance

import (
	"path/filepath"
	"strings"
	"testing"
)

// What a run with the newest versions has found out is told of each host: from what
// the tests said, and from what the two versions were seen to do.
func TestChangesAreTold(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOSTS", "opencode kilo-cli pi qwen-code droid omp")
	t.Setenv("CONFORMANCE_LATEST", "1")
	for _, h := range []Plain{opencode, kiloCLI, pi, droid, omp} {
		newestIs(t, h.Pin, "9.9.9")
	}
	_, pinned := qwenCode.Pin.cut()
	newestIs(t, qwenCode.Pin, pinned)
	if err := writeObserved(filepath.Join(dir, "pinned.ndjson"), []observation{
		{"opencode", "1", "Stop", "", false}, {"opencode", "1", "PreToolUse", "deny", true}, {"opencode", "1", "PreToolUse", "context", true},
		{"pi", "1", "Stop", "", false}, {"droid", "1", "Stop", "", false}, {"kilo-cli", "1", "Stop", "", false},
	}); err != nil {
		t.Fatal(err)
	}
	if err := writeObserved(filepath.Join(dir, observed), []observation{
		{"opencode", "9.9.9", "SessionStart", "", false}, {"opencode", "9.9.9", "PreToolUse", "deny", true}, {"opencode", "9.9.9", "PreToolUse", "context", false},
		{"pi", "9.9.9", "Stop", "", false},
	}); err != nil {
		t.Fatal(err)
	}
	const tests = `{"Action":"output","Test":"TestFurtherHostsWork/kilo-cli","Output":"    loops_test.go:90: kilo-cli: the model was not told \"x\"\n"}
{"Action":"output","Test":"TestFurtherHostsWork/kilo-cli","Output":"more of it\n"}
{"Action":"fail","Test":"TestFurtherHostsWork/kilo-cli"}
{"Action":"fail","Test":"TestFurtherHostsWork"}
{"Action":"pass","Test":"TestFurtherHostsWork/pi"}
{"Action":"output","Test":"TestFurtherHostsWork/droid","Output":"    drivers_test.go:80: droid cannot be installed: no\n"}
{"Action":"skip","Test":"TestFurtherHostsWork/droid"}
{"Action":"output","Test":"TestX/omp,with tools","Output":"    x_test.go:1: it lacks a package\n"}
{"Action":"fail","Test":"TestX/omp,with tools"}
not JSON
`
	var out strings.Builder
	all, err := Changes(strings.NewReader(tests), &out, dir, filepath.Join(dir, "pinned.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `host       pinned   newest  result
qwen-code  0.24.4   0.24.4  same
opencode   1.18.33  9.9.9   changed
kilo-cli   7.7.7    9.9.9   FAILED
pi         1.6.0    9.9.9   ok
droid      0.225.2  9.9.9   skipped
omp        18.2.3   9.9.9   FAILED

opencode 9.9.9
  PreToolUse context: honoured true, now false
  did not come: Stop
  new: SessionStart

kilo-cli 9.9.9
  FurtherHostsWork: the model was not told "x"

droid 9.9.9
  FurtherHostsWork: droid cannot be installed: no

omp 9.9.9
  X: it lacks a package
`
	if got := ChangesTable(all); got != want {
		t.Errorf("got\n%s", got)
	}
	if s := out.String(); !strings.HasSuffix(s, "more of it\n    drivers_test.go:80: droid cannot be installed: no\n    x_test.go:1: it lacks a package\nnot JSON\n") {
		t.Errorf("what the tests print: %s", s)
	}
	if text(all[2]) != `{"host":"kilo-cli","pinned":"7.7.7","newest":"9.9.9","result":"FAILED","what":["FurtherHostsWork: the model was not told \"x\""]}` || !all[2].Failed() || all[1].Failed() {
		t.Errorf("%s", text(all[2]))
	}
}
