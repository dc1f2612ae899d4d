package render

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/shell"
	"agentconnector/pkg/wire"
)

// private says whether a surface can be written where only this user has it. If
// the host has no such place, nothing is written: what was asked for must not end
// up in a file that is committed.
func (b *builder) private(t *target, surface string) bool {
	p, ok := b.place(t, surface)
	shared, elsewhere := t.line.Scopes[wire.ScopeProject][surface]
	switch {
	case !ok && elsewhere:
		b.info(t, surface, "%s has no uncommitted file for it: nothing is written; without --local it goes into %s, which the project shares", t.h.Name, shared.Path)
	case !ok && t.h.Supports(surface):
		b.info(t, surface, "%s has no uncommitted file for it in a project: nothing is written", t.h.Name)
	case !ok:
		return true // what the host does not have at all is said where it is rendered
	case p.Git == wire.GitTracked:
		b.loseManual(t, surface, "git rm --cached "+shell.Word(b.inProject(p.Path))+" in "+b.in.Machine.Project+", then install again",
			"%s is committed: nothing is written, since the paths of this machine would go to everybody", p.Path)
	case p.Hides != "":
		b.lose(t, surface, "%s is not made: %s would read %s no more", p.Path, t.h.Name, p.Hides)
	default:
		b.ignorable(t, surface, p)
		return true
	}
	return false
}

// ignorable tells, once for each file, that git would take it.
func (b *builder) ignorable(t *target, surface string, p wire.Place) {
	if p.Git != wire.GitUntracked || slices.Contains(b.exposed, p.Path) {
		return
	}
	b.exposed = append(b.exposed, p.Path)
	b.notice(t, surface, wire.LevelInfo, fmt.Sprintf("add the line **/%s to .git/info/exclude", b.inProject(p.Path)),
		p.Path+" is not ignored by git: the next git add could take it, with the paths of this machine")
}

// inProject is a path as the project's own files have it.
func (b *builder) inProject(path string) string {
	return strings.TrimLeft(strings.ReplaceAll(strings.TrimPrefix(path, b.in.Machine.Project), `\`, "/"), "/")
}
