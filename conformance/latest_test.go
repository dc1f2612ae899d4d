package conformance

import (
	"context"
	"os/exec"
	"slices"
	"testing"
)

// The newest version takes the place of the pinned one, the form of the package
// stays; what runs the scripts is never changed.
func TestTheNewestVersionIsWanted(t *testing.T) {
	newestIs(t, codexPin, "9.9.9")
	newestIs(t, geminiCLI.Pin, "9.9.9")
	t.Setenv("CONFORMANCE_LATEST", "")
	want := func(p Pin, want string) {
		t.Helper()
		got, err := p.Wanted(context.Background())
		if err != nil || got.Package != want || got.Binary != p.Binary {
			t.Errorf("%s: %+v %v", want, got, err)
		}
	}
	want(geminiCLI.Pin, "@google/gemini-cli@0.61.0")
	t.Setenv("CONFORMANCE_LATEST", "1")
	want(geminiCLI.Pin, "@google/gemini-cli@9.9.9")
	want(codexPin, "@openai/codex@9.9.9-linux-x64")
	want(nodePin, nodePin.Package)
	_, pinned := qwenCode.Pin.cut()
	newestIs(t, qwenCode.Pin, pinned)
	for h, want := range map[string]bool{"gemini-cli": false, "codex": false, "qwen-code": true} {
		i := slices.IndexFunc(Hosts, func(o Host) bool { return o.ID() == h })
		if got, err := Stays(context.Background(), Hosts[i]); err != nil || got != want {
			t.Errorf("%s stays as it is: %v %v", h, got, err)
		}
	}
	if v := version(geminiCLI); v != "9.9.9 (pinned 0.61.0)" {
		t.Errorf("the report says %s", v)
	}
	for _, line := range []string{"exit 1", "true", "echo a b"} {
		if v, err := latestVersion(exec.Command("sh", "-c", line)); err == nil {
			t.Errorf("%s: a version %q", line, v)
		}
	}
	if v, err := latestVersion(exec.Command("sh", "-c", "echo 1.2.3")); err != nil || v != "1.2.3" {
		t.Errorf("%q %v", v, err)
	}
}

// newestIs says for a test what npm calls latest. A run that asks npm itself goes on
// with what it was told.
func newestIs(t *testing.T, p Pin, version string) {
	t.Helper()
	name, _ := p.cut()
	before, known := newest.Swap(name, version)
	t.Cleanup(func() {
		if newest.Delete(name); known {
			newest.Store(name, before)
		}
	})
}
