// Package home knows our own folder and the identity of a project. It holds no
// knowledge of any host.
package home

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/world"
)

// DataDirVar moves our own folder. Host files never move with it.
const DataDirVar = "AGENT_CONNECTOR_DATA_DIR"

// User is the home directory of the user: HOME, on Windows USERPROFILE.
func User(w *world.World) string {
	if w.OS == "windows" {
		if h := w.Getenv("USERPROFILE"); h != "" {
			return h
		}
	}
	return w.Getenv("HOME")
}

// Dir is our own folder: the variable; else the folder that this program was
// placed in, because a host such as Codex starts it without our variables;
// else ~/.agent-connector.
func Dir(w *world.World) string {
	if d := w.Getenv(DataDirVar); d != "" {
		if !filepath.IsAbs(d) {
			d = filepath.Join(w.Dir, d)
		}
		return filepath.Clean(d)
	}
	if exe, err := os.Executable(); err == nil {
		bin := filepath.Dir(exe)
		if filepath.Base(bin) == "bin" && isDir(filepath.Join(filepath.Dir(bin), "connectors")) {
			return filepath.Dir(bin)
		}
	}
	return filepath.Join(User(w), ".agent-connector")
}

func isDir(p string) bool {
	fi, err := os.Stat(p)
	return err == nil && fi.IsDir()
}

// The folders inside our own.
func Bin(dir string) string        { return filepath.Join(dir, "bin") }
func Connectors(dir string) string { return filepath.Join(dir, "connectors") }
func State(dir string) string      { return filepath.Join(dir, "state") }
func Backups(dir string) string    { return filepath.Join(dir, "backups") }
func Logs(dir string) string       { return filepath.Join(dir, "logs") }

// Connector is the folder of one installation of a connector: per user, or of
// one project.
func Connector(dir, id, projectKey string) string {
	if projectKey == "" {
		return filepath.Join(Connectors(dir), id, "user")
	}
	return filepath.Join(Connectors(dir), id, "projects", projectKey)
}

// Project finds the root of the project that dir lies in: the nearest ancestor
// with a .git, else dir itself.
func Project(dir string) string {
	for d := dir; ; {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		up := filepath.Dir(d)
		if up == d {
			return dir
		}
		d = up
	}
}

// ProjectKey is the stable identity of a project: the first 16 hex digits of
// the SHA-256 of its git remote "origin", else of its absolute path (seed 002,
// R3). Two clones of one repository share it.
func ProjectKey(root string) string {
	basis := remote(root)
	if basis == "" {
		basis = filepath.ToSlash(filepath.Clean(root))
	}
	h := sha256.Sum256([]byte(basis))
	return hex.EncodeToString(h[:])[:16]
}

// remote reads the URL of "origin" from the repository's config. A worktree or
// submodule has a .git file that points to the real directory.
func remote(root string) string {
	dir := filepath.Join(root, ".git")
	if b, err := os.ReadFile(dir); err == nil { // a file: "gitdir: PATH"
		p := strings.TrimSpace(strings.TrimPrefix(string(b), "gitdir:"))
		if !filepath.IsAbs(p) {
			p = filepath.Join(root, p)
		}
		dir = p
		if c, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
			dir = filepath.Join(dir, strings.TrimSpace(string(c)))
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "config"))
	if err != nil {
		return ""
	}
	in := false
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			in = line == `[remote "origin"]`
			continue
		}
		if k, v, ok := strings.Cut(line, "="); in && ok && strings.TrimSpace(k) == "url" {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
