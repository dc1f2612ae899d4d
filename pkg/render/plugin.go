package render

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// PluginRoot is the folder in the plan that Plugin gives.
const PluginRoot = "/plugin"

// Plugin makes the plan of a host's plugin, in the folder PluginRoot. A plugin is
// like a project that everybody shares: it holds nothing of a machine, and works
// without our tools. What it needs of the definition travels in it.
func Plugin(h *host.Host, c *connector.Connector) *Result {
	in := &Input{Machine: wire.Machine{Schema: wire.SchemaMachine, OS: "linux", Arch: "amd64", Home: "/home",
		ACHome: "/home/.agent-connector", Project: pluginDir("linux", PluginRoot, h, c), ProjectKey: "plugin"}}
	b := &builder{in: in, c: c, scope: wire.ScopeProject, plugin: &h.Plugin}
	own, off := c.For(h.ID)
	t := &target{h: asPlugin(h), c: renamed(own, h), off: off, line: &wire.Host{Schema: wire.SchemaHost, ID: h.ID, Name: h.Name, Installed: true,
		Scopes: map[string]map[string]wire.Place{wire.ScopeProject: inPlugin(h, "linux", in.Machine.Project, false)}}}
	b.targets = []*target{t}
	b.groups = grouped(b)
	b.documents(t, PluginRoot)
	for _, s := range wire.Surfaces {
		b.surface(t, s)
	}
	b.wrapped(t, in.Machine.Project)
	b.state()
	res := &Result{b: b}
	res.Plan.Patches, res.Plan.Notices = b.patches, b.notices
	return res
}

// stage makes the host's plugin in a folder of ours, in place of the surfaces that
// a plugin has, and lets the host install it from there. The others go into the
// host's own files, as ever. It is the user's own plugin, with the paths of the
// machine.
func (b *builder) stage(t *target) {
	h, m := t.h, &b.in.Machine
	if h.Plugin.Format == "" || len(h.Plugin.Install)+len(h.Plugin.Listed) == 0 {
		b.notices = append(b.notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelInfo, Host: h.ID,
			Message: h.Name + " has no plugins that can be installed from here: written into its own files"})
		return
	}
	t.stage = host.Join(m.OS, m.ACHome, "plugins", h.Plugin.Format, b.c.ID)
	t.own, _ = b.place(t, wire.Server)
	line := *t.line
	places := maps.Clone(line.Scopes[b.scope])
	maps.Copy(places, inPlugin(h, m.OS, pluginDir(m.OS, t.stage, h, b.c), true))
	line.Scopes = map[string]map[string]wire.Place{b.scope: places}
	t.line, t.h, t.c = &line, asPlugin(h), renamed(t.c, h)
}

// install lets the host install what stage has made.
func (b *builder) install(t *target) {
	if t.stage == "" {
		return
	}
	dir := pluginDir(b.in.Machine.OS, t.stage, t.h, b.c)
	b.documents(t, t.stage)
	b.wrapped(t, dir)
	fill := strings.NewReplacer("$dir", t.stage, "$id", b.c.ID)
	for _, d := range t.h.Plugin.Install {
		if d.With != "" && !b.carries(t, dir, d.With) {
			continue
		}
		run := wire.Run{TimeoutMS: installMS}
		for _, w := range d.Do {
			run.Argv = append(run.Argv, fill.Replace(w))
		}
		for _, w := range d.Undo {
			run.Inverse = append(run.Inverse, fill.Replace(w))
		}
		b.add(wire.Patch{Surface: wire.PluginSurface, Op: wire.OpRun, Run: &run, Why: "the host installs the plugin"}, t)
	}
	b.listed(t)
}

// listed puts the plugin's folder into the list that the host has of them, as its own
// command would.
func (b *builder) listed(t *target) {
	at := t.h.Plugin.Listed
	if len(at) == 0 {
		return
	}
	place := t.own
	b.add(wire.Patch{Surface: wire.PluginSurface, Path: place.Path, Format: place.Format, Op: wire.OpUpsert, At: at, Value: text(t.stage),
		Identity: &wire.Identity{Path: []string{}, Value: t.stage}, Mode: b.mode(), If: wire.IfAbsent, Why: "lists the plugin"}, t)
	b.info(t, wire.PluginSurface, "%s loads it when it starts: quit and start it again", t.h.Name)
}

// installMS is the time that a host has for one command.
const installMS = 120_000

// documents are the files that make a folder a plugin.
func (b *builder) documents(t *target, root string) {
	dir := pluginDir(b.in.Machine.OS, root, t.h, b.c)
	b.document(t, dir, t.h.Plugin.Manifest)
	b.document(t, dir, t.h.Plugin.Package)
	b.document(t, root, t.h.Plugin.Catalog)
}

// entries is the table in the server's file of a plugin in which content of a kind
// stands; nil for files.
func (b *builder) entries(t *target, surface string) *host.Entries {
	p := b.pluginOf(t)
	switch {
	case p == nil:
	case surface == wire.Commands && len(p.CommandsIn.Root) > 0:
		return &p.CommandsIn
	case surface == wire.Subagents && len(p.SubagentsIn.Root) > 0:
		return &p.SubagentsIn
	}
	return nil
}

// pluginOf is what a target gets instead of edits in its own files; nil if it gets
// none.
func (b *builder) pluginOf(t *target) *host.Plugin {
	if b.plugin == nil && t.stage == "" {
		return nil
	}
	return &t.h.Plugin
}

// pluginDir is the plugin's own folder: beside its catalog, if it has one.
func pluginDir(os, root string, h *host.Host, c *connector.Connector) string {
	if h.Plugin.Catalog.Path == "" {
		return root
	}
	return host.Join(os, root, c.ID)
}

// asPlugin is the host as its plugins know it: nobody else reads their files, and
// who installs one has agreed to what is in it, as far as the host knows.
func asPlugin(h *host.Host) *host.Host {
	p, like, caller := &h.Plugin, *h, *h.Caller
	like.Caller = &caller
	like.As = ""
	like.Server.ProjectOf, like.Server.Gate, like.Server.ProjectGate = "", "", ""
	if p.CommandsAs != nil {
		like.Commands = *p.CommandsAs
	}
	if p.ServerAs != nil {
		like.Server = *p.ServerAs
	}
	if p.NoCwd {
		like.Server.Stdio.Cwd = ""
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

// renamed is a connector whose matchers and lists of tools name its server as the
// host calls it in a plugin. ac-hook knows both names.
func renamed(c *connector.Connector, h *host.Host) *connector.Connector {
	if h.MCPPlugin == "" {
		return c
	}
	to := strings.NewReplacer("mcp__"+c.ID+"__", "mcp__"+strings.ReplaceAll(h.MCPPlugin, "$id", c.ID)+"__")
	all := func(list []string) (out []string) {
		for _, s := range list {
			out = append(out, to.Replace(s))
		}
		return out
	}
	tools := func(p *connector.ToolPolicy) *connector.ToolPolicy {
		if p == nil {
			return nil
		}
		return &connector.ToolPolicy{Allow: all(p.Allow), Deny: all(p.Deny)}
	}
	v := *c
	v.Commands, v.Skills, v.Subagents, v.Hooks = slices.Clone(c.Commands), slices.Clone(c.Skills), slices.Clone(c.Subagents), maps.Clone(c.Hooks)
	for i := range v.Commands {
		v.Commands[i].Tools = tools(v.Commands[i].Tools)
	}
	for i := range v.Skills {
		v.Skills[i].Tools = tools(v.Skills[i].Tools)
	}
	for i := range v.Subagents {
		v.Subagents[i].Tools = tools(v.Subagents[i].Tools)
	}
	for event, list := range v.Hooks {
		list = slices.Clone(list)
		for i := range list {
			list[i].Matcher = to.Replace(list[i].Matcher)
		}
		v.Hooks[event] = list
	}
	return &v
}

// inPlugin is where the surfaces stand in a plugin's folder.
func inPlugin(h *host.Host, os, dir string, staged bool) map[string]wire.Place {
	places := map[string]wire.Place{}
	put := func(surface, path string, format host.Format, variant string) {
		if path != "" {
			places[surface] = wire.Place{Path: host.Join(os, dir, strings.Split(path, "/")...), Format: string(format), Variant: variant}
		}
	}
	p := &h.Plugin
	put(wire.Server, p.Server, host.JSON, "")
	if staged || !p.HooksStaged {
		put(wire.Hooks, p.Hooks, host.JSON, string(h.Hooks.Shape))
		put(wire.NativeHooks, p.Hooks, host.JSON, string(h.Hooks.Shape))
	}
	put(wire.Commands, p.Commands, host.File, string(h.Commands.Form))
	put(wire.Skills, p.Skills, host.File, string(h.Skills.Form))
	put(wire.Subagents, p.Subagents, host.File, string(h.Subagents.Form))
	guidance := host.Block
	if p.Rule != "" {
		guidance = host.File
	}
	put(wire.Memory, p.Memory, guidance, "")
	if len(p.CommandsIn.Root) > 0 {
		put(wire.Commands, p.Server, host.JSON, p.CommandsIn.Body)
	}
	if len(p.SubagentsIn.Root) > 0 {
		put(wire.Subagents, p.Server, host.JSON, p.SubagentsIn.Body)
	}
	return places
}
