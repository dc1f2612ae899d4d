package host

// Server is how the host keeps its MCP servers.
type Server struct {
	User, Project Loc
	// Homes are the host in each program that can hold it, as in the editors made of VS
	// Code, or each of its editions: each that is there gets the same servers of the
	// user, and User counts only where none is.
	Homes         []Home
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
	Defers        bool       // it keeps the definitions of tools from the model until that looks for them
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
	// Asks is how it keeps servers with values that it asks the user for (${input:ID}),
	// where that is another way, which nobody writes; nil: it asks for none.
	Asks *Server
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
	// Header are values that its files must have beside Root, and ProjectHeader those
	// that the project's must have, too.
	Header, ProjectHeader []Const
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

// Home is one of the homes of a host. The host is found by any of them.
type Home struct {
	At Loc    // a file or folder that is there if the home is, with a "*" as in Probe.Files
	In string // its file of servers, in the folder At
	// File is the file of servers where that is elsewhere.
	File Loc
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
	// $X and ${X} of any word, anywhere; what is not set stays as it is. Nothing has
	// an escape. The second one has defaults, too.
	ExpandWords        Expand = "$X, ${X}"
	ExpandWordsDefault Expand = "$X, ${X:-d}"
	// ${X} anywhere, without defaults; what is not set stays as it is. Nothing has
	// an escape, and some names are the host's own.
	ExpandKept Expand = "${X}, kept"
	// ${X} and $X of variables that the entry lists (EnvVars), by names of capitals
	// alone; one that is not set keeps the server from starting. Any other text is
	// itself.
	ExpandListed Expand = "${X}, listed"
	// ${X} and ${X:-default}; one that is not set and has no default keeps the server
	// from starting, so that none is written. Nothing has an escape.
	ExpandAllSet Expand = "${X:-d}, all set"
	// ${PLUGIN_ROOT} alone, which has no escape.
	ExpandPluginRoot Expand = "${PLUGIN_ROOT}"
	// ${{ secrets.X }} anywhere, without defaults; what is not known stays as it is.
	// Nothing has an escape.
	ExpandSecrets Expand = "${{ secrets.X }}"
)
