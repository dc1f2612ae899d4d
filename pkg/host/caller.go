package host

// Callers are the callers of All, in its order. ac-hook links these alone: with
// the rest of each host it is a quarter of a megabyte longer, and each start
// takes seven page faults more (make bench).
var Callers = []*Caller{
	&ompCaller,
	&claudeCodeCaller,
	&claudeDesktopCaller,
	&codexCaller,
	&xcodeCaller,
	&xcodeCodexCaller,
	&cursorCaller,
	&qwenCodeCaller,
	&geminiCLICaller,
	&kiloVSCodeCaller,
	&kiloCLICaller,
	&mimoCodeCaller,
	&opencodeCaller,
	&piCaller,
	&kimiCaller,
	&kimiCLICaller,
	&crushCaller,
	&copilotCLICaller,
	&copilotAppCaller,
	&vscodeCopilotCaller,
	&visualStudioCaller,
	&droidCaller,
	&clineCaller,
	&windsurfCaller,
	&devinCaller,
	&zedCaller,
	&traeCaller,
	&traeCNCaller,
	&zcodeCaller,
	&rooCodeCaller,
	&zooCodeCaller,
	&kiroCaller,
	&amazonQCaller,
	&antigravityCaller,
	&antigravityCLICaller,
	&nemoclawCaller,
	&openclawCaller,
	&codebuffCaller,
	&ampCaller,
	&auggieCaller,
	&grokBuildCaller,
	&qoderCaller,
	&qoderCNCaller,
	&codebuddyCaller,
	&workbuddyCaller,
	&mistralVibeCaller,
	&junieCaller,
	&warpCaller,
	&muxCaller,
	&jetbrainsCopilotCaller,
	&jetbrainsAICaller,
	&gooseCaller,
	&rovoDevCaller,
	&hermesCaller,
	&lmstudioCaller,
	&continueDevCaller,
	&genericMCPCaller,
}

// FindCaller returns the caller with that canonical id.
func FindCaller(id string) *Caller {
	for _, c := range Callers {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Caller is what a program that a host calls must know of it.
type Caller struct {
	ID         string
	Name       string
	Paradigm   Paradigm
	Visibility Visibility
	// As is the host that pointers name in place of this one, where both read
	// the same files: they must get the same bytes from either.
	As string

	Runtime []Signal // how a process knows that it runs under it
	Stamp   string   // what seed 000 calls it in MCP_CLIENT and NEW_RELIC_AI_PLATFORM, beside its id

	Hooks  Hooks
	Status Status

	Outcome *Outcome // what a tool call came to

	Tools    []Tool   // native tool name → canonical name
	Unmapped []string // native names that have no canonical one, on purpose
	OwnNames bool     // its names are the canonical ones, those too that are in no list
	MCPTool  ToolName // how it names a tool of an MCP server
	MCPMax   int      // a longer name of such a tool is cut to so many characters; 0: none is, as far as known
	MCPKept  int      // so many of its beginning are left then

	// MCPPlugin is what it calls a plugin's server, $id standing for the connector's
	// id, if not by the id alone.
	MCPPlugin string
	// MCPProject is what it puts before the name of a project's server.
	MCPProject string
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

// Signal is an environment variable that proves the host, set to Value or, if
// that is empty, to anything.
type Signal struct{ Var, Value string }

// Named is the id by which pointers call the host.
func (c *Caller) Named() string {
	if c.As != "" {
		return c.As
	}
	return c.ID
}
