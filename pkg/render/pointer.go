package render

import (
	"cmp"
	"slices"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// pointer writes the element that makes the host call us on an event.
func (b *builder) pointer(t *target, surface string, place wire.Place, native string, c command, matcher string, ms int64) {
	h := t.h
	value, id := shape(&h.Hooks, b.c.ID, native, c, matcher, inUnit(h.Hooks.Unit, ms))
	id.Value = c.line
	at := slices.Clone(h.Hooks.Root)
	if h.Hooks.Shape != host.EventList && h.Hooks.Shape != host.TriggerList { // there the elements name the event themselves
		at = append(at, native)
	}
	b.add(wire.Patch{Surface: surface, Path: place.Path, Format: place.Format, Op: wire.OpUpsert,
		At: at, Value: value, Identity: &id, Mode: b.mode(), If: wire.IfAbsent,
		Why: "hook on " + native}, t)
}

// shape is one hook as it stands in the host's file, and where its command
// stands in it.
func shape(h *host.Hooks, id, native string, c command, matcher string, timeout int64) (wire.Raw, wire.Identity) {
	var o object
	if h.Shape == host.CommandFlat {
		c.put(&o, h)
		return o.bytes(), wire.Identity{Path: []string{"command"}}
	}
	if h.Shape == host.TriggerList {
		var action object
		action.put("type", "command")
		c.put(&action, h)
		o.put("name", id+" "+native) // no two hooks may have the same
		o.put("trigger", native)
		if matcher != "" {
			o.put("matcher", matcher)
		}
		o.put("action", wire.Raw(action.bytes()))
		o.put("timeout", timeout)
		return o.bytes(), wire.Identity{Path: []string{"action", "command"}}
	}
	if h.Shape == host.CursorFlat || h.Shape == host.EventList {
		if h.Shape == host.EventList {
			o.put(h.NameKey, id+" "+native)
			o.put(cmp.Or(h.EventKey, "event"), native)
		}
		c.put(&o, h)
		if matcher != "" {
			o.put(cmp.Or(h.MatcherKey, "matcher"), matcher)
		}
		o.put(cmp.Or(h.TimeoutKey, "timeout"), timeout)
		return o.bytes(), wire.Identity{Path: []string{"command"}}
	}
	if h.Shape == host.CopilotFlat {
		o.put("type", "command")
		c.put(&o, h)
		if matcher != "" {
			o.put("matcher", matcher)
		}
		o.put("timeoutSec", timeout)
		return o.bytes(), wire.Identity{Path: []string{"command"}}
	}
	var inner object
	inner.put("type", "command")
	c.put(&inner, h)
	inner.put(cmp.Or(h.TimeoutKey, "timeout"), timeout)
	if slices.ContainsFunc(h.Events, func(e host.Event) bool { return e.Native == native && e.Bare }) {
		return inner.bytes(), wire.Identity{Path: []string{"command"}}
	}
	if matcher == "" {
		matcher = h.Every
	}
	if matcher != "" {
		o.put("matcher", matcher)
	}
	o.put("hooks", []wire.Raw{inner.bytes()})
	return o.bytes(), wire.Identity{Path: []string{"hooks", "*", "command"}}
}

// inUnit turns whole seconds of milliseconds into the host's unit.
func inUnit(u host.Unit, ms int64) int64 {
	if u == host.Millis {
		return ms
	}
	return max(1, ms/1000)
}
