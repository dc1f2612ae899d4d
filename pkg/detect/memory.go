package detect

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// memory adds to the place of the guidance what only the machine knows: the name
// that the user has given the file, its size, how much of that is of connectors,
// and which files it brings in.
func (k *looker) memory(h *host.Host, scope string, places map[string]wire.Place) {
	p, ok := places[wire.Memory]
	if !ok {
		return
	}
	if scope != wire.PlacesLocal {
		if dir := k.folder(&h.Memory, scope); dir != "" {
			p.Path = filepath.Join(dir, filepath.Base(p.Path))
		}
		if name := k.fileName(h, scope, filepath.Base(p.Path)); name != "" {
			p.Path = filepath.Join(filepath.Dir(p.Path), name)
		}
		p.Exists = k.exists(p.Path)
		if name := k.fallback(&h.Memory, scope, filepath.Dir(p.Path)); name != "" && !p.Exists {
			p.Path, p.Exists = filepath.Join(filepath.Dir(p.Path), name), true
		}
		p.MaxBytes = k.limit(&h.Memory, scope)
	}
	if b, err := k.text(p.Path); err == nil {
		p.Bytes = int64(len(b))
		p.Blocks, p.Imports = inside(b, filepath.Dir(p.Path), k.env.Home)
		if !h.Memory.Imports {
			p.Imports = nil
		}
	}
	if h.Memory.Imports && k.exists(p.Path) {
		if real := linked(p.Path); real != "" && filepath.Base(real) != filepath.Base(p.Path) {
			p.Imports = append(p.Imports, real) // what is written there is written here
		}
	}
	places[wire.Memory] = p
}

// settings are the files in which the user says what the host reads, the first of
// which counts.
func settings(m *host.Memory, scope string) []host.Loc {
	if scope == wire.ScopeProject {
		return []host.Loc{m.ProjectNames, m.UserNames}
	}
	return []host.Loc{m.UserNames}
}

// folder is where the user has put the file, or "".
func (k *looker) folder(m *host.Memory, scope string) string {
	v, _ := k.setting(m.DirAt, settings(m, scope)...)
	var dir string
	if json.Unmarshal(v, &dir) != nil {
		return ""
	}
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		dir = filepath.Join(k.env.Home, rest)
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return dir
}

// fallback is the file that the host reads where none of the usual names is, or "".
func (k *looker) fallback(m *host.Memory, scope, dir string) string {
	if scope != wire.ScopeProject {
		return ""
	}
	v, _ := k.setting(m.FallbackAt, settings(m, scope)...)
	for _, name := range names(v) {
		if k.exists(filepath.Join(dir, name)) {
			return name
		}
	}
	return ""
}

// limit is how much of a project's guidance the user lets the host read; nil where
// nothing is set.
func (k *looker) limit(m *host.Memory, scope string) *int64 {
	if len(m.DirAt) == 0 && scope != wire.ScopeProject {
		return nil
	}
	v, ok := k.setting(m.MaxAt, settings(m, scope)...)
	var n int64
	if !ok || json.Unmarshal(v, &n) != nil || n < 0 {
		return nil
	}
	return &n
}

// fileName is the name that the user has given the file in the host's settings, or
// "". Of several the one that other hosts read wins, then the usual one.
func (k *looker) fileName(h *host.Host, scope, usual string) string {
	m := &h.Memory
	if len(m.NamesAt) == 0 || scope == wire.PlacesLocal {
		return ""
	}
	v, _ := k.setting(m.NamesAt, settings(m, scope)...)
	switch given := names(v); {
	case len(given) == 0:
	case slices.Contains(given, openName):
		return openName
	case !slices.Contains(given, usual):
		return given[0]
	}
	return ""
}

// openName is the file that most hosts read.
const openName = "AGENTS.md"

// The lines around a block of ours (pkg/edit/block).
const (
	beginMark = "<!-- agent-connector:begin "
	endMark   = "<!-- agent-connector:end "
)

// inside looks into a file of guidance: the size of the blocks, by connector, and
// the files that lines of others bring in. What stands in a fence is an example.
func inside(b []byte, dir, home string) (blocks map[string]int64, imports []string) {
	id, fenced := "", false
	for line := range bytes.Lines(b) {
		text := strings.TrimRight(string(line), "\r\n")
		switch {
		case strings.HasPrefix(strings.TrimLeft(text, " "), "```"):
			fenced = !fenced
		case !fenced && strings.HasPrefix(text, beginMark):
			id, _, _ = strings.Cut(text[len(beginMark):], "/")
			if blocks == nil {
				blocks = map[string]int64{}
			}
		}
		if id != "" {
			blocks[id] += int64(len(line))
		} else if !fenced {
			imports = append(imports, importsOf(text, dir, home)...)
		}
		if !fenced && strings.HasPrefix(text, endMark) {
			id = ""
		}
	}
	return blocks, imports
}

// importsOf are the files that one line brings in.
func importsOf(line, dir, home string) (files []string) {
	for _, word := range strings.Fields(line) {
		name, ok := strings.CutPrefix(word, "@")
		if !ok || !strings.EqualFold(filepath.Ext(name), ".md") {
			continue
		}
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			name = filepath.Join(home, rest)
		} else if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		files = append(files, name)
	}
	return files
}
