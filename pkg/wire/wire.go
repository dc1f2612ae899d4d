// Package wire holds the records that travel between the tools: one JSON
// object a line, "schema" first, snake_case fields, times in integer epoch
// milliseconds UTC. The comment on each field is its documentation:
// docs/records.md and schema/ are generated from this source.
//
// A reader ignores fields it does not know and refuses a major version it does
// not know (Check). What goes to and comes from hook handlers is camelCase, as
// in connector.json; those types stand in handler.go and hookfile.go.
package wire

import (
	"fmt"
	"strings"
)

// The schema names, each with its major version.
const (
	SchemaMachine   = "ac.machine/v1"
	SchemaHost      = "ac.host/v1"
	SchemaPlan      = "ac.plan/v1"
	SchemaPlanEnd   = "ac.plan.end/v1"
	SchemaPatch     = "ac.patch/v1"
	SchemaNotice    = "ac.notice/v1"
	SchemaChange    = "ac.change/v1"
	SchemaInstalled = "ac.installed/v1"
	SchemaVerified  = "ac.verified/v1"
	SchemaFinding   = "ac.finding/v1"
	SchemaEvent     = "ac.event/v1"
	SchemaMeasure   = "ac.measure/v1"
	SchemaExplain   = "ac.explain/v1"
	SchemaHookFile  = "ac.hookfile/v1"
)

// The surfaces of a connector, as scripts name them. State is our own folder,
// not a surface of any host.
const (
	Server      = "server"
	Hooks       = "hooks"
	Commands    = "commands"
	Skills      = "skills"
	Subagents   = "subagents"
	Memory      = "memory"
	Statusline  = "statusline"
	Actions     = "actions"
	ConfigPatch = "configPatch"
	NativeHooks = "nativeHooks"
	State       = "state"
)

// PluginSurface is that of what makes a plugin one, and of the host's commands that
// install it. The surfaces in it have their own names.
const PluginSurface = "plugin"

// Surfaces lists the surfaces in the order in which they are installed; memory
// is last among the content surfaces and the first to go.
var Surfaces = []string{Server, Hooks, NativeHooks, Commands, Skills, Subagents, Memory, ConfigPatch, Statusline, Actions}

// Scopes of an installation. System, profile and managed are only ever read.
const (
	ScopeUser    = "user"
	ScopeProject = "project"
	ScopeSystem  = "system"  // of all users of the machine
	ScopeManaged = "managed" // of those who run it, and which users cannot change
	ScopeProfile = "profile" // of one of several setups between which the user chooses
)

// PlacesLocal is the third key of a host's scopes: where the host keeps what is
// of the project, but of this user alone, and not committed. An installation
// there is one of the project.
const PlacesLocal = "local"

// Check says whether a schema name is one we can read: known, with the major
// version that we know.
func Check(schema, want string) error {
	if schema == want {
		return nil
	}
	name, _, _ := strings.Cut(want, "/")
	if got, major, ok := strings.Cut(schema, "/"); ok && got == name {
		return fmt.Errorf("%s has major version %s, this program reads %s: upgrade agent-connector", name, major, want)
	}
	return fmt.Errorf("schema is %q, expected %q", schema, want)
}
