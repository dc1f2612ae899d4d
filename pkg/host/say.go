package host

// Say is how one decision is said to a host on one event. Of several for the
// same decision the first counts whose condition holds.
type Say struct {
	Decision string // wire.Deny, Ask, Modify, Context, or Grant
	Form     Form
	If       If
	Exit     int    // exit status that belongs to it; its form then goes to stderr
	Note     string // what differs from the decision's meaning
}

// Grant is an allow that gives the permission, where an allow of a handler
// means no objection.
const Grant = "grant"

// Form is a reply with places to fill in: $event, $reason, $input (native keys),
// $output, $text (the output as text), $context, $grant ("allow", if the
// permission shall be given, too).
// In JSON a member with nothing to fill in is left out, and an object that only
// had such members with it. Any other text is filled in as it stands.
type Form string

// nested opens the part of a reply in which Claude's family says most things;
// hookEventName must be there (p13).
const nested = `{"hookSpecificOutput":{"hookEventName":$event,`

// Forms of Claude's family, which many hosts understand. The order of the
// fields is that of its documentation.
const (
	Silence Form = "" // that is how the host does it

	PermissionDeny    Form = nested + `"permissionDecision":"deny","permissionDecisionReason":$reason}}`
	PermissionAsk     Form = nested + `"permissionDecision":"ask","permissionDecisionReason":$reason}}`
	PermissionAllow   Form = nested + `"permissionDecision":"allow"}}`
	InputAlone        Form = nested + `"permissionDecision":$grant,"updatedInput":$input,"additionalContext":$context}}`
	InputAllowed      Form = nested + `"permissionDecision":"allow","updatedInput":$input}}`
	ContextNested     Form = nested + `"permissionDecision":$grant,"additionalContext":$context}}`
	BlockTop          Form = `{"decision":"block","reason":$reason}`
	BlockContext      Form = `{"decision":"block","reason":$reason,"hookSpecificOutput":{"hookEventName":$event,"additionalContext":$context}}`
	BehaviorAllow     Form = nested + `"decision":{"behavior":"allow"}}}`
	BehaviorAllowEdit Form = nested + `"decision":{"behavior":"allow","updatedInput":$input}}}`
	BehaviorDeny      Form = nested + `"decision":{"behavior":"deny","message":$reason}}}`
	OutputNested      Form = nested + `"updatedToolOutput":$output,"additionalContext":$context}}`
	DenyTop           Form = `{"decision":"deny","reason":$reason}`
	ReasonText        Form = "$reason"
	ContextText       Form = "$context"
	OutputMCP         Form = nested + `"updatedMCPToolOutput":$output,"additionalContext":$context}}`
)

// Forms of the hosts that run a module of ours, which does with each what the
// host calls for (package render, module/*.js).
const (
	ModuleThrow   Form = `{"throw":$reason}`                     // the event must not happen
	ModuleAsk     Form = `{"ask":$reason}`                       // the user is asked; without one it must not happen
	ModuleInput   Form = `{"args":$input,"context":$context}`    // the tool gets these arguments
	ModuleOutput  Form = `{"output":$output,"context":$context}` // the model gets this result
	ModuleContext Form = `{"context":$context}`                  // the model gets this beside it
	ModuleGoOn    Form = `{"continue":$reason}`                  // the agent goes on with this
	ModulePermit  Form = `{"permit":true}`                       // the permission is given
)

// If is a condition of a Say.
type If string

const (
	Always    If = ""
	Fresh     If = "fresh"      // no hook has continued this turn yet
	MCPTool   If = "mcp"        // the tool is one of an MCP server
	OwnTool   If = "own"        // the tool is the host's own
	MCPBlocks If = "mcp-blocks" // that, and the new output is a list of content blocks
	OwnObject If = "own-object" // the tool is the host's own, and the new output an object
	TextOut   If = "text"       // the new output is a text
	BlocksOut If = "blocks"     // the new output is a list of content blocks
)

// continues is what a denied Stop does.
const continues = "the agent goes on instead of stopping"

// Can says whether a decision can be said on an event at all.
func (e *Event) Can(decision string) bool {
	for i := range e.Says {
		if e.Says[i].Decision == decision {
			return true
		}
	}
	return false
}
