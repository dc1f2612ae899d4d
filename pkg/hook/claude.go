package hook

import (
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// claudeTable is what Claude Code honours. Sources: pNN, qNN, nNN: measured on
// 2.1.332 (the session, prompt and stop events likewise); [S2] the reply schema
// in the program 2.1.332, not measured.
var claudeTable = table{rows: []row{
	{event: "PreToolUse", decision: wire.Deny, form: permissionDeny},                  // p01
	{event: "PreToolUse", decision: wire.Ask, form: permissionAsk},                    // p06; headless it is a deny
	{event: "PreToolUse", decision: wire.Modify, form: inputAlone, context: true},     // p04; with grant p03
	{event: "PreToolUse", decision: wire.Context, form: contextNested, context: true}, // p05; with grant p16
	{event: "PreToolUse", decision: grant, form: permissionAllow},                     // measured: runs, no PermissionRequest

	{event: "PermissionRequest", decision: grant, form: behaviorAllow},                                                         // measured
	{event: "PermissionRequest", decision: wire.Deny, form: behaviorDeny},                                                      // [S2]
	{event: "PermissionRequest", decision: wire.Ask, form: silence},                                                            // the host is about to ask
	{event: "PermissionRequest", decision: wire.Modify, form: behaviorAllowEdit, note: "the change gives the permission, too"}, // [S2]

	{event: "PostToolUse", decision: wire.Deny, form: blockTop, context: true, note: "the tool has run: the reason goes beside its result"}, // q02, q07
	{event: "PostToolUse", decision: wire.Context, form: contextNested, context: true},                                                      // q01
	{event: "PostToolUse", decision: wire.Modify, form: outputNested, context: true},                                                        // q03, q09, n01, n02, n04
	{event: "PostToolUseFailure", decision: wire.Context, form: contextNested, context: true},                                               // [S2]
	{event: "PostToolBatch", decision: wire.Context, form: contextNested, context: true},                                                    // [S2]

	{event: "UserPromptSubmit", decision: wire.Deny, form: blockTop},                                   // measured
	{event: "UserPromptSubmit", decision: wire.Context, form: contextNested, context: true},            // measured
	{event: "SessionStart", decision: wire.Context, form: contextNested, context: true},                // measured
	{event: "SubagentStart", decision: wire.Context, form: contextNested, context: true},               // [S2]
	{event: "Notification", decision: wire.Context, form: contextNested, context: true},                // [S2]
	{event: "PostModelSwitch", decision: wire.Context, form: contextNested, context: true},             // [S2]
	{event: "Stop", decision: wire.Deny, form: blockTop, note: continues},                              // measured
	{event: "Stop", decision: wire.Context, form: contextOnce, context: true, note: continues},         // measured
	{event: "SubagentStop", decision: wire.Deny, form: blockTop, note: continues},                      // [S2]
	{event: "SubagentStop", decision: wire.Context, form: contextOnce, context: true, note: continues}, // [S2]
}}

const continues = "the agent goes on instead of stopping"

// codexTable is what Codex honours. Sources: pNN, qNN: measured on 0.171.0;
// [schema] its own output schemas (testdata/codex-schemas), not measured. An
// unknown key anywhere makes it ignore the whole reply (p12).
var codexTable = table{rows: []row{
	{event: "PreToolUse", decision: wire.Deny, form: permissionDeny},                                                                 // p01; ask is dropped and the tool runs (p06)
	{event: "PreToolUse", decision: wire.Modify, form: inputAllowed, note: "Codex takes a change only together with the permission"}, // p03, p04
	{event: "PreToolUse", decision: wire.Context, form: contextNested, context: true},                                                // p05; allow without updatedInput is refused (p16)

	{event: "PermissionRequest", decision: grant, form: behaviorAllow},    // [schema]; not reachable in codex exec
	{event: "PermissionRequest", decision: wire.Deny, form: behaviorDeny}, // [schema]; updatedInput fails closed
	{event: "PermissionRequest", decision: wire.Ask, form: silence},       // the host is about to ask

	{event: "PostToolUse", decision: wire.Deny, form: blockTop, context: true, note: "the tool has run: the reason replaces its result"}, // q02, q07
	{event: "PostToolUse", decision: wire.Context, form: contextNested, context: true},                                                   // q01; q03, n01, n02: no output can be changed

	{event: "UserPromptSubmit", decision: wire.Deny, form: blockTop},                        // measured
	{event: "UserPromptSubmit", decision: wire.Context, form: contextNested, context: true}, // measured
	{event: "SessionStart", decision: wire.Context, form: contextNested, context: true},     // measured
	{event: "SubagentStart", decision: wire.Context, form: contextNested, context: true},    // [schema]
	{event: "Stop", decision: wire.Deny, form: blockTop, note: continues},                   // measured; context is dropped
	{event: "SubagentStop", decision: wire.Deny, form: blockTop, note: continues},           // [schema]
}}

// nested is hookSpecificOutput. The order of the fields is that of the hosts'
// documentation; hookEventName must be there (p13).
type nested struct {
	HookEventName            string    `json:"hookEventName"`
	PermissionDecision       string    `json:"permissionDecision,omitempty"`
	PermissionDecisionReason string    `json:"permissionDecisionReason,omitempty"`
	UpdatedInput             raw       `json:"updatedInput,omitempty"`
	Decision                 *behavior `json:"decision,omitempty"`
	UpdatedToolOutput        raw       `json:"updatedToolOutput,omitempty"`
	UpdatedMCPToolOutput     raw       `json:"updatedMCPToolOutput,omitempty"`
	AdditionalContext        string    `json:"additionalContext,omitempty"`
}

type behavior struct {
	Behavior     string `json:"behavior"`
	Message      string `json:"message,omitempty"`
	UpdatedInput raw    `json:"updatedInput,omitempty"`
}

// claudeReply is the whole reply of Claude's family.
type claudeReply struct {
	Decision string  `json:"decision,omitempty"`
	Reason   string  `json:"reason,omitempty"`
	Specific *nested `json:"hookSpecificOutput,omitempty"`
}

// buildClaude makes the reply of a form; nil means print nothing.
func buildClaude(h *host.Host, ev *wire.HandlerEvent, d *decision, r *row) (any, string) {
	out := &nested{HookEventName: ev.NativeEvent}
	if r.context {
		out.AdditionalContext = d.context
	}
	if d.grant && (r.form == inputAlone || r.form == contextNested) && dialect(h.Hooks.Reply).find(ev.NativeEvent, grant) != nil {
		out.PermissionDecision = wire.Allow
	}
	switch r.form {
	case silence:
		return nil, ""
	case permissionDeny:
		out.PermissionDecision, out.PermissionDecisionReason = wire.Deny, because(ev, d)
	case permissionAsk:
		out.PermissionDecision, out.PermissionDecisionReason = wire.Ask, d.reason
	case permissionAllow:
		out.PermissionDecision = wire.Allow
	case inputAlone, inputAllowed:
		return changeInput(h, ev, d, r, out)
	case contextOnce:
		if ev.StopActive {
			return nil, "a hook has already continued this turn: context would do so without end"
		}
	case blockTop:
		return blocking(ev, d, out), ""
	case behaviorAllow:
		out.Decision = &behavior{Behavior: wire.Allow}
	case behaviorDeny:
		out.Decision = &behavior{Behavior: wire.Deny, Message: because(ev, d)}
	case behaviorAllowEdit:
		if len(d.input) == 0 {
			return nil, noInput
		}
		out.Decision = &behavior{Behavior: wire.Allow, UpdatedInput: nativeInput(h, ev.NativeTool, d.input)}
	case outputNested:
		if why := changeOutput(ev, d, out); why != "" {
			return nil, why
		}
	}
	return claudeReply{Specific: out}, ""
}

const noInput = "before a tool the change is updatedInput, and there is none"

func changeInput(h *host.Host, ev *wire.HandlerEvent, d *decision, r *row, out *nested) (any, string) {
	if len(d.input) == 0 {
		return nil, noInput
	}
	if r.form == inputAllowed {
		out.PermissionDecision = wire.Allow
	}
	out.UpdatedInput = nativeInput(h, ev.NativeTool, d.input)
	return claudeReply{Specific: out}, ""
}

// blocking is the reply at the top, with the contexts below if there are any.
func blocking(ev *wire.HandlerEvent, d *decision, out *nested) claudeReply {
	r := claudeReply{Decision: "block", Reason: because(ev, d)}
	if out.AdditionalContext != "" {
		r.Specific = out
	}
	return r
}

// changeOutput picks the field that Claude honours for that kind of tool and
// value: content blocks of an MCP tool in one (n02), any other value of an MCP
// tool in the older one (n01, n04); of a built-in tool only an object of the
// tool's own shape (q09), for it drops a string (q03).
func changeOutput(ev *wire.HandlerEvent, d *decision, out *nested) string {
	switch {
	case len(d.output) == 0:
		return "after a tool the change is updatedOutput, and there is none"
	case ev.MCPServer != "" && !isArray(d.output):
		out.UpdatedMCPToolOutput = d.output
	case ev.MCPServer == "" && !isObject(d.output):
		return "the output of a built-in tool can only be replaced by an object of the tool's own shape"
	default:
		out.UpdatedToolOutput = d.output
	}
	return ""
}
