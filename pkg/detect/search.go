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
	dirs []string
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
		s.dirs = append(s.dirs, d)
	}
	return s
}

// find is the path of a program, or "".
func (s *search) find(name string) string {
	for _, d := range s.dirs {
		if p := executable(s.w, d+string(filepath.Separator)+name); p != "" {
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
