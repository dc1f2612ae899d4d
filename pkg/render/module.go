package render

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Some hosts run no commands but load modules into their own process. There the
// pointer to ac-hook is a small module of ours, one per connector: settings,
// then the same lines for all (module/common.js), then the way of the host.
//
//go:embed module
var moduleFiles embed.FS

// moduleOf is the file in module/ for hosts of that shape; "" if the host takes
// no module.
func moduleOf(s host.Shape) string {
	switch s {
	case host.OpencodeModule:
		return "opencode.js"
	case host.PiModule:
		return "pi.js"
	case host.AmpModule:
		return "amp.js"
	case host.OmpModule:
		return "omp.js"
	case host.OpenclawPlugin:
		return "openclaw.js"
	}
	return ""
}

// asked is an event about which a module asks ac-hook.
type asked struct {
	native string
	ms     int64 // how long it waits
	deny   bool  // without an answer the event must not happen
	talk   bool  // the host tells of it only with leave (host.Event.Talk)
}

// gather notes an event for the module. Several canonical events may be one of
// the host's.
func (t *target) gather(a asked) {
	for i := range t.asked {
		if old := &t.asked[i]; old.native == a.native {
			old.ms, old.deny, old.talk = max(old.ms, a.ms), old.deny || a.deny, old.talk || a.talk
			return
		}
	}
	t.asked = append(t.asked, a)
}

// module writes the module with what was gathered.
func (b *builder) module(t *target, surface string, place wire.Place) {
	if p := b.pluginOf(t); len(t.asked) == 0 || p != nil && p.Module != "" { // wrapped writes that of a plugin
		return
	}
	b.needs("ac-hook")
	name := "agent-connector-" + b.c.ID + ".js"
	if surface == wire.NativeHooks {
		name = "agent-connector-" + b.c.ID + ".native.js"
	}
	put := func(text []byte, why string, path ...string) {
		p := file(host.Join(b.in.Machine.OS, place.Path, path...), text)
		p.Surface, p.Mode, p.Why = surface, b.mode(), why
		b.add(p, t)
	}
	if t.h.Hooks.Shape == host.OpenclawPlugin {
		plugin := pluginName(b.c.ID, surface)
		put(manifest(plugin, "agentToolResultMiddleware"), "manifest of the module", plugin, "openclaw.plugin.json")
		put(b.moduleText(t, plugin), "module that asks ac-hook", plugin, "index.js")
		b.entryOf(t, surface, plugin)
	} else {
		put(b.moduleText(t, ""), "module that asks ac-hook", name)
	}
	t.asked = nil
}

// pluginName is the name of a folder, and that by which the host knows the plugin
// in it. No id of a connector has an underscore.
func pluginName(id, surface string) string {
	switch surface {
	case wire.NativeHooks:
		return "agent-connector-" + id + "_native"
	case wire.Actions:
		return "agent-connector-" + id + "_actions"
	}
	return "agent-connector-" + id
}

// manifest is what the host reads of a plugin before its code. The contract that
// a module of hooks has lets it see what tools give before the model does.
func manifest(plugin string, contract ...string) []byte {
	var m, start, contracts, config object
	start.put("onStartup", true)
	for _, c := range contract {
		contracts.put(c, []string{"openclaw", "codex"})
	}
	config.put("type", "object")
	config.put("additionalProperties", false)
	m.put("id", plugin)
	m.put("name", plugin)
	m.put("activation", start)
	if len(contract) > 0 {
		m.put("contracts", contracts)
	}
	m.put("configSchema", config)
	return append(m.bytes(), '\n')
}

// entryOf switches a module on, in the file of the servers, and gives it leave to
// see the conversation if what is hooked needs that. The user's switch stays.
func (b *builder) entryOf(t *target, surface, plugin string) {
	place, ok := b.place(t, wire.Server)
	if t.stage != "" {
		place = t.own
	}
	if !ok {
		return
	}
	var v object
	v.put("enabled", true)
	if slices.ContainsFunc(t.asked, func(a asked) bool { return a.talk }) {
		var leave object
		leave.put("allowConversationAccess", true)
		v.put("hooks", leave)
		b.info(t, surface, "the plugin %s may see what is said in the conversation: the hooks need that", plugin)
	}
	b.add(wire.Patch{Surface: surface, Path: place.Path, Format: place.Format, Op: wire.OpSet,
		At: append(slices.Clone(t.h.Hooks.Entries), plugin), Value: v.bytes(), Mode: b.mode(), If: wire.IfAbsent,
		Stays: []string{"enabled"}, Why: "switches the module on"}, t)
}

// moduleText is the module's content. In a project it depends on the connector
// alone, so that all teammates write the same bytes.
func (b *builder) moduleText(t *target, plugin string) []byte {
	h := t.h
	if h.As != "" { // both write the file of one of them
		h = host.Find(h.As)
	}
	set := b.settings(h, plugin)
	set.put("events", t.events())
	about := fmt.Sprintf("// Hooks of the connector %s for %s, written by agent-connector: ac-hook decides,\n// this module asks it.", b.c.ID, h.Name)
	return b.moduleFile(about, set, "find.js", "common.js", moduleOf(t.h.Hooks.Shape))
}

// events are the settings of the events that are asked about.
func (t *target) events() object {
	events := object{}
	for _, a := range t.asked {
		var e object
		e.put("ms", a.ms)
		if a.deny {
			e.put("deny", true)
		}
		events.put(a.native, e)
	}
	return events
}

// wrapped writes the module of a plugin that is a package of modules. It is there
// without hooks, too: it gives the host what else stands in the package.
func (b *builder) wrapped(t *target, dir string) {
	p := b.pluginOf(t)
	if p.Module == "" {
		return
	}
	b.needs("ac-hook")
	name, parts := "", object{}
	if t.h.Hooks.Shape == host.OpenclawPlugin {
		name = b.c.ID
	}
	set := b.settings(t.h, name)
	for _, s := range []string{wire.Server, wire.Skills, wire.Commands, wire.Subagents, wire.Memory} {
		if at := b.pointsTo(t, dir, s); at != nil {
			parts.put(s, at)
		}
	}
	set.put("package", parts)
	set.put("events", t.events())
	about := fmt.Sprintf("// What the connector %s is for %s, written by agent-connector: ac-hook decides on\n// its hooks, this module asks it.", b.c.ID, t.h.Name)
	f := file(host.Join(b.in.Machine.OS, dir, strings.Split(p.Module, "/")...),
		b.moduleFile(about, set, "package.js", p.Glue, "find.js", "common.js", moduleOf(t.h.Hooks.Shape)))
	f.Surface, f.Mode, f.Why = wire.PluginSurface, b.mode(), "module that the host loads"
	for _, s := range []string{wire.NativeHooks, wire.Hooks} { // what it is for first of all
		if len(t.asked) > 0 && b.pointsTo(t, dir, s) != nil {
			f.Surface = s
			b.cell(t, s).edits++
		}
	}
	b.add(f, t)
	t.asked = nil
}

// settings are those that every module of ours has.
func (b *builder) settings(h *host.Host, plugin string) (set object) {
	set.put("host", h.ID)
	set.put("connector", b.c.ID)
	if !b.shared() {
		set.put("program", b.bin("ac-hook"))
	}
	if plugin != "" {
		set.put("plugin", plugin)
	}
	return set
}

// moduleFile is a module: what it is about, its settings, then the parts of it
// that are the same for all.
func (b *builder) moduleFile(about string, settings object, parts ...string) []byte {
	if b.plugin == nil {
		about += " To take it out: ac uninstall " + b.c.ID
	}
	about += "\nimport { spawn } from \"node:child_process\";\nimport { existsSync } from \"node:fs\";\n" +
		"import { homedir } from \"node:os\";\nimport { delimiter, isAbsolute, join } from \"node:path\";\n\n"
	set := settings.bytes()
	size := len(about) + len(set) + len("const settings = ;\n")
	for _, name := range parts {
		size += len("\n") + len(b.part(name))
	}
	s := append(make([]byte, 0, size), about...)
	s = fmt.Appendf(s, "const settings = %s;\n", set)
	for _, name := range parts {
		s = append(append(s, '\n'), b.part(name)...)
	}
	return s
}

// part is a file of the program itself.
func (b *builder) part(name string) []byte {
	if b.parts[name] == nil {
		text, err := moduleFiles.ReadFile("module/" + name)
		if err != nil {
			panic(err) // it is missing
		}
		if b.parts == nil {
			b.parts = map[string][]byte{}
		}
		b.parts[name] = text
	}
	return b.parts[name]
}
