package conformance

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// suite is what a user has who has our tools; acme-guard is a handler of the
// example that is found on PATH.
var suite = []string{"ac", "ac-detect", "ac-render", "ac-apply", "ac-hook", "ac-proxy", "acme-guard"}

// person is a machine of its own with some hosts, and the example's server.
func person(t *testing.T, hosts ...Host) *Sandbox {
	t.Helper()
	s := sandbox(t, false)
	programs := map[string]string{"claude-code": "claude", "codex": "codex"}
	for _, h := range hosts {
		if err := os.Symlink(s.Bins[h.ID()], filepath.Join(s.Bin(), programs[h.ID()])); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// shared is a project in which somebody has installed the example and has
// committed what that wrote.
func shared(t *testing.T) *Sandbox {
	t.Helper()
	a := person(t, Claude{}, Codex{})
	git(t, a, "init", "-q")
	write(t, a, filepath.Join(a.Project(), "AGENTS.md"), "# Shop\n"+saysTeam+"\n")
	write(t, a, filepath.Join(a.Project(), ".claude", "settings.json"), "{\n  \"env\": { \"SHOP\": \"1\" }\n}\n")
	git(t, a, "add", "-A")
	git(t, a, "commit", "-qm", "the shop")
	install := withTools(t, a)
	install(t)
	git(t, a, "add", "-A")
	git(t, a, "commit", "-qm", "acme-db for everybody")
	return a
}

// withTools gives somebody our tools, and what installs the example in the
// project with them.
func withTools(t *testing.T, s *Sandbox) func(t *testing.T, more ...string) Result {
	t.Helper()
	for _, name := range suite {
		put(t, s, name)
	}
	return func(t *testing.T, more ...string) Result {
		t.Helper()
		argv := append([]string{"ac", "install", "--json", "--scope", "project"}, more...)
		r, err := s.Run(context.Background(), nil, append(argv, example(t))...)
		if err != nil || r.Code != 0 && !slices.Contains(more, "--check") {
			t.Fatalf("%q: status %d, %v\n%s", argv, r.Code, err, r.Stderr)
		}
		return r
	}
}

// clone is the project of a on the machine of somebody else, who has nothing
// of ours.
func clone(t *testing.T, a *Sandbox, hosts ...Host) *Sandbox {
	t.Helper()
	b := person(t, hosts...)
	git(t, a, "clone", "-q", a.Project(), b.Project())
	return b
}

func git(t *testing.T, s *Sandbox, args ...string) string {
	t.Helper()
	bin, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	return tool(t, s, "", append([]string{bin, "-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
}

// clean says that nothing in a clone differs from what was committed.
func clean(t *testing.T, s *Sandbox) {
	t.Helper()
	if changes := git(t, s, "status", "--porcelain"); changes != "" {
		t.Errorf("the clone is not clean:\n%s%s", changes, git(t, s, "diff"))
	}
}
