package connector

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf16"
)

// Limits of content.
const (
	MaxMemory      = 16 << 10 // bytes of one memory block
	MemoryToKeep   = 4 << 10  // beyond it we warn: every session pays for it
	MaxDescription = 1024     // UTF-16 units of a skill's description, as Agent Skills count
)

// markers are how a managed block begins and ends; text that holds them would
// be taken for one.
var markers = []string{"agent-connector:begin", "agent-connector:end"}

// content checks commands, skills, subagents, memory, statusline and actions.
func (k *checker) content() {
	seen := map[string]string{}
	for i, c := range k.c.Commands {
		at := index("commands", i)
		k.item(at, "name", c.Name, seen)
		k.filled(at, "prompt", string(c.Prompt), "the text of the command")
		k.policy(at, c.Tools)
	}
	seen = map[string]string{}
	for i := range k.c.Skills {
		k.skill(index("skills", i), &k.c.Skills[i], seen)
	}
	seen = map[string]string{}
	for i, s := range k.c.Subagents {
		at := index("subagents", i)
		k.item(at, "name", s.Name, seen)
		k.filled(at, "description", s.Description, "when to use the agent")
		k.filled(at, "prompt", string(s.Prompt), "the agent's instructions")
		k.policy(at, s.Tools)
	}
	seen = map[string]string{}
	for i := range k.c.Memory {
		k.memory(index("memory", i), &k.c.Memory[i], seen)
	}
	k.statusline()
	k.actions()
}

// item checks the name of a piece of content.
func (k *checker) item(at, field, name string, seen map[string]string) {
	if k.needed(at, field, "a name") {
		k.name(member(at, field), name)
		k.unique(member(at, field), name, seen)
	}
}

func (k *checker) policy(at string, p *ToolPolicy) {
	if p != nil {
		k.names(member(at, "tools")+".allow", p.Allow)
		k.names(member(at, "tools")+".deny", p.Deny)
	}
}

func (k *checker) skill(at string, s *Skill, seen map[string]string) {
	k.item(at, "name", s.Name, seen)
	k.filled(at, "description", s.Description, "when to use the skill")
	if n := len(utf16.Encode([]rune(s.Description))); n > MaxDescription {
		k.report(member(at, "description"), fmt.Sprintf("%d characters", n), fmt.Sprintf("at most %d", MaxDescription), "details belong into the body")
	}
	k.filled(at, "body", string(s.Body), "the text of SKILL.md")
	k.policy(at, s.Tools)
	k.agentSkill(at, s)
	k.resources(at, s)
}

// resources checks the files of a skill: they are unpacked on every system.
func (k *checker) resources(at string, s *Skill) {
	taken := map[string]string{"skill.md": "SKILL.md, which is written from the body"}
	folders := map[string]string{}
	for _, file := range slices.Sorted(maps.Keys(s.Resources)) {
		res := member(member(at, "resources"), file)
		if p := unsafePath(file); p != nil {
			k.atName(res, p.Found, p.Want, p.Hint)
			continue
		}
		if why := unportable(file); why != "" {
			k.atName(res, quoted(file), "a path that every system can have", why)
			continue
		}
		clean := strings.ToLower(path.Clean(file))
		for dir := path.Dir(clean); dir != "."; dir = path.Dir(dir) {
			if other, ok := taken[dir]; ok {
				k.atName(res, quoted(file), "a name of its own", "its folder is the same file as "+other)
			}
			folders[dir] = quoted(file)
		}
		if other, ok := folders[clean]; ok {
			k.atName(res, quoted(file), "a name of its own", "it is the same file as the folder of "+other)
		}
		if other, ok := taken[clean]; ok {
			k.atName(res, quoted(file), "a name of its own", "it is the same file as "+other)
		}
		taken[clean] = quoted(file)
	}
}

func (k *checker) memory(at string, m *Memory, seen map[string]string) {
	name := member(at, "name")
	k.name(name, m.Name)
	switch value := m.Name; {
	case !k.has(name):
		k.unique(at, "memory", seen)
	case !k.bad[name]:
		k.unique(name, value, seen)
	}
	k.oneLine(member(at, "description"), m.Description)
	k.filled(at, "content", string(m.Content), "the guidance")
	content := member(at, "content")
	if !k.fits(content) {
		return
	}
	size := fmt.Sprintf("%d bytes", len(m.Content))
	switch n := len(m.Content); {
	case n > MaxMemory:
		k.report(content, size, fmt.Sprintf("at most %d", MaxMemory), "long texts belong into a skill, which is read only when needed")
	case n > MemoryToKeep:
		k.warn(content, size, fmt.Sprintf("at most %d", MemoryToKeep), "every session of every host reads it; long texts belong into a skill")
	}
	for _, marker := range markers {
		if strings.Contains(string(m.Content), marker) {
			k.report(content, quoted(marker), "text without it", "it marks where managed blocks begin and end")
		}
	}
}

func (k *checker) statusline() {
	s := k.c.Statusline
	if s == nil || !k.fits("statusline") {
		return
	}
	k.name("statusline.name", s.Name)
	switch command, template := k.has("statusline.command"), k.has("statusline.template"); {
	case command && template:
		k.report("statusline", `both "command" and "template"`, "exactly one of them", "")
	case command:
		k.argv("statusline.command", s.Command)
	case template:
		k.notBlank("statusline.template", s.Template, "a text such as \"{model} {context.percent}%\"")
		k.oneLine("statusline.template", s.Template)
	default:
		k.report("statusline", `neither "command" nor "template"`, "exactly one of them", "")
	}
	if o := s.Options; o != nil {
		k.positive("statusline.options.refreshInterval", o.RefreshInterval)
		k.positive("statusline.options.maxLines", o.MaxLines)
	}
}

func (k *checker) actions() {
	seen := map[string]string{}
	for i := range k.c.Actions {
		a, at := &k.c.Actions[i], index("actions", i)
		k.item(at, "id", a.ID, seen)
		k.oneLine(member(at, "label"), a.Label)
		k.oneLine(member(at, "icon"), a.Icon)
		k.names(member(at, "placement"), a.Placement)
		if k.needed(at, "command", "a program and its arguments") {
			k.argv(member(at, "command"), a.Command)
		}
		k.positive(member(at, "timeoutMs"), a.TimeoutMS)
	}
}
