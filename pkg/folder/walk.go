// Package folder goes through folders of many files: those that git would take, in
// an order that is always the same, several at a time and never all at once.
package folder

import (
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"agentconnector/pkg/git"
)

// Options say what of a folder counts.
type Options struct {
	Root    string   // of the project, absolute: where the lists of ignored files begin
	User    git.User // whose own lists count too
	Ignored bool     // also what is ignored
}

// Entry is a file, or a folder behind everything that is in it.
type Entry struct {
	Path  string // from the folder that the walk began at; empty: that one
	Depth int    // of the folder that it is, or lies in; 0: that one
	Dir   bool
	Err   error // it cannot be looked at
}

// Walk gives the regular files of a folder by name, and each folder behind what is
// in it. What git keeps for itself is left out, and links are not followed.
func Walk(dir string, o Options) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		w := walker{dir: dir, o: o, yield: yield}
		var in git.Ignores
		if rel, err := filepath.Rel(o.Root, dir); err == nil && !o.Ignored {
			in = git.IgnoresAt(o.Root, rel, o.User)
		}
		w.folder("", 0, in)
	}
}

type walker struct {
	dir   string
	o     Options
	yield func(Entry) bool
}

func (w *walker) folder(path string, depth int, in git.Ignores) (goOn bool) {
	entries, err := os.ReadDir(filepath.Join(w.dir, path))
	for _, e := range entries {
		if !w.entry(e, filepath.Join(path, e.Name()), depth, in) {
			return false
		}
	}
	return w.yield(Entry{Path: path, Depth: depth, Dir: true, Err: err})
}

func (w *walker) entry(e fs.DirEntry, path string, depth int, in git.Ignores) (goOn bool) {
	switch {
	case e.Name() == ".git" || !w.o.Ignored && in.Ignored(e.Name(), e.IsDir()):
		return true
	case !e.IsDir():
		return !e.Type().IsRegular() || w.yield(Entry{Path: path, Depth: depth})
	case w.o.Ignored:
		return w.folder(path, depth+1, in)
	}
	return w.folder(path, depth+1, in.In(e.Name()))
}
