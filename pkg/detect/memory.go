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
	if name := k.fileName(h, scope, filepath.Base(p.Path)); name != "" {
		p.Path = filepath.Join(filepath.Dir(p.Path), name)
		p.Exists = k.exists(p.Path)
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

// fileName is the name that the user has given the file in the host's settings, or
// "". Of several the one that other hosts read wins, then the usual one.
func (k *looker) fileName(h *host.Host, scope, usual string) string {
	m := &h.Memory
	if len(m.NamesAt) == 0 || scope == wire.PlacesLocal {
		return ""
	}
	files := []host.Loc{m.UserNames}
	if scope == wire.ScopeProject {
		files = []host.Loc{m.ProjectNames, m.UserNames}
	}
	for _, l := range files {
		b, err := k.text(l.Resolve(k.env))
		if err != nil {
			continue
		}
		v, ok := setting(b, m.NamesAt)
		if !ok {
			continue
		}
		var names []string
		if json.Unmarshal(v, &names) != nil {
			var one string
			if json.Unmarshal(v, &one) != nil {
				continue
			}
			names = []string{one}
		}
		names = slices.DeleteFunc(names, func(n string) bool { return n == "" || n == ".." || strings.ContainsAny(n, `/\`+"\x00") })
		switch {
		case len(names) == 0:
		case slices.Contains(names, openName):
			return openName
		case !slices.Contains(names, usual):
			return names[0]
		default:
			return ""
		}
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
