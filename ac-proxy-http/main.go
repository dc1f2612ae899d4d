// ac-proxy-http is an MCP server on stdio that is really one over HTTP, or with
// --listen a reverse proxy in front of one. ac-proxy runs it when it gets --url,
// so that a proxy of a local server need not carry all that HTTP needs.
package main

import (
	"os"

	"agentconnector/pkg/world"
)

func main() { os.Exit(run(world.Real())) }
