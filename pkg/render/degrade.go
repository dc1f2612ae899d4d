package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// meant are the decisions that make sense on an event. The others do nothing
// on any host, so that there is nothing to lose.
var meant = map[string]string{
	wire.PreToolUse:         "deny ask modify context grant",
	wire.PermissionRequest:  "deny grant",
	wire.PostToolUse:        "deny modify context",
	wire.PostToolUseFailure: "context",
	wire.UserPromptSubmit:   "deny context",
	wire.SessionStart:       "context",
	wire.SubagentStart:      "context",
	wire.Stop:               "deny",
	wire.SubagentStop:       "deny",
}

// degraded says which decisions a host does not honour on an event. What rules
// decide is known: a warning. What a command may decide is not: it is told what
// would happen.
func (b *builder) degraded(t *target, e *host.Event, list connector.HookList) {
	var lost, could, at []string
	partly := func(decision string) {
		if only := limited(e, decision); only != "" {
			at = addNew(at, only)
		}
	}
	for _, h := range list {
		for _, r := range h.Handler.Rules {
			if r.Decision != wire.Allow && !e.Can(r.Decision) {
				lost = addNew(lost, becomes(r.Decision, h.Handler.Fallback))
			}
			partly(r.Decision)
		}
		for _, d := range strings.Fields(meant[e.Canonical]) {
			if len(h.Handler.Command) > 0 && !e.Can(d) {
				could = addNew(could, becomes(d, h.Handler.Fallback))
			}
			if len(h.Handler.Command) > 0 {
				partly(d)
			}
		}
	}
	if len(lost) > 0 {
		b.lose(t, wire.Hooks, "%s on %s: %s", titled(t.h, e), t.h.Name, strings.Join(lost, ", "))
	}
	if len(at) > 0 {
		b.info(t, wire.Hooks, "%s on %s: %s", e.Canonical, t.h.Name, strings.Join(at, ", "))
	}
	// What rules lose for sure need not be said again as a possibility.
	could = slices.DeleteFunc(could, func(s string) bool { return slices.Contains(lost, s) })
	if len(could) > 0 {
		b.cell(t, wire.Hooks).degraded = true
		b.info(t, wire.Hooks, "%s on %s, if a handler decides so: %s", titled(t.h, e), t.h.Name, strings.Join(could, ", "))
	}
}

// titled is the event's name, with the host's own if it has several for it.
func titled(h *host.Host, e *host.Event) string {
	n := 0
	for range h.EventsOf(e.Canonical) {
		n++
	}
	if n > 1 {
		return e.Canonical + " (" + e.Native + ")"
	}
	return e.Canonical
}

// limited says when a host honours a decision on an event, if not always.
func limited(e *host.Event, decision string) string {
	var when []string
	for i := range e.Says {
		s := &e.Says[i]
		if s.Decision == decision && s.If == host.Always {
			return ""
		}
		if s.Decision == decision {
			when = addNew(when, conditions[s.If])
		}
	}
	if any := conditions[host.MCPTool]; slices.Contains(when, any) { // one with some output is one with any
		when = slices.DeleteFunc(when, func(w string) bool { return w == conditions[host.MCPBlocks] })
	}
	if len(when) == 0 {
		return ""
	}
	return decision + " counts only " + strings.Join(when, ", or ")
}

// conditions are those of package host, in words.
var conditions = map[host.If]string{
	host.Fresh:     "while no hook has continued the turn",
	host.MCPTool:   "for a tool of an MCP server",
	host.MCPBlocks: "for a tool of an MCP server with a list of content blocks as its new output",
	host.OwnObject: "for a tool of the host's own with an object as its new output",
	host.TextOut:   "with a text as the new output",
	host.BlocksOut: "with a list of content blocks as the new output",
}

// becomes says what a decision turns into where it is not honoured.
func becomes(decision string, f *wire.Fallback) string {
	if f == nil {
		f = &wire.Fallback{}
	}
	fallback, dropped := "", ""
	switch decision {
	case host.Grant:
		return "the permission is not given"
	case wire.Ask:
		fallback = f.Ask
		if fallback == "" {
			fallback = wire.Deny
		}
		dropped = "ask is dropped"
	case wire.Modify:
		fallback, dropped = f.Modify, "the change is dropped"
	case wire.Context:
		fallback, dropped = f.Context, "the context is dropped"
	default:
		return decision + " has no effect"
	}
	if fallback == wire.Deny {
		return decision + " becomes deny"
	}
	return dropped
}
