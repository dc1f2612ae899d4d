package render

import (
	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// PluginRoot is the folder of a plugin in the plan that Plugin gives.
const PluginRoot = "/plugin"

// Plugin makes the plan of a host's plugin, whose folder is PluginRoot. A plugin
// is like a project that everybody shares: it holds nothing of a machine, and
// works without our tools. What it needs of the definition travels in it.
func Plugin(h *host.Host, c *connector.Connector) (*Result, error) {
	in := &Input{Machine: wire.Machine{Schema: wire.SchemaMachine, OS: "linux", Arch: "amd64", Home: "/home",
		ACHome: "/home/.agent-connector", Project: PluginRoot, ProjectKey: "plugin"}}
	b := &builder{in: in, c: c, scope: wire.ScopeProject, plugin: &h.Plugin}
	own, off := c.For(h.ID)
	b.targets = []*target{{h: asPlugin(h), line: inPlugin(h), c: own, off: off}}
	b.groups = grouped(b)
	for _, s := range wire.Surfaces {
		b.surface(b.targets[0], s)
	}
	b.state()
	res := &Result{Explain: b.explain()}
	res.Plan.Patches, res.Plan.Notices = b.patches, b.notices
	return res, nil
}

// asPlugin is the host as its plugins know it: nobody else reads their files, and
// who installs one has agreed to what is in it, as far as the host knows.
func asPlugin(h *host.Host) *host.Host {
	p, like := &h.Plugin, *h
	like.Server.ProjectOf, like.Server.ProjectGate = "", ""
	if p.ServerAs != nil {
		like.Server = *p.ServerAs
	}
	if p.ServerRoot != nil {
		like.Server.Root = p.ServerRoot
	}
	if p.HooksRoot != nil {
		like.Hooks.Root = p.HooksRoot
	}
	like.Hooks.Gate = p.HooksGate
	return &like
}

// inPlugin is where the surfaces stand.
func inPlugin(h *host.Host) *wire.Host {
	places := map[string]wire.Place{}
	put := func(surface, path string, format host.Format, variant string) {
		if path != "" {
			places[surface] = wire.Place{Path: host.Join("linux", PluginRoot, path), Format: string(format), Variant: variant}
		}
	}
	p := &h.Plugin
	put(wire.Server, p.Server, host.JSON, "")
	put(wire.Hooks, p.Hooks, host.JSON, string(h.Hooks.Shape))
	put(wire.NativeHooks, p.Hooks, host.JSON, string(h.Hooks.Shape))
	put(wire.Commands, p.Commands, host.File, string(h.Commands.Form))
	put(wire.Skills, p.Skills, host.File, string(h.Skills.Form))
	put(wire.Subagents, p.Subagents, host.File, string(h.Subagents.Form))
	put(wire.Memory, p.Memory, host.Block, "")
	return &wire.Host{Schema: wire.SchemaHost, ID: h.ID, Name: h.Name, Installed: true,
		Scopes: map[string]map[string]wire.Place{wire.ScopeProject: places}}
}
