package detect

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// above are the files of others that are there. Of a host that is not installed
// nothing is asked. They are read only for the few settings that tell for sure.
func (k *looker) above(h *host.Host) (found []wire.Above) {
	e := k.env
	for i := range h.Above {
		a := &h.Above[i]
		paths := slices.DeleteFunc(matches(a.At.Resolve(e)), func(path string) bool {
			return !k.exists(path) || world.IsDir(path) || e.Closed && !within(e.Home, path) || !k.counts(a, path)
		})
		if len(paths) == 0 {
			continue
		}
		path := paths[0]
		r := wire.Above{Scope: a.Scope, Path: path, Surfaces: a.Surfaces, Off: a.Always, Note: several(paths) + ": " + a.Why}
		for _, c := range a.Off {
			if k.holds(path, c) {
				r.Off = true
				r.Note = fmt.Sprintf("switched off by %s: %s in %s", strings.Join(c.At, "."), c.Value, path)
				break
			}
		}
		found = append(found, r)
	}
	return found
}

// within says whether a path lies in a directory.
func within(dir, path string) bool {
	return strings.HasPrefix(path, strings.TrimRight(dir, `/\`)+string(os.PathSeparator))
}

// matches are the files that a path with a "*" in one of its names stands for; any
// other path is one file, there or not.
func matches(pattern string) (all []string) {
	before, after, ok := strings.Cut(pattern, "*")
	if !ok {
		return []string{pattern}
	}
	dir, prefix := filepath.Split(before)
	suffix, rest, deeper := strings.Cut(after, string(filepath.Separator))
	es, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range es {
		if n := e.Name(); len(n) > len(prefix)+len(suffix) && strings.HasPrefix(n, prefix) && strings.HasSuffix(n, suffix) {
			if deeper {
				n = filepath.Join(n, rest)
			}
			all = append(all, filepath.Join(dir, n))
		}
	}
	return all
}

// counts says whether what a file sets makes it one to tell of. What cannot be
// read may set anything.
func (k *looker) counts(a *host.Above, path string) bool {
	is := func(c host.Const) bool { return k.holds(path, c) }
	return (len(a.If) == 0 || slices.ContainsFunc(a.If, is)) && !slices.ContainsFunc(a.Unless, is)
}

// named is the number of files that a note names.
const named = 5

// several names files.
func several(paths []string) string {
	more := ""
	if n := len(paths) - named; n > 0 {
		paths, more = paths[:named], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(paths, ", ") + more
}
