package render

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// cell is what became of one surface on one host.
type cell struct {
	t        *target
	surface  string
	edits    int
	vain     int // of them, that are not made without values of variables
	disabled bool
	degraded bool     // it may not work as declared, though nothing is known to be lost
	lost     []string // what does not work there
	known    []string // what else the user has to know
	manual   []string // what the user can do by hand instead
}

// cell finds or makes the cell. Making one is what declares a surface to
// explain, so that none is forgotten there.
func (b *builder) cell(t *target, surface string) *cell {
	for _, c := range b.cells {
		if c.t == t && c.surface == surface {
			return c
		}
	}
	c := &cell{t: t, surface: surface}
	b.cells = append(b.cells, c)
	return c
}

// info is a notice of something to know.
func (b *builder) info(t *target, surface, format string, args ...any) {
	b.notice(t, surface, wire.LevelInfo, "", fmt.Sprintf(format, args...))
}

// lose is a notice of something that does not work on a host.
func (b *builder) lose(t *target, surface, format string, args ...any) {
	b.notice(t, surface, wire.LevelWarn, "", fmt.Sprintf(format, args...))
}

// loseManual is lose with the edit that the user can make by hand.
func (b *builder) loseManual(t *target, surface, manual, format string, args ...any) {
	b.notice(t, surface, wire.LevelWarn, manual, fmt.Sprintf(format, args...))
}

// loseHere is lose for a surface that has no place in the plan's scope. If the
// host has one in the other scope, that is the way to it.
func (b *builder) loseHere(t *target, surface, format string, args ...any) {
	manual, other := "", wire.ScopeUser
	if b.scope == wire.ScopeUser {
		other = wire.ScopeProject
	}
	if b.plugin == nil && (t.h.Supports(surface) || surface == wire.Server && t.h.Server.AddWith != "") {
		manual = "install it with --scope " + other
		if p := t.line.Scopes[other][surface].Path; p != "" {
			manual += ": there it goes into " + p
		}
	}
	b.loseManual(t, surface, manual, format, args...)
}

// notice goes into the plan, for ac-apply to pass on, and into the cell, so that
// explain can never say something else than an installation would.
func (b *builder) notice(t *target, surface, level, manual, message string) {
	message = strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(message) // a value in it may have lines, a line of a table has one
	c := b.cell(t, surface)
	if slices.Contains(c.lost, message) || slices.Contains(c.known, message) { // of an event that the host has several of
		return
	}
	b.notices = append(b.notices, wire.Notice{Schema: wire.SchemaNotice, Level: level, Host: t.h.ID, Surface: surface,
		Message: message, ManualEdit: manual})
	if manual != "" {
		c.manual = append(c.manual, manual)
	}
	if level == wire.LevelWarn {
		c.lost = append(c.lost, message)
	} else {
		c.known = append(c.known, message)
	}
}

// explain is the matrix host × declared surface, in the order of the plan.
func (b *builder) explain() []wire.Explain {
	rows := []wire.Explain{}
	for _, t := range b.targets {
		for _, s := range wire.Surfaces {
			for _, c := range b.cells {
				if c.t == t && c.surface == s {
					rows = append(rows, b.row(c))
				}
			}
		}
	}
	return rows
}

// row sums up a cell. What does not work stands before what is good to know.
func (b *builder) row(c *cell) wire.Explain {
	r := wire.Explain{Schema: wire.SchemaExplain, Host: c.t.h.ID, Surface: c.surface, Support: "native",
		Reason: strings.Join(append(slices.Clone(c.lost), c.known...), "; "), ManualEdit: strings.Join(c.manual, "; ")}
	switch {
	case c.disabled:
		r.Support = "disabled"
	case c.edits == c.vain:
		r.Support = "skipped"
	case c.degraded || len(c.lost) > 0:
		r.Support = "degraded"
	}
	if p, ok := b.place(c.t, c.surface); ok && r.Reason == "" {
		r.Reason = "in " + p.Path
	}
	return r
}
