package host

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
	// Each is the member that counts where that list is one of objects.
	Each string
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
	// The tool in front of the server: "_" stands for other characters than letters,
	// digits, "_" and "-".
	MCPAfter ToolName = "tool_server, cleaned"
	// Small letters, digits and single "_"; a tool's name loses the server's in
	// front of it, and the whole is cut at 64 characters.
	MCPJoined ToolName = "mcp__server_tool, cleaned"
)

// The canonical tool names (seed 000).
const (
	Read            = "Read"
	Write           = "Write"
	Edit            = "Edit"
	MultiEdit       = "MultiEdit"
	NotebookEdit    = "NotebookEdit"
	Delete          = "Delete"
	Bash            = "Bash"
	PowerShell      = "PowerShell"
	Grep            = "Grep"
	Glob            = "Glob"
	Agent           = "Agent"
	Skill           = "Skill"
	WebFetch        = "WebFetch"
	WebSearch       = "WebSearch"
	AskUserQuestion = "AskUserQuestion"
	TodoWrite       = "TodoWrite"
	TaskCreate      = "TaskCreate"
	TaskUpdate      = "TaskUpdate"
	TaskList        = "TaskList"
	TaskGet         = "TaskGet"
	EnterPlanMode   = "EnterPlanMode"
	ExitPlanMode    = "ExitPlanMode"
	SendMessage     = "SendMessage"
)

// Canonical are all of them.
var Canonical = [...]string{Read, Write, Edit, MultiEdit, NotebookEdit, Delete, Bash, PowerShell, Grep, Glob, Agent, Skill, WebFetch, WebSearch,
	AskUserQuestion, TodoWrite, TaskCreate, TaskUpdate, TaskList, TaskGet, EnterPlanMode, ExitPlanMode, SendMessage}
