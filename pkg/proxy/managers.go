package proxy

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agentconnector/pkg/world"
)

// managers are where programs stand that only the user's shell has in its PATH:
// a host that is started from the desktop starts us without (case 26). "*" is a
// version. The plan could not say it once for all: a path with a version in it
// is gone with the next upgrade.
var managers = []string{
	"$NVM_DIR/versions/node/*/bin", "~/.nvm/versions/node/*/bin",
	"~/.local/share/fnm/node-versions/*/installation/bin", "~/Library/Application Support/fnm/node-versions/*/installation/bin",
	"~/.volta/bin", "~/.asdf/shims", "~/.local/share/mise/shims", "~/.pyenv/shims",
	"~/.bun/bin", "~/.deno/bin", "~/.local/bin", "~/.cargo/bin", "~/.nix-profile/bin",
	"/opt/homebrew/bin", "/usr/local/bin", "/home/linuxbrew/.linuxbrew/bin", "/opt/local/bin",
}

// elsewhere looks for a program that is not in PATH, and tells in which of them
// it has looked: those that are there.
func elsewhere(w *world.World, name string) (path string, tried []string) {
	if w.OS == "windows" || strings.ContainsRune(name, '/') {
		return "", nil // there programs get the user's PATH, however they are started
	}
	home, _ := w.Lookup("HOME")
	nvm, _ := w.Lookup("NVM_DIR")
	for _, pattern := range managers {
		switch {
		case strings.HasPrefix(pattern, "~/"):
			pattern = filepath.Join(home, pattern[2:])
		case strings.HasPrefix(pattern, "$NVM_DIR/"):
			pattern = filepath.Join(nvm, strings.TrimPrefix(pattern, "$NVM_DIR/"))
		}
		before, _, _ := strings.Cut(pattern, "*")
		if _, err := os.Stat(before); err != nil || !filepath.IsAbs(pattern) || slices.Contains(tried, pattern) {
			continue
		}
		tried = append(tried, pattern)
		for _, dir := range versions(pattern) {
			if p, err := find(w, filepath.Join(dir, name)); err == nil {
				return p, tried
			}
		}
	}
	return "", tried
}

// versions are the folders that a pattern means, the newest version first.
func versions(pattern string) []string {
	before, after, ok := strings.Cut(pattern, "*")
	if !ok {
		return []string{pattern}
	}
	es, _ := os.ReadDir(before) // no Glob: the home's own name is no pattern
	var names []string
	for _, e := range es {
		names = append(names, e.Name())
	}
	slices.SortStableFunc(names, func(a, b string) int { return slices.Compare(numbers(b), numbers(a)) })
	for i := range names {
		names[i] = filepath.Join(before+names[i], after)
	}
	return names
}

// numbers are those of a version: v22.3.0 is 22, 3, 0.
func numbers(version string) (ns []int) {
	for _, s := range strings.FieldsFunc(version, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(s)
		ns = append(ns, n)
	}
	return ns
}

// withPath is an environment in which a folder stands first in PATH: what was
// found there may need its neighbours, as npx needs node.
func withPath(w *world.World, dir string) []string {
	path, _ := w.Lookup("PATH")
	if path != "" {
		path = string(filepath.ListSeparator) + path
	}
	return append(without(w.OS, w.Environ, "PATH"), "PATH="+dir+path)
}
