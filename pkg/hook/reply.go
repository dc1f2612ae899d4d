package hook

import (
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// answer is what goes to the host.
type answer struct {
	text     string // stdout, without the final newline; empty: nothing
	stderr   string // the same for stderr, with exit
	exit     int    // what the host's dialect requires
	decision string // what was decided
	degraded string // what became of it instead, if it was not honoured
	why      string // why not, or what differs
	dropped  []string
	err      string // what of ours went wrong
	verbatim bool   // the text is not one of our forms, but a handler's own words
	silent   bool   // another pointer of ours answers, or none: record nothing
}

// honored says whether the host does what was decided.
func (a *answer) honored() bool { return a.degraded == "" }

// reply turns a decision into the host's answer. What the host cannot honour
// becomes the handler's fallback, and that failing nothing.
func reply(h *host.Caller, ev *wire.HandlerEvent, d *decision) answer {
	a := answer{decision: d.kind, text: h.Quiet(ev.NativeEvent)}
	for kind := d.kind; !a.say(h, ev, d, kind); {
		next := fallback(kind, d.fallback)
		if next == wire.Allow && d.context != "" && rank(kind) > rank(wire.Context) {
			next = wire.Context // what other handlers said still stands
		}
		kind, a.degraded = next, next // each step is weaker, or the one from context or modify to deny
		if next == wire.Deny {
			d.fallback = wire.Fallback{}
		}
	}
	return a
}

// say puts one kind of decision into the answer if the host can honour it.
func (a *answer) say(h *host.Caller, ev *wire.HandlerEvent, d *decision, kind string) bool {
	name := kind
	if kind == wire.Allow {
		if !d.grant {
			return true
		}
		name = host.Grant
	}
	says, why := saying(h, ev, d, name)
	if says == nil {
		if why == "" {
			why = h.Name + " cannot " + verbs[rank(kind)] + " on " + ev.NativeEvent
		}
		a.explain(why)
		if kind == wire.Allow { // a permission that cannot be given is still no objection
			a.degraded = wire.Allow
		}
		return kind == wire.Allow
	}
	a.explain(says.Note)
	if d.context != "" && kind != wire.Context && !strings.Contains(string(says.Form), "$context") {
		a.dropped = append(a.dropped, "additionalContext: "+h.Name+" takes none beside "+kind+" on "+ev.NativeEvent)
	}
	f := filler{h: h, ev: ev, d: d}
	switch text := f.fill(says.Form); {
	case says.Exit != 0:
		a.text, a.stderr, a.exit = h.Quiet(ev.NativeEvent), text, says.Exit
	case text != "":
		a.text = text
	}
	return true
}

// saying finds how the host wants a decision said; or, if it can be said but
// not this one, why not.
func saying(h *host.Caller, ev *wire.HandlerEvent, d *decision, name string) (says *host.Say, why string) {
	e := h.Native(ev.NativeEvent)
	if e == nil {
		return nil, ""
	}
	for i := range e.Says {
		if s := &e.Says[i]; s.Decision == name {
			if why = unfit(h, s, ev, d); why == "" {
				return s, ""
			}
		}
	}
	return nil, why
}

// unfit says why a form does not do for a decision.
func unfit(h *host.Caller, s *host.Say, ev *wire.HandlerEvent, d *decision) string {
	form := string(s.Form)
	switch {
	case strings.Contains(form, "$input") && len(d.input) == 0:
		return "before a tool the change is updatedInput, and there is none"
	case (strings.Contains(form, "$output") || strings.Contains(form, "$text")) && len(d.output) == 0:
		return "after a tool the change is updatedOutput, and there is none"
	}
	switch mcp := ev.MCPServer != "" || mcpName(ev) != ""; s.If {
	case host.Fresh:
		if ev.StopActive {
			return "a hook has already continued this turn: context would do so without end"
		}
	case host.MCPTool:
		if !mcp {
			return h.Name + " can replace the output of MCP tools only"
		}
	case host.OwnTool:
		if mcp {
			return h.Name + " takes this for its own tools only"
		}
	case host.MCPBlocks:
		if !mcp || !isArray(d.output) {
			return "the new output is no list of content blocks of an MCP tool"
		}
	case host.TextOut:
		if _, ok := text(d.output); !ok {
			return "the new output is no text"
		}
	case host.BlocksOut:
		if !isArray(d.output) {
			return "the new output is no list of content blocks"
		}
	case host.OwnObject:
		if mcp || !isObject(d.output) {
			return h.Name + " replaces the output of a built-in tool by an object of the tool's own shape only"
		}
	}
	return ""
}

var verbs = [...]string{"give the permission", "take context", "change it", "ask", "deny"}

// explain adds to the reasons, the first first.
func (a *answer) explain(why string) {
	switch {
	case why == "":
	case a.why == "":
		a.why = why
	default:
		a.why += "; " + why
	}
}

// fallback is what a decision becomes that the host cannot honour.
func fallback(kind string, f wire.Fallback) string {
	or := func(s, def string) string {
		if s == "" {
			return def
		}
		return s
	}
	switch kind {
	case wire.Ask:
		return or(f.Ask, wire.Deny)
	case wire.Modify:
		return or(f.Modify, wire.Allow)
	case wire.Context:
		return or(f.Context, wire.Allow)
	}
	return wire.Allow
}

// because is the decision's reason; hosts want one with a deny, and a person
// wants to know whose it is.
func because(ev *wire.HandlerEvent, d *decision) string {
	if d.reason != "" {
		return d.reason
	}
	return "refused by " + ev.Connector
}
