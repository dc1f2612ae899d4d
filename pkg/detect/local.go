package detect

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"agentconnector/pkg/git"
	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// maxList is the size up to which a host's list of projects is read. It holds
// the history of each: larger ones than settings are common.
const maxList = 64 << 20

// listed is the project's path as hosts have it that list projects: links
// resolved, of a repository its first work tree.
func listed(project string) string {
	real, err := filepath.EvalSymlinks(project)
	if err != nil {
		return project
	}
	r, ok := git.Open(home.Project(real))
	if !ok {
		return real
	}
	if main, err := filepath.EvalSymlinks(r.Main()); err == nil {
		return main
	}
	return r.Main()
}

// local adds to the user's own places of a project what only the machine knows:
// how a list of projects spells this one, and what git makes of the files.
func local(h *host.Host, e host.Env, places map[string]wire.Place) {
	for surface, p := range places {
		if e.OS == "windows" {
			asSpelled(&p, h)
		}
		p.Git = gitState(e, p.Path)
		places[surface] = p
	}
}

// gitState is what git makes of a file of the project; empty outside of it, and
// in a project without a repository.
func gitState(e host.Env, path string) string {
	root := home.Project(e.Project)
	r, ok := git.Open(root)
	rel, err := filepath.Rel(root, path)
	if !ok || err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return r.State(filepath.ToSlash(rel), git.User{Home: e.Home, XDG: e.Getenv("XDG_CONFIG_HOME")})
}

// asSpelled gives the way to a project's part of a file the spelling that is
// there: on Windows one program writes C:/ and another c:/, and each looks for
// its own. Of several the exact one counts, else the first.
func asSpelled(p *wire.Place, h *host.Host) {
	i := slices.Index(h.Server.LocalRoot, host.ProjectPath)
	if i < 0 || i >= len(p.Root) {
		return
	}
	var same []string
	for _, k := range keysOf(p.Path, p.Root[:i]) {
		if strings.EqualFold(k, p.Root[i]) {
			same = append(same, k)
		}
	}
	if len(same) > 1 {
		p.Note = "the project stands there in several spellings: " + strings.Join(same, ", ")
	}
	if len(same) > 0 && !slices.Contains(same, p.Root[i]) {
		p.Root[i] = same[0]
	}
}

// keysOf are the keys of an object in a JSON file, in their order; none if it
// cannot be read.
func keysOf(path string, at []string) (keys []string) {
	b, err := readUpTo(path, maxList)
	if err != nil {
		return nil
	}
	if b, err = hujson.Standardize(b); err != nil {
		return nil
	}
	for _, k := range at {
		var m map[string]wire.Raw
		if json.Unmarshal(b, &m) != nil {
			return nil
		}
		b = m[k]
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for dec.More() {
		k, err := dec.Token()
		var v wire.Raw
		if err != nil || dec.Decode(&v) != nil {
			return keys
		}
		keys = append(keys, k.(string))
	}
	return keys
}
