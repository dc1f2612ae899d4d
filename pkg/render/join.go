package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// joins: the guidance of a project goes into AGENTS.md, which a line in the host's own
// file brings in: the team's own line, or ours, of an earlier run. What a file gets must
// not depend on who else is installed: teammates commit the same bytes. So a host that
// reads both files as they stand may be told twice, and that is said (toldTwice).
func (b *builder) joins(t *target) bool {
	if b.scope != wire.ScopeProject || b.local || b.plugin != nil || !t.h.Memory.Imports || !b.guided(t) {
		return false
	}
	own, _ := t.c.Platforms[t.h.ID].Memory.Get()
	place, _ := b.place(t, wire.Memory)
	shared := host.Join(b.in.Machine.OS, b.in.Machine.Project, openMemory)
	nobody, _, _ := strings.Cut(importBlock, "/")
	if own.Mode != "" || place.Path == shared || place.Blocks[b.c.ID] > 0 {
		return false
	}
	return place.Blocks[nobody] > 0 || slices.Contains(place.Imports, shared)
}

// guided: the host gets its guidance in its usual file, or in one of others that it
// reads.
func (b *builder) guided(o *target) bool {
	own, _ := o.c.Platforms[o.h.ID].Memory.Get()
	_, off := o.off[wire.Memory]
	_, ok := b.place(o, wire.Memory)
	return ok && !off && own.Path == ""
}

// alsoReads says whether a host reads the guidance of another one, too: a file is read
// whoever has it besides (Xcode has Claude Code's).
func (b *builder) alsoReads(t, o *target) bool {
	ids := t.h.Memory.AlsoUser
	place, _ := b.place(o, wire.Memory)
	if b.scope == wire.ScopeProject {
		ids = t.h.Memory.AlsoProject
		if dir, _ := split(place.Path); t.h.Memory.AlsoRoot && dir != b.in.Machine.Project {
			return false
		}
	}
	return slices.ContainsFunc(b.targets, func(u *target) bool {
		theirs, ok := b.place(u, wire.Memory)
		return ok && theirs.Path == place.Path && slices.Contains(ids, u.h.ID)
	})
}

// toldTwice says which host reads the guidance in more than one of the files that the
// plan writes because others need each.
func (b *builder) toldTwice() {
	if b.local || b.plugin != nil {
		return
	}
	for _, t := range b.targets {
		if !b.guided(t) {
			continue
		}
		read := map[string]bool{}
		for _, o := range b.targets {
			if place, ok := b.place(o, wire.Memory); ok && (o == t || b.alsoReads(t, o)) {
				read[place.Path] = true
			}
		}
		var told []string
		for _, p := range b.patches {
			ours := len(p.At) == 1 && (strings.HasPrefix(p.At[0], b.c.ID+"/") || p.BringsIn != "" && t.h.Memory.Imports && !slices.Contains(told, p.BringsIn))
			if p.Surface == wire.Memory && p.Op == wire.OpBlock && ours && read[p.Path] && !slices.Contains(told, p.Path) {
				told = append(told, p.Path)
			}
		}
		if len(told) > 1 {
			b.info(t, wire.Memory, "%s reads %s, each of which others need: it is told the guidance more than once", t.h.Name, strings.Join(told, " and "))
		}
	}
}
