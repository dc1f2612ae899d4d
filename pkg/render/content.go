package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// item is one command, skill or subagent, whatever a host makes of it.
type item struct {
	name, description, hint, model, body string
	tools                                *connector.ToolPolicy
	readOnly, noModel, subtask, command  bool
	extra                                map[string]any
	resources                            map[string]connector.Text
}

// items are the connector's content of one kind.
func items(c *connector.Connector, surface string) []item {
	var list []item
	switch surface {
	case wire.Commands:
		for _, x := range c.Commands {
			list = append(list, item{name: x.Name, description: x.Description, hint: x.ArgumentHint, model: x.Model,
				body: string(x.Prompt), tools: x.Tools, subtask: x.Subtask, command: true, extra: x.Extra})
		}
	case wire.Skills:
		for _, x := range c.Skills {
			list = append(list, item{name: x.Name, description: x.Description, model: x.Model, body: string(x.Body),
				tools: x.Tools, noModel: x.DisableModelInvocation, extra: x.Extra, resources: x.Resources})
		}
	case wire.Subagents:
		for _, x := range c.Subagents {
			list = append(list, item{name: x.Name, description: x.Description, model: x.Model, body: string(x.Prompt),
				tools: x.Tools, readOnly: x.ReadOnly, extra: x.Extra})
		}
	}
	return list
}

// how is a host's way with content of one kind.
func how(h *host.Host, surface string) *host.Content {
	switch surface {
	case wire.Commands:
		return &h.Commands
	case wire.Skills:
		return &h.Skills
	}
	return &h.Subagents
}

// content writes the items of one kind for every host that reads the directory
// of this one, at the turn of the first of them.
func (b *builder) content(t *target, surface string) {
	place, ok := b.place(t, surface)
	if with := how(t.h, surface).AddWith; !ok && with != "" && b.plugin == nil {
		b.loseManual(t, surface, "make a folder with the SKILL.md of each and run "+strings.ReplaceAll(with, "$DIR", "DIR"),
			"%s takes %s by a command of its own, which you run: none is written", t.h.Name, surface)
		return
	}
	if !ok {
		b.loseHere(t, surface, "%s has no %s %s", t.h.Name, surface, b.where("of"))
		return
	}
	g, served := groupOf(b.groups, t, surface)
	b.contentLost(t, surface, g.fields())
	if served {
		b.info(t, surface, "read from %s, where another host has them too", g.dir)
	}
	if g.done {
		return
	}
	// All hosts see the same items: an override can only leave a surface out. So
	// the first reader's list is everybody's.
	g.done = true
	for _, it := range items(t.c, surface) {
		if surface == wire.Commands && b.shadowed(t, place.Path, it.name) {
			b.lose(t, surface, "the command %s is left out: %s has no commands, and the skill of that name takes its place", it.name, t.h.Name)
			continue
		}
		if why := refused(how(t.h, surface), it); why != "" {
			b.lose(t, surface, "%s leaves out %s: %s", t.h.Name, it.name, why)
			if !how(t.h, surface).Open { // nobody else reads it
				continue
			}
		}
		if in := b.entries(t, surface); in != nil {
			b.add(wire.Patch{Surface: surface, Path: place.Path, Format: place.Format, Op: wire.OpSet, At: append(slices.Clone(in.Root), it.name),
				Value: itemEntry(t.h, how(t.h, surface), in.Body, it), Mode: b.mode(), If: wire.IfAbsent, Why: strings.TrimSuffix(surface, "s") + " " + it.name}, t)
			continue
		}
		for _, f := range g.files(it) {
			p := file(host.Join(b.in.Machine.OS, g.dir, f.rel), f.data)
			p.Surface, p.Mode, p.Why = surface, b.mode(), strings.TrimSuffix(surface, "s")+" "+it.name
			b.add(p, g.readers...)
		}
	}
}

// refused says for what a host would leave out an item, or "".
func refused(c *host.Content, it item) string {
	switch body := utf8.RuneCountInString(strings.TrimSpace(it.body)); {
	case body < c.MinBody:
		return fmt.Sprintf("its text has %d characters, and needs %d", body, c.MinBody)
	case len(it.name) < c.MinName:
		return fmt.Sprintf("a name has at least %d characters there", c.MinName)
	case c.MaxName > 0 && len(it.name) > c.MaxName:
		return fmt.Sprintf("a name has at most %d characters there", c.MaxName)
	case slices.Contains(c.Reserved, it.name):
		return "that name is one of its own"
	}
	return ""
}

// shadowed says whether a command would be written over a skill of the same
// name, on a host that keeps both in one directory.
func (b *builder) shadowed(t *target, dir, name string) bool {
	if t.h.Commands.Form != host.CommandAsSkill {
		return false
	}
	skills, ok := b.place(t, wire.Skills)
	return ok && skills.Path == dir && slices.ContainsFunc(t.c.Skills, func(s connector.Skill) bool { return s.Name == name })
}

// contentLost tells, in one notice, what a host has no field for, or does not get
// in files that are written for several.
func (b *builder) contentLost(t *target, surface string, written host.ContentField) {
	own := *how(t.h, surface)
	own.Fields = both(own.Fields, written)
	c := &own
	var lost []string
	severe := false
	for _, it := range items(t.c, surface) {
		fields, bad := missing(c, it)
		if len(fields) > 0 {
			lost = append(lost, it.name+" ("+strings.Join(fields, ", ")+")")
			severe = severe || bad
		}
	}
	if len(lost) == 0 && c.Form != host.CommandAsSkill {
		return
	}
	message := c.Note
	if message == "" {
		message = t.h.Name + " has no field for some of it"
	}
	if len(lost) > 0 {
		message += "; lost: " + strings.Join(lost, ", ")
	}
	if severe || c.Form == host.CommandAsSkill && !c.Slash {
		b.lose(t, surface, "%s", message)
	} else {
		b.info(t, surface, "%s", message)
	}
}

// missing are the parts of an item that a host has no field for. Losing one
// that limits the agent is severe.
func missing(c *host.Content, it item) (fields []string, severe bool) {
	f := c.Fields
	lack := func(is bool, field, name string, bad bool) {
		if is && field == "" {
			fields = append(fields, name)
			severe = severe || bad
		}
	}
	l := limitsOf(f, it)
	lack(it.description != "", f.Description, "description", false)
	lack(it.hint != "", f.ArgumentHint, "argumentHint", false)
	lack(it.model != "" && it.model != "inherit", f.Model, "model", false)
	lack(it.model != "" && it.model != "inherit" && f.Model != "" && !knows(c, it.model), "", "model "+it.model, false)
	lack(len(l.allow) > 0, f.AllowTools, "tools.allow", true)
	lack(len(l.deny) > 0, f.DenyTools, "tools.deny", true)
	lack(it.readOnly && !l.kept, f.ReadOnly, "readonly", true)
	lack(it.noModel, f.NoModel, "disableModelInvocation", true)
	lack(it.subtask, f.Subtask, "subtask", false)
	lack(len(it.extra) > 0 && (c.Strict || !frontmatter(c.Form)), "", "extra", false)
	return fields, severe
}

func frontmatter(f host.ContentForm) bool {
	return f == host.MarkdownFrontmatter || f == host.SkillDir || f == host.CommandAsSkill
}

// both are the fields that a host reads and a file has.
func both(own, written host.ContentField) host.ContentField {
	same := own
	for _, f := range []struct {
		own   *string
		other string
	}{{&same.Description, written.Description}, {&same.ArgumentHint, written.ArgumentHint}, {&same.Model, written.Model}, {&same.AllowTools, written.AllowTools},
		{&same.DenyTools, written.DenyTools}, {&same.ReadOnly, written.ReadOnly}, {&same.NoModel, written.NoModel}, {&same.Subtask, written.Subtask}} {
		if *f.own != f.other {
			*f.own = ""
		}
	}
	return same
}
