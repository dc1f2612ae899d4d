package host

import "agentconnector/pkg/wire"

// Outcome is how a host tells, behind a tool, what the call came to: the rule by
// which a call succeeded or failed. An event of its own for tools that failed
// needs no word here. What says none of it, and carries no sign, is a success.
//
// Ways lead into JSON, a.b, and through lists to each of their elements; of several,
// separated by |, the first that leads to something counts.
type Outcome struct {
	Exit     string     // ways to the exit code of a shell command: in the tool's output, else in the payload
	ExitText []ExitText // or the text that tells it
	Output   []Sign     // of a failure, in the tool's output
	Payload  []Sign     // of a failure, in the payload itself
	Whole    []string   // native events before a tool that are all there is of it
	Untold   []string   // native events behind a tool in which nothing tells a failure
}

// AllEvents stands for every event before a tool, on a host that has none behind it.
const AllEvents = "*"

// Sign says that a tool failed: a value that is there, other than null and "", or
// is the JSON Is.
type Sign struct {
	At, Is string
	Error  string // what kind of a failure, if not that of the tool
}

// ExitText is a text with an exit code: it begins with Before and the code, or
// ends with these and After.
type ExitText struct {
	At            string // ways in the output; empty: the output is the text
	Before, After string
}

const (
	uniformExit = "exitCode|exit_code|exit_status"
	resultType  = "result_type|resultType"
)

var (
	failedSuccess = Sign{At: "success", Is: "false"}
	failedMCP     = Sign{At: "isError|is_error", Is: "true"} // the error flag of an MCP result (its specification)
	failedType    = Sign{At: resultType, Is: `"failure"`}

	// interrupted is how Claude Code and who follows it says that the user has stopped
	// a tool.
	interrupted = Sign{At: "is_interrupt", Is: "true", Error: wire.Interrupted}
)

// uniformOutcome is the rule of seed 000 for hosts that send Claude's fields, with
// the exit codes and error flags that it overlooks.
var uniformOutcome = Outcome{Exit: uniformExit, Output: []Sign{failedSuccess, failedMCP, failedType}}
