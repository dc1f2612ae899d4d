package wire

// HookedDir is the folder beside hook.json with a file for each host that has
// pointers of its own to it.
const HookedDir = "hooked"

// PluginDir is the folder in a plugin with what stands in the connector's folder
// where it is installed.
const PluginDir = "agent-connector"

// HookedLocal ends the name of a file there that says: the pointers of this host
// stand in files of the user's own, though the connector is installed in a project.
const HookedLocal = ".local"

// HookedDeny ends the name of a file there that says: what the host can block is
// denied when the connector cannot be asked.
const HookedDeny = ".deny"

// HookFile is hook.json in the folder of an installed connector: what ac-hook
// needs of the definition, already validated.
type HookFile struct {
	Schema    string               `json:"schema"`
	Connector string               `json:"connector"`          // connector id
	Version   string               `json:"version"`            // connector version
	Telemetry bool                 `json:"telemetry"`          // record events of this connector
	Off       []string             `json:"off,omitempty"`      // switches of config.json by which it does not, if those alone: telemetry, measure
	Observe   string               `json:"observe,omitempty"`  // minimal or standard: what they tell of a tool's input; absent: its size and hash
	Withhold  []string             `json:"withhold,omitempty"` // what is taken out of that, as the user wants it (privacy of config.json): commands, paths
	Hosts     []string             `json:"hosts,omitempty"`    // hosts that have a pointer of their own to this file; a plan writes a file of the folder hooked for each instead
	Timeouts  map[string]int64     `json:"timeouts,omitempty"` // event → ms that its pointers were written with; absent: the host's default
	Hooks     map[string][]HookDef `json:"hooks"`              // canonical event → definitions in order

	Native     map[string]map[string][]HookDef `json:"native,omitempty"`     // host → its own event → definitions: the payload goes in as it is, the answer out as it is
	Statusline *StatuslineDef                  `json:"statusline,omitempty"` // the line under the host's prompt
	Actions    []ActionDef                     `json:"actions,omitempty"`    // what the user can start from the host
}

// HookDef is one hook of a connector on one event.
type HookDef struct {
	Matcher string   `json:"matcher,omitempty"` // RE2, fully anchored; tried on tool, nativeTool and mcp__server__tool
	Hosts   []string `json:"hosts,omitempty"`   // only on these hosts; empty means all
	Handler Handler  `json:"handler"`           // what decides
}

// Handler decides about an event: a command in any language, or rules that
// ac-hook decides itself.
type Handler struct {
	Command   []string  `json:"command,omitempty"`   // argv; a relative program resolves in the connector's installed folder
	TimeoutMS int64     `json:"timeoutMs,omitempty"` // deadline of the command; 5000 if absent
	OnError   string    `json:"onError,omitempty"`   // allow (default) or deny: when the command fails, or its answer is no reply
	OnTimeout string    `json:"onTimeout,omitempty"` // allow or deny: when the deadline passes; as onError if absent
	Fallback  *Fallback `json:"fallback,omitempty"`  // when the host cannot honour the decision
	Rules     []Rule    `json:"rules,omitempty"`     // the first rule that holds answers
}

// Fallback says what a decision becomes on a host that cannot honour it.
type Fallback struct {
	Ask     string `json:"ask,omitempty"`     // deny (default) or allow
	Modify  string `json:"modify,omitempty"`  // allow (default: the change is dropped) or deny
	Context string `json:"context,omitempty"` // allow (default: the context is dropped) or deny
}

// Rule is a condition and the reply it gives.
type Rule struct {
	If                Raw    `json:"if,omitempty"`                // field → test, or all, any, not; absent means always
	Decision          string `json:"decision"`                    // allow, deny, modify, context or ask
	Reason            string `json:"reason,omitempty"`            // for the model and the user
	UpdatedInput      Raw    `json:"updatedInput,omitempty"`      // with modify: the whole new input, canonical keys
	UpdatedOutput     Raw    `json:"updatedOutput,omitempty"`     // with modify, after a tool: the whole new output
	AdditionalContext string `json:"additionalContext,omitempty"` // with context: what the model shall read
}
