package render

import (
	"slices"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// group is one directory of content with its readers. Hosts share directories:
// Codex and Cursor both have their skills in .agents/skills, and Cursor also
// reads those in .claude/skills. A file is written once for all of them.
type group struct {
	surface string
	dir     string
	writers []*target // hosts whose own directory it is
	readers []*target // the writers and those who read it beside their own
	done    bool
}

// grouped decides who writes where. A host that reads the directory of another
// target beside its own is served there: a second copy would show everything
// twice. One that others are served through keeps writing.
func grouped(b *builder) []*group {
	var groups []*group
	for _, s := range []string{wire.Commands, wire.Skills, wire.Subagents} {
		served := map[*target]string{} // target → directory of another
		for _, t := range b.targets {
			if _, ok := b.contentPlace(t, s); ok {
				served[t] = b.servedIn(t, s, served)
			}
		}
		for _, t := range b.targets {
			place, ok := b.contentPlace(t, s)
			if !ok {
				continue
			}
			dir := place.Path
			if served[t] != "" {
				dir = served[t]
			}
			i := slices.IndexFunc(groups, func(g *group) bool { return g.surface == s && g.dir == dir })
			if i < 0 {
				i = len(groups)
				groups = append(groups, &group{surface: s, dir: dir})
			}
			groups[i].readers = append(groups[i].readers, t)
			if served[t] == "" {
				groups[i].writers = append(groups[i].writers, t)
			}
		}
	}
	return groups
}

// contentPlace is the directory of a target that has content of a kind.
func (b *builder) contentPlace(t *target, surface string) (wire.Place, bool) {
	if !has(t.c, t.h.ID, surface) {
		return wire.Place{}, false
	}
	return b.place(t, surface)
}

// servedIn is the directory of another target that this one reads too; none if
// another writes to its own anyway, or relies on it to write.
func (b *builder) servedIn(t *target, surface string, served map[*target]string) string {
	own, _ := b.place(t, surface)
	for _, in := range served {
		if in == own.Path {
			return ""
		}
	}
	dir := ""
	for _, o := range b.targets {
		place, ok := b.contentPlace(o, surface)
		if o == t || !ok || served[o] != "" || how(o.h, surface).Form != how(t.h, surface).Form {
			continue
		}
		if place.Path == own.Path {
			return ""
		}
		if dir == "" && slices.Contains(own.Also, place.Path) {
			dir = place.Path
		}
	}
	return dir
}

// groupOf is the group that a target reads, and whether others write it.
func groupOf(groups []*group, t *target, surface string) (g *group, served bool) {
	i := slices.IndexFunc(groups, func(g *group) bool { return g.surface == surface && slices.Contains(g.readers, t) })
	return groups[i], !slices.Contains(groups[i].writers, t)
}

// files are those of one item for all readers of a group.
func (g *group) files(it item) []output {
	t := g.writers[0]
	return write(t.h, how(t.h, g.surface), g.fields(), it)
}

// fields are those that the files of a group have. In a directory that hosts share
// they are the ones that all understand, whichever of them are targets: what one
// teammate commits must be what another one would write.
func (g *group) fields() host.ContentField {
	c := how(g.writers[0].h, g.surface)
	if c.Open {
		return common
	}
	return c.Fields
}

// common are the fields of a skill that its open format has.
var common = host.ContentField{Name: "name", Description: "description", NoModel: "disable-model-invocation"}
