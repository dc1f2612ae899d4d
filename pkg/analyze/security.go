// Package analyze derives from the log of events what nobody wrote down: audits
// and alerts. An analysis is a fold: Add takes one event after the other and gives
// what follows from it. Its memory is bounded by calls that are not over, not by
// the log.
package analyze

import (
	"slices"

	"agentconnector/pkg/bashcmd"
	"agentconnector/pkg/wire"
)

// Audit is what a tool of the host's own did that is worth a look: it ran a command
// or touched a file (AiAuditEvent of seed 001); with an alert it is a SecurityAlert.
type Audit struct {
	TS          int64  `json:"ts"`                    // epoch milliseconds, when the call began
	Severity    string `json:"severity,omitempty"`    // critical, high or medium, of an alert
	AlertType   string `json:"alert_type,omitempty"`  // destructive_command, sensitive_file, external_network or file_deletion
	Description string `json:"description,omitempty"` // of the alert, in words
	Action      string `json:"action"`                // command, read, write, edit or delete
	Tool        string `json:"tool"`                  // canonical name
	Command     string `json:"command,omitempty"`     // without secrets
	Category    string `json:"category,omitempty"`    // of the command
	Leading     string `json:"leading,omitempty"`     // the program that it counts as
	FilePath    string `json:"file_path,omitempty"`   // the file
	Decision    string `json:"decision,omitempty"`    // what the handlers decided before it ran
	Host        string `json:"host"`                  // canonical host id
	SessionID   string `json:"session_id,omitempty"`  // session of the host
	AgentID     string `json:"agent_id,omitempty"`    // subagent that made the call
	AgentType   string `json:"agent_type,omitempty"`  // its kind
	ProjectKey  string `json:"project_key,omitempty"` // stable identity of the project
	ToolUseID   string `json:"tool_use_id,omitempty"` // id of the call
}

// descriptions say what an alert is.
var descriptions = map[bashcmd.Alert]string{
	bashcmd.Destructive:   "a command that loses something which cannot be had back easily",
	bashcmd.SensitiveFile: "a file that holds secrets by its name",
	bashcmd.ExternalNet:   "a network client that talks to another machine",
	bashcmd.FileDeletion:  "files are deleted",
}

// actions are the tools that are audited, and what they do.
var actions = map[string]string{
	"Bash": "command", "PowerShell": "command", "Read": "read", "Write": "write", "Edit": "edit", "MultiEdit": "edit", "NotebookEdit": "edit", "Delete": "delete",
}

// Security is the fold of audits. A call has an event before it and one behind it,
// and may stand in the log of several connectors: it is audited once, as early as
// it is known.
type Security struct {
	seen  map[call]bool
	order []call // oldest first
}

// call is what tells one call from another.
type call struct{ host, session, id string }

// maxOpen bounds the calls that are remembered.
const maxOpen = 100_000

// NewSecurity starts the fold.
func NewSecurity() *Security { return &Security{seen: map[call]bool{}} }

// Add gives the audit of a call, if the event is its first.
func (s *Security) Add(e *wire.Event) (a Audit, ok bool) {
	action, audited := actions[e.Tool]
	if !audited || e.MCPServer != "" || e.Meta == nil || !s.first(e) {
		return Audit{}, false
	}
	a = Audit{TS: e.TS, Action: action, Tool: e.Tool, Command: e.Meta.Command, FilePath: e.Meta.FilePath, Decision: e.Decision,
		Host: e.Host, SessionID: e.SessionID, AgentID: e.AgentID, AgentType: e.AgentType, ProjectKey: e.ProjectKey, ToolUseID: e.ToolUseID}
	alert := bashcmd.None
	switch {
	case a.Command != "" && action == "command":
		l := bashcmd.Read(a.Command)
		alert, a.Category, a.Leading = l.Alert, string(l.Category), l.Leading
	case slices.ContainsFunc(append(slices.Clone(e.Meta.Files), a.FilePath), bashcmd.Secret):
		alert = bashcmd.SensitiveFile
	case action == "delete":
		alert = bashcmd.FileDeletion
	}
	if a.Decision == wire.Allow {
		a.Decision = "" // nobody objected
	}
	if alert != bashcmd.None {
		a.AlertType, a.Severity, a.Description = string(alert), alert.Severity(), descriptions[alert]
	}
	return a, true
}

// first says whether a call was not seen before. One without an id is known by its
// input, and is over with the event behind it: the same again is another call.
func (s *Security) first(e *wire.Event) bool {
	before := e.Event == wire.PreToolUse || e.Event == wire.PermissionRequest
	after := e.Event == wire.PostToolUse || e.Event == wire.PostToolUseFailure
	if !before && !after {
		return false
	}
	c := call{e.Host, e.SessionID, e.ToolUseID}
	if c.id == "" {
		c.id = e.Tool + " " + e.InputHash
		if after && s.seen[c] {
			delete(s.seen, c)
			return false
		}
	}
	if s.seen[c] {
		return false
	}
	if after && e.ToolUseID == "" {
		return true
	}
	s.seen[c] = true
	if s.order = append(s.order, c); len(s.order) > maxOpen {
		delete(s.seen, s.order[0])
		s.order = s.order[1:]
	}
	return true
}
