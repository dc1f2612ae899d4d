package host

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
	// Of the same settings: names that are tried where none of the files of a project
	// is, how much of it is read, and the folder in which the file is.
	FallbackAt, MaxAt, DirAt []string
	// AlsoUser and AlsoProject are hosts whose guidance of that scope it reads, too: what
	// is written for one of them serves this one, which would else read it twice.
	AlsoUser, AlsoProject []string
	AlsoRoot              bool // of a project only what is in its root, and not in .claude
	// Imports: a line "@PATH" in the file brings in another one, from its folder.
	Imports bool
	Note    string
}

// Content is where a host keeps files of one kind: commands, skills, subagents.
type Content struct {
	User, Project Loc         // directory to write to; empty: not supported in that scope
	AlsoUser      []Loc       // other directories that it reads
	AlsoProject   []Loc       //
	AddWith       string      // without a directory, the command with which the user adds one: $DIR is its folder
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
	// What it leaves out an item for, and says nothing or little: a text or a name that
	// is shorter or longer, a name of its own. 0: no limit that is known.
	MinBody, MinName, MaxName int
	Reserved                  []string
	Fields                    ContentField // names of frontmatter fields, empty if the host has none
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
	Flat                 bool // a key with dots is the name of one member, not a way
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
