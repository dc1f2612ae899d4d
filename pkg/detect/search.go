package detect

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/world"
)

// searchPath is PATH without what is empty or relative: a program found in the
// directory that we happen to stand in is none of the machine's.
func searchPath(w *world.World) []string {
	dirs := []string{}
	for _, d := range filepath.SplitList(w.Getenv("PATH")) {
		if filepath.IsAbs(d) && !contains(dirs, d) {
			dirs = append(dirs, d)
		}
	}
	return dirs
}

// search finds programs on PATH.
type search struct {
	w    *world.World
	dirs []pathDir
}

type pathDir struct {
	path  string
	names string // what is in it, a line each; empty: not read
}

// newSearch leaves out of PATH what is not there, and what stands there before by
// another name: /bin is mostly /usr/bin.
func newSearch(w *world.World) *search {
	s := &search{w: w}
	var seen []os.FileInfo
	for _, d := range searchPath(w) {
		fi, err := os.Stat(d)
		if err != nil || slices.ContainsFunc(seen, func(o os.FileInfo) bool { return os.SameFile(o, fi) }) {
			continue
		}
		seen = append(seen, fi)
		dir := pathDir{path: d + string(filepath.Separator)}
		if w.OS == "linux" && fi.Size() <= smallDir {
			dir.read()
		}
		s.dirs = append(s.dirs, dir)
	}
	return s
}

// smallDir is the size of a directory that is read at once rather than asked for
// fifty names, most of them in vain. Where names may be spelled in other ways, as on
// macOS, each is asked for.
const smallDir = 4 << 10

// read reads the names. Where that is not allowed, each one is asked for.
func (d *pathDir) read() {
	f, err := world.OpenFile(d.path, os.O_RDONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if names, err := f.Readdirnames(-1); err == nil {
		d.names = "\n" + strings.Join(names, "\n") + "\n"
	}
}

// find is the path of a program, or "".
func (s *search) find(name string) string {
	line := "\n" + name + "\n"
	for i := range s.dirs {
		d := &s.dirs[i]
		if d.names != "" && !strings.Contains(d.names, line) {
			continue
		}
		if p := executable(s.w, d.path+name); p != "" {
			return filepath.Clean(p)
		}
	}
	return ""
}

// executable is the file that a program's path means: itself, on Windows with
// one of the extensions in PATHEXT.
func executable(w *world.World, p string) string {
	if w.OS != "windows" {
		if !world.Exists(p) { // as mostly
			return ""
		}
		if fi, err := os.Stat(p); err == nil && fi.Mode().IsRegular() && fi.Mode()&0o111 != 0 {
			return p
		}
		return ""
	}
	exts := w.Getenv("PATHEXT")
	if exts == "" {
		exts = ".COM;.EXE;.BAT;.CMD"
	}
	for ext := range strings.SplitSeq(exts, ";") {
		if fi, err := os.Stat(p + ext); ext != "" && err == nil && fi.Mode().IsRegular() {
			return p + strings.ToLower(ext)
		}
	}
	return ""
}
