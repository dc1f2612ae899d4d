package hook

import (
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// normalise puts a host's payload into the one vocabulary. name is what the
// pointer says the event is, canonical or native; the payload's own word wins
// where the host knows it, since one pointer may serve several native events.
func normalise(h *host.Caller, connector, name string, payload raw, o object) *wire.HandlerEvent {
	ev := &wire.HandlerEvent{}
	normaliseTo(ev, h, connector, name, payload, o)
	return ev
}

func normaliseTo(ev *wire.HandlerEvent, h *host.Caller, connector, name string, payload raw, o object) {
	*ev = wire.HandlerEvent{Host: h.ID, Connector: connector, Raw: payload}
	f := familyIn(h, o)
	ev.NativeEvent, ev.Event = eventNames(h, name, o.text(f.event))
	f.read(ev, o)
	nameTool(h, ev)
	ev.ToolInput = canonicalInput(h, ev.NativeTool, ev.ToolInput)
	readOutcome(h, ev, o)
}

// eventNames resolves an event to the host's name and the canonical one: from
// the payload's word for it, if the host knows that, else from the pointer's,
// which is the canonical one if there is one. An event that the host's file does
// not list keeps the name it came with.
func eventNames(h *host.Caller, name, payload string) (native, canonical string) {
	e := h.Native(payload)
	if e == nil {
		e = h.Event(payload)
	}
	if e == nil {
		e = h.Event(name)
	}
	if e == nil {
		e = h.Native(name)
	}
	for _, other := range [...]string{payload, name} {
		if e == nil && other != "" {
			e = h.Spelled(other)
		}
	}
	switch {
	case e == nil && name == "":
		return payload, payload
	case e == nil:
		return name, name
	case e.Canonical == "":
		return e.Native, e.Native
	}
	return e.Native, e.Canonical
}

// nameTool fills in the tool's canonical name, or an MCP tool's bare name and
// server, from the host's own name, unless the payload has told them.
func nameTool(h *host.Caller, ev *wire.HandlerEvent) {
	if ev.NativeTool == "" || ev.Tool != "" {
		return
	}
	switch tool, server, ok := splitMCP(h, ev.NativeTool, ev.MCPServer, ev.Connector); {
	case ok:
		ev.Tool, ev.MCPServer = tool, server
	case ev.MCPServer != "": // the payload names the server, the tool's name is bare
		ev.Tool = ev.NativeTool
	default:
		ev.Tool = canonicalTool(h, ev.NativeTool)
	}
}

// canonicalTool maps a native tool name; one without a canonical name keeps it.
func canonicalTool(h *host.Caller, native string) string {
	if t := findTool(h, native); t != nil {
		return t.Canonical
	}
	return native
}

func findTool(h *host.Caller, native string) *host.Tool {
	for i := range h.Tools {
		if h.Tools[i].Native == native {
			return &h.Tools[i]
		}
	}
	return nil
}

// canonicalInput gives a tool's input the canonical keys.
func canonicalInput(h *host.Caller, native string, in raw) raw {
	t := findTool(h, native)
	if t == nil {
		return in
	}
	return rename(in, t.Inputs, func(n host.Input, v raw) (from, to string, _ raw) {
		if n.List {
			v = joined(v, n.Each)
		}
		return n.Native, n.Canonical, v
	})
}

// nativeInput is the inverse, for updatedInput.
func nativeInput(h *host.Caller, native string, in raw) raw {
	t := findTool(h, native)
	if t == nil {
		return in
	}
	return rename(in, t.Inputs, func(n host.Input, v raw) (from, to string, _ raw) {
		if n.List && len(v) > 0 && v[0] == '"' {
			v = listed(v, n.Each)
		}
		return n.Canonical, n.Native, v
	})
}

// joined is a list of texts as one text, a line each, or of that member of objects;
// any other value as it is.
func joined(v raw, each string) raw {
	if !isArray(v) {
		return v
	}
	list, err := decodeList(v)
	if err != nil {
		return v
	}
	var all []string
	for _, one := range list {
		if each != "" && isObject(one) {
			o, _ := parseObject(one)
			one, _ = o.get(each)
		}
		s, ok := text(one)
		if !ok {
			return v
		}
		all = append(all, s)
	}
	return appendString(nil, strings.Join(all, "\n"))
}

// listed is the inverse: a list of one.
func listed(v raw, each string) raw {
	if each != "" {
		v = encode(object{{each, v}})
	}
	return raw("[" + string(v) + "]")
}
