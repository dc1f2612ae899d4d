// ac-proxy stands between a host and an MCP server and measures.
//
//	ac-proxy --connector ID [--host HOST] -- COMMAND [ARG…]
//	ac-proxy probe CONNECTOR | -- COMMAND [ARG…]
//
// It passes bytes, signals, stderr and the exit status through as if it were
// not there, and appends ac.measure/v1 lines to the log: counts, never content.
// Whatever fails in measuring, the traffic goes on.
package main

import (
	"os"

	"agentconnector/pkg/world"
)

func main() { os.Exit(run(world.Real())) }
