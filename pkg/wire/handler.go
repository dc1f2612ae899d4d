package wire

// The canonical hook events (seed 002 §4).
const (
	SessionStart       = "SessionStart"
	SessionEnd         = "SessionEnd"
	UserPromptSubmit   = "UserPromptSubmit"
	PreToolUse         = "PreToolUse"
	PostToolUse        = "PostToolUse"
	PreCompact         = "PreCompact"
	Stop               = "Stop"
	Notification       = "Notification"
	PermissionRequest  = "PermissionRequest"
	PostToolUseFailure = "PostToolUseFailure"
	SubagentStart      = "SubagentStart"
	SubagentStop       = "SubagentStop"
	PostCompact        = "PostCompact"
)

// Events lists the canonical hook events.
var Events = []string{SessionStart, SessionEnd, UserPromptSubmit, PreToolUse, PostToolUse, PreCompact, Stop,
	Notification, PermissionRequest, PostToolUseFailure, SubagentStart, SubagentStop, PostCompact}

// The decisions of a handler.
const (
	Allow   = "allow"   // no objection: the host's own permission flow goes on
	Deny    = "deny"    // the action must not happen
	Ask     = "ask"     // the user must confirm
	Modify  = "modify"  // go on with updatedInput or updatedOutput
	Context = "context" // no objection, and something for the model to read
)

// HandlerEvent is what a handler gets on its stdin, as one line: the host's
// payload in one vocabulary.
type HandlerEvent struct {
	Event       string `json:"event"`                    // canonical event name, or the native one where there is none
	NativeEvent string `json:"nativeEvent,omitempty"`    // the host's own event name
	Host        string `json:"host"`                     // canonical host id
	Connector   string `json:"connector"`                // connector id
	SessionID   string `json:"sessionId,omitempty"`      // session of the host
	ProjectDir  string `json:"projectDir,omitempty"`     // root of the project, if the host says it
	Cwd         string `json:"cwd,omitempty"`            // working directory of the event
	Tool        string `json:"tool,omitempty"`           // canonical tool name, or the bare name of an MCP tool
	NativeTool  string `json:"nativeTool,omitempty"`     // the host's own tool name
	MCPServer   string `json:"mcpServer,omitempty"`      // name of the MCP server that has the tool
	ToolUseID   string `json:"toolUseId,omitempty"`      // id of the call, the same before and after
	ToolInput   Raw    `json:"toolInput,omitempty"`      // with canonical keys for canonical tools
	ToolOutput  Raw    `json:"toolOutput,omitempty"`     // as the host gives it
	IsError     bool   `json:"isError,omitempty"`        // the tool failed
	ErrorType   string `json:"errorType,omitempty"`      // kind of a failure that is not the tool's own: timeout, rejected, denied or interrupted
	ExitCode    *int64 `json:"exitCode,omitempty"`       // of a shell command, where the host tells it
	Error       string `json:"error,omitempty"`          // what it failed with
	DurationMS  int64  `json:"durationMs,omitempty"`     // of the tool call, if the host says it
	Prompt      string `json:"prompt,omitempty"`         // UserPromptSubmit
	Source      string `json:"source,omitempty"`         // SessionStart: startup, resume, clear, compact …
	Reason      string `json:"reason,omitempty"`         // SessionEnd
	Trigger     string `json:"trigger,omitempty"`        // PreCompact, PostCompact: manual or auto
	Message     string `json:"message,omitempty"`        // Notification
	StopActive  bool   `json:"stopActive,omitempty"`     // Stop, SubagentStop: a hook has already continued this turn
	LastMessage string `json:"lastMessage,omitempty"`    // Stop, SubagentStop: last text of the assistant
	AgentID     string `json:"agentId,omitempty"`        // subagent
	AgentType   string `json:"agentType,omitempty"`      // subagent
	Model       string `json:"model,omitempty"`          // model in use, if the host says it
	Permission  string `json:"permissionMode,omitempty"` // the host's permission mode
	Transcript  string `json:"transcriptPath,omitempty"` // path of the host's transcript
	Raw         Raw    `json:"raw,omitempty"`            // the host's payload as it came
}

// HandlerReply is what a handler prints: one JSON object. An empty output
// means allow.
type HandlerReply struct {
	Decision          string `json:"decision,omitempty"`          // allow, deny, modify, context or ask; empty means allow
	Reason            string `json:"reason,omitempty"`            // for the model and the user
	UpdatedInput      Raw    `json:"updatedInput,omitempty"`      // modify, before a tool: the whole new input, canonical keys
	UpdatedOutput     Raw    `json:"updatedOutput,omitempty"`     // modify, after a tool: the whole new output
	AdditionalContext string `json:"additionalContext,omitempty"` // context: what the model shall read
	Grant             bool   `json:"grant,omitempty"`             // with allow: give the permission instead of leaving it to the host
}
