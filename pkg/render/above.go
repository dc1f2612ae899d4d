package render

import (
	"slices"

	"agentconnector/pkg/wire"
)

// above tells of files that no plan writes, and that may change or forbid what
// this one writes for a surface.
func (b *builder) above(t *target, surface string) {
	if b.cell(t, surface).edits == 0 {
		return
	}
	for _, a := range t.line.Above {
		switch {
		case !slices.Contains(a.Surfaces, surface):
		case a.Scope == wire.ScopeProject && b.scope == wire.ScopeUser: // the user's files serve other projects, too
		case a.Off:
			b.lose(t, surface, "%s", a.Note)
		default:
			b.info(t, surface, "%s", a.Note)
		}
	}
}
