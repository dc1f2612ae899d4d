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
	"agentconnector/pkg/wire"
)

// Connector is a validated, normalised definition: defaults filled in, content
// read from its files.
type Connector struct {
	Schema      string              `json:"$schema,omitempty"`     // for editors; not part of the definition
	ID          string              `json:"id"`                    // kebab-case; the name of the server entry in every host
	DisplayName string              `json:"displayName,omitempty"` // for people; the id if absent
	Description string              `json:"description,omitempty"` // one line for people, in catalogs and registries
	Version     string              `json:"version,omitempty"`     // 0.0.0 if absent
	Server      *Server             `json:"server,omitempty"`      // the MCP server
	Hooks       map[string]HookList `json:"hooks,omitempty"`       // canonical event → one definition or a list
	Commands    []Command           `json:"commands,omitempty"`    // slash commands
	Skills      []Skill             `json:"skills,omitempty"`      // Agent Skills
	Subagents   []Subagent          `json:"subagents,omitempty"`   // agents that the host's agent can start
	Memory      []Memory            `json:"memory,omitempty"`      // standing guidance, each a managed block
	Statusline  *Statusline         `json:"statusline,omitempty"`  // a line under the prompt
	Actions     []Action            `json:"actions,omitempty"`     // what the user can start from the host
	Telemetry   Telemetry           `json:"telemetry,omitzero"`    // what is measured
	Platforms   map[string]Platform `json:"platforms,omitempty"`   // host id → overrides
	Targets     Targets             `json:"targets,omitempty"`     // "auto" or host ids
	Publish     *Publish            `json:"publish,omitempty"`     // what registries want to know
	Files       []string            `json:"files,omitempty"`       // globs (*, ?, **), relative to connector.json; copied with the installation

	// Copied are the files that Files named, in order of path. Files itself is
	// their list once the connector is loaded. Text from {"file": …} is inlined
	// and needs no copy.
	Copied []CopiedFile `json:"-"`
	// Hash is the SHA-256 of the normalised definition with its files.
	Hash string `json:"-"`
	// Warnings are what the author should look at, though it is no error.
	Warnings []Problem `json:"-"`

	defined struct { // what Definition has said
		of   *Connector
		text []byte
	}
}

// CopiedFile is one file that travels with the connector.
type CopiedFile struct {
	Path string // relative, slashes
	Data []byte
	Exec bool
}

// Server is the MCP server, declared once.
type Server struct {
	Transport        string            `json:"transport"`                  // stdio, http, sse or ws
	Command          string            `json:"command,omitempty"`          // stdio
	Args             []string          `json:"args,omitempty"`             // stdio: arguments; values may hold ${env:VAR}
	Env              map[string]string `json:"env,omitempty"`              // values may hold ${env:VAR} and ${env:VAR:-default}
	Cwd              string            `json:"cwd,omitempty"`              // stdio: working directory
	URL              string            `json:"url,omitempty"`              // http, sse, ws
	Headers          map[string]string `json:"headers,omitempty"`          // http, sse, ws; values may hold ${env:VAR}
	Auth             *Auth             `json:"auth,omitempty"`             // http, sse, ws
	Tools            Tools             `json:"tools,omitzero"`             // which of its tools to offer
	TimeoutMS        int64             `json:"timeoutMs,omitempty"`        // per tool call
	Enabled          *bool             `json:"enabled,omitempty"`          // true if absent
	WrapForTelemetry *bool             `json:"wrapForTelemetry,omitempty"` // run it under ac-proxy; absent means true for stdio and false for the others
}

// Auth is how a remote server authenticates.
type Auth struct {
	Type         string `json:"type"`                   // oauth, bearerEnv or none
	BearerEnvVar string `json:"bearerEnvVar,omitempty"` // name of the variable
}

// Tools filters tools by name (globs for the server, names for content).
type Tools struct {
	Include []string `json:"include,omitempty"` // globs; absent means all
	Exclude []string `json:"exclude,omitempty"` // globs
}

// HookList is one hook definition or a list of them.
type HookList []Hook

// Hook is one hook on one event.
type Hook struct {
	Matcher string       `json:"matcher,omitempty"` // RE2, fully anchored, on the tool's name
	Hosts   []string     `json:"hosts,omitempty"`   // only on these hosts
	Handler wire.Handler `json:"handler"`           // what decides
}

// Text is content given inline, or as {"file": "path"} relative to
// connector.json; loading replaces the latter by the file's text.
type Text string

// ToolPolicy is the tool list of a command, skill or subagent.
type ToolPolicy struct {
	Allow []string `json:"allow,omitempty"` // canonical tool names
	Deny  []string `json:"deny,omitempty"`  // canonical tool names
}

// Command is a slash command.
type Command struct {
	Name         string         `json:"name"`                   // kebab-case
	Description  string         `json:"description,omitempty"`  // one line
	ArgumentHint string         `json:"argumentHint,omitempty"` // shown beside the name
	Prompt       Text           `json:"prompt"`                 // what the command says; $ARGUMENTS stands for its arguments
	Tools        *ToolPolicy    `json:"tools,omitempty"`        // what it may use
	Model        string         `json:"model,omitempty"`        // model to run it with
	Subtask      bool           `json:"subtask,omitempty"`      // run it as a subagent
	Extra        map[string]any `json:"extra,omitempty"`        // more frontmatter, as it stands
}

// Skill is an Agent Skill: SKILL.md and resources.
type Skill struct {
	Name                   string          `json:"name"`                             // kebab-case, also the name of its directory
	Description            string          `json:"description"`                      // when to use it; at most 1024 characters
	Body                   Text            `json:"body"`                             // SKILL.md below its frontmatter
	Resources              map[string]Text `json:"resources,omitempty"`              // relative path → content
	Tools                  *ToolPolicy     `json:"tools,omitempty"`                  // what it may use
	Model                  string          `json:"model,omitempty"`                  // model to run it with
	DisableModelInvocation bool            `json:"disableModelInvocation,omitempty"` // only the user may start it
	Extra                  map[string]any  `json:"extra,omitempty"`                  // more frontmatter, as it stands
}

// Subagent is an agent that the host's agent can start.
type Subagent struct {
	Name        string         `json:"name"`               // kebab-case
	Description string         `json:"description"`        // when to start it
	Prompt      Text           `json:"prompt"`             // its system prompt
	Tools       *ToolPolicy    `json:"tools,omitempty"`    // what it may use
	Model       string         `json:"model,omitempty"`    // model to run it with
	ReadOnly    bool           `json:"readonly,omitempty"` // it changes nothing
	Extra       map[string]any `json:"extra,omitempty"`    // more frontmatter, as it stands
}

// Memory is standing guidance, written as a managed block.
type Memory struct {
	Name        string `json:"name,omitempty"`        // "memory" if absent
	Description string `json:"description,omitempty"` // for people
	Content     Text   `json:"content"`               // the text; at most 16 KiB
}

// Statusline is a line under the host's prompt: a command or a template.
type Statusline struct {
	Name        string             `json:"name,omitempty"`        // "statusline" if absent
	Description string             `json:"description,omitempty"` // for people
	Command     []string           `json:"command,omitempty"`     // argv; gets the context as one JSON line on stdin
	Template    string             `json:"template,omitempty"`    // {model} {context.percent}% {cost}
	Options     *StatuslineOptions `json:"options,omitempty"`     // what some hosts can set
}

// StatuslineOptions are written only on hosts that know them; maxLines holds
// everywhere.
type StatuslineOptions struct {
	RefreshInterval      int64 `json:"refreshInterval,omitempty"`      // seconds between two calls
	RespectUserColors    *bool `json:"respectUserColors,omitempty"`    // keep the colours of the terminal
	HideContextIndicator *bool `json:"hideContextIndicator,omitempty"` // leave out the host's own
	MaxLines             int64 `json:"maxLines,omitempty"`             // cut the output after so many lines
}

// Action is something that the user can start from the host.
type Action struct {
	ID          string   `json:"id"`                    // kebab-case
	Label       string   `json:"label,omitempty"`       // for menus
	Description string   `json:"description,omitempty"` // for people
	Icon        string   `json:"icon,omitempty"`        // for menus
	Placement   Strings  `json:"placement,omitempty"`   // where the host shows it: one place or a list
	Confirm     *Confirm `json:"confirm,omitempty"`     // ask before it runs; true asks with the host's own words
	Command     []string `json:"command"`               // argv
	TimeoutMS   int64    `json:"timeoutMs,omitempty"`   // 30000 if absent
}

// Confirm is the question before an action.
type Confirm struct {
	Title   string `json:"title,omitempty"`   // of the question
	Message string `json:"message,omitempty"` // the question
}

// Strings is one string or a list of them.
type Strings []string

// Telemetry is what is measured.
type Telemetry struct {
	Enabled         *bool  `json:"enabled,omitempty"`         // true if absent
	ModelFamilyHint string `json:"modelFamilyHint,omitempty"` // auto, openai, anthropic or generic
	MeasureToolDefs *bool  `json:"measureToolDefs,omitempty"` // true if absent
	HostNativeUsage bool   `json:"hostNativeUsage,omitempty"` // take the token counts that a host reports
	Observe         string `json:"observe,omitempty"`         // minimal or standard: what the log of events tells of the inputs of a host's own tools; absent: their size and hash
}

// Platform overrides the connector on one host. A surface set to false is left
// out there.
type Platform struct {
	Server      Switch[Server]              `json:"server,omitzero"`       // false, or fields that replace the connector's
	Hooks       Switch[map[string]HookList] `json:"hooks,omitzero"`        // false, or hooks that replace the connector's
	Commands    *bool                       `json:"commands,omitempty"`    // false leaves them out on this host
	Skills      *bool                       `json:"skills,omitempty"`      // false leaves them out on this host
	Subagents   *bool                       `json:"subagents,omitempty"`   // false leaves them out on this host
	Statusline  *bool                       `json:"statusline,omitempty"`  // false leaves it out on this host
	Actions     *bool                       `json:"actions,omitempty"`     // false leaves them out on this host
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
	Key     string   `json:"key"`               // dotted path, segments of letters, digits, - and _
	Value   wire.Raw `json:"value"`             // any JSON
	Reason  string   `json:"reason"`            // why, for the person who would make the edit by hand
	DocsURL string   `json:"docsUrl,omitempty"` // the host's page about it
}

// Targets are the hosts to install on; nil means every host found.
type Targets []string

// Publish is what registries want to know.
type Publish struct {
	RegistryNamespace string  `json:"registryNamespace,omitempty"` // MCP Registry namespace
	RegistryBaseURL   string  `json:"registryBaseUrl,omitempty"`   // package registry, if not the default
	PackageName       string  `json:"packageName,omitempty"`       // name in the package registry
	Author            *Author `json:"author,omitempty"`            // who stands for it
	License           string  `json:"license,omitempty"`           // SPDX identifier, such as MIT
	Homepage          string  `json:"homepage,omitempty"`          // address of its page
	Repository        string  `json:"repository,omitempty"`        // address of its source
}

// Author of a published connector.
type Author struct {
	Name  string `json:"name"`            // of a person or organisation
	Email string `json:"email,omitempty"` // to reach them
	URL   string `json:"url,omitempty"`   // to read about them
}
