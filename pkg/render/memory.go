package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// memory writes standing guidance as managed blocks into the file that the host
// really reads.
func (b *builder) memory(t *target) {
	place, ok := b.place(t, wire.Memory)
	// A path of the connector's own wins over the host's usual file: its author
	// knows a host that was set up to read another one.
	own, _ := t.c.Platforms[t.h.ID].Memory.Get()       // Load has decoded it before
	if own.Path != "" && !b.local && b.plugin == nil { // it would be committed
		place.Path, ok = b.memoryPath(own.Path)
		if !ok {
			b.lose(t, wire.Memory, "the connector puts its memory for this host into %s, which is no path of scope %s", own.Path, b.scope)
			return
		}
	}
	if !ok {
		why := t.h.Memory.Note
		if why == "" || b.plugin != nil {
			why = t.h.Name + " has no memory file " + b.where("of")
		}
		b.loseManual(t, wire.Memory, "paste into "+t.h.Name+":\n"+all(t.c.Memory), "%s", why)
		return
	}
	if p := b.pluginOf(t); p != nil && p.Rule != "" && place.Format == string(host.File) {
		f := file(place.Path, []byte(p.Rule+all(t.c.Memory)))
		f.Surface, f.Mode, f.Why = wire.Memory, b.mode(), "guidance"
		b.add(f, t)
		return
	}
	if o := b.readsOf(t, own); o != nil {
		place, _ = b.place(o, wire.Memory)
		b.info(t, wire.Memory, "%s reads %s, too, where the guidance is for %s: it is not written twice", t.h.Name, place.Path, o.h.Name)
	} else if own.Mode == "agents-import" || b.joins(t) {
		place = b.imported(t, place)
	}
	for _, m := range t.c.Memory {
		if word := shunned(t.h.Memory.Shuns, b.c.ID+"/"+m.Name); word != "" {
			b.loseManual(t, wire.Memory, "paste into "+place.Path+":\n"+all(t.c.Memory),
				"%s drops a whole file in which a comment says %q, as the markers around our block in %s would: none is written for it", t.h.Name, word, place.Path)
			return
		}
	}
	size := place.Bytes - place.Blocks[b.c.ID]
	for _, m := range t.c.Memory {
		size += int64(len(m.Content) + aroundBlock)
		b.add(wire.Patch{Surface: wire.Memory, Path: place.Path, Format: string(host.Block), Op: wire.OpBlock,
			At: []string{b.c.ID + "/" + m.Name}, Value: text(string(m.Content)), Mode: b.mode(), If: wire.IfAbsent,
			Why: "guidance " + m.Name}, t)
	}
	limit := t.h.Memory.MaxBytes
	if set := place.MaxBytes; set != nil && *set == 0 {
		b.lose(t, wire.Memory, "the user's settings of %s let it read nothing of %s: the guidance is there, and not read", t.h.Name, place.Path)
	} else if set != nil {
		limit = *set
	}
	if limit > 0 && size > limit {
		b.lose(t, wire.Memory, "%s reads no more than %d bytes of %s, which has about %d with the blocks: what is at its end is not read", t.h.Name, limit, place.Path, size)
	}
}

// readsOf is another host of the plan whose guidance this one reads, too, if that is
// the same.
func (b *builder) readsOf(t *target, own connector.MemoryPlace) *target {
	if b.local || b.plugin != nil || own.Path != "" {
		return nil
	}
	for _, o := range b.targets {
		theirs, _ := o.c.Platforms[o.h.ID].Memory.Get()
		if b.alsoReads(t, o) && b.guided(o) && theirs.Mode == own.Mode && slices.Equal(o.c.Memory, t.c.Memory) && !b.joins(o) {
			return o
		}
	}
	return nil
}

// shadows tells of files of guidance that a host reads no more once the plan has
// made another one, which goes before them: an AGENTS.md for one host beside the
// CLAUDE.md that another one reads while there is none.
func (b *builder) shadows() {
	if b.scope != wire.ScopeProject || b.local || b.plugin != nil {
		return
	}
	m := &b.in.Machine
	for _, t := range b.targets {
		read, ok := b.place(t, wire.Memory)
		if !ok || !read.Exists {
			continue
		}
		for _, l := range t.h.Memory.Project {
			path := host.Join(m.OS, m.Project, l.Path)
			if path == read.Path {
				break
			}
			i := slices.IndexFunc(b.patches, func(p wire.Patch) bool { return p.Surface == wire.Memory && p.Path == path })
			if i >= 0 {
				b.lose(t, wire.Memory, "%s reads %s, and no more once %s is there, which %s needs: what stands in the former has to go into the latter, too",
					t.h.Name, read.Path, path, b.in.Host(b.patches[i].Hosts[0]).Name)
				break
			}
		}
	}
}

// aroundBlock is about what the markers and the notice of a block add to it.
const aroundBlock = 300

// importBlock is the block that brings in the file that hosts share. It is nobody's
// alone: every connector that wants it writes the same, and it goes with the last.
const importBlock = "_shared/agents-import"

// imported is where the guidance goes for a connector that wants it in AGENTS.md
// only, on a host that does not read that file: it gets a line that brings it in,
// unless the user has written one.
func (b *builder) imported(t *target, place wire.Place) wire.Place {
	switch dir, name := split(place.Path); {
	case !t.h.Memory.Imports:
		b.info(t, wire.Memory, "mode agents-import is for hosts whose guidance can bring in another file: %s gets a block", t.h.Name)
		return place
	case b.local || b.plugin != nil:
		b.info(t, wire.Memory, "mode agents-import is left: what is written here is no part of a file that others read")
		return place
	case name == openMemory: // detect has found that the host reads it
		return place
	default:
		shared := wire.Place{Path: host.Join(b.in.Machine.OS, dir, openMemory), Format: place.Format}
		line := "@" + openMemory
		if project := b.in.Machine.Project; b.scope == wire.ScopeProject && dir != project { // such as .claude/CLAUDE.md
			shared.Path, line = host.Join(b.in.Machine.OS, project, openMemory), "@../"+openMemory
		}
		if slices.Contains(place.Imports, shared.Path) {
			b.info(t, wire.Memory, "%s brings in %s already: that has the guidance", place.Path, shared.Path)
			return shared
		}
		b.add(wire.Patch{Surface: wire.Memory, Path: place.Path, Format: string(host.Block), Op: wire.OpBlock,
			At: []string{importBlock}, Value: text(line), BringsIn: shared.Path, Mode: b.mode(), If: wire.IfAbsent, Why: "brings in " + openMemory}, t)
		return shared
	}
}

// openMemory is the file of guidance that most hosts read.
const openMemory = "AGENTS.md"

// split is a path's folder and name, on any system.
func split(path string) (dir, name string) {
	i := strings.LastIndexAny(path, `/\`)
	return path[:max(i, 0)], path[i+1:]
}

// shunned is the word in a name that the host does not bear in a comment, or "".
func shunned(words []string, name string) string {
	letter := func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !letter(r) }) {
		if slices.Contains(words, strings.ToLower(w)) {
			return w
		}
	}
	return ""
}

// memoryPath resolves a path of the connector's own: relative to the project,
// or below the home.
func (b *builder) memoryPath(p string) (string, bool) {
	m := &b.in.Machine
	if rest, ok := strings.CutPrefix(p, "~/"); ok {
		return host.Join(m.OS, m.Home, rest), b.scope == wire.ScopeUser
	}
	return host.Join(m.OS, m.Project, p), b.scope == wire.ScopeProject
}

func all(list []connector.Memory) string {
	var s strings.Builder
	for _, m := range list {
		s.WriteString(strings.TrimRight(string(m.Content), "\n") + "\n")
	}
	return s.String()
}
