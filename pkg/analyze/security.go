// Package analyze derives from the log of events what nobody wrote down: calls,
// audits and alerts. An analysis is a fold: Add takes one event after the other and
// gives what follows from it. Its memory is bounded by calls that are not over, not
// by the log.
package analyze

import (
	"slices"
	"strings"

	"agentconnector/pkg/bashcmd"
	"agentconnector/pkg/calls"
	"agentconnector/pkg/wire"
)

// Audit is what a tool of the host's own did that is worth a look: it ran a command
// or touched a file; with an alert it is one (AiAuditEvent and SecurityAlert of seed
// 001 in short: events.go has their own form).
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

// Security is the fold of audits: each call once, as early as it is known.
type Security struct {
	pairs *calls.Pairs
	lines lines
}

// NewSecurity starts the fold.
func NewSecurity() *Security { return &Security{pairs: calls.New()} }

// Add gives the audit of a call, if the event is its first.
func (s *Security) Add(e *wire.Event) (a Audit, ok bool) {
	c, _ := s.pairs.Add(e)
	s.pairs.Given(0)
	if c == nil || c.Meta == nil || c.MCPServer != "" || actions[c.Tool] == "" {
		return Audit{}, false
	}
	look := s.lines.look(c)
	a = Audit{TS: c.TS, Action: actions[c.Tool], Tool: c.Tool, Command: c.Meta.Command, FilePath: c.Meta.FilePath, Decision: c.Decision,
		Category: look.category, Leading: look.leading,
		Host: c.Host, SessionID: c.SessionID, AgentID: c.AgentID, AgentType: c.AgentType, ProjectKey: c.ProjectKey, ToolUseID: c.ToolUseID}
	if a.Decision == wire.Allow {
		a.Decision = "" // nobody objected
	}
	if look.alert != bashcmd.None {
		a.AlertType, a.Severity, a.Description = string(look.alert), look.alert.Severity(), descriptions[look.alert]
	}
	return a, true
}

// look is what a call is found to be.
type look struct {
	command           bool // there is one, and the next fields are about it
	category, leading string
	destructive       bool
	network, lint     bool
	alert             bashcmd.Alert
}

// lines remembers what command lines came to: agents run the same ones again and
// again, and parsing costs more than all the rest.
type lines struct {
	known  map[string]look
	secret map[string]bool // by path
}

// maxLines bounds what is remembered.
const maxLines = 16_384

// look classifies a call of a tool of the host's own.
func (l *lines) look(c *calls.Call) look {
	action := actions[c.Tool]
	switch {
	case c.Meta == nil || action == "" || c.MCPServer != "":
	case action == "command":
		return l.line(c.Meta.Command)
	case l.holdsSecrets(c.Meta.FilePath) || slices.ContainsFunc(c.Meta.Files, l.holdsSecrets):
		return look{alert: bashcmd.SensitiveFile}
	case action == "delete":
		return look{alert: bashcmd.FileDeletion}
	}
	return look{}
}

// holdsSecrets is bashcmd.Secret, of the same few files again and again.
func (l *lines) holdsSecrets(path string) bool {
	if known, ok := l.secret[path]; ok || path == "" {
		return known
	}
	found := bashcmd.Secret(path)
	if l.secret == nil || len(l.secret) >= maxLines {
		l.secret = make(map[string]bool, 64)
	}
	l.secret[strings.Clone(path)] = found // and not the line that it is a part of
	return found
}

func (l *lines) line(command string) look {
	if command == "" {
		return look{}
	}
	if known, ok := l.known[command]; ok {
		return known
	}
	r := bashcmd.Read(command)
	found := look{true, string(r.Category), r.Leading, r.Destructive, r.Network, r.Lint, r.Alert}
	if l.known == nil || len(l.known) >= maxLines {
		l.known = make(map[string]look, 64)
	}
	l.known[strings.Clone(command)] = found
	return found
}
