package home

import (
	"path/filepath"
	"testing"
)

func TestRepositoryName(t *testing.T) {
	for remote, want := range map[string]string{
		"https://example.com/acme/app.git": "acme/app", "https://example.com/acme/app/": "acme/app", "ssh://git@example.com:22/acme/sub/app.git": "acme/sub/app",
		"git@example.com:acme/app.git": "acme/app", "/srv/git/app.git": "app", "../app": "app", `C:/repos/app`: "app",
	} {
		if got := RepositoryName(remote); got != want {
			t.Errorf("%s: %q, expected %q", remote, got, want)
		}
	}
}

// TestProjectsAreKnownAgain: also when they got a remote, or are gone.
func TestProjectsAreKnownAgain(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	lay(t, root, map[string]string{"late/.git/config": "[core]\n"})
	late := filepath.Join(root, "late")
	old := ProjectKey(late)
	Remember(dir, old, late)
	Remember(dir, "0123456789abcdef", filepath.Join(root, "gone"))
	lay(t, root, map[string]string{"late/.git/config": origin})
	Remember(dir, old, "elsewhere") // the first counts
	all := Projects(dir)
	if k := all[old]; k.Key != ProjectKey(late) || k.Key == old || k.Remote != "https://example.com/acme.git" || k.Root != late {
		t.Errorf("%+v", k)
	}
	if k := all["0123456789abcdef"]; k.Key != "0123456789abcdef" || k.Remote != "" {
		t.Errorf("%+v", k)
	}
	if Projects(t.TempDir()) != nil {
		t.Error("something is known of nothing")
	}
}
