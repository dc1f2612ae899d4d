// Package doctor says what is wrong with what is installed: here, that a host
// does the same twice, or may not do it. It gets what ac-detect knows of the machine and a way to
// read a file, and looks for what starts our tools, whoever wrote it:
//
//	hooks    the same pointer twice in what a host reads, or the handler's own command beside it
//	server   the same program under two names
//	above    a file of others that may change or forbid what is installed
//
// What ac-hook is made for is no finding that needs a remedy: it answers once
// where a host runs another host's file, too, and where a connector is installed
// for the user and in a project.
package doctor

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// World is what the doctor looks at.
type World struct {
	Hosts     []wire.Host      // every known one: the files of an absent one may be read by others
	Installed []wire.Installed // what ac-apply has installed
	Edits     []wire.Verified  // its edits
	Handlers  map[string][][]string
	Read      func(path, format string) (wire.Raw, bool, error) // a file as JSON; a text as a JSON string
	Files     func(dir string) []string                         // the files in a folder
	Folders   func(dir string) []string                         // the folders in it
}

// Look gives the findings, the hosts in their order.
func Look(w *World) []wire.Finding {
	d := &look{World: w, read: map[string]*document{}}
	for _, h := range w.Hosts {
		if def := host.Find(h.ID); def != nil && h.Installed {
			d.hooks(h, def)
			d.servers(h, def)
			d.above(h)
		}
	}
	return d.found
}

// look is one look at a machine.
type look struct {
	*World
	read  map[string]*document // by path: each is read once
	found []wire.Finding
}

type document struct {
	root any
	ok   bool
}

// source is a file that a host reads for one surface.
type source struct {
	path, format string
	root         []string
	owner        *host.Host // whose file it is
	scope        string
}

var scopes = []string{wire.ScopeUser, wire.ScopeProject, wire.PlacesLocal}

// sources are the files of a surface that a host reads: its own, and those of
// others.
func (d *look) sources(h wire.Host, surface string, also func(scope string) []string) (all []source) {
	add := func(rec wire.Host, scope string) {
		def := host.Find(rec.ID)
		p, ok := rec.Scopes[scope][surface]
		if def == nil || !ok {
			return
		}
		root := def.Hooks.Root
		if surface == wire.Server {
			root = def.Server.Root
		}
		if p.Root != nil {
			root = p.Root
		}
		for _, path := range d.beside(def, surface, p) {
			if !slices.ContainsFunc(all, func(s source) bool { return s.path == path && slices.Equal(s.root, root) }) {
				all = append(all, source{path, p.Format, root, def, scope})
			}
		}
	}
	for _, scope := range scopes {
		add(h, scope)
		for _, rec := range d.Hosts {
			if slices.Contains(also(scope), rec.ID) {
				add(rec, scope)
			}
		}
	}
	return all
}

// beside are a place and the files of its kind that the host reads beside it.
func (d *look) beside(h *host.Host, surface string, p wire.Place) []string {
	if surface != wire.Hooks {
		return append([]string{p.Path}, p.Homes...)
	}
	dir := p.Path
	switch {
	case strings.HasSuffix(string(h.Hooks.Shape), "-module"), h.Hooks.Shape == host.HookFiles: // the place is the folder
	case h.Hooks.Shape == host.OpenclawPlugin: // one module in each folder
		var modules []string
		for _, f := range d.Folders(dir) {
			modules = append(modules, filepath.Join(f, "index.js"))
		}
		return modules
	case h.Hooks.Beside:
		dir = filepath.Dir(p.Path)
	default:
		return []string{p.Path}
	}
	var all []string
	for _, f := range d.Files(dir) {
		if dir == p.Path || filepath.Ext(f) == filepath.Ext(p.Path) {
			all = append(all, f)
		}
	}
	return all
}

// open gives the surface's part of a file; nil if it is not there.
func (d *look) open(h wire.Host, surface string, s source) any {
	doc := d.read[s.path]
	if doc == nil {
		doc = &document{}
		d.read[s.path] = doc
		b, ok, err := d.Read(s.path, s.format)
		if err != nil {
			d.tell(wire.Finding{Level: wire.LevelWarn, Host: h.ID, Surface: surface, Places: []string{s.path},
				Message: "cannot be read, so nothing is known of what it holds: " + err.Error(), Fix: "correct the file"})
		}
		if doc.ok = ok && err == nil; doc.ok {
			doc.ok = json.Unmarshal(b, &doc.root) == nil
		}
	}
	if !doc.ok {
		return nil
	}
	v := doc.root
	for _, k := range s.root {
		m, _ := v.(map[string]any)
		v = m[k]
	}
	return v
}

func (d *look) tell(f wire.Finding) {
	f.Schema = wire.SchemaFinding
	same := func(g wire.Finding) bool {
		return g.Message == f.Message && g.Surface == f.Surface && g.Connector == f.Connector && slices.Equal(g.Places, f.Places)
	}
	if !slices.ContainsFunc(d.found, same) {
		d.found = append(d.found, f)
	}
}

// spot is where something stands, in words.
func spot(path string, at []string) string {
	return strings.TrimSpace(path + " " + strings.Join(at, "."))
}

// times says how many there are, in words.
func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
