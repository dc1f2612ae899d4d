// Ac-hook is the one command that the hooks of every agent host call.
//
// Synopsis:
//
//	ac-hook HOST EVENT --connector ID [--on-error deny] < payload > reply
//	ac-hook serve HOST [--connector ID] < requests > answers
//	ac-hook simulate HOST EVENT CONNECTOR < payload
//
// It turns the host's payload into one normalised event, lets the connector's
// handlers decide, and prints the reply that the host honours. It exits 0
// whenever a host calls: what goes wrong is in logs/hook.log.
//
// Examples:
//
//	ac-hook claude-code PreToolUse --connector acme-db < payload.json
//	ac-hook simulate cursor preToolUse acme-db < payload.json
package main

import (
	"os"

	"agentconnector/pkg/hook"
	_ "agentconnector/pkg/stack" // first of all
	"agentconnector/pkg/world"
)

func main() { os.Exit(hook.Main(world.Quick())) }
