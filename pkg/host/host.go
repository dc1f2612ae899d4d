// Package host says what every agent host is: one file per host, data only.
//
// A Host holds strings, slices and enums, statically initialised: no maps, no
// functions, no init (ac-hook links this package and starts twice per tool
// call). Where a host is odd, a field names a strategy that the package which
// needs it resolves with one switch, so a user's host file can name it too.
//
// A path, key, event or reply field carries a comment with its source:
// a document, a source file, or "observed in VERSION"; what could not be
// confirmed says "unverified".
package host

import (
	"strings"

	"agentconnector/pkg/wire"
)

// All lists the hosts, forks before their parents (the order of detection).
var All = []*Host{
	&omp,
	&claudeCode,
	&claudeDesktop,
	&codex,
	&xcode,
	&xcodeCodex,
	&cursor,
	&qwenCode,
	&geminiCLI,
	&kiloVSCode,
	&kiloCLI,
	&mimoCode,
	&opencode,
	&pi,
	&kimi,
	&kimiCLI,
	&crush,
	&copilotCLI,
	&copilotApp,
	&vscodeCopilot,
	&visualStudio,
	&droid,
	&cline,
	&windsurf,
	&devin,
	&zed,
	&trae,
	&traeCN,
	&zcode,
	&rooCode,
	&zooCode,
	&kiro,
	&amazonQ,
	&antigravity,
	&antigravityCLI,
	&nemoclaw,
	&openclaw,
	&codebuff,
	&amp,
	&auggie,
	&grokBuild,
	&qoder,
	&qoderCN,
	&codebuddy,
	&workbuddy,
	&mistralVibe,
	&junie,
	&warp,
	&mux,
	&jetbrainsCopilot,
	&jetbrainsAI,
	&goose,
	&rovoDev,
	&hermes,
	&lmstudio,
	&continueDev,
	&genericMCP,
}

// Find returns the host with that canonical id.
func Find(id string) *Host {
	for _, h := range All {
		if h.ID == id {
			return h
		}
	}
	return nil
}

// ByClient returns the host that gives itself that name in an MCP session, nil if
// none is known to. Some put the name of the server behind theirs.
func ByClient(name string) *Host {
	for _, h := range All {
		for _, c := range h.Client {
			if rest, ok := strings.CutPrefix(name, c); ok && (rest == "" || rest[0] == '-') {
				return h
			}
		}
	}
	return nil
}

// Host is one agent host.
type Host struct {
	*Caller
	Docs string // address of the host's own documentation

	Probe  Probe    // how it is found on a machine
	Client []string // names it gives in an MCP initialize (clientInfo.name)

	// GUI: it is started from the desktop, where it may not have the PATH of a shell.
	GUI bool

	Moved []Move  // where it was before a change of name
	Above []Above // files that count beside or before those that are written

	Server    Server
	Memory    Memory
	Commands  Content
	Skills    Content
	Subagents Content
	Config    Config
	Actions   Actions
	Plugin    Plugin

	Gaps []string // what does not work there, in words; explain prints it
}

// Probe is how a host is found. Any hit counts.
type Probe struct {
	Bins  []string // names on PATH
	Vague bool     // other programs have these names, too: they count beside another hit alone
	Files []Loc    // files or directories that the host itself makes; a "*" in one of a path's names stands for anything
	Vars  []string // the host's own variables that move its configuration
	// Unless are files of the product that took its place: where one is, the host is
	// not, whatever else is left of it.
	Unless []Loc
}

// Loc is a path as the host writes it, with alternatives separated by "|": the
// first whose variables are all set is meant. It may begin with "~/" (home) or
// "$VAR/", or be absolute; any other path belongs to the project. Windows and
// Darwin stand in where the path differs there.
type Loc struct{ Path, Windows, Darwin string }

// Move is a folder that got another name, or a file that may have another one.
// Its files count where they are.
type Move struct {
	Old, New Loc
	Whole    bool // only as long as there is no new folder at all
	First    bool // where the old one is, it counts, whatever else is there
}

// Format is the format of a file.
type Format string

const (
	JSON  Format = "json"
	JSONC Format = "jsonc"
	JSON5 Format = "json5"
	TOML  Format = "toml"
	YAML  Format = "yaml"
	Block Format = "block" // a managed block in a text file
	File  Format = "file"  // a whole file of ours
)

// Supports says whether the host honours a surface at all.
func (h *Host) Supports(surface string) bool {
	none := Loc{}
	switch surface {
	case wire.Server:
		return h.Server.User != none || h.Server.Project != none || h.Server.InProject != nil
	case wire.Hooks:
		return len(h.Hooks.Events) > 0
	case wire.Memory:
		return len(h.Memory.User)+len(h.Memory.Project) > 0
	case wire.Commands:
		return h.Commands.Form != ""
	case wire.Skills:
		return h.Skills.Form != ""
	case wire.Subagents:
		return h.Subagents.Form != ""
	case wire.NativeHooks:
		return len(h.Hooks.Events) > 0
	case wire.Statusline:
		return len(h.Status.At) > 0
	case wire.Actions:
		return h.Actions.Form != ""
	case wire.ConfigPatch:
		return h.Config.User != none || h.Config.Project != none
	}
	return false
}

// Serving is the host as it keeps a server of that scope and transport: itself,
// or where that goes another way a copy that says so.
func (h *Host) Serving(project bool, transport string) *Host {
	s := h.Server
	if project && s.InProject != nil {
		s = *s.InProject
	} else if transport == "stdio" || s.RemoteExpand == "" {
		return h
	}
	if transport != "stdio" && s.RemoteExpand != "" {
		s.Expand = s.RemoteExpand
	}
	as := *h
	as.Server = s
	return &as
}

// IDs lists the ids of all hosts.
func IDs() []string {
	ids := make([]string, len(All))
	for i, h := range All {
		ids[i] = h.ID
	}
	return ids
}
