package hook

import (
	"slices"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// form is how a host wants a decision said. Each dialect has a table from event
// and decision to a form; what is not in it the host cannot honour.
type form int

const (
	_ form = iota // the zero form is none

	// Claude's family. H(x) is {"hookSpecificOutput": {"hookEventName": EVENT, x}}.
	silence           // nothing: that is how the host does it
	permissionDeny    // H(permissionDecision deny, permissionDecisionReason)
	permissionAsk     // H(permissionDecision ask, permissionDecisionReason)
	permissionAllow   // H(permissionDecision allow)
	inputAlone        // H(updatedInput), permission as granted
	inputAllowed      // H(permissionDecision allow, updatedInput)
	contextNested     // H(additionalContext)
	contextOnce       // the same, but not if a hook has already continued this turn
	blockTop          // {decision block, reason}
	behaviorAllow     // H(decision {behavior allow})
	behaviorAllowEdit // H(decision {behavior allow, updatedInput})
	behaviorDeny      // H(decision {behavior deny, message})
	outputNested      // H(updatedToolOutput or updatedMCPToolOutput)

	// Cursor.
	cursorDeny     // {permission deny, user_message, agent_message}
	cursorDenyUser // {permission deny, user_message}
	cursorAsk      // {permission ask, user_message, agent_message}
	cursorInput    // {updated_input}
	cursorContext  // {additional_context}
	cursorReason   // the reason as {additional_context}
	cursorHalt     // {continue false, user_message}
	cursorFollowup // {followup_message}
	cursorOutput   // {updated_mcp_tool_output}
)

// row says how one decision is said on one native event.
type row struct {
	event, decision string
	form            form
	context         bool   // contexts can travel beside it
	note            string // what differs from the decision's meaning
}

// table is what a host understands.
type table struct {
	rows  []row
	quiet string // the reply that says nothing
}

// grant is the pseudo decision of the tables: an allow that gives permission.
const grant = "grant"

func (t *table) find(event, decision string) *row {
	i := slices.IndexFunc(t.rows, func(r row) bool { return r.event == event && r.decision == decision })
	if i < 0 {
		return nil
	}
	return &t.rows[i]
}

// dialect is the table of a host.
func dialect(r host.Reply) *table {
	switch r {
	case host.CodexReply:
		return &codexTable
	case host.CursorReply:
		return &cursorTable
	default:
		return &claudeTable
	}
}

// answer is what goes to the host.
type answer struct {
	text     string // stdout, without the final newline; empty: nothing
	decision string // what was decided
	degraded string // what became of it instead, if it was not honoured
	why      string // why not, or what differs
	dropped  []string
	silent   bool // another pointer of ours answers: print and record nothing
}

// honored says whether the host does what was decided.
func (a *answer) honored() bool { return a.degraded == "" }

// reply turns a decision into the host's answer. What the host cannot honour
// becomes the handler's fallback, and that failing nothing.
func reply(h *host.Host, ev *wire.HandlerEvent, d *decision) answer {
	t := dialect(h.Hooks.Reply)
	a := answer{decision: d.kind, text: t.quiet}
	for kind := d.kind; !t.say(h, ev, d, kind, &a); {
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
func (t *table) say(h *host.Host, ev *wire.HandlerEvent, d *decision, kind string, a *answer) bool {
	name := kind
	if kind == wire.Allow {
		if !d.grant {
			return true
		}
		name = grant
	}
	r := t.find(ev.NativeEvent, name)
	if r == nil {
		a.explain(h.Name + " cannot " + verbs[rank(kind)] + " on " + ev.NativeEvent)
		if kind == wire.Allow { // a permission that cannot be given is still no objection
			a.degraded = wire.Allow
		}
		return kind == wire.Allow
	}
	text, why := t.build(h, ev, d, r)
	if why != "" {
		a.explain(why)
		return false
	}
	a.explain(r.note)
	if d.context != "" && !r.context && kind != wire.Context {
		a.dropped = append(a.dropped, "additionalContext: "+h.Name+" takes none beside "+kind+" on "+ev.NativeEvent)
	}
	a.text = text
	return true
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

// build makes the text of a form, or says why it cannot.
func (t *table) build(h *host.Host, ev *wire.HandlerEvent, d *decision, r *row) (text, why string) {
	var o any
	if r.form >= cursorDeny {
		o, why = buildCursor(h, ev, d, r)
	} else {
		o, why = buildClaude(h, ev, d, r)
	}
	if o == nil {
		return t.quiet, why
	}
	return string(encode(o)), why
}

// because is the decision's reason; hosts want one with a deny, and a person
// wants to know whose it is.
func because(ev *wire.HandlerEvent, d *decision) string {
	if d.reason != "" {
		return d.reason
	}
	return "refused by " + ev.Connector
}
