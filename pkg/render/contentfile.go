package render

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// output is one file of an item, relative to the directory of its kind.
type output struct {
	rel  string
	data []byte
}

// write puts an item into a host's form, with the fields f.
func write(h *host.Host, c *host.Content, f host.ContentField, it item) []output {
	it.body = spoken(c, it)
	file := func(ext string, data []byte) []output {
		if c.Ext != "" {
			ext = c.Ext
		}
		return []output{{it.name + ext, data}}
	}
	switch c.Form {
	case host.MarkdownBody:
		return file(".md", []byte(ended(it.body)))
	case host.CodexAgentTOML:
		return file(".toml", agentTOML(c, it))
	case host.CommandTOML:
		return file(".toml", commandTOML(it))
	case host.AgentJSON:
		return file(".json", agentJSON(h, c, it))
	case host.MarkdownFrontmatter:
		return file(".md", markdown(h, c, f, it))
	}
	// CommandAsSkill and SkillDir: a folder with SKILL.md.
	if it.description == "" { // a skill must have one
		it.description = "The command " + it.name + "."
	}
	it.noModel = it.noModel || it.command // the user alone starts a command
	out := []output{{it.name + "/SKILL.md", markdown(h, c, f, it)}}
	for _, rel := range slices.Sorted(maps.Keys(it.resources)) {
		out = append(out, output{it.name + "/" + rel, []byte(it.resources[rel])})
	}
	return out
}

// spoken is the text of an item as it is told on a host.
func spoken(c *host.Content, it item) string {
	if !it.command {
		return it.body
	}
	return strings.ReplaceAll(it.body, "$ARGUMENTS", argsOf(c))
}

// argsOf is what stands for $ARGUMENTS. A host that puts nothing there gives the
// model what was typed by itself; and of the hosts that share a directory one does
// what another does not.
func argsOf(c *host.Content) string {
	if c.Args == "" || c.Open {
		return "what the user wrote after the command"
	}
	return c.Args
}

// head is what stands in front of a text, in the order in which people write it: the
// fields of YAML frontmatter, or the members of an object.
type head interface {
	text(key, value string)
	list(key string, values []string)
	flag(key string, value bool)
	says(lines string)
	any(key string, value any)
	rules(key string, l limits)
}

func fields(y head, h *host.Host, c *host.Content, f host.ContentField, it item) {
	y.text(f.Name, it.name)
	y.text(f.Description, it.description)
	y.text(f.ArgumentHint, it.hint)
	tools(y, f, inNames(h, c, limitsOf(f, it)))
	y.text(f.Model, modelOf(c, f, it.model))
	y.flag(f.ReadOnly, it.readOnly)
	y.flag(f.NoModel, it.noModel)
	y.flag(f.Subtask, it.subtask)
	y.says(f.Always)
	if !c.Strict {
		for _, k := range slices.Sorted(maps.Keys(it.extra)) {
			y.any(k, it.extra[k])
		}
	}
}

// markdown is a text with YAML frontmatter.
func markdown(h *host.Host, c *host.Content, f host.ContentField, it item) []byte {
	var y yamlHead
	fields(&y, h, c, f, it)
	return []byte(y.wrap() + ended(it.body))
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
func agentTOML(c *host.Content, it item) []byte {
	var s strings.Builder
	s.WriteString("name = " + tomlText(it.name) + "\n")
	s.WriteString("description = " + tomlText(it.description) + "\n")
	if model := modelOf(c, c.Fields, it.model); model != "" {
		s.WriteString("model = " + tomlText(model) + "\n")
	}
	if k, v, ok := strings.Cut(c.Fields.ReadOnly, ": "); ok && it.readOnly {
		s.WriteString(k + " = " + tomlText(v) + "\n")
	}
	s.WriteString("developer_instructions = " + tomlText(it.body) + "\n")
	return []byte(s.String())
}

// commandTOML is a command with its prompt in a value.
func commandTOML(it item) []byte {
	var s strings.Builder
	if it.description != "" {
		s.WriteString("description = " + tomlText(it.description) + "\n")
	}
	s.WriteString("prompt = " + tomlText(ended(it.body)) + "\n")
	return []byte(s.String())
}

// agentJSON is an agent with its prompt in a value.
func agentJSON(h *host.Host, c *host.Content, it item) []byte {
	f := c.Fields
	var o object
	o.put(f.Name, it.name)
	o.put(f.Description, it.description)
	o.put("prompt", it.body)
	o.put(f.AllowTools, inNames(h, c, limitsOf(f, it)).allow)
	if model := modelOf(c, f, it.model); model != "" {
		o.put(f.Model, model)
	}
	for line := range strings.Lines(f.Always) {
		k, v, _ := strings.Cut(strings.TrimSpace(line), ": ")
		o.put(k, wire.Raw(v))
	}
	var b bytes.Buffer
	if json.Indent(&b, valueOf(o), "", "  ") != nil {
		return valueOf(o)
	}
	b.WriteByte('\n')
	return b.Bytes()
}
