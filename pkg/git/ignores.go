package git

import (
	"path/filepath"
	"strings"
)

// Ignores are the patterns that hold in one directory, for a walk through a tree.
// They are of the tree alone: a file that git tracks may match one.
type Ignores struct {
	root  string // from which paths are matched
	at    string // the directory, from the root, with slashes
	lists []list // the nearest last
	fold  bool
	user  User
}

// In the root of a work tree.
func (r Repo) ignores(c settings, u User) Ignores {
	in := Ignores{root: r.Root, fold: c.fold, user: u, lists: []list{
		readList(c.excludes, "", c.fold), readList(filepath.Join(r.common, "info", "exclude"), "", c.fold)}}
	return in.here()
}

// IgnoresAt are the patterns in a directory at or below a root. If that is no work
// tree, its lists count from there on, and none of the user's.
func IgnoresAt(root, rel string, u User) Ignores {
	var in Ignores
	if r, ok := Open(root); ok {
		in = r.ignores(r.settings(u), u)
	} else {
		in = Ignores{root: root, user: u}.here()
	}
	for name := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if name != "" && name != "." {
			in = in.In(name)
		}
	}
	return in
}

// In are the patterns one directory further down. A repository of its own there has
// its own.
func (in Ignores) In(name string) Ignores {
	sub := in
	sub.at = strings.TrimPrefix(in.at+"/"+name, "/")
	dir := filepath.Join(in.root, filepath.FromSlash(sub.at))
	if r, ok := Open(dir); ok {
		return r.ignores(r.settings(in.user), in.user)
	}
	return sub.here()
}

// here adds the list that lies in the directory itself.
func (in Ignores) here() Ignores {
	l := readList(filepath.Join(in.root, filepath.FromSlash(in.at), ".gitignore"), in.at, in.fold)
	if len(l.patterns) > 0 {
		in.lists = append(in.lists[:len(in.lists):len(in.lists)], l)
	}
	return in
}

// Ignored says whether a file or directory in this directory is ignored.
func (in Ignores) Ignored(name string, isDir bool) bool {
	return ignored(in.lists, strings.TrimPrefix(in.at+"/"+name, "/"), isDir)
}
