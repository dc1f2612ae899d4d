package wire

// HostFile is a host that the user adds: hosts.d/ID.json in our folder. It has
// the fields of the hosts that are known, for servers, memory, skills and
// commands.
type HostFile struct {
	Schema   string       `json:"$schema,omitempty"`  // for editors
	ID       string       `json:"id"`                 // name of the host, and of the file without .json
	Name     string       `json:"name"`               // the product's own name
	Docs     string       `json:"docs,omitempty"`     // address of its documentation
	GUI      bool         `json:"gui,omitempty"`      // it is started from the desktop, where it may not have the PATH of a shell
	Probe    HostProbe    `json:"probe"`              // how it is found
	Server   *HostServer  `json:"server,omitempty"`   // how it keeps MCP servers
	Memory   *HostMemory  `json:"memory,omitempty"`   // where it reads standing guidance
	Skills   *HostContent `json:"skills,omitempty"`   // where it reads skills
	Commands *HostContent `json:"commands,omitempty"` // where it reads slash commands
	Gaps     []string     `json:"gaps,omitempty"`     // what does not work there, in words; explain prints it
}

// HostPath is a path as the host writes it: from "~/" (home), "$VAR/" or the
// project's root, with alternatives separated by "|", of which the first counts
// whose variables are all set.
type HostPath struct {
	Path    string `json:"path"`
	Windows string `json:"windows,omitempty"` // where it differs on Windows
	Darwin  string `json:"darwin,omitempty"`  // where it differs on macOS
}

// HostProbe is how a host is found. Any hit counts.
type HostProbe struct {
	Bins  []string   `json:"bins,omitempty"`  // names of its programs on PATH
	Files []HostPath `json:"files,omitempty"` // files or directories that it makes itself
	Vars  []string   `json:"vars,omitempty"`  // variables that move its configuration
}

// HostServer is how a host keeps its MCP servers.
type HostServer struct {
	User          *HostPath      `json:"user,omitempty"`          // file of the user
	Project       *HostPath      `json:"project,omitempty"`       // file of a project
	Format        string         `json:"format"`                  // json, jsonc or toml
	Root          []string       `json:"root"`                    // keys that lead to the table of servers
	Stdio         *HostFields    `json:"stdio,omitempty"`         // names of the fields of a local server
	HTTP          *HostFields    `json:"http,omitempty"`          // of a remote one
	Transports    HostTransports `json:"transports"`              // which it can load
	Expand        string         `json:"expand,omitempty"`        // how it spells a variable in a value: ${X}, ${X:-d}, ${env:X}, ${env:X:-d} or {env:X}; absent: it replaces none
	ExpandEnvOnly bool           `json:"expandEnvOnly,omitempty"` // it does so in environment and headers alone
	Gate          string         `json:"gate,omitempty"`          // what the user must do before a server starts, in words
	ProjectGate   string         `json:"projectGate,omitempty"`   // the same for one of a project
	Login         string         `json:"login,omitempty"`         // how the user logs in to a server that wants OAuth, in words
	State         []string       `json:"state,omitempty"`         // keys of an entry that belong to the host or the user, and stay
	Strict        bool           `json:"strict,omitempty"`        // a key that it does not know makes it drop the file
	RunsBatch     bool           `json:"runsBatch,omitempty"`     // on Windows it starts npx and the like itself, without cmd /c
}

// HostTransports is how a host says a transport: the value of typeKey, or "-" if
// it needs none. One that is left out it cannot load.
type HostTransports struct {
	TypeKey string `json:"typeKey,omitempty"` // field that says the transport
	Stdio   string `json:"stdio,omitempty"`
	HTTP    string `json:"http,omitempty"`
	SSE     string `json:"sse,omitempty"`
	WS      string `json:"ws,omitempty"`
}

// HostFields are the names that a host gives to the parts of an entry. One that
// is left out does not exist there.
type HostFields struct {
	Command    string `json:"command,omitempty"`    // the program
	Args       string `json:"args,omitempty"`       // its arguments
	Argv       string `json:"argv,omitempty"`       // one list of both, instead
	Env        string `json:"env,omitempty"`        // table of variables
	EnvVars    string `json:"envVars,omitempty"`    // list of names of variables to pass on
	Cwd        string `json:"cwd,omitempty"`        // working directory
	URL        string `json:"url,omitempty"`        // address of a remote server
	Headers    string `json:"headers,omitempty"`    // table of headers
	Bearer     string `json:"bearer,omitempty"`     // name of the variable that holds a bearer token
	TimeoutMS  string `json:"timeoutMs,omitempty"`  // limit of a tool call in milliseconds
	TimeoutSec string `json:"timeoutSec,omitempty"` // or in seconds
	Enabled    string `json:"enabled,omitempty"`    // false switches a server off
	Disabled   string `json:"disabled,omitempty"`   // true does
	Allow      string `json:"allow,omitempty"`      // list of tools to offer
	Deny       string `json:"deny,omitempty"`       // list of tools to leave out
}

// HostMemory is where a host reads standing guidance: the first file that exists;
// if none does, the last one is made.
type HostMemory struct {
	User     []HostPath `json:"user,omitempty"`
	Project  []HostPath `json:"project,omitempty"`
	MaxBytes int64      `json:"maxBytes,omitempty"` // the host reads no more than this of it
}

// HostContent is where a host keeps files of one kind.
type HostContent struct {
	User        *HostPath  `json:"user,omitempty"`        // directory of the user
	Project     *HostPath  `json:"project,omitempty"`     // directory of a project
	AlsoUser    []HostPath `json:"alsoUser,omitempty"`    // others that it reads
	AlsoProject []HostPath `json:"alsoProject,omitempty"` //
	Form        string     `json:"form"`                  // skills: skill (NAME/SKILL.md); commands: md (NAME.md with frontmatter), md-body (NAME.md, the prompt alone), toml or as-skill
	Open        bool       `json:"open,omitempty"`        // hosts share the directory: its files have the fields of the open format alone
	Args        string     `json:"args,omitempty"`        // what it puts the arguments of a command for, such as $ARGUMENTS
	Fields      HostNames  `json:"fields,omitzero"`       // names of frontmatter fields
}

// HostNames are the frontmatter names of optional parts. One that is left out
// the host does not have.
type HostNames struct {
	Name         string `json:"name,omitempty"`
	Description  string `json:"description,omitempty"`
	ArgumentHint string `json:"argumentHint,omitempty"`
	Model        string `json:"model,omitempty"`
	AllowTools   string `json:"allowTools,omitempty"` // tools that may be used
	ToolSep      string `json:"toolSep,omitempty"`    // what stands between their names; []: a list
}
