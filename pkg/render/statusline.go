package render

import (
	"fmt"
	"strings"

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
		b.loseHere(t, wire.Statusline, "%s has no status line %s", h.Name, b.where("of"))
		return
	}
	value := b.statusValue(t)
	if h.Status.NotMade && !place.Exists {
		b.loseManual(t, wire.Statusline, fmt.Sprintf("in %s set %s to %s", place.Path, strings.Join(h.Status.At, "."), value),
			"%s is not there: it holds more than a status line, so %s has to make it first; then install again", place.Path, h.Name)
		return
	}
	b.statusLost(t)
	if most := h.Status.MaxLines; most > 0 && t.c.Statusline.Options != nil && t.c.Statusline.Options.MaxLines > most {
		b.info(t, wire.Statusline, "%s shows no more than %d of the lines", h.Name, most)
	}
	if h.Status.LimitMS > 0 && len(t.c.Statusline.Command) > 0 {
		b.info(t, wire.Statusline, "%s gives the command %d ms: a slower one shows nothing", h.Name, h.Status.LimitMS)
	}
	b.add(wire.Patch{Surface: wire.Statusline, Path: place.Path, Format: place.Format, Op: wire.OpSet, At: h.Status.At, Value: value,
		Mode: b.mode(), If: wire.IfAbsent, KeepIfChanged: true,
		Why: fmt.Sprintf("the status line of %s; a host has one, so remove the other first", b.c.ID)}, t)
}

// statusValue is what is set: the command, with those of the connector's options
// that the host knows.
func (b *builder) statusValue(t *target) wire.Raw {
	s, o := &t.h.Status, t.c.Statusline.Options
	command := b.commandLine(t, wire.Statusline, "", "statusline", t.h.ID, "--connector", b.c.ID)
	if s.Plain {
		return valueOf(command)
	}
	var v object
	v.put("type", "command")
	v.put("command", command)
	if o == nil {
		return v.bytes()
	}
	if o.RefreshInterval > 0 {
		v.put(s.Refresh, o.RefreshInterval)
	}
	if o.RespectUserColors != nil {
		v.put(s.Colors, *o.RespectUserColors)
	}
	if o.HideContextIndicator != nil {
		v.put(s.NoContext, *o.HideContextIndicator)
	}
	return v.bytes()
}

// statusLost tells which options the host does not know. Nothing is lost that
// would matter: the line is there.
func (b *builder) statusLost(t *target) {
	s, o := &t.h.Status, t.c.Statusline.Options
	if o == nil {
		return
	}
	var lost []string
	lack := func(is bool, key, name string) {
		if is && (key == "" || s.Plain) {
			lost = append(lost, name)
		}
	}
	lack(o.RefreshInterval > 0, s.Refresh, "refreshInterval")
	lack(o.RespectUserColors != nil, s.Colors, "respectUserColors")
	lack(o.HideContextIndicator != nil, s.NoContext, "hideContextIndicator")
	if len(lost) > 0 {
		b.info(t, wire.Statusline, "the status line of %s has no %s", t.h.Name, strings.Join(lost, ", "))
	}
}
