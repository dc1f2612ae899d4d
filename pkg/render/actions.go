package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/shell"
	"agentconnector/pkg/wire"
)

// An action is something that the user starts from the host: what stands there
// is a pointer to "ac-hook action". Unlike a hook it has somebody who waits for
// it, so where our tools are missing it says so.

// defaultActionMS is the time of an action that does not say (ac-hook keeps it).
const defaultActionMS = 30_000

// actions writes a pointer for every action.
func (b *builder) actions(t *target) {
	h := t.h
	place, ok := b.place(t, wire.Actions)
	if !h.Supports(wire.Actions) || !ok {
		where := ""
		if h.Supports(wire.Actions) {
			where = " " + b.where("of")
		}
		b.loseManual(t, wire.Actions, b.runByHand(t), "%s has nothing%s from which a connector's action starts: run it in a terminal", h.Name, where)
		return
	}
	b.actionsLost(t)
	switch h.Actions.Form {
	case host.ActionPi, host.ActionAmp, host.ActionOpenclaw:
		b.actionModule(t, place)
	default:
		for _, a := range t.c.Actions {
			b.action(t, place, a)
		}
	}
	if h.Actions.Gate != "" {
		b.info(t, wire.Actions, "%s", h.Actions.Gate)
	}
}

// runByHand are the commands that start the actions without the host.
func (b *builder) runByHand(t *target) string {
	var lines []string
	for _, a := range t.c.Actions {
		lines = append(lines, b.actionLine(t, a))
	}
	return "run " + strings.Join(lines, "\n")
}

// actionLine is the command of an action, for a shell.
func (b *builder) actionLine(t *target, a connector.Action) string {
	b.needs("ac-hook")
	args := []string{"action", t.h.Named(), a.ID, "--connector", b.c.ID}
	switch {
	case b.shared():
		return "sh -c " + shell.Quoted(careful+findHook+
			"command -v $h >/dev/null || echo agent-connector is not on this machine >&2; exec $h "+strings.Join(args, " "))
	case b.in.Machine.OS == "windows" && (t.h.Actions.Form == host.ActionWorkflow || t.h.Actions.Form == host.ActionTask): // for PowerShell
		return "& " + powerShellWord(b.bin("ac-hook")) + " " + strings.Join(args, " ")
	case b.in.Machine.OS == "windows":
		return windowsWords(b.bin("ac-hook"), args...)
	}
	return shell.Words(append([]string{b.bin("ac-hook")}, args...)...)
}

// action writes one that the host finds in a file.
func (b *builder) action(t *target, place wire.Place, a connector.Action) {
	h, name, line := t.h, b.actionName(a), b.actionLine(t, a)
	why := "action " + a.ID
	switch h.Actions.Form {
	case host.ActionScript:
		p := file(host.Join(b.in.Machine.OS, place.Path, name), []byte("#!/bin/sh\n# "+b.told(a)+"\nexec "+line+"\n"))
		p.Surface, p.Mode, p.Why = wire.Actions, "0700", why
		if b.shared() {
			p.Mode = "0755"
		}
		b.add(p, t)
	case host.ActionWorkflow:
		p := file(host.Join(b.in.Machine.OS, place.Path, name+".yaml"), workflow(b.c.DisplayName, label(a), line, a.Description))
		p.Surface, p.Mode, p.Why = wire.Actions, b.mode(), why
		b.add(p, t)
	case host.ActionTrigger:
		b.beside(t, wire.Actions, place, h.Hooks.Header)
		var run, o object
		run.put("type", "command")
		run.put("command", line)
		o.put("name", b.c.DisplayName+": "+label(a))
		o.put("trigger", "Manual")
		o.put("action", run)
		o.put("timeout", inUnit(h.Hooks.Unit, actionMS(a)+999))
		b.add(wire.Patch{Surface: wire.Actions, Path: place.Path, Format: place.Format, Op: wire.OpUpsert, At: h.Actions.At, Value: o.bytes(),
			Identity: &wire.Identity{Path: []string{"action", "command"}, Value: line}, Mode: b.mode(), If: wire.IfAbsent, Why: why}, t)
	case host.ActionTask:
		var o object
		o.put("label", b.c.DisplayName+": "+label(a))
		o.put("command", line)
		b.add(wire.Patch{Surface: wire.Actions, Path: place.Path, Format: place.Format, Op: wire.OpUpsert, At: h.Actions.At, Value: o.bytes(),
			Identity: &wire.Identity{Path: []string{"command"}, Value: line}, Mode: b.mode(), If: wire.IfAbsent, Why: why}, t)
	case host.ActionEntry:
		var o object
		o.put("type", "exec")
		o.put("command", line)
		b.add(wire.Patch{Surface: wire.Actions, Path: place.Path, Format: place.Format, Op: wire.OpSet, At: append(slices.Clone(h.Actions.At), name),
			Value: o.bytes(), Mode: b.mode(), If: wire.IfAbsent, Why: why}, t)
	}
}

// workflow is a YAML file of one command.
func workflow(title, label, line, description string) []byte {
	var y yamlHead
	y.line("name", quoteYAML(title+": "+label))
	y.line("command", quoteYAML(line))
	y.line("tags", `["agent-connector"]`)
	if description != "" {
		y.line("description", quoteYAML(description))
	}
	return []byte(y.b.String())
}

// actionModule writes one module for all actions.
func (b *builder) actionModule(t *target, place wire.Place) {
	h, plugin, part := t.h, "", "actions_pi.js"
	switch h.Actions.Form {
	case host.ActionAmp:
		part = "actions_amp.js"
	case host.ActionOpenclaw:
		plugin, part = pluginName(b.c.ID, wire.Actions), "actions_openclaw.js"
	}
	b.needs("ac-hook")
	set := b.settings(h, plugin)
	set.put("title", b.c.DisplayName)
	set.put("actions", b.actionSettings(t))
	about := fmt.Sprintf("// Actions of the connector %s for %s, written by agent-connector: ac-hook runs them.\n//", b.c.ID, h.Name)
	text := b.moduleFile(about, set, "find.js", "actions.js", part)
	put := func(text []byte, why string, path ...string) {
		p := file(host.Join(b.in.Machine.OS, place.Path, path...), text)
		p.Surface, p.Mode, p.Why = wire.Actions, b.mode(), why
		b.add(p, t)
	}
	if plugin == "" {
		put(text, "module that starts the actions", "agent-connector-"+b.c.ID+".actions.js")
		return
	}
	put(manifest(plugin), "manifest of the module", plugin, "openclaw.plugin.json")
	put(text, "module that starts the actions", plugin, "index.js")
	b.entryOf(t, wire.Actions, plugin)
}

// actionSettings is what a module has to know of each action.
func (b *builder) actionSettings(t *target) []wire.Raw {
	var list []wire.Raw
	for _, a := range t.c.Actions {
		var o object
		o.put("id", a.ID)
		o.put("name", b.actionName(a))
		o.put("label", label(a))
		o.put("description", b.told(a))
		if a.Confirm != nil && t.h.Actions.Asks {
			var ask object
			ask.put("title", cmp.Or(a.Confirm.Title, b.c.DisplayName+": "+label(a)))
			ask.put("message", cmp.Or(a.Confirm.Message, "Run it now?"))
			o.put("confirm", ask)
		}
		o.put("ms", actionMS(a))
		list = append(list, o.bytes())
	}
	return list
}

// actionName is the name under which the user starts an action. It has the
// connector's in front: another connector may have an action of the same id. Some
// hosts want a letter first.
func (b *builder) actionName(a connector.Action) string {
	name := b.c.ID + "-" + a.ID
	if !isLetter(name[0]) {
		name = "ac-" + name
	}
	return name
}

func label(a connector.Action) string { return cmp.Or(a.Label, a.ID) }

// told is an action in one line, for people.
func (b *builder) told(a connector.Action) string {
	return oneLine(b.c.DisplayName + ": " + cmp.Or(a.Description, label(a)))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func actionMS(a connector.Action) int64 { return cmp.Or(a.TimeoutMS, defaultActionMS) }

// actionsLost tells how actions are started, and what of them has no meaning to
// the host. An action that was to ask first is severe.
func (b *builder) actionsLost(t *target) {
	h := &t.h.Actions
	var names, shown, asked, slow []string
	for _, a := range t.c.Actions {
		names = append(names, strings.ReplaceAll(h.Start, "$NAME", b.actionNamed(h, a)))
		if a.Icon != "" {
			shown = addNew(shown, "icon")
		}
		if len(a.Placement) > 0 {
			shown = addNew(shown, "placement")
		}
		if a.Label != "" && !h.Labels {
			shown = addNew(shown, "label")
		}
		if a.Confirm != nil && !h.Asks {
			asked = append(asked, a.ID)
		}
		if h.LimitMS > 0 && actionMS(a) > h.LimitMS {
			slow = append(slow, a.ID)
		}
	}
	b.info(t, wire.Actions, "in %s the user starts it with %s", t.h.Name, strings.Join(names, ", "))
	if len(shown) > 0 {
		b.info(t, wire.Actions, "%s shows no %s of an action", t.h.Name, strings.Join(shown, ", "))
	}
	if len(asked) > 0 {
		b.lose(t, wire.Actions, "%s does not ask before it runs an action: %s runs at once", t.h.Name, strings.Join(asked, ", "))
	}
	if len(slow) > 0 {
		b.lose(t, wire.Actions, "%s ends an action after %d s: %s may take longer", t.h.Name, h.LimitMS/1000, strings.Join(slow, ", "))
	}
}

// actionNamed is the name by which the user knows an action there.
func (b *builder) actionNamed(h *host.Actions, a connector.Action) string {
	if h.Labels {
		return `"` + b.c.DisplayName + ": " + label(a) + `"`
	}
	return b.actionName(a)
}
