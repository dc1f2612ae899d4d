package hook

import (
	"fmt"
	"strings"

	"agentconnector/pkg/wire"
)

// decision is what the handlers of one event come to. The zero value allows.
type decision struct {
	kind     string // wire.Deny, Ask, Modify, Context or Allow
	reason   string // of the first handler with that kind
	input    raw    // modify: the new input, canonical keys
	output   raw    // modify: the new output
	context  string // all contexts, whatever the kind
	grant    bool   // give the permission; only if nobody denied or asked
	fallback wire.Fallback
}

// order of strength: the stronger kind wins.
var strength = [...]string{wire.Allow, wire.Context, wire.Modify, wire.Ask, wire.Deny}

func rank(kind string) int {
	for i, k := range strength {
		if k == kind {
			return i
		}
	}
	return 0
}

// add merges one handler's reply, already checked.
func (d *decision) add(r wire.HandlerReply, f *wire.Fallback) {
	if d.kind == "" {
		d.kind = wire.Allow
	}
	if rank(r.Decision) > rank(d.kind) {
		d.kind, d.reason, d.fallback = r.Decision, r.Reason, wire.Fallback{}
		if f != nil {
			d.fallback = *f
		}
	}
	if r.Decision == wire.Modify {
		if len(r.UpdatedInput) > 0 {
			d.input = r.UpdatedInput
		}
		if len(r.UpdatedOutput) > 0 {
			d.output = r.UpdatedOutput
		}
	}
	if r.AdditionalContext != "" {
		if d.context != "" {
			d.context += "\n\n"
		}
		d.context += r.AdditionalContext
	}
	d.grant = d.grant || r.Grant
}

// done closes the merge: a permission that somebody objected to is not given.
func (d *decision) done() {
	if d.kind == "" {
		d.kind = wire.Allow
	}
	d.grant = d.grant && rank(d.kind) < rank(wire.Ask)
	d.reason = strings.TrimSpace(d.reason)
}

// checkReply makes a handler's reply unambiguous: what it carries counts also
// where it says allow or nothing, and an explicit allow on PermissionRequest is
// the permission.
func checkReply(r wire.HandlerReply, event string) (wire.HandlerReply, error) {
	if r.Decision == wire.Allow && event == wire.PermissionRequest {
		r.Grant = true
	}
	carries := len(r.UpdatedInput) > 0 || len(r.UpdatedOutput) > 0
	switch r.Decision {
	case "", wire.Allow:
		r.Decision = wire.Allow
		if r.AdditionalContext != "" {
			r.Decision = wire.Context
		}
		if carries {
			r.Decision = wire.Modify
		}
	case wire.Modify:
		if !carries {
			return r, fmt.Errorf("decision is modify without updatedInput or updatedOutput")
		}
	case wire.Context:
		if r.AdditionalContext == "" {
			return r, fmt.Errorf("decision is context without additionalContext")
		}
	case wire.Deny, wire.Ask:
	default:
		return r, fmt.Errorf("decision is %q: allow, deny, ask, modify or context", r.Decision)
	}
	if len(r.UpdatedInput) > 0 && !isObject(r.UpdatedInput) {
		return r, fmt.Errorf("updatedInput is no JSON object")
	}
	return r, nil
}
