package detect

import (
	"fmt"
	"os"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// above are the files of others that are there. Of a host that is not installed
// nothing is asked. They are read only for the few settings that tell for sure.
func above(h *host.Host, e host.Env) (found []wire.Above) {
	for i := range h.Above {
		a := &h.Above[i]
		path := a.At.Resolve(e)
		if path == "" || e.Closed && !within(e.Home, path) {
			continue
		}
		if fi, err := os.Stat(path); err != nil || fi.IsDir() {
			continue
		}
		r := wire.Above{Scope: a.Scope, Path: path, Surfaces: a.Surfaces, Off: a.Always, Note: path + ": " + a.Why}
		for _, c := range a.Off {
			if holds(path, c) {
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
