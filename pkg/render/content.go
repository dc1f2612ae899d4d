package render

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// item is one command, skill or subagent, whatever a host makes of it.
type item struct {
	name, description, hint, model, body string
	tools                                *connector.ToolPolicy
	readOnly, noModel, subtask           bool
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
				body: string(x.Prompt), tools: x.Tools, subtask: x.Subtask, extra: x.Extra})
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
	if !ok {
		b.lose(t, surface, "%s has no %s %s", t.h.Name, surface, b.where("of"))
		return
	}
	b.contentLost(t, surface)
	g, served := groupOf(b.groups, t, surface)
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
		for _, f := range g.files(it) {
			p := file(host.Join(b.in.Machine.OS, g.dir, f.rel), f.data)
			p.Surface, p.Mode, p.Why = surface, b.mode(), strings.TrimSuffix(surface, "s")+" "+it.name
			b.add(p, g.readers...)
		}
	}
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

// contentLost tells, in one notice, what a host has no field for.
func (b *builder) contentLost(t *target, surface string) {
	c := how(t.h, surface)
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
	if severe || c.Form == host.CommandAsSkill {
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
	limits := it.tools
	if limits == nil {
		limits = &connector.ToolPolicy{}
	}
	lack(it.description != "", f.Description, "description", false)
	lack(it.hint != "", f.ArgumentHint, "argumentHint", false)
	lack(it.model != "", f.Model, "model", false)
	lack(len(limits.Allow) > 0, f.AllowTools, "tools.allow", true)
	lack(len(limits.Deny) > 0, f.DenyTools, "tools.deny", true)
	lack(it.readOnly, f.ReadOnly, "readonly", true)
	lack(it.noModel, f.NoModel, "disableModelInvocation", true)
	lack(it.subtask, "", "subtask", false) // no host of these has it
	lack(len(it.extra) > 0 && !frontmatter(c.Form), "", "extra", false)
	lack(c.Form == host.CommandAsSkill && strings.Contains(it.body, "$ARGUMENTS"), "", "$ARGUMENTS in its prompt", false)
	return fields, severe
}

func frontmatter(f host.ContentForm) bool {
	return f == host.MarkdownFrontmatter || f == host.SkillDir || f == host.CommandAsSkill
}

// output is one file of an item, relative to the directory of its kind.
type output struct {
	rel  string
	data []byte
}

// write puts an item into a host's form.
func write(h *host.Host, form host.ContentForm, f host.ContentField, it item) []output {
	switch form {
	case host.MarkdownBody:
		return []output{{it.name + ".md", []byte(ended(it.body))}}
	case host.CodexAgentTOML:
		return []output{{it.name + ".toml", agentTOML(it)}}
	case host.MarkdownFrontmatter:
		return []output{{it.name + ".md", markdown(h, f, it)}}
	}
	// CommandAsSkill and SkillDir: a folder with SKILL.md.
	if it.description == "" { // a skill must have one
		it.description = "The command " + it.name + "."
	}
	out := []output{{it.name + "/SKILL.md", markdown(h, f, it)}}
	for _, rel := range slices.Sorted(maps.Keys(it.resources)) {
		out = append(out, output{it.name + "/" + rel, []byte(it.resources[rel])})
	}
	return out
}

// markdown is a text with YAML frontmatter, in the order in which people write
// it.
func markdown(h *host.Host, f host.ContentField, it item) []byte {
	var y yamlHead
	y.text(f.Name, it.name)
	y.text(f.Description, it.description)
	y.text(f.ArgumentHint, it.hint)
	if it.tools != nil {
		y.text(f.AllowTools, nativeTools(h, it.tools.Allow, f.ToolSep))
		y.text(f.DenyTools, nativeTools(h, it.tools.Deny, f.ToolSep))
	}
	if it.model != "inherit" || f.Inherit {
		y.text(f.Model, it.model)
	}
	y.flag(f.ReadOnly, it.readOnly)
	y.flag(f.NoModel, it.noModel)
	if k, v, ok := strings.Cut(f.Always, ": "); ok {
		y.line(k, v)
	}
	for _, k := range slices.Sorted(maps.Keys(it.extra)) {
		y.any(k, it.extra[k])
	}
	return []byte(y.wrap() + ended(it.body))
}

// nativeTools are the host's names of a list of tools.
func nativeTools(h *host.Host, list []string, sep string) string {
	var names []string
	for _, name := range list {
		found := false
		for _, t := range h.Tools {
			if t.Canonical == name && !t.Alias {
				names, found = addNew(names, t.Native), true
			}
		}
		if !found {
			names = addNew(names, name)
		}
	}
	return strings.Join(names, sep)
}

// ended gives a text its final newline.
func ended(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// agentTOML is a role file of Codex. Its model is left to the host where the
// connector says so.
func agentTOML(it item) []byte {
	var s strings.Builder
	s.WriteString("name = " + tomlText(it.name) + "\n")
	s.WriteString("description = " + tomlText(it.description) + "\n")
	if it.model != "" && it.model != "inherit" {
		s.WriteString("model = " + tomlText(it.model) + "\n")
	}
	s.WriteString("developer_instructions = " + tomlText(it.body) + "\n")
	return []byte(s.String())
}
