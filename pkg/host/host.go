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

import "agentconnector/pkg/wire"

// All lists the hosts, forks before their parents (the order of detection).
var All = []*Host{&omp, &claudeCode, &codex, &cursor, &qwenCode, &geminiCLI, &kiloVSCode, &kiloCLI, &mimoCode, &opencode, &pi, &kimi, &kimiCLI, &crush, &copilotCLI, &copilotApp, &vscodeCopilot, &droid, &cline, &windsurf, &zed, &trae, &traeCN, &rooCode, &kiro, &amazonQ, &antigravity, &antigravityCLI, &nemoclaw, &openclaw, &codebuff, &amp, &warp, &mux, &jetbrainsCopilot, &goose, &hermes, &continueDev, &genericMCP}

// Find returns the host with that canonical id.
func Find(id string) *Host {
	for _, h := range All {
		if h.ID == id {
			return h
		}
	}
	return nil
}

// Host is one agent host.
type Host struct {
	ID         string
	Name       string
	Paradigm   Paradigm
	Visibility Visibility
	Docs       string // address of the host's own documentation
	// As is the host that pointers name in place of this one, where both read
	// the same files: they must get the same bytes from either.
	As string

	Probe   Probe    // how it is found on a machine
	Runtime []Signal // how a process knows that it runs under it
	Client  []string // names it gives in an MCP initialize (clientInfo.name)

	// GUI: it is started from the desktop, where it may not have the PATH of a shell.
	GUI bool

	Moved []Move  // where it was before a change of name
	Above []Above // files that count beside or before those that are written

	Server    Server
	Hooks     Hooks
	Memory    Memory
	Commands  Content
	Skills    Content
	Subagents Content
	Config    Config
	Status    Status
	Actions   Actions
	Plugin    Plugin

	Tools    []Tool   // native tool name → canonical name
	Unmapped []string // native names that have no canonical one, on purpose
	MCPTool  ToolName // how it names a tool of an MCP server
	MCPMax   int      // a longer name of such a tool is cut to so many characters; 0: none is, as far as known

	Gaps []string // what does not work there, in words; explain prints it
}

// Paradigm is how a host talks to hooks.
type Paradigm string

const (
	JSONStdio Paradigm = "json-stdio" // a command gets JSON on stdin and answers on stdout
	TSPlugin  Paradigm = "ts-plugin"  // a module in the host's process
	MCPOnly   Paradigm = "mcp-only"   // no hooks
)

// Visibility is how much an observer sees of what the host's agent does.
type Visibility string

const (
	FullHooks    Visibility = "full-hooks"     // every built-in tool call
	MCPToolsOnly Visibility = "mcp-tools-only" // only calls to our MCP tools
	SelfReported Visibility = "self-reported"  // only what the client reports
)

// Probe is how a host is found. Any hit counts.
type Probe struct {
	Bins  []string // names on PATH
	Vague bool     // other programs have these names, too: they count beside another hit alone
	Files []Loc    // files or directories that the host itself makes
	Vars  []string // the host's own variables that move its configuration
	// Unless are files of the product that took its place: where one is, the host is
	// not, whatever else is left of it.
	Unless []Loc
}

// Signal is an environment variable that proves the host, set to Value or, if
// that is empty, to anything.
type Signal struct{ Var, Value string }

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

// Server is how the host keeps its MCP servers.
type Server struct {
	User, Project Loc
	Local         Loc // the project's servers of this user alone, uncommitted
	Format        Format
	Root          []string   // path of the table that maps a name to an entry
	NameKey       string     // Root is a list of entries instead, and this key of each holds its name
	LocalRoot     []string   // the same in Local, if it differs; ProjectPath stands for the project's path
	Stdio         Fields     // field names of a stdio entry; an empty one does not exist there
	HTTP          Fields     // of a remote entry
	Transports    Transports // which it can load
	Expand        Expand     // what it expands in the values of an entry
	RemoteExpand  Expand     // the same in the entry of a remote server, where it differs
	ExpandEnvOnly bool       // it does so in environment and headers alone
	Gate          string     // what the user must do before a server of this scope starts, in words
	ProjectGate   string
	// Login is what the user does to log in to a server that wants OAuth, in words,
	// with $ID for its name; empty: whether the host can is not known.
	Login string
	// ProjectOf is the host whose file Project is: an entry there is as that host
	// has it, and serves this one, too.
	ProjectOf string
	// AlsoUser and AlsoProject are hosts whose servers of that scope it reads, too. An
	// entry of the same name there is the same server to it.
	AlsoUser, AlsoProject []string
	// State are further keys of an entry in which the host or the user keeps
	// something of their own, such as approvals of single tools.
	State []string
	// InProject is how it keeps the servers of a project, where that is another way
	// than the user's: a file of another format, with other fields.
	InProject *Server
	// Prefix is what it puts before the name of such a server where it names a tool.
	Prefix string
	// Must are fields that every entry has, with what stands there if nothing is
	// said; MustStdio are further ones of a local server.
	Must, MustStdio []Const
	// DropsEnv are variables that a server never gets from its entry; letters count
	// in either case.
	DropsEnv []string
	// AllowWins: where an entry has a list of tools to offer, that of the ones to
	// leave out is not looked at.
	AllowWins bool
	// NotMade: the user's file is not made. Without it the host has a setup of its
	// own, which one of ours would hide.
	NotMade bool
	// ProjectHeader are values that the project's file must have beside Root.
	ProjectHeader []Const
	// MinTimeoutMS is the least that it takes for a tool call; 0: anything.
	MinTimeoutMS int64
	// FiltersEnv: a server gets no variable whose name looks like a secret's,
	// unless its entry lists it.
	FiltersEnv bool
	// Strict: an entry with a key that it does not know makes it drop all servers
	// of the file.
	Strict bool
	// ClearsEnv: a server gets none of the host's variables, but HOME, PATH and the
	// like, and those of its entry.
	ClearsEnv bool
	// AddWith is the command with which the user adds a remote server where no file
	// of the host takes one, with $ID, $URL, and $VAR for the variable that holds its
	// bearer token; AddDeny is what leaves out a tool there, $TOOL.
	AddWith, AddDeny string
	// RunsInCmd: on Windows it puts "cmd /c" before every command itself.
	RunsInCmd bool
	// RunsBatch: on Windows it starts npx and other batch files itself, so that
	// they need no "cmd /c" in front.
	RunsBatch bool
}

// ProjectPath stands for the path of the project, as a host that lists projects
// in a file of its own spells it: with forward slashes, links resolved, of a
// linked work tree the first one.
const ProjectPath = "{project}"

// ConnectorID stands for the id of the connector in the path of a file, where a
// file holds one server.
const ConnectorID = "{connector}"

// Transports says what a host can load and how it spells it. An empty TypeKey
// means that the transport follows from the other fields.
type Transports struct {
	TypeKey          string
	Stdio, HTTP, SSE string // value of TypeKey; "-" if the transport works without one; empty if it can't be loaded
	WS               string
}

// Fields are the names that a host gives to the parts of a server entry.
type Fields struct {
	Name                     string // the server's name, which stands inside, too
	Command, Args, Env, Cwd  string
	Line                     string // one line for a POSIX shell, instead of command, arguments, environment and directory
	Argv                     string // one list of the command and its arguments, instead of the two
	EnvVars                  string // list of variables to pass on by name; of a remote server: to look up in its values
	URL, Headers, EnvHeaders string // EnvHeaders: header → name of a variable
	HeadersIn                string // object in which Headers stands
	SSEURL                   string // the address of an SSE server, where that has another name
	Bearer                   string // name of the variable that holds a bearer token
	TimeoutMS, TimeoutSec    string // per tool call
	Enabled, Disabled        string
	Allow, Deny              string // tool filters, lists of names
	ToolsIn                  string // object in which they stand
	ToolGlobs                bool   // they may hold globs
	OAuth                    string // says of a remote server that it wants OAuth, with that word
}

// Expand is what a host expands inside a server entry.
type Expand string

const (
	ExpandNothing Expand = ""        // nothing
	ExpandShell   Expand = "${X:-d}" // ${X} and ${X:-default}
	ExpandPlain   Expand = "${X}"    // ${X}, which is empty if it is not set
	// As ExpandShell; a value of environment or headers that begins with "!" is a
	// command to run, which has no escape.
	ExpandShellRun   Expand = "${X:-d}, !"
	ExpandEnvDefault Expand = "${env:X:-d}" // ${env:X} and ${env:X:-default}
	ExpandEnv        Expand = "${env:X}"    // ${env:X}; one with a default stays as it is
	ExpandBraces     Expand = "{env:X}"     // {env:X}, without defaults
	// ${X} without defaults; a literal $ is $$, and "!" at the beginning $!.
	ExpandDollar Expand = "${X}, $$"
	// The text is a here-document of a shell: ${X}, ${X:-d} and $(…) with what it
	// prints; a backslash takes its meaning from $, ` and itself.
	ExpandDocument Expand = "here-document"
	// $X of capitals, anywhere in environment and headers; what is not set stays as
	// it is. Nothing has an escape. In the environment a value that begins with "$"
	// is a variable as a whole, and without it the host drops all servers of the file.
	ExpandCapitals Expand = "$X"
	// ${X} of capitals; what is not set stays as it is. A literal one is $${X}.
	ExpandCapitalBraces Expand = "${X}, $${X}"
	// ${X} anywhere in the text of the file, before it is parsed; if one is not set
	// the host drops all servers of the file. {{X}} is the host's own.
	ExpandFileText Expand = "${X} of the file"
	// ${X} anywhere, without defaults; what is not set stays as it is. Nothing has
	// an escape, and some names are the host's own.
	ExpandKept Expand = "${X}, kept"
	// ${X} and $X of variables that the entry lists (EnvVars), by names of capitals
	// alone; one that is not set keeps the server from starting. Any other text is
	// itself.
	ExpandListed Expand = "${X}, listed"
	// ${PLUGIN_ROOT} alone, which has no escape.
	ExpandPluginRoot Expand = "${PLUGIN_ROOT}"
	// ${{ secrets.X }} anywhere, without defaults; what is not known stays as it is.
	// Nothing has an escape.
	ExpandSecrets Expand = "${{ secrets.X }}"
)

// Memory is where the host reads standing guidance. The first existing
// candidate is what it reads; if none exists, the last one is made.
type Memory struct {
	User, Project []Loc
	Local         Loc   // what only this user's host reads of the project, uncommitted
	Hides         []Loc // of the project's files those that the host reads no more once Local is there
	MaxBytes      int64 // the host reads no more than this of it; 0 if unknown
	// Shuns are words that make the host drop the whole file if one stands in an HTML
	// comment, as the markers of our blocks are; letters count in either case.
	Shuns []string
	// Names are settings in which the user names the file, or several; the first of
	// them that is there counts. NamesAt is the way to a text or a list of texts.
	UserNames, ProjectNames Loc
	NamesAt                 []string
	// Imports: a line "@PATH" in the file brings in another one, from its folder.
	Imports bool
	Note    string
}

// Content is where a host keeps files of one kind: commands, skills, subagents.
type Content struct {
	User, Project Loc         // directory to write to; empty: not supported in that scope
	AlsoUser      []Loc       // other directories that it reads
	AlsoProject   []Loc       //
	Open          bool        // the directory is the one that hosts share: its files have the fields of the open format alone, whoever reads them
	Form          ContentForm // how one item is written
	Ext           string      // how its file's name ends, where that is not as the form says
	// Args is what it puts the arguments of a command for; empty: for nothing.
	Args string
	// Slash: of a command that is written as a skill, that the user starts it by its
	// name there, too.
	Slash bool
	// Strict: a field or a tool that it does not know makes it refuse the file.
	Strict bool
	// Models are those that it can be told, as patterns in which "*" stands for
	// anything; empty: which is not known, but those that only Claude Code has are not.
	Models []string
	Fields ContentField // names of frontmatter fields, empty if the host has none
	// ToolNames are the names of tools in its lists, where they are not those that its
	// hooks report. One may stand for several tools.
	ToolNames []Tool
	MCPTool   ToolName // the same of tools of MCP servers
	Note      string   // what gets lost, in words
}

// ContentForm is the form of one content file.
type ContentForm string

const (
	MarkdownFrontmatter ContentForm = "md"       // NAME.md with YAML frontmatter
	MarkdownBody        ContentForm = "md-body"  // NAME.md, the prompt alone
	SkillDir            ContentForm = "skill"    // NAME/SKILL.md and resources
	CommandAsSkill      ContentForm = "as-skill" // NAME/SKILL.md from a command
	CommandTOML         ContentForm = "toml"     // NAME.toml with description and prompt
	CodexAgentTOML      ContentForm = "codex-agent-toml"
	AgentJSON           ContentForm = "agent-json" // NAME.json with name, description, prompt and tools
)

// ContentField are the frontmatter names of optional parts. "a.b" is the member b
// of an object a; "a: b" is a line that says it.
type ContentField struct {
	Name, Description, ArgumentHint, Model, AllowTools, DenyTools, ReadOnly, NoModel, Subtask string
	ToolSep                                                                                   string // between tool names: ", " or " "; or one of the two below
	AllTools                                                                                  string // what an item lists that may use all, where no list means none
	Always                                                                                    string // lines that every item has, such as "mode: subagent"
	Inherit                                                                                   bool   // the model may be "inherit"; elsewhere, where no model means that, it would be taken for a model's name
}

// How a list of tools is written that is not one text.
const (
	ToolList  = "[]" // a list
	ToolRules = "{}" // an object: tool → allow or deny, the last one that fits counts
)

// Config is the settings file in which a connector may set single keys.
type Config struct {
	User, Project, Local Loc // Local: the project's uncommitted file
	Format               Format
	// Allowed are the keys that a connector may set, with all that is below them, where
	// no other is known to be harmless; empty: all that are not denied. In a pattern
	// "*" stands for anything, dots too; letters count in either case.
	Allowed []string
	// Denied are keys that no connector sets, with all that is below them: they
	// hold secrets, run commands, or loosen what guards the user. In a pattern
	// "*" stands for anything, dots too; letters count in either case.
	Denied []string
}

// Status is where a command that makes the line under the prompt is set.
type Status struct {
	User, Local Loc // Local: the project's uncommitted file
	Format      Format
	At          []string // path of the setting; empty: there is none
	Plain       bool     // the setting is the command itself, not an object with a type
	Refresh     string   // key of the seconds between two calls
	Colors      string   // key that keeps the colours of the output
	NoContext   string   // key that leaves out the host's own sign of how full the context is
	MaxLines    int64    // it shows no more lines; 0: not known
	LimitMS     int64    // it gives the command no more time; 0: not known
	NotMade     bool     // the file holds other things that the host needs: it is not made
}

// Tool maps a native tool name, and the names of its inputs where they differ,
// to the canonical ones.
type Tool struct {
	Native, Canonical string
	Inputs            []Input
	Alias             bool // understood when it comes, never written
}

// Input maps a native input key to the canonical one.
type Input struct {
	Native, Canonical string
	List              bool // natively it is a list of texts
}

// ToolName is how a host names a tool of an MCP server.
type ToolName string

const (
	MCPDouble ToolName = "mcp__server__tool"
	MCPColon  ToolName = "MCP:tool"
	MCPAlone  ToolName = "tool" // only that it is none of the host's own tells it
	MCPSingle ToolName = "mcp_server_tool"
	MCPPlain  ToolName = "server__tool"
	MCPTriple ToolName = "server___tool"
	MCPDash   ToolName = "server-tool"
	MCPAt     ToolName = "@server/tool"
	MCPSlash  ToolName = "server/tool" // in lists of tools alone
	// The next two put "_" for other characters than letters, digits and "_"; the
	// second one keeps "-", too.
	MCPDoubleClean ToolName = "mcp__server__tool, cleaned"
	MCPBare        ToolName = "server_tool, cleaned"
	// Small letters, digits and single "_"; a tool's name loses the server's in
	// front of it, and the whole is cut at 64 characters.
	MCPJoined ToolName = "mcp__server_tool, cleaned"
)

// The canonical tool names (seed 000).
const (
	Read      = "Read"
	Write     = "Write"
	Edit      = "Edit"
	MultiEdit = "MultiEdit"
	Delete    = "Delete"
	Bash      = "Bash"
	Grep      = "Grep"
	Glob      = "Glob"
	Agent     = "Agent"
	WebFetch  = "WebFetch"
	WebSearch = "WebSearch"
	TodoWrite = "TodoWrite"
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

// Named is the id by which pointers call the host.
func (h *Host) Named() string {
	if h.As != "" {
		return h.As
	}
	return h.ID
}

// IDs lists the ids of all hosts.
func IDs() []string {
	ids := make([]string, len(All))
	for i, h := range All {
		ids[i] = h.ID
	}
	return ids
}
