package render

import (
	"fmt"

	"agentconnector/pkg/wire"
)

// statusline sets the command that makes the line under the host's prompt. A
// host has one such line, so it is set if nobody has set it, and what the user
// changes afterwards is the user's.
func (b *builder) statusline(t *target) {
	h := t.h
	if !h.Supports(wire.Statusline) {
		b.lose(t, wire.Statusline, "%s has no status line that a command makes", h.Name)
		return
	}
	place, ok := b.place(t, wire.Statusline)
	if !ok {
		b.lose(t, wire.Statusline, "%s has no status line %s", h.Name, b.where("of"))
		return
	}
	command := b.commandLine(t, wire.Statusline, "", "statusline", h.ID, "--connector", b.c.ID)
	var v object
	v.put("type", "command")
	v.put("command", command)
	if o := t.c.Statusline.Options; o != nil && o.RefreshInterval > 0 && h.Status.Refresh != "" {
		v.put(h.Status.Refresh, o.RefreshInterval)
	}
	b.add(wire.Patch{Surface: wire.Statusline, Path: place.Path, Format: place.Format, Op: wire.OpSet, At: h.Status.At, Value: v.bytes(),
		Mode: b.mode(), If: wire.IfAbsent, KeepIfChanged: true,
		Why: fmt.Sprintf("the status line of %s; a host has one, so remove the other first", b.c.ID)}, t)
}
