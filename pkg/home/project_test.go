package home

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agentconnector/pkg/digest"
)

// lay writes files below a folder; a name that ends in / is a folder.
func lay(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		dir := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			dir = path
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if dir == path {
			continue
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "ROOT", root)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const origin = "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://example.com/acme.git\n"

// TestOneRepositoryIsOneProject: clones, linked work trees and folders in them
// share a key; a submodule and a repository without a remote have their own.
func TestOneRepositoryIsOneProject(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	lay(t, root, map[string]string{
		"clone/.git/config": origin, "clone/src/deep/": "",
		"other/.git/config":                 origin,
		"clone/.git/worktrees/wt/commondir": "../..\n",
		"clone/.git/worktrees/wt/HEAD":      "x",
		"wt/.git":                           "gitdir: ROOT/clone/.git/worktrees/wt\n",
		"clone/lib/.git":                    "gitdir: ../.git/modules/lib\n",
		"clone/.git/modules/lib/config":     "[remote \"origin\"]\n\turl = https://example.com/lib.git\n",
		"lib/.git/config":                   "[remote \"origin\"]\nurl=https://example.com/lib.git\n",
		"alone/.git/config":                 "[core]\n",
		"alone/.git/worktrees/a/commondir":  "../..",
		"alone-wt/.git":                     "gitdir: ../alone/.git/worktrees/a",
		"alone/own/.git":                    "gitdir: ../.git/modules/own\n",
		"alone/.git/modules/own/config":     "[core]\n",
		"bare.git/config":                   "[core]\n\tbare = true\n",
		"bare.git/worktrees/b/commondir":    "../..\n",
		"bare.git/worktrees/c/commondir":    "../..\n",
		"bare-b/.git":                       "gitdir: ../bare.git/worktrees/b\n",
		"bare-c/.git":                       "gitdir: ../bare.git/worktrees/c\n",
		"plain/":                            "",
	})
	key := func(dir string) string { return ProjectKey(Project(filepath.Join(root, dir))) }
	path := func(dir string) string { return digest.Name(filepath.ToSlash(filepath.Join(root, dir))) }
	for dir, want := range map[string]string{
		"clone": digest.Name("https://example.com/acme.git"), "other": key("clone"), "clone/src/deep": key("clone"), "wt": key("clone"),
		"clone/lib": digest.Name("https://example.com/lib.git"), "lib": key("clone/lib"),
		"alone": path("alone"), "alone-wt": path("alone"), "alone/own": path("alone/own"),
		"bare-b": path("bare.git"), "bare-c": path("bare.git"), "plain": path("plain"), "plain/": path("plain"), "plain/../plain/.": path("plain"),
	} {
		if got := key(dir); got != want {
			t.Errorf("%s: %s, expected %s", dir, got, want)
		}
	}
	if runtime.GOOS == "windows" {
		return // links need a privilege there
	}
	if err := os.Symlink(filepath.Join(root, "plain"), filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	if key("link") != path("plain") {
		t.Error("a folder has another key by another name")
	}
}

func TestRemote(t *testing.T) {
	for config, want := range map[string]string{
		"":     "",
		origin: "https://example.com/acme.git",
		"[remote \"fork\"]\nurl = a\n[remote \"origin\"]\nurl = b\n":    "b",
		"[remote \"fork\"]\nurl = a\n[remote \"up\"]\nurl = b\n":        "a",
		"[Remote \"origin\"] URL = x # the main one\n":                  "x",
		"[remote  \"origin\"]\n\tpushurl = p\n\turl = \"x # y\" ; z\n":  "x # y",
		"[remote \"origin\"]\n\turl = C:\\\\repos\\\\a\n":               `C:\repos\a`,
		"[remote \"origin\"]\nurl = https://me:secret@example.com/a\n":  "https://example.com/a",
		"[remote \"origin\"]\nurl = https://token@example.com/a@b\n":    "https://example.com/a@b",
		"[remote \"origin\"]\nurl = ssh://git@example.com/a\n":          "ssh://git@example.com/a",
		"[remote \"origin\"]\nurl = git@example.com:a.git\n":            "git@example.com:a.git",
		"[branch \"origin\"]\nurl = x\n[remote]\nurl = y\n":             "",
		"[remote \"origin\"]\nurl =\nfetch = f\n[url \"x\"]\nurl = z\n": "",
	} {
		dir := t.TempDir()
		lay(t, dir, map[string]string{"config": config})
		if got := remote(dir); got != want {
			t.Errorf("%q: %q, expected %q", config, got, want)
		}
	}
}
