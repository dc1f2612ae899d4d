// Package connector reads connector.json: the one declaration of an MCP
// integration. JSON with comments; every error at once, each with its line,
// column and JSON path, what was found and what would be right.
//
// The rules of the room: everything is read once, in Load; what comes out is a
// value that depends on nothing outside (content inlined, files in memory), so
// that rendering is pure. Load never writes. Reading goes in four steps, each
// in its file: source.go (text → tree with places), decode.go (tree → types,
// with every misfit reported), check*.go (the rules), normal.go (defaults,
// Definition, Hash). The field comments of this file are the documentation:
// schema/connector.json is generated from them.
package connector

import (
	"encoding/json"

	"agentconnector/pkg/wire"
)

// Connector is a validated, normalised definition: defaults filled in, content
// read from its files.
type Connector struct {
	Schema      string              `json:"$schema,omitempty"`     // for editors; not part of the definition
	ID          string              `json:"id"`                    // kebab-case; the name of the server entry in every host
	DisplayName string              `json:"displayName,omitempty"` // for people; the id if absent
	Version     string              `json:"version,omitempty"`     // 0.0.0 if absent
	Server      *Server             `json:"server,omitempty"`
	Hooks       map[string]HookList `json:"hooks,omitempty"` // canonical event → one definition or a list
	Commands    []Command           `json:"commands,omitempty"`
	Skills      []Skill             `json:"skills,omitempty"`
	Subagents   []Subagent          `json:"subagents,omitempty"`
	Memory      []Memory            `json:"memory,omitempty"`
	Statusline  *Statusline         `json:"statusline,omitempty"`
	Actions     []Action            `json:"actions,omitempty"`
	Telemetry   Telemetry           `json:"telemetry,omitzero"`
	Platforms   map[string]Platform `json:"platforms,omitempty"` // host id → overrides
	Targets     Targets             `json:"targets,omitempty"`   // "auto" or host ids
	Publish     *Publish            `json:"publish,omitempty"`
	Files       []string            `json:"files,omitempty"` // globs (*, ?, **), relative to connector.json; copied with the installation

	// Copied are the files that Files named, in order of path. Files itself is
	// their list once the connector is loaded. Text from {"file": …} is inlined
	// and needs no copy.
	Copied []CopiedFile `json:"-"`
	// Hash is the SHA-256 of the normalised definition with its files.
	Hash string `json:"-"`
	// Warnings are what the author should look at, though it is no error.
	Warnings []Problem `json:"-"`
}

// CopiedFile is one file that travels with the connector.
type CopiedFile struct {
	Path string // relative, slashes
	Data []byte
	Exec bool
}

// Server is the MCP server, declared once.
type Server struct {
	Transport        string            `json:"transport"`         // stdio, http, sse or ws
	Command          string            `json:"command,omitempty"` // stdio
	Args             []string          `json:"args,omitempty"`
	Env              map[string]string `json:"env,omitempty"` // values may hold ${env:VAR} and ${env:VAR:-default}
	Cwd              string            `json:"cwd,omitempty"`
	URL              string            `json:"url,omitempty"` // http, sse, ws
	Headers          map[string]string `json:"headers,omitempty"`
	Auth             *Auth             `json:"auth,omitempty"`
	Tools            Tools             `json:"tools,omitzero"`
	TimeoutMS        int64             `json:"timeoutMs,omitempty"`        // per tool call
	Enabled          *bool             `json:"enabled,omitempty"`          // true if absent
	WrapForTelemetry *bool             `json:"wrapForTelemetry,omitempty"` // stdio: run it under ac-proxy; true if absent
}

// Auth is how a remote server authenticates.
type Auth struct {
	Type         string `json:"type"`                   // oauth, bearerEnv or none
	BearerEnvVar string `json:"bearerEnvVar,omitempty"` // name of the variable
}

// Tools filters tools by name (globs for the server, names for content).
type Tools struct {
	Include []string `json:"include,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
}

// HookList is one hook definition or a list of them.
type HookList []Hook

// Hook is one hook on one event.
type Hook struct {
	Matcher string       `json:"matcher,omitempty"` // RE2, fully anchored, on the tool's name
	Hosts   []string     `json:"hosts,omitempty"`   // only on these hosts
	Handler wire.Handler `json:"handler"`
}

// Text is content given inline, or as {"file": "path"} relative to
// connector.json; loading replaces the latter by the file's text.
type Text string

// ToolPolicy is the tool list of a command, skill or subagent.
type ToolPolicy struct {
	Allow []string `json:"allow,omitempty"`
	Deny  []string `json:"deny,omitempty"`
}

// Command is a slash command.
type Command struct {
	Name         string         `json:"name"`
	Description  string         `json:"description,omitempty"`
	ArgumentHint string         `json:"argumentHint,omitempty"`
	Prompt       Text           `json:"prompt"`
	Tools        *ToolPolicy    `json:"tools,omitempty"`
	Model        string         `json:"model,omitempty"`
	Subtask      bool           `json:"subtask,omitempty"`
	Extra        map[string]any `json:"extra,omitempty"` // more frontmatter, as it stands
}

// Skill is an Agent Skill: SKILL.md and resources.
type Skill struct {
	Name                   string          `json:"name"`
	Description            string          `json:"description"`
	Body                   Text            `json:"body"`
	Resources              map[string]Text `json:"resources,omitempty"` // relative path → content
	Tools                  *ToolPolicy     `json:"tools,omitempty"`
	Model                  string          `json:"model,omitempty"`
	DisableModelInvocation bool            `json:"disableModelInvocation,omitempty"`
	Extra                  map[string]any  `json:"extra,omitempty"`
}

// Subagent is an agent that the host's agent can start.
type Subagent struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Prompt      Text           `json:"prompt"`
	Tools       *ToolPolicy    `json:"tools,omitempty"`
	Model       string         `json:"model,omitempty"`
	ReadOnly    bool           `json:"readonly,omitempty"`
	Extra       map[string]any `json:"extra,omitempty"`
}

// Memory is standing guidance, written as a managed block.
type Memory struct {
	Name        string `json:"name,omitempty"` // "memory" if absent
	Description string `json:"description,omitempty"`
	Content     Text   `json:"content"`
}

// Statusline is a line under the host's prompt: a command or a template.
type Statusline struct {
	Name        string             `json:"name,omitempty"` // "statusline" if absent
	Description string             `json:"description,omitempty"`
	Command     []string           `json:"command,omitempty"`  // argv; gets the context as one JSON line on stdin
	Template    string             `json:"template,omitempty"` // {model} {context.percent}% {cost}
	Options     *StatuslineOptions `json:"options,omitempty"`
}

// StatuslineOptions are written only on hosts that know them; maxLines holds
// everywhere.
type StatuslineOptions struct {
	RefreshInterval      int64 `json:"refreshInterval,omitempty"` // seconds between two calls
	RespectUserColors    *bool `json:"respectUserColors,omitempty"`
	HideContextIndicator *bool `json:"hideContextIndicator,omitempty"`
	MaxLines             int64 `json:"maxLines,omitempty"`
}

// Action is something that the user can start from the host.
type Action struct {
	ID          string   `json:"id"` // kebab-case
	Label       string   `json:"label,omitempty"`
	Description string   `json:"description,omitempty"`
	Icon        string   `json:"icon,omitempty"`
	Placement   Strings  `json:"placement,omitempty"` // where the host shows it: one place or a list
	Confirm     *Confirm `json:"confirm,omitempty"`   // ask before it runs; true asks with the host's own words
	Command     []string `json:"command"`             // argv
	TimeoutMS   int64    `json:"timeoutMs,omitempty"` // 30000 if absent
}

// Confirm is the question before an action.
type Confirm struct {
	Title   string `json:"title,omitempty"`
	Message string `json:"message,omitempty"`
}

// Strings is one string or a list of them.
type Strings []string

// Telemetry is what is measured.
type Telemetry struct {
	Enabled         *bool  `json:"enabled,omitempty"`         // true if absent
	ModelFamilyHint string `json:"modelFamilyHint,omitempty"` // auto, openai, anthropic or generic
	MeasureToolDefs *bool  `json:"measureToolDefs,omitempty"` // true if absent
	HostNativeUsage bool   `json:"hostNativeUsage,omitempty"`
}

// Platform overrides the connector on one host. A surface set to false is left
// out there.
type Platform struct {
	Server      Switch[Server]              `json:"server,omitzero"` // false, or fields that replace the connector's
	Hooks       Switch[map[string]HookList] `json:"hooks,omitzero"`  // false, or hooks that replace the connector's
	Commands    *bool                       `json:"commands,omitempty"`
	Skills      *bool                       `json:"skills,omitempty"`
	Subagents   *bool                       `json:"subagents,omitempty"`
	Statusline  *bool                       `json:"statusline,omitempty"`
	Actions     *bool                       `json:"actions,omitempty"`
	Memory      Switch[MemoryPlace]         `json:"memory,omitzero"`       // false, or where and how it is written
	NativeHooks map[string]HookList         `json:"nativeHooks,omitempty"` // hooks on the host's own events, by their native names
	ConfigPatch []ConfigPatch               `json:"configPatch,omitempty"` // settings of the host, each set if absent
	Extra       map[string]any              `json:"extra,omitempty"`       // merged into the host's server entry
	Scope       string                      `json:"scope,omitempty"`       // user or project: where this host is installed
}

// MemoryPlace is where one host's memory block goes, if not to its usual file.
type MemoryPlace struct {
	Path string `json:"path,omitempty"` // relative to the project, or ~/…
	Mode string `json:"mode,omitempty"` // block (default) or agents-import
}

// ConfigPatch sets one key of a host's settings if it is absent.
type ConfigPatch struct {
	Key     string          `json:"key"`               // dotted path, segments of letters, digits, - and _
	Value   json.RawMessage `json:"value"`             // any JSON
	Reason  string          `json:"reason"`            // why, for the person who would make the edit by hand
	DocsURL string          `json:"docsUrl,omitempty"` // the host's page about it
}

// Targets are the hosts to install on; nil means every host found.
type Targets []string

// Publish is what registries want to know.
type Publish struct {
	RegistryNamespace string  `json:"registryNamespace,omitempty"`
	RegistryBaseURL   string  `json:"registryBaseUrl,omitempty"`
	PackageName       string  `json:"packageName,omitempty"`
	Author            *Author `json:"author,omitempty"`
}

// Author of a published connector.
type Author struct {
	Name  string `json:"name"`
	Email string `json:"email,omitempty"`
	URL   string `json:"url,omitempty"`
}
