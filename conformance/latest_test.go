package conformance

import (
	"context"
	"os/exec"
	"testing"
)

// The newest version takes the place of the pinned one, the form of the package
// stays; what runs the scripts is never changed.
func TestTheNewestVersionIsWanted(t *testing.T) {
	for _, h := range []Pin{codexPin, geminiCLI.Pin} {
		name, _ := h.cut()
		newest.Store(name, "9.9.9")
		t.Cleanup(func() { newest.Delete(name) })
	}
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
