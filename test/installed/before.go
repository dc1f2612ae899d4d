// Package installed holds what an installation is to its hosts: on a machine
// where other people's things are in every file, the example connector comes and
// goes, on each host and scope alone and on all of them at once.
//
// testdata/before is that machine: the home and a project, as the hosts and
// their users have written them ("dot" stands before a name that begins with a
// dot). testdata/golden has, for each host and scope, the exact difference that
// an installation makes. A host that is added to host.All needs both.
package installed

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Lay copies the machine from its folder in testdata to another one. There "dot."
// stands at the beginning of a name for the dot, which would hide it.
func Lay(from, to string, mode fs.FileMode) error {
	return filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		parts := strings.Split(filepath.ToSlash(rel), "/")
		for i, s := range parts {
			if rest, ok := strings.CutPrefix(s, "dot."); ok {
				parts[i] = "." + rest
			}
		}
		path := filepath.Join(to, filepath.Join(parts...))
		b, err := os.ReadFile(p)
		return errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, b, mode))
	})
}
