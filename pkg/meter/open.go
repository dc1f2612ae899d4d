package meter

import (
	"bytes"
	"hash/fnv"
	"time"

	"agentconnector/pkg/mcp"
)

// One tool call may take several requests. In the stateless revisions a server
// that needs something answers "input_required", and the client calls again
// under a new id: rounds of one call. And a server may answer with a task whose
// result comes later, by another method. Either way it is one record: the
// arguments count once, the result once, the bytes of all.

// Limits of the calls that are kept open.
const (
	maxRounds = 64
	maxTasks  = 1000
	maxEarly  = 64 // outcomes of tasks of which nobody has told yet
)

// round is what links a round to the one before.
type round struct {
	method, name string
	args         uint64 // hash of the arguments
	state        uint64 // hash of requestState
	hasState     bool
	again        bool // carries the answers to an earlier round
}

func roundOf(msg mcp.Message) (r round) {
	switch msg.Method {
	case "tools/call", "prompts/get", "resources/read":
	default:
		return r
	}
	r = round{method: msg.Method, name: msg.Name(), args: digest(mcp.Member(msg.Params, "arguments"))}
	r.setState(msg.Params)
	r.again = r.hasState || mcp.Member(msg.Params, "inputResponses") != nil
	return r
}

func (r *round) setState(raw []byte) {
	state := mcp.Member(raw, "requestState")
	r.state, r.hasState = digest(state), !null(state)
}

func digest(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// keepOpen says that a result is not the end of its call.
func (m *Meter) keepOpen(c *call, at time.Time, result []byte) bool {
	switch kind := mcp.String(result, "resultType"); {
	case kind == "input_required":
		c.match.setState(result)
		if len(m.rounds) >= maxRounds {
			m.fail(m.rounds[0], at, "input_abandoned")
			m.rounds = m.rounds[1:]
		}
		m.rounds = append(m.rounds, c)
		return true
	case kind == "task":
		return m.keepTask(c, at, mcp.String(result, "taskId"))
	case null(mcp.Member(result, "content")):
		return m.keepTask(c, at, mcp.String(mcp.Member(result, "task"), "taskId")) // revision 2025-11-25
	}
	return false
}

// nextRound finds the call that a request goes on with: the same method, name
// and arguments, and the state that was last issued; of several the oldest.
func (m *Meter) nextRound(dir Dir, msg mcp.Message) *call {
	want := roundOf(msg)
	if dir != ToServer || !want.again {
		return nil
	}
	want.again = false
	for i, c := range m.rounds {
		have := c.match
		have.again = false
		if have == want {
			m.rounds = append(m.rounds[:i:i], m.rounds[i+1:]...)
			return c
		}
	}
	return nil
}

func (m *Meter) keepTask(c *call, at time.Time, id string) bool {
	if id == "" || len(m.tasks) >= maxTasks || m.tasks[id] != nil {
		return false
	}
	m.tasks[id] = c
	if state := m.early[id]; state != nil {
		delete(m.early, id)
		m.taskState(at, id, state)
	}
	return true
}

// taskResult closes a task with the answer to tasks/result, which is the
// answer that the tool call would have had.
func (m *Meter) taskResult(at time.Time, id string, msg mcp.Message) {
	c := m.tasks[id]
	if c == nil {
		return
	}
	delete(m.tasks, id)
	if msg.Error != nil {
		m.failed(c, at, msg)
		return
	}
	m.toolAnswer(c, msg.Result)
	m.done(c, at)
}

// taskState closes a task whose state is told together with its outcome.
func (m *Meter) taskState(at time.Time, id string, state []byte) {
	outcome := mcp.Message{Result: mcp.Member(state, "result"), Error: mcp.Member(state, "error")}
	switch status := mcp.String(state, "status"); {
	case outcome.Result != nil || outcome.Error != nil:
		m.taskResult(at, id, outcome)
	case status == "cancelled" && m.tasks[id] != nil:
		c := m.tasks[id]
		delete(m.tasks, id)
		m.fail(c, at, "cancelled")
	}
}

// taskTold takes what a server tells of a task unasked, which may be before the
// answer that says which call it is of.
func (m *Meter) taskTold(at time.Time, id string, state []byte) {
	over := mcp.Member(state, "result") != nil || mcp.Member(state, "error") != nil
	if m.tasks[id] == nil && over && len(m.early) < maxEarly {
		m.early[id] = bytes.Clone(state)
		return
	}
	m.taskState(at, id, state)
}
