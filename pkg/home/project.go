package home

import (
	"path/filepath"
	"strings"

	"agentconnector/pkg/digest"
	"agentconnector/pkg/world"
)

// maxDir bounds the directory whose ancestors are looked at.
const maxDir = 4096

// Project finds the root of the project that dir lies in: the nearest ancestor
// with a .git, else dir itself.
func Project(dir string) string {
	if len(dir) > maxDir { // no system has such a one, and each step up copies it
		return dir
	}
	for d := dir; ; {
		if world.Exists(Under(d, ".git")) {
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
// the SHA-256 of its git remote (seed 002, R3), so that two clones of one
// repository share it; else of the path of its first work tree, so that linked
// ones share that. A submodule is a project of its own.
func ProjectKey(root string) string {
	dir, common := gitDir(root)
	if basis := remote(common); basis != "" {
		return digest.Name(basis)
	}
	if dir != common { // a linked work tree: DIR/.git is the common part, of a bare repository the repository
		root = common
		if filepath.Base(common) == ".git" {
			root = filepath.Dir(common)
		}
	}
	return digest.Name(filepath.ToSlash(real(root)))
}

// real is a path without links, if it exists.
func real(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return filepath.Clean(path)
}

// maxGitFile bounds what is read of a repository's files.
const maxGitFile = 1 << 20

// gitDir is git's directory of a work tree, and what it shares with others. A
// linked work tree or a submodule has a .git file that points to the first.
func gitDir(root string) (dir, common string) {
	dir = Under(root, ".git")
	if b, err := world.ReadFile(dir, maxGitFile); err == nil { // "gitdir: PATH"
		dir = below(root, strings.TrimSpace(strings.TrimPrefix(string(b), "gitdir:")))
	}
	if b, err := world.ReadFile(Under(dir, "commondir"), maxGitFile); err == nil {
		return dir, below(dir, strings.TrimSpace(string(b)))
	}
	return dir, dir
}

func below(dir, p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(dir, p)
}

// remote reads the address of "origin" from a repository's config, else that of
// the first remote there.
func remote(dir string) (first string) {
	b, err := world.ReadFile(Under(dir, "config"), maxGitFile)
	if err != nil {
		return ""
	}
	name := ""
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			head, rest, _ := strings.Cut(line[1:], "]")
			name, line = section(head), strings.TrimSpace(rest)
		}
		k, v, ok := strings.Cut(line, "=")
		if name == "" || !ok || !strings.EqualFold(strings.TrimSpace(k), "url") {
			continue
		}
		url := withoutPassword(configValue(v))
		if name == "origin" && url != "" {
			return url
		}
		if first == "" {
			first = url
		}
	}
	return first
}

// section is the name in remote "NAME", empty in another section.
func section(head string) string {
	kind, name, _ := strings.Cut(strings.TrimSpace(head), " ")
	if name = strings.TrimSpace(name); !strings.EqualFold(kind, "remote") || len(name) < 2 {
		return ""
	}
	return strings.Trim(name, `"`)
}

// configValue is a value of git's configuration without quotes, escapes and the
// comment behind it.
func configValue(s string) string {
	var v []byte
	quoted := false
	s = strings.TrimSpace(s)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			v = append(v, s[i])
		case c == '"':
			quoted = !quoted
		case (c == '#' || c == ';') && !quoted:
			return strings.TrimSpace(string(v))
		default:
			v = append(v, c)
		}
	}
	return string(v)
}

// withoutPassword leaves out what lets somebody in: a token that is renewed makes
// no other project. Of ssh the user stays.
func withoutPassword(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		return url
	}
	host, path, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(host, '@')
	if at < 0 || !strings.HasPrefix(scheme, "http") {
		return url
	}
	return scheme + "://" + host[at+1:] + "/" + path
}
