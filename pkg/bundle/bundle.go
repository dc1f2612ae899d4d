// Package bundle makes folders that a host, or a registry, installs by itself:
// the plugins of the hosts, and the standard artifacts of MCP.
//
// A plugin is the plan of package render for a project that is the plugin's
// folder, carried out on nothing: what a host's plugin says, and how, is a field
// of host.Host. Everything is made in memory, and in the same order each time.
package bundle

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/jsonc"
	"agentconnector/pkg/host"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/render"
	"agentconnector/pkg/wire"
)

// File is one file of a bundle.
type File struct {
	Path string // relative, with slashes
	Data []byte
	Exec bool
}

// Bundle is what one format makes of a connector.
type Bundle struct {
	Files   []File // in the order of their paths
	Single  bool   // there is one file, and it is the artifact itself rather than the folder that holds it
	Notices []wire.Notice
	Explain []wire.Explain // what becomes of each surface that the connector has
}

// format is one that is known.
type format struct {
	name string
	make func(*connector.Connector) (*Bundle, error)
}

// formats are those of the hosts and the standard ones.
func formats() (all []format) {
	for _, h := range host.All {
		if h.Plugin.Format != "" {
			all = append(all, format{h.Plugin.Format, func(c *connector.Connector) (*Bundle, error) { return plugin(h, c) }})
		}
	}
	return append(all, format{"mcp-server-json", serverJSON}, format{"mcpb", mcpb}, format{agentPlugins.Plugin.Format, agentPlugin})
}

// Formats are the names of all formats, in the order of the alphabet.
func Formats() (names []string) {
	for _, f := range formats() {
		names = append(names, f.name)
	}
	slices.Sort(names)
	return names
}

// Make makes the bundle of a format.
func Make(name string, c *connector.Connector) (*Bundle, error) {
	for _, f := range formats() {
		if f.name == name {
			b, err := f.make(c)
			if err != nil {
				return nil, err
			}
			slices.SortFunc(b.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
			return b, nil
		}
	}
	return nil, fmt.Errorf("no format %q; known are %s", name, strings.Join(Formats(), ", "))
}

// plugin is that of a host, in a folder with the connector's id where a catalog
// stands beside it.
func plugin(h *host.Host, c *connector.Connector) (*Bundle, error) {
	if want := h.Plugin.Name; want != "" && !regexp.MustCompile("^(?:"+want+")$").MatchString(c.ID) {
		return nil, fmt.Errorf("%s cannot be made of %s:\nid: found %q, expected a name that %s takes for a plugin, one like %s",
			h.Plugin.Format, c.ID, c.ID, h.Name, want)
	}
	res := render.Plugin(h, c)
	var t tree
	for i := range res.Plan.Patches {
		if err := t.patch(&res.Plan.Patches[i]); err != nil {
			return nil, err
		}
	}
	dir := ""
	if h.Plugin.Catalog.Path != "" {
		dir = c.ID
	}
	t.file(path.Join(dir, "README.md")).Data = readme(h, c)
	return &Bundle{Files: t.files(), Notices: res.Plan.Notices, Explain: inside(res.Explain())}, nil
}

// inside are the rows of a plan for the folder PluginRoot, with the paths as they are
// in the bundle.
func inside(rows []wire.Explain) []wire.Explain {
	for i := range rows {
		rows[i].Reason = strings.ReplaceAll(rows[i].Reason, render.PluginRoot+"/", "")
	}
	return rows
}

// tree is a folder in the making.
type tree struct{ list []*growing }

// growing is a file that edits may still change.
type growing struct {
	File
	doc edit.Doc // of a JSON file
}

func (t *tree) file(rel string) *growing {
	for _, f := range t.list {
		if f.Path == rel {
			return f
		}
	}
	f := &growing{File: File{Path: rel}}
	t.list = append(t.list, f)
	return f
}

// patch carries out one edit.
func (t *tree) patch(p *wire.Patch) (err error) {
	rel, ok := strings.CutPrefix(p.Path, render.PluginRoot+"/")
	if !ok {
		return fmt.Errorf("%s is outside of the plugin", p.Path)
	}
	f := t.file(rel)
	f.Exec = p.Mode == "0700"
	switch p.Op {
	case wire.OpWrite:
		f.Data, err = plan.Content(p.Value, p.Encoding)
		return err
	case wire.OpBlock: // the file is the plugin's own: no marks around what is ours
		text, err := plan.Content(p.Value, "")
		if len(f.Data) > 0 {
			f.Data = append(f.Data, '\n')
		}
		f.Data = append(append(f.Data, bytes.TrimRight(text, "\n")...), '\n')
		return err
	}
	return f.edit(p)
}

// edit sets a value in a JSON file. What needs the value of a variable that the
// host does not look up cannot stand in a plugin; the notice is there already.
func (f *growing) edit(p *wire.Patch) (err error) {
	value, ok := without(p)
	if !ok {
		return nil
	}
	if f.doc == nil {
		if f.doc, err = jsonc.OpenWith(nil, jsonc.Options{Strict: true}); err != nil {
			return err
		}
	}
	switch p.Op {
	case wire.OpSet:
		_, err = f.doc.Set(p.At, value)
	case wire.OpUpsert:
		_, err = f.doc.Upsert(p.At, *p.Identity, value)
	default:
		err = fmt.Errorf("%s: a plugin has no way for %s", f.Path, p.Op)
	}
	return err
}

func (t *tree) files() (files []File) {
	for _, f := range t.list {
		if f.doc != nil {
			f.Data = f.doc.Bytes()
		}
		if f.Data != nil {
			files = append(files, f.File)
		}
	}
	return files
}
