package render

import (
	"maps"
	"slices"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// longBlock is the time above which a hook that the host waits for deserves a
// warning: it stops the user's work.
const longBlock = 60_000 // ms

// hooks writes a pointer to ac-hook for every event that the connector has
// hooks for and the host fires.
func (b *builder) hooks(t *target) {
	h := t.h
	place, ok := b.place(t, wire.Hooks)
	if !ok {
		b.loseHere(t, wire.Hooks, "%s runs no hooks %s", h.Name, b.where("of"))
		return
	}
	if !b.startable(t, wire.Hooks) {
		return
	}
	first := true
	for _, event := range wire.Events {
		list := t.c.Hooks[event]
		if len(list) == 0 {
			continue
		}
		if h.Event(event) == nil {
			b.lose(t, wire.Hooks, "%s fires no %s: what the connector does there is lost", h.Name, event)
		}
		for e := range h.EventsOf(event) {
			if (moduleOf(h.Hooks.Shape) != "" || h.Hooks.Shape == host.HookFiles) && len(t.c.Platforms[h.ID].NativeHooks[e.Native]) > 0 {
				b.lose(t, wire.Hooks, "%s is answered by the hooks on %s alone, which the connector has for %s", event, e.Native, h.Name)
				continue
			}
			if first {
				b.header(t, place)
				b.hooked = append(b.hooked, t)
				first = false
			}
			b.hook(t, place, e, list)
		}
	}
	b.module(t, wire.Hooks, place)
	if first {
		return
	}
	if place.Note != "" {
		b.lose(t, wire.Hooks, "%s", place.Note)
	}
	if b.shared() && b.in.Machine.OS == "windows" && h.Hooks.WindowsCommand+h.Hooks.PowerShell == "" && moduleOf(h.Hooks.Shape) == "" {
		b.info(t, wire.Hooks, "the hooks of a project are written for sh: on Windows they run where %s finds one, such as that of Git", h.Name)
	}
	if h.Hooks.Gate != "" {
		b.info(t, wire.Hooks, "%s", h.Hooks.Gate)
	}
}

// startable says whether the host can start ac-hook at all. One that cannot is
// left alone: some deny the call when a hook does not start.
func (b *builder) startable(t *target, surface string) bool {
	program := b.bin("ac-hook")
	if b.shared() || b.in.Machine.OS != "windows" || !t.h.Hooks.NoQuotes || bareOnWindows(program) {
		return true
	}
	b.loseManual(t, surface, "move our folder with AGENT_CONNECTOR_DATA_DIR to a path without spaces, and install again",
		"%s cannot start a program whose path needs quotes, such as %s: no hooks are written", t.h.Name, program)
	return false
}

// header sets what the host's file must hold beside the hooks.
func (b *builder) header(t *target, place wire.Place) {
	b.beside(t, wire.Hooks, place, t.h.Hooks.Header)
}

// beside sets values that a file must hold for a surface to work.
func (b *builder) beside(t *target, surface string, place wire.Place, values []host.Const) {
	what := "the " + surface
	for _, c := range values {
		p := wire.Patch{Surface: surface, Path: place.Path, Format: place.Format, Op: wire.OpSet, At: c.At,
			Value: wire.Raw(c.Value), Mode: b.mode(), If: wire.IfAbsent, Why: t.h.Name + " needs it beside " + what}
		there := func(q wire.Patch) bool { // for another surface
			return q.Path == p.Path && q.Op == p.Op && slices.Equal(q.At, p.At) && q.Surface != surface
		}
		if !slices.ContainsFunc(b.patches, there) {
			b.add(p, t)
		}
	}
}

// hook writes the pointer of one event and says what its hooks cannot do there.
func (b *builder) hook(t *target, place wire.Place, e *host.Event, list connector.HookList) {
	h := t.h
	ms := b.limit(t, e, list)
	switch {
	case moduleOf(h.Hooks.Shape) != "":
		t.gather(asked{e.Native, ms, strict(list), e.Talk})
	case h.Hooks.Shape == host.HookFiles:
		b.eventFile(t, wire.Hooks, place, e.Native, strict(list))
	default:
		matcher := ""
		if !e.NoMatcher {
			matcher = nativeMatcher(h, matchers(list))
		}
		b.pointer(t, wire.Hooks, place, e.Native, b.hookCommand(t, e.Canonical, e.Native, strict(list)), matcher, ms)
	}
	b.degraded(t, e, list)
}

// nativeHooks writes a pointer for every event of this host alone that the
// connector has hooks for. Their matchers are the host's own language.
func (b *builder) nativeHooks(t *target) {
	h := t.h
	place, ok := b.place(t, wire.NativeHooks)
	if !ok {
		b.loseHere(t, wire.NativeHooks, "%s runs no hooks %s", h.Name, b.where("of"))
		return
	}
	if !b.startable(t, wire.NativeHooks) {
		return
	}
	own := t.c.Platforms[h.ID].NativeHooks
	for _, event := range slices.Sorted(maps.Keys(own)) {
		list := own[event]
		if h.Native(event) == nil {
			b.lose(t, wire.NativeHooks, "%s is not known to fire %s: the hook is not installed", h.Name, event)
			continue
		}
		matcher := ""
		if all := matchers(list); len(all) > 0 && len(slices.Compact(all)) == 1 {
			matcher = all[0]
		}
		ms := b.limit(t, h.Native(event), list)
		if moduleOf(h.Hooks.Shape) != "" {
			t.gather(asked{event, ms, strict(list), h.Native(event).Talk})
			continue
		}
		if h.Hooks.Shape == host.HookFiles {
			if !slices.Contains(b.hooked, t) {
				b.hooked = append(b.hooked, t)
			}
			b.eventFile(t, wire.NativeHooks, place, event, strict(list))
			continue
		}
		b.header(t, place)
		b.pointer(t, wire.NativeHooks, place, event, b.hookCommand(t, event, event, strict(list)), matcher, ms)
	}
	b.module(t, wire.NativeHooks, place)
}

// strict says whether any handler asks for a denial when something fails.
func strict(list connector.HookList) bool {
	return slices.ContainsFunc(list, func(h connector.Hook) bool { return h.Handler.OnError == wire.Deny })
}

// matchers are those of all hooks, or nil if one has none.
func matchers(list connector.HookList) []string {
	var all []string
	for _, h := range list {
		if h.Matcher == "" {
			return nil
		}
		all = append(all, h.Matcher)
	}
	return all
}

// limit is the time that the host gives the hooks of an event: the sum of
// theirs, since they run one after the other. Rules need none, but their answer
// must not be lost on a busy machine.
func (b *builder) limit(t *target, e *host.Event, list connector.HookList) int64 {
	ms := int64(0)
	for _, h := range list {
		if h.Handler.TimeoutMS > 0 {
			ms += h.Handler.TimeoutMS
		} else {
			ms += connector.DefaultHookMS
		}
	}
	if e.Sync && ms > longBlock {
		b.lose(t, wire.Hooks, "%s waits up to %d s for the hooks on %s", t.h.Name, (ms+999)/1000, e.Canonical)
	}
	ms = max(1000, (ms+999)/1000*1000)
	if b.limits == nil {
		b.limits = map[string]int64{}
	}
	if was, ok := b.limits[e.Canonical]; !ok || ms < was { // the least holds on every host; its own cap ac-hook knows
		b.limits[e.Canonical] = ms
	}
	if e.MaxMS > 0 && ms > e.MaxMS {
		b.info(t, wire.Hooks, "%s gives hooks on %s %d s at most, their handlers may take %d s", t.h.Name, e.Canonical, e.MaxMS/1000, ms/1000)
		ms = e.MaxMS
	}
	return ms
}
