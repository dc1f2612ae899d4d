// Package git says what git makes of a file, from git's own files: is it
// tracked, is it ignored, would the next "git add" take it. It runs nothing: in a
// repository that somebody else wrote, running git may run what they like.
//
// What it does not follow are includes and conditions in git's configuration,
// and sparse indexes.
package git

import (
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/wire"
)

// Repo is a work tree.
type Repo struct {
	Root   string // of the work tree
	dir    string // what belongs to this work tree alone: its index
	common string // what belongs to the repository
}

// Open takes the work tree at a directory; not ok if there is none.
func Open(root string) (Repo, bool) {
	dir := filepath.Join(root, ".git")
	fi, err := os.Stat(dir)
	if err != nil {
		return Repo{}, false
	}
	if !fi.IsDir() { // a linked work tree or a submodule: "gitdir: PATH"
		b, err := readSmall(dir)
		p, ok := strings.CutPrefix(string(b), "gitdir:")
		if err != nil || !ok {
			return Repo{}, false
		}
		dir = below(root, strings.TrimSpace(p))
	}
	r := Repo{Root: root, dir: dir, common: dir}
	if c, err := readSmall(filepath.Join(dir, "commondir")); err == nil {
		r.common = below(dir, strings.TrimSpace(string(c)))
	}
	return r, true
}

func below(dir, p string) string {
	if !filepath.IsAbs(p) {
		p = filepath.Join(dir, p)
	}
	return filepath.Clean(p)
}

// Main is the repository's first work tree: of a linked one the tree that it
// was made from, else its own.
func (r Repo) Main() string {
	if r.common != r.dir && filepath.Base(r.common) == ".git" {
		return filepath.Dir(r.common)
	}
	return r.Root
}

// User is what git knows of the user beside the repository.
type User struct {
	Home string
	XDG  string // XDG_CONFIG_HOME; empty: ~/.config
}

// configDir is the user's folder for git.
func (u User) configDir() string {
	if filepath.IsAbs(u.XDG) {
		return filepath.Join(u.XDG, "git")
	}
	return filepath.Join(u.Home, ".config", "git")
}

// State says what git makes of a file, given by its path from the root with
// slashes.
func (r Repo) State(rel string, u User) string {
	c := r.settings(u)
	if tracked(r.dir, rel, c.hash()) {
		return wire.GitTracked
	}
	in := r.ignores(c, u)
	for at := rel; ; {
		name, rest, more := strings.Cut(at, "/")
		if in.Ignored(name, more) {
			return wire.GitIgnored // and nothing inside an ignored directory is looked at
		}
		if !more {
			return wire.GitUntracked
		}
		in, at = in.In(name), rest
	}
}

// settings reads what counts here of git's configuration.
func (r Repo) settings(u User) settings {
	c := settings{excludes: filepath.Join(u.configDir(), "ignore")}
	for _, f := range []string{filepath.Join(u.configDir(), "config"), filepath.Join(u.Home, ".gitconfig"), filepath.Join(r.common, "config")} {
		c.read(f, u.Home)
	}
	return c
}

// settings are those values of git's configuration that count here.
type settings struct {
	excludes string
	fold     bool // letters count in either case
	sha256   bool
}

func (s *settings) hash() int {
	if s.sha256 {
		return 32
	}
	return 20
}

// read takes the values from one file; a later file wins.
func (s *settings) read(path, home string) {
	b, err := readSmall(path)
	if err != nil {
		return
	}
	section := ""
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.ToLower(strings.TrimSpace(strings.Trim(line, "[]")))
			continue
		}
		k, v, has := strings.Cut(line, "=")
		if v = value(v); !has {
			v = "true"
		}
		switch section + "." + strings.ToLower(strings.TrimSpace(k)) {
		case "core.excludesfile":
			if rest, ok := strings.CutPrefix(v, "~/"); ok {
				v = filepath.Join(home, filepath.FromSlash(rest))
			}
			s.excludes = v
		case "core.ignorecase":
			s.fold = strings.EqualFold(v, "true") || v == "yes" || v == "on" || v == "1"
		case "extensions.objectformat":
			s.sha256 = v == "sha256"
		}
	}
}

// value is a value without its quotes and the comment behind it.
func value(s string) string {
	var v strings.Builder
	quoted, escaped := false, false
	for _, c := range strings.TrimSpace(s) {
		switch {
		case escaped:
			v.WriteRune(c)
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case (c == '#' || c == ';') && !quoted:
			return strings.TrimSpace(v.String())
		default:
			v.WriteRune(c)
		}
	}
	return strings.TrimSpace(v.String())
}

// Bounds of what is read.
const (
	maxText  = 1 << 20
	maxIndex = 256 << 20
)

func readSmall(path string) ([]byte, error) { return readUpTo(path, maxText) }

// readUpTo reads a regular file of at most that size. A pipe or a device would
// stop us.
func readUpTo(path string, max int64) ([]byte, error) {
	fi, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !fi.Mode().IsRegular() || fi.Size() > max:
		return nil, os.ErrInvalid
	}
	return os.ReadFile(path)
}
