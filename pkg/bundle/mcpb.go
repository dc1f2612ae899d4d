package bundle

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/wire"
)

// An MCPB bundle is a zip with a manifest, which carries the server itself. The
// manifest is of version 0.3: 0.4 is "experimental and subject to change" in the
// schemas of @anthropic-ai/mcpb 2.1.2, and adds nothing that is written here.
const mcpbVersion = "0.3"

const (
	manifestName = "manifest.json"
	iconName     = "icon.png" // of the files of the connector; mcpb takes no other format
)

type mcpbManifest struct {
	ManifestVersion string                `json:"manifest_version"`
	Name            string                `json:"name"`
	DisplayName     string                `json:"display_name,omitempty"`
	Version         string                `json:"version"`
	Description     string                `json:"description"`
	Author          *connector.Author     `json:"author"`
	Repository      *mcpbRepository       `json:"repository,omitempty"`
	Homepage        string                `json:"homepage,omitempty"`
	Icon            string                `json:"icon,omitempty"`
	Server          mcpbServer            `json:"server"`
	ToolsGenerated  bool                  `json:"tools_generated"` // the server lists its tools when it runs
	License         string                `json:"license,omitempty"`
	Compatibility   *mcpbCompatibility    `json:"compatibility,omitempty"`
	UserConfig      map[string]mcpbOption `json:"user_config,omitempty"`
}

type mcpbRepository struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

type mcpbServer struct {
	Type       string     `json:"type"` // node, python or binary
	EntryPoint string     `json:"entry_point"`
	Config     mcpbConfig `json:"mcp_config"`
}

type mcpbConfig struct {
	Command   string                  `json:"command"`
	Args      []string                `json:"args,omitempty"`
	Env       map[string]string       `json:"env,omitempty"`
	Overrides map[string]mcpbOverride `json:"platform_overrides,omitempty"`
}

type mcpbOverride struct {
	Command string `json:"command"`
}

type mcpbCompatibility struct {
	Platforms []string `json:"platforms"`
}

// mcpbOption is a value that the user gives when the bundle is installed.
type mcpbOption struct {
	Type        string  `json:"type"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Required    bool    `json:"required,omitempty"`
	Sensitive   bool    `json:"sensitive,omitempty"`
	Default     *string `json:"default,omitempty"`
}

func mcpb(c *connector.Connector) (*Bundle, error) {
	d := &draft{c: c, format: "mcpb"}
	p := published(c)
	d.concreteVersion()
	d.need("description", c.Description, "what the server does, in one line")
	if p.Author == nil {
		d.lack("publish.author", "nothing", `who stands for it, such as {"name": "Acme"}`)
	}
	m := &mcpbManifest{ManifestVersion: mcpbVersion, Name: c.ID, Version: c.Version, Description: c.Description, Author: p.Author,
		Homepage: p.Homepage, License: p.License, ToolsGenerated: true}
	if c.DisplayName != c.ID {
		m.DisplayName = c.DisplayName
	}
	if p.Repository != "" {
		m.Repository = &mcpbRepository{"git", p.Repository}
	}
	switch s := c.Server; {
	case s == nil:
		d.lack("server", "none", "a server: an MCPB bundle is one")
	case s.Transport != "stdio":
		d.lack("server.transport", quoted(s.Transport), "stdio: a bundle carries a local server; --package mcp-server-json lists a remote one")
	default:
		d.carry(m, s)
		m.options(s)
	}
	files := d.mcpbFiles(m)
	d.serverAlone()
	if err := d.refused(); err != nil {
		return nil, err
	}
	zip, err := zipped(files)
	if err != nil {
		return nil, err
	}
	return &Bundle{Files: []File{{Path: fmt.Sprintf("%s-%s.mcpb", c.ID, c.Version), Data: zip}}, Single: true, Notices: d.notices, Explain: d.explain()}, nil
}

// mcpbFiles are those of the connector, and those that are written here.
func (d *draft) mcpbFiles(m *mcpbManifest) (files []File) {
	readme := false
	for _, f := range d.c.Copied {
		switch {
		case strings.EqualFold(f.Path, manifestName):
			d.lack("files", quoted(f.Path), "another name: it is that of the bundle's manifest")
		case f.Path == iconName && bytes.HasPrefix(f.Data, []byte("\x89PNG\r\n\x1a\n")):
			m.Icon = iconName
		case f.Path == iconName:
			d.say(wire.LevelWarn, wire.Server, "%s is no PNG: the bundle has no icon", iconName)
		}
		readme = readme || strings.EqualFold(f.Path, "README.md")
		files = append(files, File(f))
	}
	if !readme {
		files = append(files, File{Path: "README.md", Data: []byte(fmt.Sprintf("# %s\n\n%s\n", d.c.DisplayName, d.c.Description))})
	}
	files = append(files, File{Path: manifestName, Data: indented(m)})
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files
}

// options asks the user for each variable that the server refers to. The client
// puts the answers where ${user_config.NAME} stands.
func (m *mcpbManifest) options(s *connector.Server) {
	m.UserConfig = map[string]mcpbOption{}
	config := &m.Server.Config
	for i, a := range config.Args {
		config.Args[i] = m.answers(a, "")
	}
	if len(s.Env) > 0 {
		config.Env = map[string]string{}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		config.Env[name] = m.answers(s.Env[name], name)
	}
}

// answers spells the references of a text. A variable that a secret is made of
// is one.
func (m *mcpbManifest) answers(text, of string) string {
	return interp.Rewrite(text, func(name, def string, hasDef bool) string {
		key := strings.ToLower(name)
		o, seen := m.UserConfig[key]
		if !seen {
			o = mcpbOption{Type: "string", Title: name, Description: "The value of " + name + " for the server", Required: !hasDef}
		}
		if hasDef && o.Default == nil {
			o.Default, o.Required = &def, false // a value that is needed is asked for even where it has a default
		}
		o.Sensitive = o.Sensitive || secretName(name) || secretName(of)
		m.UserConfig[key] = o
		return "${user_config." + key + "}"
	})
}

// carried is the path of a file that travels with the connector, as an argument
// names it; empty if it is none.
func carried(c *connector.Connector, arg string) string {
	clean := path.Clean(strings.ReplaceAll(arg, `\`, "/"))
	for _, f := range c.Copied {
		if f.Path == clean {
			return clean
		}
	}
	return ""
}

// inBundle is how a manifest names a file of its own.
func inBundle(file string) string { return "${__dirname}/" + file }
