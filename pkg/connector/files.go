package connector

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// Limits of the files that travel with a connector.
const (
	MaxFiles     = 1000     // their number
	MaxFileBytes = 64 << 20 // their size together: a plan carries them
	maxWalked    = 50000    // entries looked at in the folder
)

// The names that the installed folder needs for itself.
const (
	definitionName = "connector.json"
	hookFileName   = "hook.json"
)

// collect reads the files that the patterns name. A pattern that is the very
// name of a file means that file, so that a list of paths is a list of
// patterns too.
func (d *decoder) collect(patterns []string) []CopiedFile {
	if len(patterns) > 0 && d.fsys == nil {
		d.fileTrouble("files", &Problem{Found: "a list of files", Want: "none", Hint: "this connector was read without a folder"})
		return nil
	}
	named := map[string]string{} // path → JSON path of the pattern that named it
	var all []string
	for i, pattern := range patterns {
		at := index("files", i)
		if d.bad[at] {
			continue
		}
		if p := unsafePath(pattern); p != nil {
			d.fileTrouble(at, p)
			continue
		}
		if all == nil {
			var p *Problem
			if all, p = d.walk(patterns); p != nil {
				d.fileTrouble("files", p)
				return nil
			}
		}
		d.match(pattern, at, all, named)
	}
	return d.read(named)
}

func (d *decoder) fileTrouble(at string, p *Problem) {
	d.bad["files"] = true
	d.problems = append(d.problems, d.problem(d.nodes[at].value.StartOffset, at, p.Found, p.Want, p.Hint))
}

// match notes the files that one pattern names.
func (d *decoder) match(pattern, at string, all []string, named map[string]string) {
	clean := path.Clean(pattern)
	fi, err := fs.Stat(d.fsys, clean)
	literal := err == nil || !strings.ContainsAny(pattern, "*?")
	switch {
	case err == nil && fi.IsDir():
		d.fileTrouble(at, &Problem{Found: quoted(pattern) + ", which is a folder", Want: "a file or a pattern", Hint: fmt.Sprintf("write %q", clean+"/**")})
		return
	case literal && err != nil:
		d.fileTrouble(at, fileProblem(pattern, err))
		return
	case literal && reserved(clean):
		d.reserved(at, clean)
		return
	case literal:
		named[clean] = at
		return
	}
	hits := 0
	for _, f := range all {
		if f == definitionName || !glob(clean, f) { // the definition is there anyway
			continue
		}
		if hits++; reserved(f) {
			d.reserved(at, f)
			continue
		}
		if _, ok := named[f]; !ok {
			named[f] = at
		}
	}
	if hits == 0 {
		d.fileTrouble(at, &Problem{Found: quoted(pattern) + ", which matches nothing", Want: "a pattern that names files of the folder",
			Hint: "* and ? match within a name, ** any number of folders, none of them a leading dot"})
	}
}

func reserved(f string) bool {
	top, _, _ := strings.Cut(f, "/")
	return strings.EqualFold(top, wire.HookedDir) || strings.EqualFold(f, definitionName) || strings.EqualFold(f, hookFileName)
}

func (d *decoder) reserved(at, f string) {
	d.fileTrouble(at, &Problem{Found: quoted(f), Want: "another name", Hint: "the installed folder holds a file or folder of that name for itself"})
}

// walk lists the regular files of the folder, and links to such. Links to
// folders are not followed. A folder with a leading dot is entered only if
// some pattern names one.
func (d *decoder) walk(patterns []string) ([]string, *Problem) {
	dots := slices.ContainsFunc(patterns, func(p string) bool { return strings.HasPrefix(p, ".") || strings.Contains(p, "/.") })
	files, walked := []string{}, 0
	err := fs.WalkDir(d.fsys, ".", func(p string, e fs.DirEntry, err error) error {
		walked++
		switch {
		case walked > maxWalked:
			return fmt.Errorf("it holds more than %d entries", maxWalked)
		case err != nil && e != nil && e.IsDir() && p != ".":
			return fs.SkipDir // unreadable: a pattern that needs it finds nothing there
		case err != nil:
			return err
		case e.IsDir() && !dots && p != "." && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		case e.Type().IsRegular():
			files = append(files, p)
		case e.Type()&fs.ModeSymlink != 0:
			if fi, err := fs.Stat(d.fsys, p); err != nil || fi.Mode().IsRegular() { // a broken link is an error if matched
				files = append(files, p)
			}
		}
		return nil
	})
	if err != nil {
		return nil, &Problem{Found: "a folder that cannot be searched", Want: "the folder of the connector", Hint: err.Error()}
	}
	return files, nil
}

// read reads the named files in order of path.
func (d *decoder) read(named map[string]string) []CopiedFile {
	var files []CopiedFile
	left := int64(MaxFileBytes)
	folded := map[string]string{}
	for _, f := range slices.Sorted(maps.Keys(named)) {
		at := named[f]
		if len(files) == MaxFiles {
			d.fileTrouble("files", &Problem{Found: fmt.Sprintf("%d files", len(named)), Want: fmt.Sprintf("at most %d", MaxFiles), Hint: "name fewer with narrower patterns"})
			return nil
		}
		if twin, ok := folded[strings.ToLower(f)]; ok {
			d.fileTrouble(at, &Problem{Found: quoted(f) + " beside " + quoted(twin), Want: "names that differ in more than case",
				Hint: "macOS and Windows would keep only one of them"})
		}
		folded[strings.ToLower(f)] = f
		data, p := d.readFile(f, left)
		if p != nil {
			if left < MaxFileBytes && strings.HasPrefix(p.Want, "at most") {
				p.Want = fmt.Sprintf("at most %d in all files together", MaxFileBytes)
			}
			d.fileTrouble(at, p)
			continue
		}
		left -= int64(len(data))
		files = append(files, CopiedFile{Path: f, Data: data, Exec: d.executable(f, data)})
	}
	return files
}

// executable says whether the copy gets the execute bit: if the source has it
// or is a script. Windows has no such bit, hence the script's first line.
func (d *decoder) executable(f string, data []byte) bool {
	fi, err := fs.Stat(d.fsys, f)
	return err == nil && fi.Mode()&0o111 != 0 || bytes.HasPrefix(data, []byte("#!"))
}
