package wire

// Event is one hook event in the event log: names, ids, sizes and outcome,
// never content.
type Event struct {
	Schema      string     `json:"schema"`
	TS          int64      `json:"ts"`                     // when ac-hook started
	Host        string     `json:"host"`                   // canonical host id
	Event       string     `json:"event"`                  // canonical event name, or the native one where there is none
	NativeEvent string     `json:"native_event,omitempty"` // the host's own event name
	Connector   string     `json:"connector"`              // connector whose pointer was called
	Scope       string     `json:"scope,omitempty"`        // of the definition that answered: user or project
	SessionID   string     `json:"session_id,omitempty"`   // session of the host
	ProjectKey  string     `json:"project_key,omitempty"`  // stable identity of the project
	Tool        string     `json:"tool,omitempty"`         // canonical tool name, or the bare name of an MCP tool; Unknown for a tool of the host's own without one
	NativeTool  string     `json:"native_tool,omitempty"`  // the host's own tool name
	MCPServer   string     `json:"mcp_server,omitempty"`   // MCP server that has the tool
	ToolUseID   string     `json:"tool_use_id,omitempty"`  // id of the call, the same before and after
	AgentID     string     `json:"agent_id,omitempty"`     // subagent that made the call
	AgentType   string     `json:"agent_type,omitempty"`   // its kind
	Model       string     `json:"model,omitempty"`        // model in use, if the host says it
	Client      string     `json:"client,omitempty"`       // of what a host's model reported itself: what its client calls itself
	InputBytes  int64      `json:"input_bytes,omitempty"`  // size of the tool input as JSON
	InputHash   string     `json:"input_hash,omitempty"`   // first 16 hex digits of its SHA-256
	OutputBytes int64      `json:"output_bytes,omitempty"` // size of the tool output as JSON
	IsError     bool       `json:"is_error,omitempty"`     // the tool failed
	ErrorType   string     `json:"error_type,omitempty"`   // kind of a failure that is not the tool's own, where the host says it: timeout, rejected, denied or interrupted; of StopFailure its own word, such as rate_limit
	DurationMS  int64      `json:"duration_ms,omitempty"`  // of the tool call, as the host says it
	Decision    string     `json:"decision,omitempty"`     // what the handlers decided
	Degraded    string     `json:"degraded,omitempty"`     // what the host could not honour of it
	HandlerMS   int64      `json:"handler_ms,omitempty"`   // time spent in handlers
	ReplyBytes  int64      `json:"reply_bytes,omitempty"`  // size of what the host was answered
	Tokens      int64      `json:"tokens,omitempty"`       // of the payload: its bytes divided by four
	Confidence  string     `json:"confidence,omitempty"`   // of tokens: heuristic
	Meta        *EventMeta `json:"meta,omitempty"`         // of a tool of the host's own, or of an event without a tool, where telemetry.observe asks for it
}

// ObserveLevels are the levels, from the strictest.
var ObserveLevels = [...]string{ObserveOff, ObserveMinimal, ObserveStandard}

// LeastObserve is the stricter of two levels; an empty one allows all.
func LeastObserve(a, b string) string {
	for _, l := range ObserveLevels {
		if l == a || l == b {
			return l
		}
	}
	return ObserveStandard
}

// What the user may withhold from events (config.json, privacy).
const (
	WithholdCommands = "commands"
	WithholdPaths    = "paths"
)

// UnknownTool is the canonical name of a tool of the host's own that has none: its
// own name stands beside it.
const UnknownTool = "Unknown"

// The kinds of a failure that is not the tool's own (error_type; seed 001). Those
// that ac-hook can see it writes; the others show when a call is put together.
const (
	Timeout     = "timeout"      // nothing was heard of the end
	Rejected    = "rejected"     // the user was asked, and did not want it
	Denied      = "denied"       // a rule or a mode of the host forbade it
	Interrupted = "interrupted"  // the user has stopped it
	HookBlocked = "hook_blocked" // a hook has denied it
)

// How much of a tool's input an event tells (telemetry.observe).
const (
	ObserveMinimal  = "minimal"  // sizes, counts and flags
	ObserveStandard = "standard" // commands, paths and patterns too, without secrets
	ObserveOff      = "off"      // nothing of the inputs: their size and hash alone
)

// EventMeta is what an event tells of the input and the outcome of a tool of the
// host's own, by the tool's canonical name, or of an event without a tool. It never
// holds contents or prompts; secrets are taken out of all texts. What has "not at
// minimal" is left out at telemetry.observe minimal.
type EventMeta struct {
	Command        string   `json:"command,omitempty"`          // Bash: the command; not at minimal
	Description    string   `json:"description,omitempty"`      // Bash, Agent, TaskCreate, TaskUpdate: what it is said to be for; not at minimal
	TimeoutMS      int64    `json:"timeout_ms,omitempty"`       // Bash: the time that it is given
	Background     bool     `json:"background,omitempty"`       // Bash, Agent: nobody waits for it
	FilePath       string   `json:"file_path,omitempty"`        // Read, Write, Edit, Delete: the file; InstructionsLoaded; not at minimal
	Files          []string `json:"files,omitempty"`            // of several files: all; not at minimal
	FileCount      int64    `json:"file_count,omitempty"`       // of several files, and of a patch: how many
	Offset         int64    `json:"offset,omitempty"`           // Read: the first line
	Limit          int64    `json:"limit,omitempty"`            // Read: how many lines
	ContentBytes   int64    `json:"content_bytes,omitempty"`    // Write: size of the content
	OldBytes       int64    `json:"old_bytes,omitempty"`        // Edit: size of what is taken
	NewBytes       int64    `json:"new_bytes,omitempty"`        // Edit: size of what is given
	LinesAdded     int64    `json:"lines_added,omitempty"`      // Write, Edit
	LinesRemoved   int64    `json:"lines_removed,omitempty"`    // Edit
	Replacements   int64    `json:"replacements,omitempty"`     // Edit: how many, where one call makes several
	ReplaceAll     bool     `json:"replace_all,omitempty"`      // Edit: wherever it is found
	Pattern        string   `json:"pattern,omitempty"`          // Grep, Glob: what is looked for; not at minimal
	Path           string   `json:"path,omitempty"`             // Grep, Glob: where; not at minimal
	OutputMode     string   `json:"output_mode,omitempty"`      // Grep
	Matches        int64    `json:"matches,omitempty"`          // Grep, Glob: how many were found, where the host says it
	SubagentType   string   `json:"subagent_type,omitempty"`    // Agent
	AgentName      string   `json:"agent_name,omitempty"`       // Agent: the name that it is given
	AgentModel     string   `json:"agent_model,omitempty"`      // Agent: the model that it is given
	Isolation      string   `json:"isolation,omitempty"`        // Agent: where it works, such as worktree
	SpawnedAgentID string   `json:"spawned_agent_id,omitempty"` // Agent: id of the subagent, where the host says it
	PromptBytes    int64    `json:"prompt_bytes,omitempty"`     // Agent, WebFetch, UserPromptSubmit: size of the prompt
	ResultBytes    int64    `json:"result_bytes,omitempty"`     // Agent: size of what it answered
	Skill          string   `json:"skill,omitempty"`            // Skill: its name
	SkillArgsBytes int64    `json:"skill_args_bytes,omitempty"` // Skill: size of its arguments
	URLHost        string   `json:"url_host,omitempty"`         // WebFetch: the host of the address; not at minimal
	QueryBytes     int64    `json:"query_bytes,omitempty"`      // WebSearch: size of the question
	Items          int64    `json:"items,omitempty"`            // TodoWrite, AskUserQuestion: how many
	TaskID         string   `json:"task_id,omitempty"`          // TaskUpdate, TaskGet: id of the item
	TaskStatus     string   `json:"task_status,omitempty"`      // TaskUpdate: what it becomes
	ExitCode       *int64   `json:"exit_code,omitempty"`        // Bash: of the command, where the host says it
	Error          string   `json:"error,omitempty"`            // what a tool failed with, or why it was denied; not at minimal
	Simhash        string   `json:"simhash,omitempty"`          // 16 hex digits: inputs that are alike differ in few bits

	SlashCommand   string  `json:"slash_command,omitempty"`   // UserPromptSubmit: the name of a command that the prompt starts with
	Source         string  `json:"source,omitempty"`          // SessionStart: startup, resume …; PostModelSwitch: who switched
	Reason         string  `json:"reason,omitempty"`          // SessionEnd: why
	Trigger        string  `json:"trigger,omitempty"`         // PreCompact, PostCompact: manual or auto
	MemoryType     string  `json:"memory_type,omitempty"`     // InstructionsLoaded: whose guidance it is
	LoadReason     string  `json:"load_reason,omitempty"`     // InstructionsLoaded: why it was read
	FromModel      string  `json:"from_model,omitempty"`      // PostModelSwitch
	ToModel        string  `json:"to_model,omitempty"`        // PostModelSwitch
	RequestedModel string  `json:"requested_model,omitempty"` // PostModelSwitch
	IdleSeconds    float64 `json:"idle_seconds,omitempty"`    // SessionStart: since the last answer of a session that is resumed
	ContextTokens  int64   `json:"context_tokens,omitempty"`  // SessionStart, PostModelSwitch: size of the conversation
	CacheExpired   bool    `json:"cache_expired,omitempty"`   // SessionStart: the provider's cache is likely gone
	CacheWriteUSD  float64 `json:"cache_write_usd,omitempty"` // SessionStart, PostModelSwitch: what filling it again is expected to cost
	PermissionMode string  `json:"permission_mode,omitempty"` // the host's permission mode
}

// How sure a token count is, from weak to strong; a sum carries the weakest.
const (
	Heuristic  = "heuristic"            // bytes divided by four
	Approx     = "tokenizer-approx"     // o200k_base for a model family with another vocabulary
	Calibrated = "tokenizer-calibrated" // approx, corrected by a measured factor
	Exact      = "tokenizer-exact"      // the model family's own vocabulary
	HostNative = "host-native"          // the host said it
)

// The kinds of a Measure. Calls, definitions and requests cost tokens, and are
// never summed.
const (
	KindCall         = "call"         // a tools/call
	KindToolDefs     = "tool_defs"    // a catalogue of tools as a whole
	KindToolDef      = "tool_def"     // one tool of the catalogue that the record before sums
	KindRequest      = "request"      // any other request
	KindNotification = "notification" // a message without an answer
	KindSession      = "session"      // the end of one run of the proxy
)

// Measure is one measured MCP exchange: counts, never content.
type Measure struct {
	Schema       string `json:"schema"`
	TS           int64  `json:"ts"`                    // when the request was read
	Connector    string `json:"connector"`             // connector id
	Host         string `json:"host,omitempty"`        // host that started the proxy
	Scope        string `json:"scope,omitempty"`       // user or project
	Surface      string `json:"surface"`               // server, hooks, commands, skills or subagents
	Kind         string `json:"kind"`                  // call, tool_defs, tool_def, request, notification or session
	Method       string `json:"method"`                // MCP method, such as tools/call
	Tool         string `json:"tool,omitempty"`        // name of the tool, prompt or resource kind
	Direction    string `json:"direction"`             // c2s (the client asked) or s2c (the server asked)
	SessionID    string `json:"session_id,omitempty"`  // session that the host names
	Instance     string `json:"instance,omitempty"`    // one run of the proxy
	ToolUseID    string `json:"tool_use_id,omitempty"` // id that the host gives the call, the same in its hook events
	ProjectKey   string `json:"project_key,omitempty"` // stable identity of the project
	Client       string `json:"client,omitempty"`      // name/version that the client gave
	Protocol     string `json:"protocol,omitempty"`    // MCP revision of the exchange
	InputTokens  int64  `json:"input_tokens"`          // tokens of the arguments; of definitions: 0
	OutputTokens int64  `json:"output_tokens"`         // tokens of the result, or of the definitions
	InputBytes   int64  `json:"input_bytes"`           // bytes of the request line
	OutputBytes  int64  `json:"output_bytes"`          // bytes of the response line
	Tools        int64  `json:"tools,omitempty"`       // tool_defs: number of definitions
	Deferred     bool   `json:"deferred,omitempty"`    // of definitions: the host keeps them from the model until it looks for them
	Confidence   string `json:"confidence"`            // heuristic, tokenizer-approx, tokenizer-calibrated, tokenizer-exact or host-native
	IsError      bool   `json:"is_error,omitempty"`    // an error, or a result that says isError
	ErrorType    string `json:"error_type,omitempty"`  // JSON-RPC code, tool_error, cancelled, superseded, input_abandoned, no_response, orphan_error; no errors: probe, and unseen for an answer that was only counted in bytes
	DurationMS   int64  `json:"duration_ms"`           // from reading the request to reading the response
	OverheadUS   int64  `json:"overhead_us,omitempty"` // of that, microseconds that the proxy itself took
	Noise        int64  `json:"noise,omitempty"`       // session: lines on the server's stdout that are no messages
	Dropped      int64  `json:"dropped,omitempty"`     // messages since the last record that were only counted in bytes
}

// The switches of config.json that turn measuring off, and the variables that win
// over them.
const (
	SwitchTelemetry = "telemetry"
	SwitchMeasure   = "measure"
	TelemetryVar    = "AGENT_CONNECTOR_TELEMETRY"
	MeasureVar      = "AGENT_CONNECTOR_MEASURE"
)
