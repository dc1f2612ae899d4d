// Package proxy stands between an MCP client and a server that talks over
// stdio, and measures what goes by.
//
// The rules of the room:
//
//   - Bytes pass as they are, at once, both ways, whatever they are. Each
//     direction has a pump of its own that reads, hands a copy over without
//     waiting, and writes. Nothing of ours ever goes to the child's stdin or
//     to our stdout; the child has our stderr itself.
//   - Measuring happens beside the path, on the copies, in one goroutine behind
//     a bounded queue. When the queue is full bytes are counted and nothing
//     else. Whatever fails there, the traffic goes on.
//   - The child must not notice us: arguments, environment (but for --env),
//     end of input, signals and exit status pass through. It must not outlive
//     us either: it has a process group of its own, which ends with us.
//   - No content is kept, in no record and no message.
package proxy

import (
	"agentconnector/pkg/wire"
)

// Options say what to run and how to label its records.
type Options struct {
	Command []string
	Cwd     string   // the child's directory; "" is ours
	Env     []string // NAME=TEMPLATE, more variables of the child
	Expand  bool     // ${env:…} in the command too, for hosts that expand nothing
	Percent bool     // references are spelled %(…), for hosts that expand other things

	Connector string
	Host      string
	Scope     string
	Family    string // model family, "" or "auto" goes by the client's name
}

// The two directions of the traffic.
const (
	ToServer Dir = iota
	ToClient
)

// Dir is a direction. Its text is that of the records.
type Dir uint8

func (d Dir) String() string {
	if d == ToServer {
		return "c2s"
	}
	return "s2c"
}

// other is the direction of the answer.
func (d Dir) other() Dir { return 1 - d }

// The kinds of a record.
const (
	kindCall    = "call"
	kindDefs    = "tool_defs"
	kindRequest = "request"
	kindSession = "session"
)

// base is what all records of a run have in common.
func (o Options) base() wire.Measure {
	return wire.Measure{
		Schema: wire.SchemaMeasure, Connector: o.Connector, Host: o.Host, Scope: o.Scope, Surface: wire.Server,
	}
}
